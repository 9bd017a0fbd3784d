import { tick, untrack } from "svelte";
import { rad } from "../../draw/plane_geometry";
import type { Hand } from "./hand.svelte";
import { SPACES } from "./names";
import { viewState } from "./view_state.svelte";

/** The main board, or the city of a seat. */
type BoardId = "main" | number;

const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

/** The space beside the n-th one in the direction of an arrow, as the table is turned; null beyond the edge. */
export function neighbour(n: number, arrow: [number, number], quarterTurns: number): number | null {
  const angle = rad(-90 * quarterTurns);
  const [c, s] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
  const [x, y] = [(n % 3) + arrow[0] * c - arrow[1] * s, Math.floor(n / 3) + arrow[0] * s + arrow[1] * c];
  return x >= 0 && x < 3 && y >= 0 && y < 3 ? 3 * y + x : null;
}

/** The keys of the board, and the focus that they move. */
export class KeyboardInput {
  /** The space of each board that the Tab key reaches. */
  cursors = $state<Record<BoardId, number>>({ main: 4, 0: 4, 1: 4 });

  constructor(
    readonly hand: Hand,
    /** Whether the sheet of a palace or a favor is open. */
    readonly sheetOpen: () => boolean,
    readonly root: () => HTMLElement | undefined,
  ) {
    this.#keepFocus();
  }

  async focus(board: BoardId, n: number): Promise<void> {
    this.cursors[board] = n;
    await tick();
    document.getElementById(`am-${board}-${n}`)?.focus();
  }

  /** A key on a space: arrows move the focus, Enter and Space choose. */
  pressOnSpace(board: BoardId, n: number, event: KeyboardEvent): void {
    const arrow = event.shiftKey ? undefined : ARROWS[event.key];
    if (arrow) {
      const next = neighbour(n, arrow, viewState.turn);
      if (next !== null) void this.focus(board, next);
    } else if (event.key === "Enter" || event.key === " ") this.#chooseSpace(board, n);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A key anywhere: digits name a stack, then a space, in reading order; or an option of the sheet. */
  press(event: KeyboardEvent): void {
    const { hand } = this;
    const field = (event.target as Element).closest("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || field) return;
    const digit = DIGIT.exec(event.code)?.[1];
    if (digit && this.sheetOpen()) this.#chooseOption(Number(digit) - 1);
    if (digit && hand.builds.length) this.#chooseByDigit(Number(digit) - 1);
    else if ((event.key === "Escape" || event.key === "Backspace") && (hand.stack || hand.space)) hand.putDown();
    else if (event.key === "x") viewState.front = hand.front === hand.props.you ? 1 - hand.props.you : null;
    else return;
    event.preventDefault();
  }

  #chooseSpace(board: BoardId, n: number): void {
    const { hand } = this;
    const name = SPACES[n]!;
    if (board === "main") {
      hand.takeStack(name);
      if (hand.stack && !hand.space && hand.mover !== null) void this.focus(hand.mover, this.cursors[hand.mover]!);
    } else {
      hand.takeSpace(board, name);
      if (hand.space && !hand.stack) void this.focus("main", this.cursors.main);
    }
  }

  #chooseByDigit(n: number): void {
    const { hand } = this;
    const mover = hand.mover;
    if (!hand.stack) {
      hand.takeStack(SPACES[n]!);
      if (hand.stack && mover !== null) void this.focus(mover, this.cursors[mover]!);
    } else {
      if (hand.space !== SPACES[n]) hand.takeSpace(mover!, SPACES[n]!);
      void this.focus(mover!, n);
    }
  }

  #chooseOption(n: number): void {
    const option = this.root()?.querySelectorAll<HTMLElement>(".option")[n];
    option?.focus();
    option?.click();
  }

  /** When the kind of decision changes, move the focus to it, if it was on the board before. */
  #keepFocus(): void {
    const { hand } = this;
    const sheet = $derived(this.sheetOpen());
    const building = $derived(hand.builds.length > 0); // as long as that stays so, a new list of moves takes no focus away
    let inside = false;
    $effect.pre(() => {
      void [sheet, building];
      inside = !!this.root()?.contains(document.activeElement);
    });
    $effect(() => {
      const [toSheet, toStacks] = [sheet, building];
      if (inside && toSheet) this.root()?.querySelector<HTMLElement>(".option[data-open]")?.focus();
      else if (inside && toStacks) untrack(() => this.#focusStacks());
    });
  }

  #focusStacks(): void {
    const { hand } = this;
    if (!hand.props.selected && !hand.stack && !hand.space) void this.focus("main", this.cursors.main);
  }
}
