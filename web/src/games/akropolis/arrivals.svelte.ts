import { untrack } from "svelte";
import type { BoardProps } from "../board";
import { hand } from "./view_state.svelte";
import { readCompletion, readMove } from "./hexes";
import { placesOf } from "./move_history";
import type { ShownCity } from "./shown_city.svelte";
import type { Choice, View } from "./types";

const LANDING_MS = 800;
const FLIGHT_MS = 600;
const OUTLINED_MS = 6000;

/** Marks and animates the tiles that came last. */
export class Arrivals {
  /** The tile that has just come: it falls into place once. */
  arrival = $state.raw<{ seat: number; places: Set<string> } | null>(null);
  /** The tile that is shown once more, outlined for a while. */
  shownAgain = $state.raw<{ seat: number; places: Set<string>; text: string } | null>(null);
  #before: View;

  constructor(
    readonly props: BoardProps<View, Choice>,
    readonly city: ShownCity,
    readonly board: () => HTMLElement | undefined,
  ) {
    this.#before = untrack(() => props.view);
    $effect(() => {
      if (!this.arrival) return;
      const landed = setTimeout(() => (this.arrival = null), LANDING_MS); // turning the table does not let it fall again
      return () => clearTimeout(landed);
    });
    $effect(() => {
      if (!this.shownAgain) return;
      const seen = setTimeout(() => (this.shownAgain = null), OUTLINED_MS);
      return () => clearTimeout(seen);
    });
    $effect.pre(() => {
      const view = props.view;
      untrack(() => this.#arrive(view));
    });
  }

  /** Let a tile land once more on a city, which must be in sight. */
  again(seat: number, places: Set<string>, text: string): void {
    this.arrival = null;
    this.shownAgain = { seat, places, text };
    if (!this.#reduced) requestAnimationFrame(() => (this.arrival = { seat, places }));
  }

  get #reduced(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #arrive(view: View): void {
    const { last, still } = this.props;
    const came = view.ply === this.#before.ply + 1 && !still ? last.at(-1) : undefined;
    if (view.ply !== this.#before.ply) {
      this.arrival = came ? { seat: came.seat, places: placesOf(came.move) } : null;
      hand.fresh = came ? came.seat : null;
      this.shownAgain = null;
    }
    const [tile, done] = came ? [readMove(came.move), readCompletion(came.move)] : [];
    const from = tile ? `[data-slot="${tile.slot}"] .art` : `[data-single="${done?.single}"]`;
    if (came && came.seat !== this.city.seat) this.#fly(came.seat, from);
    this.#before = view;
  }

  /** Let the tile that somebody else took fly from the site to the picture of that city. */
  #fly(seat: number, selector: string): void {
    const from = this.board()?.querySelector(selector);
    const to = document.querySelector(`[data-city="${seat}"]`);
    if (!from || !to || this.#reduced) return;
    const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const copy = from.cloneNode(true) as HTMLElement;
    copy.className = "flight";
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, {
      position: "fixed",
      left: `${a.left}px`,
      top: `${a.top}px`,
      width: `${a.width}px`,
      height: `${a.height}px`,
      pointerEvents: "none",
      zIndex: "6",
    });
    document.body.append(copy);
    const [dx, dy] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 3 - a.top - a.height / 2];
    const frames = [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(.45)`, opacity: 0.3 }];
    const duration = FLIGHT_MS * (this.props.pace ?? 1);
    const flight = copy.animate(frames, { duration, easing: "cubic-bezier(.4, 0, .3, 1)" });
    flight.onfinish = () => copy.remove();
  }
}
