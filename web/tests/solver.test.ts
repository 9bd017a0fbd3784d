import { beforeEach, expect, test } from "vitest";
import "./browser_stubs";
import type { PuzzleHead } from "../src/lib/messages";
import { expected, keepSolver, lastPractised, nextPuzzle, rate, recallSolver, show } from "../src/practice/solver";

const head = (id: string, rating: number): PuzzleHead => ({ id, rating, themes: [], seats: 2 });
const PUZZLES = Array.from({ length: 40 }, (_, n) => head(`p${n}`, 700 + 30 * n));

beforeEach(() => localStorage.clear());

test("a right answer raises the rating, a wrong one lowers it, the more the less it was expected", () => {
  const solver = recallSolver("amytis");
  const [easy, hard] = [head("easy", 700), head("hard", 1500)];
  const gains = [easy, hard].map((puzzle) => rate(solver, puzzle, true).change);
  const losses = [easy, hard].map((puzzle) => rate(solver, puzzle, false).change);
  expect(gains[0]).toBeGreaterThan(0);
  expect(gains[1]).toBeGreaterThan(gains[0]!);
  expect(losses[1]).toBeLessThan(0);
  expect(losses[0]).toBeLessThan(losses[1]!);
  expect(expected(1000, 1000)).toBe(0.5);
  expect(expected(1400, 1000)).toBeCloseTo(10 / 11);
});

test("a rating settles where every other puzzle is solved, and moves less after the first ones", () => {
  let solver = recallSolver("amytis");
  for (let n = 0; n < 200; n++) {
    const puzzle = head(`x${n}`, 1300);
    solver = rate(solver, puzzle, n % 2 === 0);
  }
  expect(Math.abs(solver.rating - 1300)).toBeLessThan(40);
  const [first, later] = [
    rate(recallSolver("amytis"), head("a", 1000), true),
    rate(solver, head("a", solver.rating), true),
  ];
  expect(later.change).toBeLessThan(first.change);
});

test("every answer changes the rating, and it never falls below 100", () => {
  const best = { ...recallSolver("amytis"), rating: 2900 };
  expect(rate(best, head("a", 700), true).change).toBe(1);
  const worst = { ...recallSolver("amytis"), rating: 105 };
  expect(rate(worst, head("a", 105), false).rating).toBe(100);
});

test("a streak grows with right answers and ends with a wrong one; a puzzle counts as solved once", () => {
  let solver = recallSolver("amytis");
  for (const id of ["a", "b", "a"]) solver = rate(solver, head(id, 1000), true);
  expect([solver.streak, solver.solved, solver.tried]).toEqual([3, ["a", "b"], 3]);
  solver = rate(solver, head("c", 1000), false);
  expect([solver.streak, solver.solved, solver.tried]).toEqual([0, ["a", "b"], 4]);
});

test("the next puzzle is near the rating, and not one that was shown lately", () => {
  let solver = { ...recallSolver("amytis"), rating: 1300 };
  const shown = new Set<string>();
  for (let n = 0; n < 20; n++) {
    const puzzle = nextPuzzle(PUZZLES, solver, () => (n % 6) / 6)!;
    if (n < 5) expect(Math.abs(puzzle.rating - 1300)).toBeLessThan(300);
    expect(shown).not.toContain(puzzle.id);
    shown.add(puzzle.id);
    solver = show(solver, puzzle.id, PUZZLES.length);
  }
  expect(nextPuzzle([], solver)).toBeUndefined();
  expect(nextPuzzle([PUZZLES[0]!], { ...solver, seen: ["p0"], solved: ["p0"] })).toBe(PUZZLES[0]);
});

test("unsolved puzzles come before solved ones", () => {
  const solver = { ...recallSolver("amytis"), solved: PUZZLES.slice(0, 39).map(({ id }) => id) };
  expect(nextPuzzle(PUZZLES, solver)?.id).toBe("p39");
});

test("the browser keeps a solver for each game, and which game was last", () => {
  keepSolver("akropolis", { ...recallSolver("akropolis"), rating: 1234 });
  expect([recallSolver("akropolis").rating, recallSolver("amytis").rating, lastPractised()]).toEqual([
    1234,
    1000,
    "akropolis",
  ]);
});
