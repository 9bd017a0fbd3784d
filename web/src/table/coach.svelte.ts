import { post } from "../lib/api";
import { i18n } from "../lib/i18n.svelte";
import type { CoachMessage, WhyMessage } from "../lib/messages";
import { preferences } from "../lib/preferences.svelte";
import { play as playSound } from "../lib/sound";
import { careOf, hasCoach } from "./seat_facts";
import type { RivalTurn } from "./rival_turns";
import type { TablePage } from "./table_page.svelte";

/** How long a move waits for the coach: then it is played (milliseconds). */
const PATIENCE = 1800;

/** The coach of somebody who plays against bots only: looks at a move before it is played, and asks where it costs much. */
export class Coach {
  /** The move that is looked at, "" for none. */
  asking = $state("");
  /** The question that an answer is awaited for. */
  #question: AbortController | null = null;
  #warning = $state.raw<CoachMessage | null>(null);
  /** What the move in hand costs, where that is too much; null where nothing is asked. */
  readonly warning = $derived.by(() => {
    const { now, table } = this.page;
    return this.#warning && this.#warning.ply === now?.ply && this.#warning.move === table.selected
      ? this.#warning
      : null;
  });
  /** Whether bots can be asked why they moved. */
  readonly there = $derived.by(() => !!this.page.now && hasCoach(this.page.now));
  /** The turn that somebody asks about; null for none. */
  asked = $state.raw<RivalTurn | null>(null);
  /** The turns that can be asked about. */
  readonly askable = $derived.by(() =>
    this.there ? this.page.rivalTurns.filter(({ seat, plies }) => seat !== null && plies.length) : [],
  );

  constructor(readonly page: TablePage) {}

  /** Play a move, unless it costs too much: then ask first. What is not known in time is not asked; another move ends the question about the one before. */
  look(move: string): void {
    const { page } = this;
    const care = careOf(page.now, preferences.coach);
    if (this.asking === move || this.warning) return;
    this.#drop();
    if (!care || !page.table.online || page.choices.length < 2) return page.playNow(move);
    void this.#ask(move, care);
  }

  /** Play the move that was warned of. */
  anyway(): void {
    const move = this.#warning?.move;
    this.#warning = null;
    if (move) this.page.playNow(move);
  }

  /** Put the move back, and say where to look. */
  think(): void {
    const told = this.#warning;
    this.#warning = null;
    this.page.choose("");
    if (told) this.#hint(told, 1, told.look_text ?? "");
  }

  /** Take the better move in hand. */
  show(): void {
    const told = this.#warning;
    this.#warning = null;
    if (told) this.#hint(told, 2, `${told.advice}.`);
  }

  /** Why a rival decided as it did: the sentences of each decision of its turn. */
  async why(plies: number[]): Promise<WhyMessage[]> {
    const { table, id } = this.page;
    const secret = await table.secretOf(null);
    const path = `/api/tables/${id}/why?language=${i18n.language}`;
    return Promise.all(plies.map((ply) => post<WhyMessage>(path, { ply }, secret)));
  }

  #drop(): void {
    this.#question?.abort();
    this.#question = null;
    this.asking = "";
  }

  async #ask(move: string, care: number): Promise<void> {
    const { table, id, now } = this.page;
    const { ply } = now;
    const question = (this.#question = new AbortController());
    const patience = setTimeout(() => question.abort(), PATIENCE);
    this.asking = move;
    table.checkLine();
    const path = `/api/tables/${id}/coach?language=${i18n.language}`;
    const answer = await table
      .secretOf(null)
      .then((secret) => post<CoachMessage>(path, { ply, move, care }, secret, question.signal))
      .catch(() => null);
    clearTimeout(patience);
    if (this.#question !== question) return; // meanwhile another move was asked about
    this.#drop();
    if (this.page.now.ply !== ply || table.selected !== move) return; // another move is in hand, or it was played elsewhere
    if (!answer?.warns) return this.page.playNow(move);
    this.#warning = answer;
    playSound("no");
  }

  /** Leave a step of a hint on the page, as the hint button does. */
  #hint({ ply, better, look }: CoachMessage, step: 1 | 2, text: string): void {
    const { table } = this.page;
    table.hintStep = step;
    table.hint = { t: "hint", id: null, ply, step, text, look, ...(step === 2 ? { move: better } : {}) };
  }
}
