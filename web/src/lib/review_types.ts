// Made from src/ziggurat/search/review_types.py by `python -m ziggurat.server.export_types`. Do not edit.

/** The version of a review that this page understands. */
export const REVIEW_VERSION = 4;

export type Stage = "quick" | "full" | "deep";

export type When = "now" | "later";

export type Side = "better" | "played";

export type Verdict = "best" | "better" | "equal" | "worse";

/** One move, and what is expected after it. */
export interface MoveReport {
  move: string;
  visits: number;
  win: number[];
  margin: number[];
  /** For each seat the points that the move gives at once. */
  gain: Record<string, number>[];
  /** What it adds to things that are not scored yet. */
  progress?: Record<string, number>;
}

/** The move that was played. */
export interface PlayedReport {
  move: string;
  visits: number;
  win: number[];
  margin: number[];
  /** For each seat the points that the move gives at once. */
  gain: Record<string, number>[];
  /** What it adds to things that are not scored yet. */
  progress?: Record<string, number>;
  /** Whether it was compared with the best one beside the search of the position; then its `win` and `margin` are those of the best one, changed by that. */
  own_search: boolean;
}

/** What a decision gave away. */
export interface LossReport {
  /** Points of expected margin, never below 0. */
  margin: number;
  /** Winning chance, between 0 and 1. */
  win: number;
  /** How far `margin` may be off: a far deeper judgement lies within it 19 times in 20. */
  error: number;
}

/** A part of a loss: one source of one seat. All parts of a decision add up to its loss with the sign changed. */
export interface PartReport {
  /** `now`: with the move itself; `later`: expected from there to the end of the game. */
  when: When;
  /** Whose points they are: the mover's own, or a rival's. */
  seat: number;
  /** A line of the score sheet, as in `gain`; empty where it cannot be told. */
  source: string;
  /** How the mover's margin changes by playing this and not the better move. Below 0: it cost the mover points, also where a rival gains them. */
  points: number;
}

/** A decision of a game. */
export interface DecisionReport {
  ply: number;
  seat: number;
  legal: number;
  forced: boolean;
  visits: number;
  /** Winning chance of each seat, if the best move is played. */
  win: number[];
  /** Expected margin of each seat, if the best move is played. */
  margin: number[];
  /** The best moves, best first. */
  best: MoveReport[];
  move: string;
  played: PlayedReport;
  /** What the move played cost, compared with the first of `best`. */
  loss: LossReport;
  /** Where the loss comes from, the largest first; empty where nothing was lost, and before the stage `full`. */
  parts: PartReport[];
  stage: Stage;
  /** The move played in words. */
  played_text: Record<string, string>;
  /** The best move in words. */
  better_text: Record<string, string>;
  /** For each seat the points that the ply truly brought. */
  gained: Record<string, number>[];
}

/** The position after the last ply. */
export interface FinalReport {
  over: boolean;
  scores: number[];
  ranks: number[];
  /** Null while the game runs. */
  win: number[] | null;
  margin: number[];
  breakdown: Record<string, number>[];
}

/** Something that a move does, or works towards: a project, a line, a district, a plan, a prize. */
export interface NoteReport {
  /** Which move does it; the other one does not. */
  of: Side;
  /** A key of the game's texts, such as `note.project`. */
  key: string;
  /** The values of the text; a value that begins with `=` is itself a key. */
  values: Record<string, string | number>;
}

/** A decision that cost much. */
export interface MistakeReport {
  ply: number;
  seat: number;
  move: string;
  better: string;
  loss: LossReport;
  /** Winning chance of the mover with the better move. */
  win_before: number;
  /** Winning chance of the mover with the move played. */
  win_after: number;
  parts: PartReport[];
  stage: Stage;
  /** What the better move does and the move played does not, and the other way round; of a source of points only if `parts` bear it out. */
  notes: NoteReport[];
  /** Why the better move is better, in a sentence or three. */
  reason: Record<string, string>;
  /** The whole mistake in words: both moves, the cost, the sources. For those without a page. */
  text: Record<string, string>;
}

/** A whole game: its decisions, and what follows from them. While it is made it is partial: `complete` is false, and `decisions` has gaps. */
export interface ReviewReport {
  version: number;
  game: string;
  /** The version of the game's rules. */
  rules: number;
  options: Record<string, boolean | number | string | string[]>;
  players: string[];
  plies: number;
  /** How many decisions were judged at all, at least quickly. */
  analysed: number;
  /** How many decisions were judged fully. */
  checked: number;
  /** Whether all were judged fully. */
  complete: boolean;
  /** How much of the work is done: 0 to 1. */
  progress: number;
  /** `{"sims": 800}` or `{"ms": 300}` for each decision. */
  budget: Record<string, number>;
  seed: string;
  /** In the order of the plies; those not judged yet are missing, so look at their `ply`. */
  decisions: DecisionReport[];
  final: FinalReport;
  /** For each seat and source the `points` in all, and how many there were at the `start` and came in the opening, the middle and the end. */
  sources: Record<string, Record<string, number>>[];
  /** For each seat a sentence that compares its sources with the winner's; the winner's own with the next best. Empty texts in a solo game. */
  summaries: Record<string, string>[];
  /** For each seat what its decisions cost together: its mistakes, and other decisions whose loss exceeds its error. */
  losses: LossReport[];
  /** For each seat the decisions that cost most, the worst first; three at most. */
  mistakes: MistakeReport[][];
}

/** What the engine thinks of another move at a moment of a finished game. */
export interface TryReport {
  ply: number;
  seat: number;
  /** What was tried; several where a turn has several decisions. */
  moves: string[];
  /** The best move that the engine knows; it begins the turn. */
  best: string;
  /** The move played in the game; it began the turn. */
  played: string;
  verdict: Verdict;
  /** What the try costs, compared with the best move. */
  loss: LossReport;
  /** By how many points of expected margin the try is better than what was played (below 0: worse). */
  against_played: number;
  /** How far that may be off. */
  error: number;
  /** Winning chance of each seat after the try. */
  win: number[];
  /** Expected margin of each seat after the try. */
  margin: number[];
  /** For each seat the points that the try gives at once. */
  gain: Record<string, number>[];
  /** Where the difference from what was played comes from; `points` above 0 are to the mover's advantage. They add up to `against_played`. */
  parts: PartReport[];
  /** The verdict in words. */
  text: string;
}
