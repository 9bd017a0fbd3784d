import { untrack } from "svelte";
import type { BoardProps } from "../board";
import { SPACES } from "./names";
import type { Choice, View } from "./types";

const placeOf = (name: string): number => SPACES.findIndex((space) => space === name);

/** The tile that the last move built: it flies from its stack to its city, and the architect lands on the stack. */
export class TileFlight {
  /** Whose tile, from and to which place; null if nothing flies. */
  now = $state.raw<{ seat: number; from: number; to: number; key: number } | null>(null);
  #ply: number;

  constructor(readonly props: BoardProps<View, Choice>) {
    this.#ply = untrack(() => props.view.ply);
    const ply = $derived(props.view.ply);
    $effect.pre(() => {
      void ply;
      untrack(() => this.#arrive(props.view, props.still));
    });
  }

  #arrive({ ply, log }: View, still: boolean): void {
    const move = log.at(-1) ?? "";
    const builder = log.filter((text) => text.includes(">")).length - 1;
    if (ply === this.#ply + 1 && !still && move.includes(">"))
      this.now = { seat: builder % 2, from: placeOf(move.slice(0, 2)), to: placeOf(move.slice(3)), key: ply };
    else if (ply !== this.#ply) this.now = null;
    this.#ply = ply;
  }
}
