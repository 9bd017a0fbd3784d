/**
 * What every board is given, and what it gives back. A board is a face: it shows a view and lets people choose among `choices`; it knows no
 * rules and computes no score. `games/<name>/face.ts` names the parts of a game; one that has none is shown by `generic/Board.svelte`.
 *
 * - A board fills the box it is given (100 % wide and high, a size container) and never makes it grow; below 700 px of width it is a phone.
 * - A replay is the same board with `choices: []`.
 * - A click, a key or a tap leads to `choose(text)`: the move is then in hand (`selected`), and its lens is shown. `choose("")` puts it down.
 *   The move in hand is drawn as a ghost. `confirm()` plays it (a second tap or click on the same place).
 * - Something that cannot be played is asked about with `explain(text)`: the page shows the server's reason in a sentence.
 * - Keys that belong to the page: Enter (play), Escape, u, v, h, m, t, ?, and in a replay the arrows; to a stage: + - 0 , . and Shift with
 *   arrows. All others are the board's.
 * - Pieces carry `data-tip="about.…"` where the game has words for them.
 * - The last move (`last`) is marked; when `view.ply` has grown by one, the piece that came is animated, unless `still`.
 */
import type { Component } from "svelte";
import type { Language } from "../lib/i18n.svelte";
import type { Theme } from "../lib/theme.svelte";
import type { AnyChoice, AnyView } from "./types";

export type Look = "isometric" | "top";

/** With the view and the choice of one game (`games/<name>/types.ts`); without, what all games have. */
export interface BoardProps<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  game: string;
  /** The view of the seat, or what everybody sees. */
  view: V;
  choices: C[];
  look: Look;
  /** The move in hand, "" for none. */
  selected: string;
  /** The pieces that a hint points at, in parts as in `choices` (Akropolis: `q` and `r` of a hex of the city): they are marked, not by colour alone. */
  hinted: Record<string, string | number>[];
  /** Whose table this is drawn for: the seat of the view, or (for those who watch) 0. */
  you: number;
  /** What the seats are called. */
  names: string[];
  /** The last move of each seat since it was last your turn, oldest first; `move` as in `view.log` (hidden parts are "?"). */
  last: { ply: number; seat: number; move: string }[];
  /** Nothing should move by itself: people asked for it, or somebody leafs through a replay. */
  still: boolean;
  /** An earlier moment is shown: somebody leafs through a replay. */
  past?: boolean;
  theme: Theme;
  language: Language;
  choose: (text: string) => void;
  confirm: () => void;
  explain: (text: string) => void;
  /** What is to be done next, while only a part of a move is in hand; "": the page says it. */
  prompt?: (text: string) => void;
  /** The server's picture of this view, for games without a face. */
  picture: (look: Look, signal: AbortSignal) => Promise<string>;
}

/** The parts of a game's face. */
export interface Face<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  Board: Component<BoardProps<V, C>>;
  /** What stands for the game on a card: a picture without a word. */
  Cover?: Component<{ theme: Theme }>;
  /** What the board shows in words: lists and tables, every choice a button. For those who do not see the board, and for those who like it. */
  TextBoard?: Component<BoardProps<V, C>>;
  /** What stands above the score at the side: projects, favors, the sheet of districts. */
  Panel?: Component<BoardProps<V, C>>;
  /** Which of the game's words (`phase.…`) says what to do now, where the phase alone does not tell. */
  phase?: (view: V) => string;
  /** Those who score without a seat: the architect of a game for one. */
  rivals?: (view: V) => { name: string; score: number | undefined }[];
  /** What is being told and must not be given away by the scores: in words; "" when they may be seen. */
  hush?: (view: V) => string;
  /** The panel shows the whole score itself. */
  ownScore?: boolean;
  /** It also shows the sheet of all seats at the end. */
  ownSheet?: boolean;
}
