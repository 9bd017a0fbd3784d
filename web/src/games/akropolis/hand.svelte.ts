import type { BoardProps } from "../board";
import type { Colour } from "./hexes";
import type { Choice, View } from "./types";

/** What is in hand and what is looked at. Board, panel and twin of the page share it, and it outlives a new view. */
class Hand {
  /** The tile of the site in hand, -1 for none. */
  slot = $state(-1);
  /** How it is turned. */
  k = $state(1);
  /** The city that is shown large: a seat, `ARCHITECT`, or null for the own one. */
  seat = $state<number | null>(null);
  /** The colour whose districts are marked. */
  colour = $state<Colour | "">("");
  /** The hex that was asked about, `q,r`. */
  asked = $state("");
  /** How the table is turned, in sixths. */
  turn = $state(0);

  clear(): void {
    this.slot = -1;
    this.seat = null;
    this.asked = "";
  }
}
export const hand = new Hand();
/** Whose city is shown where nobody asked for another: the own one; in a replay that of whoever moved last. */
export const homeOf = ({ past, last, you }: BoardProps<View, Choice>): number => (past ? (last.at(-1)?.seat ?? you) : you);
export const ARCHITECT = -1;
