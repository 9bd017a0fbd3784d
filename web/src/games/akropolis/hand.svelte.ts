import type { BoardProps } from "../board";
import type { Colour } from "./hexes";
import type { Choice, View } from "./types";

/** What is in hand and what is looked at. Board, panel and text board share it, and it outlives a new view. */
class Hand {
  /** The tile of the site in hand, -1 for none. */
  slot = $state(-1);
  /** How it is turned: 0 to 5, as in a move. */
  k = $state(1);
  /** The city that is shown large: a seat, `ARCHITECT`, or null for one's own. */
  seat = $state<number | null>(null);
  /** The colour whose districts are marked. */
  colour = $state<Colour | "">("");
  /** The hex whose description is shown, `q,r`. */
  infoHex = $state("");
  /** How the table is turned, in sixths. */
  turn = $state(0);

  clear(): void {
    this.slot = -1;
    this.seat = null;
    this.infoHex = "";
  }
}
export const hand = new Hand();
/** The city that is shown unless another one is chosen: one's own; in a replay that of the player who moved last. */
export const homeOf = ({ past, last, you }: BoardProps<View, Choice>): number =>
  past ? (last.at(-1)?.seat ?? you) : you;
export const ARCHITECT = -1;
