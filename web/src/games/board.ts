/**
 * What every board is given, and what it gives back. A board shows a view and lets people choose among `choices`; it knows no rules and
 * computes no score. `games/<name>/ui.ts` names the parts of a game's display; a game without one is shown by `generic/Board.svelte`.
 *
 * - A board fills the box it is given (100 % wide and high, a size container) and never makes it grow; below 700 px of width it is a phone.
 * - A replay is the same board with `choices: []`.
 * - A click, a key or a tap leads to `choose(text)`: the move is then in hand (`selected`), and the page shows its preview. `choose("")` puts
 *   it down. The board draws the move in hand as it would lie. `confirm()` plays it (a second tap or click on the same place).
 * - For something that cannot be played the board calls `explain(text)`: the page shows the server's reason in a sentence.
 * - Keys that belong to the page: Enter (play), Escape, u, v, h, m, t, ?, and in a replay the arrows; to `draw/PanAndZoom.svelte`: + - 0 , . and
 *   Shift with arrows. All others are the board's.
 * - Pieces carry `data-tip="about.…"` where the game has a text about them.
 * - The board marks the last moves (`last`: whole turns); when `view.ply` has grown by one, it animates the piece that came, unless `still`.
 * - A board may export a function, `export function showAgain(ply: number, seat: number | null)`: let what that decision brought land once more,
 *   in sight (turn to that city, that plan). `seat` is null for a rival without a seat, such as the architect of a game for one. The page calls
 *   it, decision by decision, when somebody taps the line of a rival's turn.
 * - **While another is to move** people may try moves. A board whose `GameUi` has `tries` then gets as `choices` what the seat could play if it
 *   were its turn now, and `trying: true`. It lets people choose as on their turn, with the same calls: `choose` takes a try in hand, `explain`
 *   says why something could not be played, `confirm` sets the move in hand in advance (the page plays it when the turn comes). The board does
 *   not say that it is one's turn, opens nothing by itself (sheets, questions) and moves nothing: it draws the try as a try (paler, or with a
 *   broken outline). `view.to_move` and `view.phase` still tell what the other does: never read them to learn what `choices` hold. `choices`
 *   turn to `[]` at every new position and come back a moment later; the move in hand is then chosen again by the page, if it still can be
 *   played. On one's own turn `trying` is false, as ever.
 * - **In a review** `compare` names the move that was played and a better one. The board draws both as pieces where they would lie, the better one
 *   green with a tick, the one played red with a cross (`var(--good)`, `var(--bad)`; never colour alone), and marks from where they come. The page
 *   writes beside it what they are, in the words of `moveText` of the game's `GameUi`. There are no `choices` then.
 * - A tap may slip `slipOf(event)` pixels (`lib/touch.ts`: 14 for a thumb, 6 for a mouse) before it becomes a drag.
 * - Names of keys are shown in a `<kbd>` or in an element with the class `keys`: `look.css` hides both where there is no keyboard.
 * - On a phone held sideways the page puts the board at the left (its box is low and wide) and prompt and buttons at the right. With
 *   `landscape: "whole"` in its `GameUi`, the board gets the whole window instead and leaves free the corner at the bottom right that is
 *   `var(--corner-width)` wide and `var(--corner-height)` high (there are the prompt and its buttons), and the strip at the top left,
 *   `var(--top-height)` high and as wide as the rest (there are the seats), and the one at the bottom left, `var(--bottom-height)` high (there
 *   are small buttons with the rivals' turns): it may draw a scene behind them, and no buttons. All four are 0px everywhere else, so they can
 *   stand in any `calc()`. Where the corner is high, `var(--site-columns)` says how many tiles the site of Akropolis has in a row; else it is
 *   not set. With `flank: true` there is room for two round buttons of the board left and right of the page's main button,
 *   `var(--flank)` wide and `var(--flank-bottom)` above the lower edge; the prompt then leaves out the sources of the points, which the board
 *   must show.
 * - With `across: true` in its `GameUi`, in a wide window the board's box is as wide as the whole page: its strip at the top,
 *   `var(--strip-height)` high, goes from edge to edge and holds `turns`, the rivals' turns; below it the board leaves free `var(--side-room)` at
 *   its right (there are the panels). In other windows `turns` is undefined and the room 0px.
 */
import type { Component, Snippet } from "svelte";
import type { Language } from "../lib/i18n.svelte";
import type { Theme } from "../lib/theme.svelte";
import type { AnyChoice, AnyView } from "./types";

export type Look = "isometric" | "top";

/** A move that is drawn on the board beside another one; see above. */
export interface Compared {
  move: string;
  kind: "better" | "played";
}

/** With the view and the choice of one game (`games/<name>/types.ts`); without, what all games have. */
export interface BoardProps<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  game: string;
  /** The view of the seat, or what everybody sees. */
  view: V;
  choices: C[];
  /** `choices` are tries: another is to move, and nothing is played now; see above. */
  trying?: boolean;
  look: Look;
  /** The move in hand, "" for none. */
  selected: string;
  /** The pieces that a hint points at, as parts of `choices` (Akropolis: `q` and `r` of a hex). Mark them, and not by colour alone. */
  hinted: Record<string, string | number>[];
  /** Moves to compare, in a review; see above. */
  compare?: Compared[];
  /** The seat that the table is drawn for: that of the view, or 0 for spectators. */
  you: number;
  /** The names of the seats. */
  names: string[];
  /**
   * Your last turn and those of the others since then, oldest first, every decision of a turn (a palace and its card); `move` as in `view.log`
   * (hidden parts are "?"). In a replay the last turn alone.
   */
  last: { ply: number; seat: number; move: string }[];
  /** Nothing may move by itself: in a replay, or because the visitor wants reduced motion. */
  still: boolean;
  /** How long animations take, as the visitor likes it: multiply durations with it (0.5 fast, 1, 2 slow; 0 where `still`). */
  pace?: number;
  /** Whether the visitor wants names of places on the board, as the notation spells them. */
  notation?: boolean;
  /** Whether scores are hidden because the end is being counted: the panel must not tell them, nor who has won. */
  hush?: boolean;
  /** An earlier position is shown: a replay. */
  past?: boolean;
  theme: Theme;
  language: Language;
  choose: (text: string) => void;
  confirm: () => void;
  explain: (text: string) => void;
  /** Tell the page what to do next while only a part of a move is in hand; "": the page says it itself. */
  prompt?: (text: string) => void;
  /** What the rivals did, for the board's strip at the top; see `across` above. */
  turns?: Snippet;
  /** Fetch the server's picture of this view, for the generic board. */
  picture: (look: Look, signal: AbortSignal) => Promise<string>;
}

/** What a board may export beside being a component. */
export interface BoardExports {
  /** Let what a decision brought land once more; see above. */
  showAgain?: (ply: number, seat: number | null) => void;
}

/** What the small picture of a move is given. It fills the box it is given: about 44 x 36 px beside a rival's turn, 32 x 26 px in the log. */
export interface MovePictureProps<V extends AnyView = AnyView> {
  game: string;
  /** The position that is shown now: all that a picture of an earlier move can be made from. Draw nothing where that is not enough. */
  view: V;
  /** The number of the decision, from 1, and the decision as in `view.log`. */
  ply: number;
  move: string;
  /** Who took it; null: the rival without a seat, in the same ply. */
  seat: number | null;
  theme: Theme;
}

/**
 * The counting of the points when a game has ended. It fills the box of the board. It begins to count when it is mounted ("count again" mounts it
 * anew) and calls `done` once when everything is counted: until then the page hides scores and winner; then it shows them, and the ways on.
 */
export interface EndingProps<V extends AnyView = AnyView> {
  game: string;
  view: V;
  names: string[];
  /** The seat of the screen; null for spectators and where several people share it. */
  you: number | null;
  /** How the game ended, a sentence: "You win, 113 to 112 and 97." Show it large when all is counted. */
  verdict: string;
  look: Look;
  theme: Theme;
  language: Language;
  /** Show the state after the counting at once: reduced motion, a page that was opened after the end, or somebody skips it in the middle. */
  still: boolean;
  /** Multiply durations with it, as in `BoardProps`. */
  pace: number;
  done: () => void;
}

/** How the page knows a move again in a later position, for moves that are tried and set in advance while another is to move. */
export interface MovesAhead<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  /**
   * What a choice means, as a text: the piece itself (not its place in a row that shifts, nor the stack whose top another may take) and where it
   * goes. Two choices of two positions are the same move if their meanings are equal.
   */
  meaning: (view: V, choice: C) => string;
  /** Why no choice has this meaning any more, a sentence such as "Mason took the tile."; "" where the board cannot tell. */
  whyGone?: (view: V, meaning: string, names: string[]) => string;
}

/** The parts of a game's display: what `games/<name>/ui.ts` exports as default. Its cover for the lobby is `games/<name>/Cover.svelte`. */
export interface GameUi<V extends AnyView = AnyView, C extends AnyChoice = AnyChoice> {
  Board: Component<BoardProps<V, C>, BoardExports>;
  /** The board in words: lists and tables, every choice a button. For those who cannot see the board, and those who prefer words. */
  TextBoard?: Component<BoardProps<V, C>>;
  /** What stands above the score at the side: projects, favors, the sheet of districts. */
  Panel?: Component<BoardProps<V, C>>;
  /** A small picture of what a move took: a tile, a die. Decoration: the sentence beside it says the same. */
  MovePicture?: Component<MovePictureProps<V>>;
  /** The counting of the points at the end, in the box of the board. Without it the board stays. */
  Ending?: Component<EndingProps<V>>;
  /** Whether a decision begins a turn, where a turn can have several: without it, a turn ends when somebody else decides. */
  beginsTurn?: (move: string) => boolean;
  /** A move of this position in a few words, "pink wall on b2", for a review; without it, the move as it is written. */
  moveText?: (view: V, move: string) => string;
  /** Whether corners of the board are empty: there a review writes what the two moves are, else below the board. */
  hasEmptyCorners?: (view: V) => boolean;
  /** Under which name a review adds up sources that belong together: `favor:`, called by the text `score.favor.all`. */
  sourceKind?: (source: string) => string;
  /** Whether people may try moves while another is to move; without it the board gets no choices then. */
  tries?: MovesAhead<V, C>;
  /** Where the board shows a piece or a place, as a CSS selector within it; `at` as in `hinted`. Lessons point there. */
  pieceAt?: (at: BoardProps["hinted"][number], you: number) => string;
  /** What the board does with a phone held sideways; see above. */
  landscape?: "whole";
  /** Whether the board has buttons beside the page's main one then; see above. */
  flank?: boolean;
  /** Whether its strip at the top goes across the whole page; see above. */
  across?: boolean;
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
