import { motion } from "../lib/motion";
import type { TablePage } from "./table_page.svelte";

/** The counting of the points when a game has ended: whether it is shown, how far it is, and how to skip or repeat it. */
export class Ending {
  /** How often it was begun: each time its component is made anew. */
  run = $state(0);
  #done = $state(false);
  #skipped = $state(false);
  #closed = $state(false);
  /** Whether the game was over when the page was opened; null until the first message. */
  #openedLate = $state<boolean | null>(null);

  /** Whether this game has one. */
  readonly available: boolean = $derived.by(() => {
    const { page } = this;
    return !!page.ui?.Ending && page.over && page.now.end?.why === "finished" && !page.asText && !page.now.hand_over;
  });
  readonly shown: boolean = $derived.by(() => this.available && !this.#closed);
  /** Whether it shows its last state at once. */
  readonly still: boolean = $derived.by(() => motion.still || this.#skipped || (!!this.#openedLate && !this.run));
  /** Whether points are being counted: nobody may tell them. */
  readonly counting: boolean = $derived.by(() => this.shown && !this.#done && !this.still);

  constructor(readonly page: TablePage) {
    $effect.pre(() => {
      const { now } = page;
      if (now && this.#openedLate === null) this.#openedLate = now.status === "over";
      if (now?.status === "running") this.#openedLate = false;
    });
  }

  done = (): void => void (this.#done = true);

  skip(): void {
    this.#skipped = true;
  }

  countAgain(): void {
    this.#done = this.#skipped = this.#closed = false;
    this.run++;
  }

  /** Show the board again. */
  close(): void {
    this.#closed = this.#done = true;
  }
}
