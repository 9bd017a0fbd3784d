import { expect, test } from "vitest";
import { decisivePart, itemsOf, pointsIn, spacesOf, stepsOf, winnerOf } from "../src/games/amytis/ending_parts";
import { builtTile, readBuild } from "../src/games/amytis/move_history";
import type { View } from "../src/games/amytis/types";

const BOARD = [
  ["Gg", "Bw Om", "Bm Bw Pg"],
  ["Og", "", "Pt"],
  ["Pp", "Or", "Gw Gw Gw"],
];
const VIEW = {
  cards: { 8: { pattern: ["GO", ".P"], points: 10 }, 9: { pattern: ["BB"], points: 8 } },
  log: ["b2>a1", "+1", "a1>a1", "c3>c1"],
  movers: [0, 0, 1, 0],
  seats: [
    { board: BOARD, rank: 1, breakdown: { wall: 12, garden: 5, market: 0, "project:8": 10, I: 9, stairs: 12, row: 0 } },
    { board: BOARD, rank: 2, breakdown: { garden: 20 } },
  ],
} as unknown as View;
const item = (name: string) => itemsOf(VIEW, 0).find((one) => one.name === name)!;

test("what brought points is counted part by part, and adds up", () => {
  expect(itemsOf(VIEW, 0).map(({ name }) => name)).toEqual(["garden", "wall", "project:8", "I", "stairs"]);
  expect((["buildings", "projects", "favors"] as const).map((part) => pointsIn(VIEW, 0, part))).toEqual([17, 10, 21]);
  expect(stepsOf(VIEW, 1).map((step) => [step.part, step.item?.name])).toEqual([
    ["buildings", "garden"],
    ["projects", undefined],
    ["favors", undefined],
  ]);
  expect(decisivePart(VIEW, 0)).toBe("favors");
  expect([winnerOf(VIEW, null), winnerOf(VIEW, 1)]).toEqual([0, 0]);
});

test("the spaces that count are those that the line speaks of", () => {
  expect(spacesOf(VIEW, 0, item("garden"))).toEqual([0, 2, 3]);
  expect(spacesOf(VIEW, 0, item("I"))).toEqual([0, 3, 5, 6, 7]);
  expect(spacesOf(VIEW, 0, item("stairs"))).toEqual([0, 1, 2]); // heights 1, 2, 3
  expect(spacesOf(VIEW, 0, item("project:8"))).toEqual([]); // later tiles cover it
});

test("a project is seen where it lies, turned but not mirrored", () => {
  const turned = { ...VIEW, cards: { 8: { pattern: ["O.", "GG"], points: 10 } } } as unknown as View;
  expect(spacesOf(turned, 0, item("project:8"))).toEqual([]);
  const there = { ...VIEW, cards: { 8: { pattern: ["GO"], points: 10 } } } as unknown as View;
  expect(spacesOf(there, 0, item("project:8")).toSorted()).toEqual([0, 1]);
});

test("a tile of an earlier move is found below later ones", () => {
  expect(readBuild("b2>a1")).toEqual({ from: 4, to: 0 });
  expect([readBuild("+1"), readBuild("!row")]).toEqual([null, null]);
  expect([1, 2, 4].map((ply) => builtTile(VIEW, ply))).toEqual(["Gg", "", "Pg"]);
});
