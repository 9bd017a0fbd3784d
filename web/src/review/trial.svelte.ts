import { Refused } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { TryReport } from "../lib/review_types";
import { Practice } from "../practice/practice.svelte";
import type { ReviewSource } from "./source";

/** Another try at a moment of the game: the board to play on, and what the engine says of the new move. */
export class Trial {
  readonly practice = new Practice();
  verdict = $state.raw<TryReport | null>(null);
  problem = $state("");
  /** Whether the turn that was tried is complete: a palace asks for a card before the next player's turn. */
  readonly complete = $derived.by(() => {
    const { moves, position, choices, ui } = this.practice;
    if (!moves.length || !position) return false;
    const next = choices[0]?.text;
    return next === undefined || !ui?.beginsTurn || ui.beginsTurn(next);
  });

  constructor(
    readonly source: ReviewSource,
    readonly id: string,
    readonly ply: number,
    /** Who decides at this ply. */
    readonly seat: number,
  ) {
    void this.practice.begin({ of: "table", id, ply, moves: [] });
  }

  /** Ask the engine for its verdict on what was tried. */
  async judge(): Promise<void> {
    const { moves } = this.practice;
    this.practice.open = false;
    this.problem = "";
    try {
      const verdict = await this.source.judge!(this.ply, moves);
      if (moves === this.practice.moves) this.verdict = verdict;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t("table.lost");
    }
  }

  /** Take everything back and try once more. */
  async again(): Promise<void> {
    [this.verdict, this.problem, this.practice.open] = [null, "", true];
    await this.practice.show([]);
  }
}
