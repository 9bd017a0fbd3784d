import { keep, recall } from "../lib/storage";

/** For each game the ids of the steps of its lesson that were done here; those of a lesson on an option under `game/option`. */
let done = $state.raw<Record<string, string[]>>(recall("lessons", {}));

const keyOf = (game: string, option: string): string => (option ? `${game}/${option}` : game);

/** How far somebody at this browser has come in the lessons. */
export const progress = {
  /** Whether any lesson was begun. */
  get begun(): boolean {
    return Object.values(done).some((steps) => steps.length > 0);
  },
  of(game: string, option = ""): string[] {
    return done[keyOf(game, option)] ?? [];
  },
  add(step: string, game: string, option = ""): void {
    if (this.of(game, option).includes(step)) return;
    done = { ...done, [keyOf(game, option)]: [...this.of(game, option), step] };
    keep("lessons", done);
  },
};
