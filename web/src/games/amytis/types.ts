// Made from src/ziggurat/games/amytis/types.py by `python -m ziggurat.server.export_types`. Do not edit.

export type FavorName = "I" | "II" | "III" | "IV" | "stairs" | "corners" | "projects" | "row";

export type PhaseName = "build" | "palace" | "favor" | "over";

export type SpaceName = "a1" | "b1" | "c1" | "a2" | "b2" | "c2" | "a3" | "b3" | "c3";

/** A stack of the main board. */
export interface Stack {
  /** The tile on top, `Gw`: a colour B G O P and a type g m w p r t; null when the stack is empty. */
  top: string | null;
  /** How many tiles it has. */
  left: number;
  /** The seat whose architect stands on it. */
  architect: number | null;
}

/** The favor board: the seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row. */
export interface Favors {
  I: number | null;
  II: number | null;
  III: number | null;
  IV: number | null;
  stairs: number | null;
  corners: number | null;
  projects: number | null;
  row: number[];
}

/** What is printed on a project card. */
export interface Card {
  /** Rows of colours, a dot for a free cell. */
  pattern: string[];
  points: number;
}

/** A way in which a project could still be completed. */
export interface Way {
  /** The colours that the nine spaces have to show, a dot where any will do. */
  cells: string;
  /** The spaces that do not show theirs yet. */
  missing: SpaceName[];
}

/** What lies before one player. */
export interface SeatView {
  /** Three rows of three spaces, each its stack from bottom to top: `Bt Or`. */
  board: string[][];
  /** The points scored during the game. */
  track: number;
  /** The cards that are not validated yet. */
  projects: number[];
  validated: number[];
  architects_left: number;
  pawns_left: number;
  /** For each open own card and each card of the display the ways in which it could still be completed, the nearest first. */
  reach?: Record<string, Way[]>;
  score?: number;
  breakdown?: Record<string, number>;
  rank: number | null;
  name?: string;
}

/** A position as everyone sees it. */
export interface View {
  game: "amytis";
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
  /** The stacks of the main board, row by row. */
  stacks: Stack[];
  /** The open project cards; null for a place without one. */
  display: (number | null)[];
  deck_left: number;
  favors: Favors;
  /** What is printed on the cards that lie open, by their numbers. */
  cards: Record<string, Card>;
  seats: SeatView[];
}

/** A tile and where it is built, or a choice at a palace, or a favor. */
export interface Choice {
  text: string;
  kind: "build" | "card" | "deck" | "points" | "favor";
  stack?: SpaceName;
  space?: SpaceName;
  /** The place of a card in the display, from 0. */
  slot?: number;
  favor?: FavorName;
  /** True where chance decides what the move brings. */
  chance?: boolean;
  /** The points that the move adds at once, by source; null where chance decides. */
  gain?: Record<string, number> | null;
}
