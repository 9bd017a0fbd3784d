import { untrack } from "svelte";
import type { AnyChoice } from "../games/types";
import { t } from "../lib/i18n.svelte";
import { keep, recall } from "../lib/storage";
import { newKey } from "../lib/table.svelte";
import type { TablePage } from "./table_page.svelte";

/** A move set in advance, kept in this browser. */
interface Plan {
  /** What it means, in any position; see `games/board.ts`. */
  meaning: string;
  /** The move as a sentence. */
  words: string;
  key: string;
  /** The position in which it was set: its ply, and how many moves had been taken back. */
  ply: number;
  undone: number;
}
/** Tries are requested when one has waited so long: against quick bots never (milliseconds). */
const WAIT = 600;

/** Moves that are tried while another is to move, and the one that is set in advance: it is played when the turn comes, if it still can be. */
export class Tries {
  plan = $state.raw<Plan | null>(null);
  /** What became of the move set in advance: shown until one decides again. */
  note = $state("");
  /** What the move in hand means: it is taken in hand again in the next position. */
  #inHand = "";
  /** Whether the note says that it was played: then it is gone with the next turn. */
  #played = false;

  /** Whether one waits for somebody, at a board where moves can be tried. */
  readonly waiting: boolean = $derived.by(() => {
    const { now, ui, past, left, table } = this.page;
    if (!ui?.tries || !now?.view || now.status !== "running" || past || left || table.sending) return false;
    const alone = now.you.length === 1 && now.seat === now.you[0] && !now.seats[now.seat!]?.resigned;
    return alone && !now.choices.length;
  });
  readonly choices: AnyChoice[] = $derived.by(() => (this.waiting ? this.page.table.tries : []));
  /** Whether the move in hand is the one that is set in advance. */
  readonly planInHand: boolean = $derived.by(() => {
    const { inHand } = this.page;
    return !!inHand && !!this.plan && this.#meaningOf(inHand) === this.plan.meaning;
  });

  constructor(readonly page: TablePage) {
    this.plan = recall<Plan | null>(`ahead.${page.id}`, null);
    const position = $derived(page.now && `${page.now.ply}/${page.now.undone.length}`);
    $effect(() => {
      void position;
      return this.#requestSoon();
    });
    $effect(() => this.#takeUp());
    $effect(() => this.#follow());
  }

  /** Remember what is in hand. */
  took(text: string): void {
    const choice = this.choices.find((one) => one.text === text);
    this.#inHand = choice ? this.#meaningOf(choice) : "";
  }

  /** Set the move in hand in advance. */
  set(): void {
    const { inHand, now, table } = this.page;
    if (!inHand) return;
    const words = table.preview?.words.join(" ") ?? "";
    const [ply, undone] = [now.ply, now.undone.length];
    this.#remember({ meaning: this.#meaningOf(inHand), words, key: newKey(), ply, undone });
    this.note = "";
  }

  drop(): void {
    this.#remember(null);
  }

  #meaningOf(choice: AnyChoice): string {
    return this.page.ui!.tries!.meaning(this.page.now.view!, choice);
  }

  #find(choices: AnyChoice[], meaning: string): AnyChoice | undefined {
    return meaning === "" ? undefined : choices.find((choice) => this.#meaningOf(choice) === meaning);
  }

  #remember(plan: Plan | null): void {
    this.plan = plan;
    keep(`ahead.${this.page.id}`, plan);
  }

  /** Ask what could be played: at once for those who have begun to try, else when the wait gets long. */
  #requestSoon(): (() => void) | void {
    const { table } = this.page;
    if (!this.waiting || !table.online) return;
    const begun = untrack(() => !!this.plan || !!this.#inHand);
    const timer = setTimeout(() => table.requestTries(), begun ? 0 : WAIT);
    return () => clearTimeout(timer);
  }

  /** New tries: take the move in hand again, and see whether the one set in advance can still be played. */
  #takeUp(): void {
    const { choices } = this;
    if (!choices.length) return;
    untrack(() => {
      const { plan, page } = this;
      if (plan && !this.#find(choices, plan.meaning)) this.#giveUp(this.#whyGone(plan));
      const again = this.#find(choices, this.#inHand);
      if (again && !page.table.selected) page.table.selected = again.text;
    });
  }

  /** One's turn: play what was set in advance; what was only tried stays in hand. */
  #follow(): void {
    const { now, ui, table } = this.page;
    if (!ui?.tries || !now?.view || !now.choices.length || table.sending) return;
    untrack(() => {
      if (this.#played) this.note = "";
      const { plan } = this;
      const again = this.#find(now.choices, plan?.meaning ?? this.#inHand);
      this.#inHand = "";
      if (!plan) return again && (table.selected = again.text);
      if (now.ply <= plan.ply || now.undone.length !== plan.undone) return this.#giveUp(t("ahead.undone"));
      if (!again) return this.#giveUp(this.#whyGone(plan));
      this.#giveUp(t("ahead.played"));
      this.#played = true;
      table.play(again.text, plan.key);
    });
  }

  #whyGone({ meaning }: Plan): string {
    const { ui, now, names } = this.page;
    const why = ui!.tries!.whyGone?.(now.view!, meaning, names);
    return t("ahead.gone", { why: why || t("ahead.gone.why") });
  }

  /** Forget the plan, and say why. */
  #giveUp(note: string): void {
    this.#remember(null);
    this.note = note;
    this.#played = false;
  }
}
