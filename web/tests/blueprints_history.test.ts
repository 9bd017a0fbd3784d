import { expect, test } from "vitest";
import { dieOfMove, leavesRound, removedAt, takenAt } from "../src/games/blueprints/move_history";
import type { View } from "../src/games/blueprints/types";

const VIEW = {
  log: ["W1>?", "-G2", "R4>b2", "-S1", "S3>x", "-W6"],
  movers: [1, 1, 0, 0, 1, 1],
  removed: ["G2", "S1", "S3", "W6"],
  seats: [{ taken: ["R4"] }, { taken: ["W1", "S3"] }],
} as unknown as View;

test("the die of a move, and whether it leaves the round", () => {
  expect(VIEW.log.map(dieOfMove)).toEqual(["W1", "G2", "R4", "S1", "S3", "W6"]);
  expect(VIEW.log.map(leavesRound)).toEqual([false, true, false, true, true, true]);
});

test("where the dice of earlier moves lie now", () => {
  expect([1, 2, 3, 5].map((ply) => takenAt(VIEW, ply))).toEqual([0, -1, 0, 1]);
  expect([1, 2, 4, 5, 6].map((ply) => removedAt(VIEW, ply))).toEqual([-1, 0, 1, 2, 3]);
});

test("dice of an earlier round lie nowhere", () => {
  const later = { ...VIEW, removed: [], seats: [{ taken: [] }, { taken: [] }] } as unknown as View;
  expect([1, 3, 5].map((ply) => takenAt(later, ply) >= 0)).toEqual([false, false, false]);
  expect(removedAt(later, 2)).toBeLessThan(0);
});
