/** Who solves puzzles: a rating that changes after each one, and what was solved. This browser keeps it, for each game on its own. */
import type { PuzzleHead } from "../lib/messages";
import { keep, recall } from "../lib/storage";

export interface Solver {
  rating: number;
  /** By how much the last puzzle changed it. */
  change: number;
  /** How many puzzles were answered. */
  tried: number;
  /** How many in a row were right, up to now. */
  streak: number;
  /** The puzzles that were solved, each once. */
  solved: string[];
  /** The puzzles that were shown last, the latest at the end. */
  seen: string[];
  /** How many puzzles the game had when they were last listed. */
  all: number;
}

const FIRST: Solver = { rating: 1000, change: 0, tried: 0, streak: 0, solved: [], seen: [], all: 0 };
/** A newcomer's rating finds its place in so many puzzles, then it changes half as fast. */
const NEWCOMER = 15;
const STEP = { newcomer: 48, regular: 24 };
const LOWEST = 100;
/** How many of the puzzles shown last do not come again, as a share of all. */
const RESTED = 0.6;
/** The next puzzle is one of so many nearest to the rating. */
const NEAREST = 6;

/** The chance to solve a puzzle, by both ratings: the rule of Elo. */
export const expected = (solver: number, puzzle: number): number => 1 / (1 + 10 ** ((puzzle - solver) / 400));

/** The solver after an answer to a puzzle. */
export function rate(solver: Solver, puzzle: Pick<PuzzleHead, "id" | "rating">, right: boolean): Solver {
  const step = solver.tried < NEWCOMER ? STEP.newcomer : STEP.regular;
  const wanted = Math.round(step * (Number(right) - expected(solver.rating, puzzle.rating)));
  const least = right ? 1 : -1; // a right answer is never for nothing, nor is a wrong one
  const change = Math.max(LOWEST - solver.rating, wanted || least);
  return {
    ...solver,
    rating: solver.rating + change,
    change,
    tried: solver.tried + 1,
    streak: right ? solver.streak + 1 : 0,
    solved: right && !solver.solved.includes(puzzle.id) ? [...solver.solved, puzzle.id] : solver.solved,
  };
}

/** The solver to whom a puzzle was shown. */
export function show(solver: Solver, id: string, all: number): Solver {
  const seen = [...solver.seen.filter((other) => other !== id), id];
  return { ...solver, all, seen: seen.slice(-Math.floor(all * RESTED)) };
}

/** A puzzle near the solver's rating that was not shown lately; of those never solved, if there are any. Undefined where there is none at all. */
export function nextPuzzle(puzzles: PuzzleHead[], solver: Solver, random = Math.random): PuzzleHead | undefined {
  const rested = puzzles.filter(({ id }) => !solver.seen.includes(id));
  const fresh = rested.filter(({ id }) => !solver.solved.includes(id));
  const from = fresh.length ? fresh : rested.length ? rested : puzzles;
  const far = ({ rating }: PuzzleHead): number => Math.abs(rating - solver.rating);
  const near = [...from].sort((one, other) => far(one) - far(other)).slice(0, NEAREST);
  return near[Math.floor(random() * near.length)];
}

const nameOf = (game: string): string => `practice.${game}`;

export const recallSolver = (game: string): Solver => ({ ...FIRST, ...recall<Partial<Solver>>(nameOf(game), {}) });

export function keepSolver(game: string, solver: Solver): void {
  keep(nameOf(game), solver);
  keep("practice", game);
}

/** The game that was practised last; "" for none. */
export const lastPractised = (): string => recall<string>("practice", "");
