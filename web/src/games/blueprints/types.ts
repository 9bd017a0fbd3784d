// Made from src/ziggurat/games/blueprints/types.py by `python -m ziggurat.server.export_types`. Do not edit.

export type CardName = "gold" | "silver" | "bronze" | "skyscraper" | "structural_integrity" | "geometer" | "materials";

export type Decided = "score" | "first_demand" | "second_demand" | "turn_order";

export type Die = "W1" | "R1" | "S1" | "G1" | "W2" | "R2" | "S2" | "G2" | "W3" | "R3" | "S3" | "G3" | "W4" | "R4" | "S4" | "G4" | "W5" | "R5" | "S5" | "G5" | "W6" | "R6" | "S6" | "G6";

export type Finally = "points" | "prizes" | "gold" | "silver" | "bronze";

export type MaterialLetter = "W" | "R" | "S" | "G";

export type Space = "a1" | "b1" | "a2" | "b2" | "a3" | "b3";

/** What a building scores, by source and in total. */
export interface Points {
  bonus: number;
  wood: number;
  recycled: number;
  stone: number;
  glass: number;
  total: number;
}

/** A wood die of a building. */
export interface WoodDie {
  die: Die;
  space: Space;
  /** From 1. */
  level: number;
  points: number;
}

/** A die of a building. */
export interface BuiltDie {
  die: Die;
  space: Space;
  /** From 1. */
  level: number;
  /** Null for recycled dice: they score together. */
  points: number | null;
}

/** How a building stands to its plan. */
export interface PlanState {
  /** Lost: a stack is too high, or a die fitted nowhere. */
  state: "done" | "open" | "lost";
  /** How many dice the plan still lacks. */
  missing: number;
}

/** For each prize how much a building has of what it needs, and how much it needs. */
export interface Prizes {
  /** The highest stack. */
  skyscraper: number[];
  /** Dice of one value. */
  structural_integrity: number[];
  /** Different values. */
  geometer: number[];
  /** Dice of one material. */
  materials: number[];
}

/** What lies before one player, and for its own player what lies behind the screen; when the game is over, for everybody. */
export interface SeatView {
  /** The dice chosen in this round, in order. */
  taken: Die[];
  /** Those of them that fitted nowhere. */
  discarded: Die[];
  /** The cards won in finished rounds. */
  cards: CardName[];
  score?: number;
  breakdown?: Record<string, number>;
  plan_id?: number;
  /** Three rows of two: a planned height, or X where hatched. */
  plan?: string[];
  /** Three rows of two stacks, each from bottom to top: `"G5 R5 S6"`. */
  building?: string[][];
  points?: Points;
  wood_dice?: WoodDie[];
  die_points?: BuiltDie[];
  plan_state?: PlanState;
  prizes?: Prizes;
  rank: number | null;
  name?: string;
}

/** A card that was won in a round, and what decided it. */
export interface CardWon {
  seat: number;
  /** `only`: nobody else qualified. */
  by: "only" | Decided;
  /** The rival whom this told apart. */
  over: number | null;
  /** The numbers of both: scores, dice in demand, places in the turn order. */
  counts: number[];
}

/** What a player had built when a round was scored. */
export interface RoundSeat {
  plan_id: number;
  plan: string[];
  building: string[][];
  points: Points;
  wood_dice: WoodDie[];
  die_points: BuiltDie[];
  plan_state: PlanState;
  prizes: Prizes;
  taken: Die[];
  discarded: Die[];
  /** The cards won in this round. */
  cards: CardName[];
}

/** A finished round in full. */
export interface Round {
  round: number;
  start: number;
  /** The seats in the order of their turns. */
  order: number[];
  demand: MaterialLetter[];
  removed: Die[];
  /** The seats from the best building to the worst. */
  ranking: number[];
  /** Each card that was won. */
  cards: Record<string, CardWon>;
  seats: RoundSeat[];
}

/** A player at the end, and by what he is before the next one. */
export interface FinalPlace {
  seat: number;
  points: number;
  prizes: number;
  gold: number;
  silver: number;
  bronze: number;
  /** `shared`: by nothing. Absent for the last one. */
  by?: Finally | "shared";
  /** The numbers of both. */
  counts?: number[];
}

/** A position as a seat sees it. */
export interface View {
  game: "blueprints";
  options: Record<string, boolean | number | string | string[]>;
  /** Whose view this is; null: a spectator's. */
  seat: number | null;
  ply: number;
  to_move: number | null;
  over: boolean;
  /** The legal moves as text; empty for a seat that is not to move. */
  legal: string[];
  /** The moves so far; what a seat may not know of a move is `?`. */
  log: string[];
  /** The seat that took each decision. */
  movers: number[];
  phase: "build" | "remove" | "over";
  round: number;
  /** The seat that started the round. */
  start: number;
  /** The materials in demand, the first one first. */
  demand: MaterialLetter[];
  /** The lowest value first. */
  pool: Die[];
  bag_left: number;
  /** The dice that are out of the round, in order. */
  removed: Die[];
  /** The own plan; null for a spectator. */
  plan: string[] | null;
  /** The own building. */
  building: string[][] | null;
  seats: SeatView[];
  /** The finished rounds. */
  rounds: Round[];
  /** The players from first to last, when the game is over. */
  final: FinalPlace[];
}

/** A die of the pool, and what is done with it. */
export interface Choice {
  text: string;
  kind: "place" | "discard" | "remove";
  die: Die;
  /** Where it is placed. */
  space?: Space;
  /** What it adds to the points of the own building. Absent without previews. */
  gain?: Record<string, number>;
}
