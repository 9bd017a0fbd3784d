import { untrack } from "svelte";
import type { BoardProps } from "../board";
import { SPACES } from "./names";
import type { Choice, SpaceName, View } from "./types";
import { viewState } from "./view_state.svelte";

/** A space, or "" for none. */
export type Name = SpaceName | "";

/** What is in hand: a stack and a space, which make a move, or the one of them that was chosen first. */
export class Hand {
  stack = $state<Name>("");
  space = $state<Name>("");
  /** The space under the pointer. */
  hover = $state<Name>("");
  #hadMove = false;

  /** The moves that build a tile. */
  readonly builds = $derived.by(() => this.props.choices.filter((choice) => choice.kind === "build"));
  /** The seat that builds now, or tries what it could build next; null if none at this screen does. */
  readonly mover = $derived.by(() => {
    const { view, you, trying } = this.props;
    return !this.builds.length ? null : trying ? you : view.to_move;
  });
  /** The seat whose city is large. */
  readonly front = $derived.by(() => viewState.front ?? this.props.you);
  /** The space above which the tile in hand floats. */
  readonly floating = $derived.by((): Name => this.space || (this.hover && this.stack ? this.hover : ""));

  constructor(readonly props: BoardProps<View, Choice>) {
    $effect(() => {
      const move = this.builds.find((choice) => choice.text === props.selected);
      const selected = props.selected;
      untrack(() => this.#follow(move, selected));
    });
  }

  /** The legal move from a stack to a space. */
  build(stack: Name, space: Name): Choice | undefined {
    return this.builds.find((choice) => choice.stack === stack && choice.space === space);
  }

  /** The tile on top of a stack. */
  topOf(stack: SpaceName): string {
    return this.props.view.stacks[SPACES.indexOf(stack)]?.top ?? "";
  }

  /** A stack was chosen: take its top tile, or put it back. */
  takeStack(name: SpaceName): void {
    const { props, space, mover } = this;
    if (!props.choices.length) return;
    if (!this.builds.some((choice) => choice.stack === name)) return props.explain(`${name}>${space || "a1"}`);
    if (this.stack === name) return this.putDown();
    this.stack = name;
    if (mover !== null && this.front !== mover) viewState.front = null;
    if (space) props.choose(`${name}>${space}`);
  }

  /** A space of a city was chosen: build there, or play the move that is in hand already. */
  takeSpace(seat: number, name: SpaceName): void {
    const { props, stack } = this;
    if (!props.choices.length) return;
    if (seat !== this.mover) {
      if (seat === props.view.to_move) props.explain(`${stack || "a1"}>${name}`);
      return;
    }
    if (this.space === name) return stack ? props.confirm() : this.putDown();
    this.space = name;
    if (stack) props.choose(`${stack}>${name}`);
  }

  /** The pointer is over a space of a city, or over none. */
  hoverSpace(seat: number, name: SpaceName | null): void {
    this.hover = name !== null && seat === this.mover && this.build(this.stack, name) ? name : "";
  }

  putDown(): void {
    [this.stack, this.space, this.hover] = ["", "", ""];
    this.props.choose("");
  }

  /** Take over a move that was chosen elsewhere (a list, a hint); empty the hand after a move and when there is nothing to build. */
  #follow(move: Choice | undefined, selected: string): void {
    if (move) [this.stack, this.space] = [move.stack ?? "", move.space ?? ""];
    else if (this.#hadMove || !this.builds.length) [this.stack, this.space] = ["", ""];
    this.#hadMove = !!selected;
  }
}
