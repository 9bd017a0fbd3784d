import { keep, recall } from "../lib/storage";

/** For each game the ids of the steps of its lesson that were done here. */
let done = $state.raw<Record<string, string[]>>(recall("lessons", {}));

/** How far somebody at this browser has come in the lessons. */
export const progress = {
  /** Whether any lesson was begun. */
  get begun(): boolean {
    return Object.values(done).some((steps) => steps.length > 0);
  },
  of(game: string): string[] {
    return done[game] ?? [];
  },
  add(game: string, step: string): void {
    if (this.of(game).includes(step)) return;
    done = { ...done, [game]: [...this.of(game), step] };
    keep("lessons", done);
  },
};
