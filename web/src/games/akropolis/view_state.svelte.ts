import type { BoardProps } from "../board";
import type { Colour } from "./hexes";
import type { Choice, View } from "./types";

/** What is in hand and what is looked at. Board, panel and text board share it, and it outlives a new view. */
class Hand {
  /** The tile of the site in hand, -1 for none. */
  slot = $state(-1);
  /** How it is turned: 0 to 5, as in a move. */
  k = $state(1);
  /** The single tile in hand, 0 for none, and the one that goes to the illustrious architect then. */
  single = $state(0);
  gift = $state(0);
  /** The construction card that is looked at, a slot from 1, 0 for none; `near` is the one under the pointer or with the focus. */
  card = $state(0);
  near = $state(0);
  /** The city that is shown large: a seat, `ARCHITECT`, or null for one's own. */
  seat = $state<number | null>(null);
  /** The colour whose districts are marked. */
  colour = $state<Colour | "">("");
  /** The hex whose description is shown, `q,r`. */
  infoHex = $state("");
  /** How the table is turned, in sixths. */
  turn = $state(0);
  /** The seat whose tile has just come. */
  fresh = $state<number | null>(null);

  /** Whether a tile is in hand, of the site or a single one. */
  get holds(): boolean {
    return this.slot >= 0 || this.single > 0;
  }

  putDown(): void {
    [this.slot, this.single] = [-1, 0];
  }

  clear(): void {
    this.putDown();
    [this.card, this.near] = [0, 0];
    this.seat = null;
    this.infoHex = "";
  }
}
export const hand = new Hand();
/** The place of the illustrious architect's tiles among the seats. */
export const ARCHITECT = -1;
/** The city that is shown unless another one is chosen: one's own; in a replay that of the player who moved last. */
export const homeOf = ({ past, last, you }: BoardProps<View, Choice>): number =>
  past ? (last.at(-1)?.seat ?? you) : you;

/** The city that is shown large: a seat, or `ARCHITECT`. */
export function shownSeat(props: BoardProps<View, Choice>): number {
  const { view } = props;
  if (hand.seat === ARCHITECT) return view.architect ? ARCHITECT : homeOf(props);
  return hand.seat !== null && hand.seat < view.seats.length ? hand.seat : homeOf(props);
}

/** Show a city large. The tile in hand is put down where it cannot be laid. */
export function showCity(props: BoardProps<View, Choice>, seat: number): void {
  Object.assign(hand, { seat: seat === homeOf(props) ? null : seat, infoHex: "" });
  if (seat === props.you) return;
  hand.putDown();
  if (props.selected) props.choose("");
}
