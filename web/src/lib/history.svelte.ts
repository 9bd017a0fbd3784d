import { get } from "./api";
import type { Moment } from "./messages";
import { i18n } from "./i18n.svelte";

const MOST = 400;

/** The earlier positions of a table. Each is fetched once: for replays, and for moves that came too fast to be seen. */
export class TableHistory {
  #cache = new Map<string, Promise<Moment>>();

  constructor(
    readonly id: string,
    readonly secret: (seat: number | null) => Promise<string>,
  ) {}

  /** The table after `ply` decisions, as `seat` sees it (null: as spectators see it). */
  at(ply: number, seat: number | null): Promise<Moment> {
    const key = `${ply}/${seat}/${i18n.language}`;
    let moment = this.#cache.get(key);
    if (!moment) {
      if (this.#cache.size > MOST) this.#cache.clear();
      moment = this.#fetch(ply, seat);
      moment.catch(() => this.#cache.delete(key));
      this.#cache.set(key, moment);
    }
    return moment;
  }

  async #fetch(ply: number, seat: number | null): Promise<Moment> {
    const whose = seat === null ? "" : `&seat=${seat}`;
    const path = `/api/tables/${this.id}/plies/${ply}?language=${i18n.language}${whose}`;
    return get<Moment>(path, await this.secret(seat));
  }

  /** Forget everything: after an undo the same plies are other positions. */
  forget(): void {
    this.#cache.clear();
  }
}
