/**
 * What is in hand: a die without a space, a space without a die, or both (then it is the selected move). It belongs to one position of one seat:
 * with another ply or another seat it counts no longer.
 */
import type { BoardProps } from "../board";
import type { Choice, View } from "./types";

export const OUT = "x"; // the place for dice that fit nowhere

export class Hand {
  #held = $state.raw({ at: "", die: "", space: "" });
  #props: () => BoardProps<View, Choice>;

  constructor(props: () => BoardProps<View, Choice>) {
    this.#props = props;
  }
  get #at(): string {
    const { you, view } = this.#props();
    return `${you}|${view.seat}|${view.ply}`;
  }
  /** The move in hand. */
  get choice(): Choice | undefined {
    const { choices, selected } = this.#props();
    return selected ? choices.find((choice) => choice.text === selected) : undefined;
  }
  get die(): string {
    return this.choice ? this.choice.die : this.#half ? this.#held.die : "";
  }
  get space(): string {
    return this.choice ? spaceOf(this.choice) : this.#half ? this.#held.space : "";
  }
  /** Whether only a die or only a space is in hand. Both without a selected move means that the page put the move down. */
  get #half(): boolean {
    return this.#held.at === this.#at && !(this.#held.die && this.#held.space);
  }
  hold(die: string, space: string): void {
    this.#held = { at: this.#at, die, space };
  }
  /** The move of this die on this space, if it is legal. */
  find(die: string, space: string): Choice | undefined {
    return this.#props().choices.find((choice) => choice.die === die && spaceOf(choice) === space);
  }
  ways(die: string): Choice[] {
    return this.#props().choices.filter((choice) => choice.die === die);
  }
  putDown(): void {
    this.hold("", "");
    if (this.#props().selected) this.#props().choose("");
  }
  #take(choice: Choice): void {
    this.hold(choice.die, spaceOf(choice));
    this.#props().choose(choice.text);
  }
  /** A die was clicked. */
  pickDie(die: string): void {
    const { choices, confirm, explain, choose, selected } = this.#props();
    if (!choices.length) return;
    const ways = this.ways(die);
    if (!ways.length) return explain(`${die}>${OUT}`);
    if (choices[0]!.kind === "remove") return this.choice?.die === die ? confirm() : this.#take(ways[0]!);
    if (this.die === die) return this.putDown();
    const here = this.space ? this.find(die, this.space) : undefined;
    if (here) return this.#take(here);
    if (ways.length === 1) return this.#take(ways[0]!);
    this.hold(die, "");
    if (selected) choose("");
  }
  /** A space was clicked. */
  pickSpace(space: string): void {
    const { choices, view, confirm, explain, choose, selected } = this.#props();
    if (!choices.length) return;
    if (this.choice && this.space === space) return confirm();
    const die = this.die || (this.choice?.die ?? "");
    if (choices[0]!.kind === "remove") return explain(`${view.pool[0]}>${space}`);
    const move = die ? this.find(die, space) : undefined;
    if (move) return this.#take(move);
    if (die) return explain(`${die}>${space}`);
    const fits = choices.some((choice) => spaceOf(choice) === space);
    if (!fits) return explain(`${view.pool[0]}>${space}`);
    this.hold("", this.space === space ? "" : space);
    if (selected) choose("");
  }
}
export const spaceOf = (choice: Choice): string =>
  choice.kind === "place" ? choice.space! : choice.kind === "discard" ? OUT : "";
