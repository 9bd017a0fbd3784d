import { untrack } from "svelte";
import type { AnyChoice } from "../games/types";
import { get, Refused } from "../lib/api";
import { i18n, t } from "../lib/i18n.svelte";
import type { LessonPage, LessonStep, LessonTask } from "../lib/messages";
import { motion } from "../lib/motion";
import { play as playSound } from "../lib/sound";
import { Practice } from "../practice/practice.svelte";
import { progress } from "./progress.svelte";

/** The lesson for those who have never played: its name in the game's folder. */
const FIRST = "first_game";
/** How long a piece is looked at before the next one moves, in milliseconds. */
const PAUSE = 900;
/** The most decisions between two steps that are shown one after the other. */
const SHOWN = 4;

type Parts = Record<string, string | number>;
const fits = (choice: AnyChoice, parts: Parts): boolean =>
  Object.entries(parts).every(([name, value]) => (choice as unknown as Parts)[name] === value);

/** A lesson that somebody goes through: at which step and task, and what the board accepts now. */
export class LessonRun {
  lesson = $state.raw<LessonPage | null>(null);
  /** Why there is no lesson, a sentence. */
  failed = $state("");
  at = $state(0);
  /** Which task of the step is next; as many as there are: all are done. */
  task = $state(0);
  /** What another move than the right one did, in sentences, and what the lesson says of it; null while none was played. */
  mistake = $state.raw<{ did: string[]; text: string } | null>(null);
  /** Pieces move by themselves: the rest of a turn, a rival, a move that is shown. */
  moving = $state(false);
  /** Whether the last click or key was a pointer's: then a whole move is played at once. */
  byPointer = false;
  readonly practice: Practice;

  readonly step = $derived.by((): LessonStep | null => this.lesson?.steps[this.at] ?? null);
  readonly now = $derived.by((): LessonTask | null => this.step?.tasks[this.task] ?? null);
  readonly last = $derived.by(() => this.at + 1 === this.lesson?.steps.length);
  readonly done = $derived.by(() => !!this.step && this.task >= this.step.tasks.length && !this.mistake);
  readonly doneSteps = $derived.by(() => progress.of(this.game, this.option));
  /** The first step that was not done yet: as far as one may go. */
  readonly furthest = $derived.by(() => {
    const steps = this.lesson?.steps ?? [];
    const open = steps.findIndex(({ id }) => !this.doneSteps.includes(id));
    return open < 0 ? steps.length - 1 : open;
  });

  /** Whether a mistake was made in this task: then the board offers the right move only. */
  #strayed = $state(false);
  #run = 0;

  /** `option`: what the lesson is about; "" for the first game. */
  constructor(
    readonly game: string,
    readonly option = "",
  ) {
    this.practice = new Practice((move) => {
      void this.#take(move);
      return false;
    });
    const choose = this.practice.choose;
    this.practice.choose = (text) => {
      choose(text);
      if (text && this.byPointer) this.practice.play();
    };
    this.practice.offers = (choice) => this.#offers(choice);
    $effect(() => {
      const language = i18n.language;
      untrack(() => void this.#load(language));
    });
  }

  /** Fetch the lesson; in another language the step stays. */
  async #load(language: string): Promise<void> {
    this.practice.notOffered = t("learn.not_offered");
    try {
      const known = this.lesson;
      const lesson = await get<LessonPage>(
        `/api/lessons/${encodeURIComponent(this.game)}/${encodeURIComponent(this.option || FIRST)}?language=${language}`,
      );
      if (language !== i18n.language) return;
      this.lesson = lesson;
      if (known) await this.practice.show(this.practice.moves);
      else await this.go(this.furthest);
    } catch (error) {
      this.failed = error instanceof Refused ? error.message.replaceAll("`", "") : t("learn.failed");
    }
  }

  readonly #accepts = (choice: AnyChoice): boolean => !!this.now?.accepts.some((parts) => fits(choice, parts));

  #offers(choice: AnyChoice): boolean {
    const { now } = this;
    if (!now || this.#accepts(choice)) return !!now;
    const part = now.differs;
    if (this.#strayed) return false;
    return !part || now.accepts.every((parts) => (choice as unknown as Parts)[part] !== parts[part]);
  }

  /** Go to a step and show its position. */
  async go(at: number): Promise<void> {
    const run = this.#begin(at);
    await this.#open(run);
  }

  /** Go on to the next step; the moves that lie between are shown, if they are few. */
  async next(): Promise<void> {
    const { step, lesson, practice } = this;
    if (!step || !lesson || this.last) return;
    if (!step.tasks.length) this.#note(step.id);
    const between = lesson.moves.slice(step.ply + practice.moves.length, lesson.steps[this.at + 1]!.ply);
    const asPlayed = practice.moves.every((move, n) => move === lesson.moves[step.ply + n]);
    const run = this.#begin(this.at + 1);
    if (asPlayed && between.length && between.length <= SHOWN && !motion.still) await this.#playAll(between, run);
    await this.#open(run);
  }

  #begin(at: number): number {
    Object.assign(this, { at, task: 0, mistake: null, moving: true });
    this.#strayed = false;
    this.practice.open = false;
    this.practice.hinted = [];
    return ++this.#run;
  }

  /** Show the position of the step and let its task begin. */
  async #open(run: number): Promise<void> {
    if (run !== this.#run || !this.lesson) return;
    await this.practice.begin({ of: "lesson", id: this.lesson.id, ply: this.step!.ply, moves: [] });
    if (run === this.#run) this.#ask();
  }

  /** Let the learner choose. */
  #ask(): void {
    this.moving = false;
    this.practice.open = !!this.now;
    this.practice.hinted = this.now?.marks.map(({ at }) => at) ?? [];
  }

  /** Play these moves one after the other, each in sight for a moment. */
  async #playAll(moves: string[], run: number): Promise<void> {
    for (const move of moves) {
      await new Promise((seen) => setTimeout(seen, PAUSE * motion.pace));
      if (run !== this.#run) return;
      await this.practice.show([...this.practice.moves, move]);
    }
    if (moves.length) await new Promise((seen) => setTimeout(seen, PAUSE * motion.pace));
  }

  /** Play a move of the learner: the right one, or another, which is shown and put back. */
  async #take(move: string): Promise<void> {
    const { practice } = this;
    const choice = practice.inHand;
    const run = this.#run;
    if (!choice || this.moving) return;
    const right = this.#accepts(choice);
    this.moving = true;
    practice.open = false;
    practice.hinted = [];
    await practice.show([...practice.moves, move]);
    if (run !== this.#run) return;
    if (practice.refusal) return this.#ask();
    if (right) return this.#advance(run);
    playSound("no");
    const { mistake, mistakes } = this.now!;
    const text = mistakes.find(({ when }) => when.some((parts) => fits(choice, parts)))?.text ?? mistake;
    this.mistake = { did: practice.position?.log.at(-1) ?? [], text };
    this.moving = false;
  }

  async #advance(run: number): Promise<void> {
    const step = this.step!;
    this.task += 1;
    this.#strayed = false;
    if (this.now) return this.#ask();
    playSound("turn");
    this.#note(step.id);
    await this.#playAll(step.follows, run);
    if (run === this.#run) this.moving = false;
  }

  /** Remember in this browser that a step was done. */
  #note(step: string): void {
    progress.add(step, this.game, this.option);
  }

  /** Put a mistake back; from now on the board offers the right move only. */
  async putBack(): Promise<void> {
    const run = this.#run;
    this.mistake = null;
    this.#strayed = true;
    await this.practice.back();
    if (run === this.#run) this.#ask();
  }

  /** Play the right move, so that the learner sees it. */
  async showMe(): Promise<void> {
    const run = this.#run;
    if (this.moving || !this.now) return;
    if (this.mistake) await this.putBack();
    const right = this.practice.choices.find(this.#accepts);
    if (!right || run !== this.#run) return;
    this.byPointer = false;
    this.practice.choose(right.text);
    await new Promise((seen) => setTimeout(seen, PAUSE * motion.pace));
    if (run === this.#run && this.practice.selected === right.text) this.practice.play();
  }
}
