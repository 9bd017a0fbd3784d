import type { TableMessage } from "./messages";

/** A move of somebody else is shown for so long before the next one, so that eyes can follow (milliseconds). */
const PACE = 750;

interface Screen {
  shown: () => TableMessage | null;
  /** Whether this state brings a move that was made at this screen: it is shown at once. */
  isOwn: (next: TableMessage) => boolean;
  /** Whether nobody wants to watch moves: the page is hidden, or motion is to be reduced. */
  hurry: () => boolean;
  show: (next: TableMessage) => void;
  /** How fast moves are shown: a factor of the time for each. */
  pace?: () => number;
}

/** Shows the states of a table in order, and not faster than eyes can follow. */
export class MovePacer {
  #waiting: TableMessage[] = [];
  #timer = 0;
  #shownAt = 0;

  constructor(readonly screen: Screen) {}

  add(next: TableMessage): void {
    this.#waiting.push(next);
    this.#advance();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #advance(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length) {
      const next = this.#waiting[0]!;
      const shown = this.screen.shown();
      const left = PACE * (this.screen.pace?.() ?? 1) - (performance.now() - this.#shownAt);
      const follows = shown && next.ply === shown.ply + 1;
      if (follows && left > 0 && !this.screen.isOwn(next) && !this.screen.hurry()) {
        this.#timer = window.setTimeout(() => this.#advance(), left);
        return;
      }
      this.#waiting.shift();
      if (!shown || next.ply > shown.ply) this.#shownAt = performance.now();
      this.screen.show(next);
    }
  }
}
