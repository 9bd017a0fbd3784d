/**
 * What every board is given, and what it gives back. A board is a face: it shows a view and lets people choose among `choices`; it knows no
 * rules and computes no score. `games/<name>/Board.svelte` is the board of a game; one that has none is shown by `generic/Board.svelte`.
 *
 * - A replay is the same board with `choices: []`.
 * - A click, a key or a tap leads to `choose(text)`: the move is then in hand (`selected`), and its gain is shown. `choose("")` puts it down.
 * - The page confirms and sends; a board that wants to confirm by itself (a second tap on the same place) calls `confirm()`.
 */
import type { Component } from "svelte";
import type { Theme } from "../lib/theme.svelte";
import type { Language } from "../lib/speech.svelte";

/** A legal move in parts (docs/reference/protocol.md, `choices`). */
export interface Choice {
  /** What is sent back. */
  text: string;
  /** What it brings at once, by source; null where chance decides; absent where the table shows no previews. */
  gain?: Record<string, number> | null;
  /** The parts: `stack`, `space`, `slot`, `q`, `r`, `rotation`, `die`, … */
  [part: string]: unknown;
}

export interface BoardProps {
  game: string;
  /** The view of the seat, or what everybody sees. */
  view: Record<string, any>;
  choices: Choice[];
  look: "isometric" | "top";
  /** The move in hand, "" for none. */
  selected: string;
  theme: Theme;
  language: Language;
  choose: (text: string) => void;
  confirm: () => void;
  /** Until a game draws itself here: the server's picture of this view. */
  picture: (look: "isometric" | "top", signal: AbortSignal) => Promise<string>;
}

export type Board = Component<BoardProps>;
