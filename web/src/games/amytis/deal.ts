/** The deal of Amytis (`state.py`): nine stacks of five tiles, bottom to top, and the twenty cards in dealing order. */
import type { RandomGenerator } from "../../lib/random_generator";
import { sameItems } from "../same_items";
import type { View } from "./types";

export interface Deal {
  stacks: string[][];
  projects: number[];
}

const SPACES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const TILES = [..."BGOP"].flatMap((color) => [..."gmwprt"].map((kind) => color + kind));
const [COPIES, STACKED, ALL, HEIGHT, CARDS, DISPLAY] = [2, 45, 48, 5, 20, 3];

export function deal(random: RandomGenerator): Deal {
  const tiles = Array.from({ length: STACKED }, (_, place) => Math.floor(place / COPIES));
  for (let extra = STACKED; extra < ALL; extra++) {
    const place = random.below(extra + 1);
    if (place < STACKED) tiles[place] = Math.floor(extra / COPIES);
  }
  const names = random.shuffle(tiles).map((tile) => TILES[tile]!);
  const stacks = SPACES.map((_, stack) => names.slice(stack * HEIGHT, (stack + 1) * HEIGHT));
  return { stacks, projects: random.shuffle(Array.from({ length: CARDS }, (_, card) => card + 1)) };
}

/** Take tiles and cards again, move by move: boards, hands, display and stacks must be those of the table. */
export function explains(deal: Deal, view: View): boolean {
  const stacks = deal.stacks.map((stack) => [...stack]);
  const boards = view.seats.map(() => SPACES.map((): string[] => []));
  const deck: (number | null)[] = [...deal.projects];
  const display = deck.splice(0, DISPLAY);
  const hands = view.seats.map((_, seat) => deck.splice(0, seat === 1 && view.options.edition !== "first" ? 3 : 2));
  for (const [ply, move] of view.log.entries()) {
    const seat = view.movers[ply]!;
    const [from, to] = move.split(">") as [string, string?];
    const slot = Number(from.slice(1)) - 1;
    if (to) {
      const tile = stacks[SPACES.indexOf(from)]?.pop();
      if (!tile) return false;
      boards[seat]![SPACES.indexOf(to)]!.push(tile);
    } else if (from === "+deck") hands[seat]!.push(deck.shift() ?? null);
    else if (from[0] === "+" && slot >= 0) hands[seat]!.push(display.splice(slot, 1, deck.shift() ?? null)[0]!);
  }
  return (
    view.stacks.every(({ top, left }, n) => stacks[n]!.length === left && (stacks[n]!.at(-1) ?? null) === top) &&
    JSON.stringify(view.display) === JSON.stringify(display) &&
    view.seats.every(
      ({ board, projects, validated }, seat) =>
        sameItems(hands[seat]!, [...projects, ...validated]) &&
        board.flat().every((stack, space) => stack === boards[seat]![space]!.join(" ")),
    )
  );
}
