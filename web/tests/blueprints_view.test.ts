import { expect, test } from "vitest";
import { dieNow, isOut, kindsOf, markOf, stacksOf, total } from "../src/games/blueprints/view_reading";
import type { Choice, SeatView, View } from "../src/games/blueprints/types";

test("a building is read row by row, each stack from the bottom up", () => {
  const stacks = stacksOf([
    ["", "W5"],
    ["R2 G4 S6", ""],
    ["", ""],
  ]);
  expect(stacks).toEqual({ a1: [], b1: ["W5"], a2: ["R2", "G4", "S6"], b2: [], a3: [], b3: [] });
  expect(Object.values(stacksOf(null)).flat()).toEqual([]);
});

test("the mark of a space on a plan", () => {
  expect(["a1", "b1", "a2", "b3"].map((space) => markOf(["X1", "31", "1X"], space))).toEqual(["X", "1", "3", "X"]);
  expect(markOf(null, "a1")).toBe("");
});

test("equal dice are one kind", () => {
  expect(kindsOf(["W5", "R2", "W5", "W4"])).toEqual([
    ["W5", 2],
    ["R2", 1],
    ["W4", 1],
  ]);
});

test("of equal dice the ones taken last are those that fitted nowhere", () => {
  const seat: Pick<SeatView, "taken" | "discarded"> = { taken: ["W5", "R2", "W5", "W5"], discarded: ["W5", "W5"] };
  expect([0, 1, 2, 3].map((i) => isOut(seat, i))).toEqual([false, false, true, true]);
});

test("the die of the round that a seat is at", () => {
  const view = (phase: string, taken: number) =>
    ({ phase, to_move: 0, seats: [{ taken: Array(taken).fill("W1") }] }) as unknown as View;
  expect(dieNow(view("build", 0), 0)).toBe(1);
  expect(dieNow(view("build", 2), 0)).toBe(3);
  expect(dieNow(view("remove", 2), 0)).toBe(2); // a die must still be removed
  expect(dieNow(view("build", 6), 0)).toBe(6); // never more than are chosen
});

test("the total of a choice; null where its points are not shown", () => {
  expect(total({ gain: { wood: 3, bonus: 6 } } as unknown as Choice)).toBe(9);
  expect(total({} as Choice)).toBeNull();
  expect(total(undefined)).toBeNull();
});
