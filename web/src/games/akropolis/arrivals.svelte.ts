import { untrack } from "svelte";
import type { BoardProps } from "../board";
import { cellsOf, keyOf, readMove } from "./hexes";
import type { ShownCity } from "./shown_city.svelte";
import type { Choice, View } from "./types";

const LANDING_MS = 800;
const FLIGHT_MS = 600;

/** The places of a move, as keys. */
export function placesOf(move: string): Set<string> {
  const parts = readMove(move);
  return new Set(parts ? cellsOf(parts.q, parts.r, parts.k).map(([q, r]) => keyOf(q, r)) : []);
}

/** Marks and animates the tiles that came last. */
export class Arrivals {
  /** The tile that has just come: it falls into place once. */
  arrival = $state.raw<{ seat: number; places: Set<string> } | null>(null);
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
    $effect.pre(() => {
      const view = props.view;
      untrack(() => this.#arrive(view));
    });
  }

  /** The places of a seat's last move. */
  lastPlaces(seat: number): Set<string> {
    return placesOf(this.props.last.findLast((one) => one.seat === seat)?.move ?? "");
  }

  #arrive(view: View): void {
    const { last, still } = this.props;
    const came = view.ply === this.#before.ply + 1 && !still ? last.at(-1) : undefined;
    if (view.ply !== this.#before.ply) this.arrival = came ? { seat: came.seat, places: placesOf(came.move) } : null;
    if (came && came.seat !== this.city.seat) this.#fly(came.seat, readMove(came.move)?.slot ?? 0);
    this.#before = view;
  }

  /** Let the tile that somebody else took fly from the site to that city. */
  #fly(seat: number, slot: number): void {
    const board = this.board();
    const [from, to] = [
      board?.querySelector(`[data-slot="${slot}"] .art`),
      board?.querySelector(`[data-city="${seat}"]`),
    ];
    if (!board || !from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [a, b, box] = [from.getBoundingClientRect(), to.getBoundingClientRect(), board.getBoundingClientRect()];
    const copy = from.cloneNode(true) as HTMLElement;
    copy.className = "flight";
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, {
      position: "absolute",
      left: `${a.left - box.left}px`,
      top: `${a.top - box.top}px`,
      width: `${a.width}px`,
      height: `${a.height}px`,
      pointerEvents: "none",
      zIndex: "3",
    });
    board.append(copy);
    const [dx, dy] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 3 - a.top - a.height / 2];
    const frames = [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(.45)`, opacity: 0.3 }];
    const flight = copy.animate(frames, { duration: FLIGHT_MS, easing: "cubic-bezier(.4, 0, .3, 1)" });
    flight.onfinish = () => copy.remove();
  }
}
