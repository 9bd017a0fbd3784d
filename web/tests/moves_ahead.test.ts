import { expect, test } from "vitest";
import { movesAhead } from "../src/games/akropolis/moves_ahead";
import type { Choice, View } from "../src/games/akropolis/types";

const choice = (slot: number): Choice => ({ text: `${slot}:1,0/0`, slot, q: 1, r: 0, rotation: 0 });
const view = (over: Partial<View>): View =>
  ({ game: "akropolis", log: [], movers: [], seats: [], tiles: {}, site: [], ...over }) as unknown as View;

test("a move is the same as long as it lays the same tile in the same way", () => {
  const before = movesAhead.meaning(view({ site: [7, 12, 30] }), choice(2));
  expect(movesAhead.meaning(view({ site: [12, 30] }), choice(1))).toBe(before);
  expect(movesAhead.meaning(view({ site: [12, 30] }), choice(0))).not.toBe(before);
});

test("a tile that still lies there was not taken", () => {
  expect(movesAhead.whyGone!(view({ site: [12, 30] }), "30 house 1,0 0", ["Ada", "Bo"])).toBe("");
  expect(movesAhead.whyGone!(view({ site: [12] }), "30 house 1,0 0", ["Ada", "Bo"])).toBe("");
});
