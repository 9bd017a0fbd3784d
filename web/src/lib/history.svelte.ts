import { get } from "./api";
import type { Moment } from "./messages";
import { speech } from "./i18n.svelte";

/** Earlier moments of a table, each asked for once: for leafing through a game, and for moves that came too fast to be seen. */
export class Moments {
  #known = new Map<string, Promise<Moment>>();

  constructor(readonly id: string, readonly secret: (seat: number | null) => Promise<string>) {}

  /** The table after `ply` decisions, as `seat` sees it (null: what everybody sees). */
  at(ply: number, seat: number | null): Promise<Moment> {
    const key = `${ply}/${seat}/${speech.language}`;
    let found = this.#known.get(key);
    if (!found) {
      if (this.#known.size > 400) this.#known.clear();
      found = this.#ask(ply, seat);
      found.catch(() => this.#known.delete(key));
      this.#known.set(key, found);
    }
    return found;
  }

  async #ask(ply: number, seat: number | null): Promise<Moment> {
    const whose = seat === null ? "" : `&seat=${seat}`;
    return get<Moment>(`/api/tables/${this.id}/plies/${ply}?language=${speech.language}${whose}`, await this.secret(seat));
  }

  /** Moves were taken back: what was known may be of another game. */
  forget(): void {
    this.#known.clear();
  }
}
