import { get, post, Refused } from "../lib/api";
import { i18n } from "../lib/i18n.svelte";
import type { PuzzleAnswer, PuzzleHead, PuzzleList, PuzzleMove } from "../lib/messages";
import { play as playSound } from "../lib/sound";
import { Practice } from "./practice.svelte";
import { keepSolver, nextPuzzle, rate, recallSolver, show, type Solver } from "./solver";

/** What became of the puzzle: not answered yet, answered, or shown after giving up. */
export type Outcome = "open" | "right" | "wrong" | "shown";

/** Puzzles of one game, one after the other: the position, the answer, why, the next one. */
export class PuzzlePage {
  readonly practice: Practice;
  puzzles = $state.raw<PuzzleHead[]>([]);
  /** The puzzle that is shown; null while there is none. */
  puzzle = $state.raw<PuzzleHead | null>(null);
  solver = $state.raw<Solver>() as Solver;
  outcome = $state<Outcome>("open");
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** Whether the board shows the position before the move again. */
  before = $state(false);
  /** Whether the rating changed with the puzzle that is shown. */
  rated = $state(false);
  /** Whether all is there to begin, and whether that failed. */
  ready = $state(false);
  failure = $state("");
  /** Whether a puzzle was asked for that does not exist. */
  gone = $state(false);
  #answered = "";

  constructor(readonly game: string) {
    this.solver = recallSolver(game);
    this.practice = new Practice((move) => {
      void this.#answer(move);
      return false; // the verdict decides what the board shows
    });
  }

  /** Fetch the list, and show the first puzzle: the one that is named, or one near the rating. */
  async begin(id = ""): Promise<void> {
    try {
      this.puzzles = (await get<PuzzleList>(`/api/puzzles/${this.game}`)).puzzles;
      const named = this.puzzles.find((puzzle) => puzzle.id === id);
      this.gone = id !== "" && !named;
      await this.#open(named ?? nextPuzzle(this.puzzles, this.solver));
    } catch (error) {
      this.failure = error instanceof Refused ? error.message : String(error);
    }
    this.ready = true;
  }

  next = (): Promise<void> => {
    this.gone = false;
    return this.#open(nextPuzzle(this.puzzles, this.solver));
  };

  async #open(puzzle: PuzzleHead | undefined): Promise<void> {
    this.puzzle = puzzle ?? null;
    this.outcome = "open";
    this.answer = null;
    this.before = false;
    this.rated = false;
    this.#answered = "";
    if (!puzzle) return;
    this.#keep(show(this.solver, puzzle.id, this.puzzles.length));
    this.practice.open = true;
    await this.practice.begin({ of: "puzzle", id: `${this.game}/${puzzle.id}`, ply: 0, moves: [] });
  }

  #keep(solver: Solver): void {
    this.solver = solver;
    keepSolver(this.game, solver);
  }

  /** Show the solution without an answer: that counts as a wrong one. */
  reveal = (): Promise<void> => this.#answer(null);

  /** Try once more after a wrong answer; the rating does not change again. */
  retry = async (): Promise<void> => {
    this.outcome = "open";
    this.answer = null;
    this.practice.open = true;
    await this.practice.show([]);
  };

  /** Show the position before the move, or after it. */
  look = async (before: boolean): Promise<void> => {
    this.before = before;
    await this.practice.show(before || !this.#answered ? [] : [this.#answered]);
  };

  /** Write the answer anew in the language of now. */
  async translate(): Promise<void> {
    await this.practice.show(this.practice.moves);
    if (this.answer) this.answer = await this.#ask(this.outcome === "right" ? this.#answered : null);
  }

  #ask(move: string | null): Promise<PuzzleAnswer> {
    const body: PuzzleMove = { move };
    return post<PuzzleAnswer>(`/api/puzzles/${this.game}/${this.puzzle!.id}/answer?language=${i18n.language}`, body);
  }

  async #answer(move: string | null): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle) return;
    let answer: PuzzleAnswer;
    try {
      answer = await this.#ask(move);
    } catch (error) {
      this.practice.refusal = error instanceof Refused ? error.message : String(error);
      return;
    }
    if (puzzle !== this.puzzle) return;
    if (!this.rated) this.#keep(rate(this.solver, puzzle, answer.right));
    this.rated = true;
    this.outcome = answer.right ? "right" : move === null ? "shown" : "wrong";
    this.answer = answer;
    playSound(answer.right ? "turn" : "no");
    this.practice.open = false;
    // a wrong move is taken back; the best one is shown only to who found it, or asked for it
    this.#answered = this.outcome === "wrong" ? "" : answer.best;
    if (this.#answered) await this.look(false);
    else this.practice.selected = "";
  }
}
