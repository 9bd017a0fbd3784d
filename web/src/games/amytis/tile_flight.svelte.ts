import { untrack } from "svelte";
import type { BoardProps } from "../board";
import { readBuild, type Build } from "./move_history";
import type { Choice, View } from "./types";

const SHOWN_MS = 6000;

/** The tile that the last move built: it flies from its stack to its city, and the architect lands on the stack. An earlier one can do so again. */
export class TileFlight {
  /** Whose tile, from and to which place; null if nothing flies. */
  now = $state.raw<(Build & { seat: number; key: number }) | null>(null);
  /** The decisions (from 1) of one turn that are shown once more, for a while. */
  shownPlies = $state.raw<number[]>([]);
  #ply: number;
  #key = 0;

  constructor(readonly props: BoardProps<View, Choice>) {
    this.#ply = untrack(() => props.view.ply);
    const ply = $derived(props.view.ply);
    $effect.pre(() => {
      void ply;
      untrack(() => this.#arrive(props.view, props.still));
    });
    $effect(() => {
      if (!this.shownPlies.length) return;
      const seen = setTimeout(() => (this.shownPlies = []), SHOWN_MS);
      return () => clearTimeout(seen);
    });
  }

  /** The tile that is shown once more, if it is one. */
  get shown(): (Build & { seat: number }) | null {
    const { log, movers } = this.props.view;
    const ply = this.shownPlies[0] ?? 0;
    const build = readBuild(log[ply - 1] ?? "");
    return build && { ...build, seat: movers[ply - 1]! };
  }

  /** Let what a decision brought land once more; those before it in the same turn stay marked. */
  again(ply: number): void {
    const { log } = this.props.view;
    const build = readBuild(log[ply - 1] ?? "");
    this.shownPlies = !build && this.shownPlies.at(-1) === ply - 1 ? [...this.shownPlies, ply] : [ply];
    if (!build) return;
    this.now = null;
    const seat = this.props.view.movers[ply - 1]!;
    if (!this.props.still) requestAnimationFrame(() => (this.now = { ...build, seat, key: this.#nextKey() }));
  }

  #nextKey(): number {
    return (this.#key += 1);
  }

  #arrive({ ply, log, movers }: View, still: boolean): void {
    const build = readBuild(log.at(-1) ?? "");
    if (ply === this.#ply + 1 && !still && build) this.now = { ...build, seat: movers.at(-1)!, key: this.#nextKey() };
    else if (ply !== this.#ply) this.now = null;
    if (ply !== this.#ply) this.shownPlies = [];
    this.#ply = ply;
  }
}
