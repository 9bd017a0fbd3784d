// Made from src/ziggurat/games/akropolis/types.py by `python -m ziggurat.server.export_types`. Do not edit.

export type CardName = "housing" | "villa" | "district_center" | "city_market" | "storehouses" | "luxury_goods" | "rampart" | "guard_tower" | "fortress" | "sanctuary" | "pantheon" | "pilgrims_stairs" | "oasis" | "hanging_gardens" | "parkland" | "main_street" | "quarry_mine" | "agora";

export type ArchitectName = "hippodamos" | "metagenes" | "callicrates";

export type KindName = "house" | "market" | "barracks" | "temple" | "garden" | "quarry" | "house_plaza" | "market_plaza" | "barracks_plaza" | "temple_plaza" | "garden_plaza";

export type PhaseName = "place" | "complete" | "over";

export type ReasonKey = "reason.house_counts" | "reason.house_doubled" | "reason.house_small" | "reason.market_counts" | "reason.market_doubled" | "reason.market_beside" | "reason.barracks_count" | "reason.barracks_doubled" | "reason.barracks_inside" | "reason.barracks_hole" | "reason.temple_counts" | "reason.temple_doubled" | "reason.temple_open" | "reason.garden_counts" | "reason.garden_doubled";

/** A visible hex of a city. */
export interface Hex {
  q: number;
  r: number;
  kind: KindName;
  level: number;
  /** The number of the tile to which it belongs; 0 is the starting tile. */
  tile: number;
  /** What it covers, from the ground up; missing on level 1. Of a covered two-colour hex, the first district. */
  below?: KindName[];
  /** Athena: the second district of a two-colour hex; `kind` is the first. */
  second?: KindName;
  /** Athena: how a two-colour hex is turned: the first district owns the sides from this one on, three of them clockwise. */
  rotation?: number;
}

/** A district of the score sheet. */
export interface District {
  q: number;
  r: number;
  level: number;
  counts: boolean;
  /** 0 where it does not count, else its level, or twice that. */
  value: number;
  /** Why it counts or does not: a key of the game's texts. */
  reason: ReasonKey;
  /** The number that the reason names: hexes or value of a group of houses. */
  n?: number;
  /** The number that the reason names: open sides of barracks or of a temple. */
  sides?: number;
}

/** The score sheet of one colour. */
export interface ColorSheet {
  /** In the order in which their places were first built on. */
  districts: District[];
  value: number;
  /** On the visible plazas. */
  stars: number;
  points: number;
}

/** The score sheet of a city, told hex by hex. */
export interface ScoreSheet {
  house: ColorSheet;
  market: ColorSheet;
  barracks: ColorSheet;
  temple: ColorSheet;
  garden: ColorSheet;
}

/** Athena: a part of what a construction card asks for, where a city is nearest to it. */
export interface CardPart {
  is_there: boolean;
  q?: number;
  /** Where it lies, or would have to lie; missing where the place does not matter. */
  r?: number;
  /** What is missing there; `plaza`: of any colour. Every hex will do where it is missing. */
  kind?: KindName | "plaza";
  /** On which level or higher, where the card asks for it. */
  level?: number;
}

/** What lies before one player. */
export interface SeatView {
  stones: number;
  /** The visible hexes in the order in which their places were first built on. */
  city: Hex[];
  sheet?: ScoreSheet;
  score?: number;
  breakdown?: Record<string, number>;
  rank: number | null;
  name?: string;
  /** Athena: the slots, 1 to 4, of the cards that the player has completed; all four make the statue. */
  completed?: number[];
  /** Athena: the slots of the other cards that the city fulfils. */
  fulfilled?: number[];
  /** Athena: how far the city is with the card of each slot; empty for those that are completed. Not after the end. */
  progress?: CardPart[][];
}

/** The illustrious architect of a solo game. */
export interface Architect {
  name: ArchitectName;
  stones: number;
  /** In the order taken. */
  tiles: number[];
  score?: number;
  /** Athena: the slots of which he has the part of the statue. */
  completed?: number[];
}

/** Athena: a construction card, and what lies at it. */
export interface Slot {
  card: CardName;
  /** The single tiles that are left, in the order in which they lie. */
  singles: number[];
}

/** A position as everyone sees it. */
export interface View {
  game: "akropolis";
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
  phase: PhaseName;
  /** The tiles on offer; the place of a tile in the list is its price. */
  site: number[];
  stacks_left: number;
  round: number;
  rounds: number;
  /** The seat that began this round. */
  chief: number;
  /** The stones that are left; null where they are not limited. */
  reserve: number | null;
  seats: SeatView[];
  /** The three hexes, clockwise, of the tiles that are named here, by their numbers. */
  tiles: Record<string, KindName[]>;
  /** Only in a solo game. */
  architect?: Architect;
  /** Athena: the construction cards, slot 1 first. */
  slots?: Slot[];
}

/** A tile of the site, and where and how it is laid. Athena: or a card to complete, with a single tile; or to stop. */
export interface Choice {
  text: string;
  /** The place of the tile in the site, which is also its price; -1 where no tile of the site is laid. */
  slot: number;
  q: number;
  /** Where the tile's first hex goes. */
  r: number;
  /** Beyond which side of the first hex the second one lies, 0 to 5 clockwise from the north; the third follows. */
  rotation: number;
  /** The points that the move adds at once, by source. */
  gain?: Record<string, number>;
  /** Athena: the slot, 1 to 4, of the card that is completed; 0: stop. */
  card?: number;
  /** Athena: the single tile that is laid. */
  single?: number;
  /** Athena, solo: the single tile that the illustrious architect gets. */
  gift?: number;
}
