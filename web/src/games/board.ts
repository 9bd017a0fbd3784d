/**
 * What every board is given, and what it gives back. A board shows a view and lets people choose among `choices`; it knows no rules and
 * computes no score. `games/<name>/ui.ts` names the parts of a game's display; a game without one is shown by `generic/Board.svelte`.
 *
 * - A board fills the box it is given (100 % wide and high, a size container) and never makes it grow; below 700 px of width it is a phone.
 * - A replay is the same board with `choices: []`.
 * - A click, a key or a tap leads to `choose(text)`: the move is then in hand (`selected`), and the page shows its preview. `choose("")` puts
 *   it down. The board draws the move in hand as it would lie. `confirm()` plays it (a second tap or click on the same place).
 * - For something that cannot be played the board calls `explain(text)`: the page shows the server's reason in a sentence.
 * - Keys that belong to the page: Enter (play), Escape, u, v, h, m, t, ?, and in a replay the arrows; to `draw/PanZoom.svelte`: + - 0 , . and
 *   Shift with arrows. All others are the board's.
 * - Pieces carry `data-tip="about.…"` where the game has a text about them.
 * - The board marks the last move (`last`); when `view.ply` has grown by one, it animates the piece that came, unless `still`.
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
  /** The pieces that a hint points at, as parts of `choices` (Akropolis: `q` and `r` of a hex). Mark them, and not by colour alone. */
  hinted: Record<string, string | number>[];
  /** The seat that the table is drawn for: that of the view, or 0 for spectators. */
  you: number;
  /** The names of the seats. */
  names: string[];
  /** Your last move and those of the others since then, oldest first; `move` as in `view.log` (hidden parts are "?"). */
  last: { ply: number; seat: number; move: string }[];
  /** Nothing may move by itself: in a replay, or because the visitor wants reduced motion. */
  still: boolean;
  /** An earlier position is shown: a replay. */
  past?: boolean;
  theme: Theme;
  language: Language;
  choose: (text: string) => void;
  confirm: () => void;
  explain: (text: string) => void;
  /** Tell the page what to do next while only a part of a move is in hand; "": the page says it itself. */
  prompt?: (text: string) => void;
  /** Fetch the server's picture of this view, for the generic board. */
  picture: (look: Look, signal: AbortSignal) => Promise<string>;
}

/** The parts of a game's display: what `games/<name>/ui.ts` exports as default. Its cover for the lobby is `games/<name>/Cover.svelte`. */
export interface GameUi<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  Board: Component<BoardProps<V, C>>;
  /** The board in words: lists and tables, every choice a button. For those who cannot see the board, and those who prefer words. */
  TextBoard?: Component<BoardProps<V, C>>;
  /** What stands above the score at the side: projects, favors, the sheet of districts. */
  Panel?: Component<BoardProps<V, C>>;
  /** Which of the game's texts (`phase.…`) says what to do now, where the phase alone does not tell. */
  phase?: (view: V) => string;
  /** Scores of those without a seat: the architect of a game for one. */
  rivals?: (view: V) => { name: string; score: number | undefined }[];
  /** The text that stands in place of the status while the board shows a scoring that the scores would give away; "" otherwise. */
  hush?: (view: V) => string;
  /** Whether the panel shows the score itself. */
  ownScore?: boolean;
  /** Whether it also shows the scores of all seats at the end. */
  ownSheet?: boolean;
}
