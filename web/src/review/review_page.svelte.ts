import { untrack } from "svelte";
import type { BoardProps, Compared, GameUi } from "../games/board";
import { loadUi } from "../games/find_ui";
import { Refused } from "../lib/api";
import { boardLook } from "../lib/board_look.svelte";
import { i18n, seatNames, t } from "../lib/i18n.svelte";
import type { Moment, TableMessage } from "../lib/messages";
import { motion } from "../lib/motion";
import { preferences } from "../lib/preferences.svelte";
import type { DecisionReport, ReviewReport } from "../lib/review_types";
import { theme } from "../lib/theme.svelte";
import { lastMoves } from "../table/last_moves";
import { decisionAt } from "./graph";
import type { ReviewSource } from "./source";

const POLL_MS = 600;
const RETRY_MS = 3000;
const RUNNING_MS = 5000; // how often it is looked whether a running game is over

/** The state of a review: whose mistakes are looked at, which moment is shown, and what is loaded of it. */
export class ReviewPage {
  /** As far as it is made; null before the first answer. */
  review = $state.raw<ReviewReport | null>(null);
  /** The table, where the review comes from a server. */
  table = $state.raw<TableMessage | null>(null);
  ui = $state.raw<GameUi | null>(null);
  /** The position on the board. It follows `ply` when it has come. */
  moment = $state.raw<Moment | null>(null);
  /** The final position of a game for one, which tells of a rival without a seat. */
  #end = $state.raw<Moment | null>(null);
  /** Why there is no review, a sentence; "" for nothing. */
  problem = $state("");
  #seat = $state<number | null>(null);
  #ply = $state<number | null>(null);
  #closed = false;

  readonly you = $derived.by(() => (this.table?.you.length === 1 ? this.table.you[0]! : null));
  /** Whose mistakes are looked at. */
  readonly seat = $derived.by(() => Math.min(this.#seat ?? this.you ?? 0, (this.review?.players.length ?? 1) - 1));
  readonly names = $derived.by(
    () => (this.table ? seatNames(this.table.seats) : this.source.names?.()) ?? this.review?.players ?? [],
  );
  readonly mistakes = $derived.by(() => this.review?.mistakes[this.seat] ?? []);
  /** How many decisions were taken before the moment that is shown. Until somebody chooses one, it is that of the costliest mistake. */
  readonly ply = $derived.by(() => Math.min(this.#ply ?? this.mistakes[0]?.ply ?? 0, this.review?.plies ?? 0));
  readonly decision = $derived.by(() => (this.review ? decisionAt(this.review, this.ply) : undefined));
  /** The place of the moment among the mistakes of the seat, from 0; -1 for none. */
  readonly mistake = $derived.by(() => this.mistakes.findIndex(({ ply }) => ply === this.ply));
  readonly winners = $derived.by(() => {
    const ranks = this.review?.final.over ? this.review.final.ranks : [];
    return ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  });
  readonly compare = $derived.by((): Compared[] => comparedMoves(this.decision));
  /** Whose turn it is at the moment that is shown. */
  readonly mover = $derived.by(() => {
    const shown = this.moment?.ply === this.ply ? this.moment.view.to_move : null;
    return this.decision?.seat ?? shown ?? this.seat;
  });
  /** Rivals without a seat, and their points at the end. */
  readonly seatless = $derived.by(() => (this.#end && this.ui?.rivals?.(this.#end.view)) || []);
  /** Whether there is somebody to win against. */
  readonly contested = $derived.by(() => this.names.length > 1 || this.seatless.length > 0);

  constructor(
    readonly source: ReviewSource,
    seat: number | null,
    ply: number | null,
    /** Called when another moment or another seat was chosen. */
    readonly chosen: (ply: number, seat: number) => void = () => {},
  ) {
    [this.#seat, this.#ply] = [seat, ply];
    $effect(() => {
      untrack(() => void this.#load());
      return () => (this.#closed = true);
    });
    $effect(() => {
      const [ply, seat] = [this.ply, this.decision?.seat ?? this.seat];
      if (this.review) untrack(() => void this.#show(ply, seat));
    });
  }

  /** Stay at the moment that is shown: somebody looks at it, and the costliest mistake may soon be another one. */
  pin = (): void => {
    [this.#ply, this.#seat] = [this.ply, this.seat];
  };

  /** Stay at a mistake that somebody reads; before there is one, wait for it. */
  read = (): void => {
    if (this.mistakes.length) this.pin();
  };

  /** Show the moment before the decision with this number (from 0); the number of all decisions shows the end. */
  go = (ply: number): void => {
    if (!this.review) return;
    this.#ply = Math.min(this.review.plies, Math.max(0, ply));
    this.chosen(this.#ply, this.seat);
  };

  /** Look at the mistakes of another seat, beginning with the costliest. */
  lookAt = (seat: number): void => {
    this.#seat = seat;
    this.go(this.mistakes[0]?.ply ?? this.ply);
  };

  /** Go to the mistake before or after this one; from elsewhere to the next one in the game. */
  step = (by: 1 | -1): void => {
    const all = this.mistakes;
    if (!all.length) return;
    if (this.mistake >= 0) return this.go(all[(this.mistake + by + all.length) % all.length]!.ply);
    const inOrder = all.map(({ ply }) => ply).sort((a, b) => (a - b) * by);
    this.go(inOrder.find((ply) => (ply - this.ply) * by > 0) ?? inOrder[0]!);
  };

  async #load(): Promise<void> {
    try {
      if (this.table?.status !== "over") this.table = (await this.source.table?.()) ?? null;
      if (this.table && this.table.status !== "over") {
        this.problem = t("review.running");
        return this.#loadIn(RUNNING_MS);
      }
      const review = await this.source.review();
      this.ui ??= await loadUi(review.game);
      if (this.#closed) return;
      this.review = review;
      this.problem = "";
      if (review.players.length === 1 && !this.#end) void this.#loadEnd(review.plies);
      if (!review.complete && this.source.table) this.#loadIn(POLL_MS);
    } catch (error) {
      const refused = error instanceof Refused && (isFinal(error) || (!this.review && error.code !== "server"));
      if (refused) this.problem = error.message;
      if (!isFinal(error)) this.#loadIn(RETRY_MS);
    }
  }

  #loadIn(ms: number): void {
    setTimeout(() => this.#closed || void this.#load(), ms);
  }

  async #loadEnd(plies: number): Promise<void> {
    this.#end = await this.source.moment(plies, 0).catch(() => null);
  }

  /** Show a moment; where it does not come, try again as long as it is wanted. */
  async #show(ply: number, seat: number): Promise<void> {
    try {
      const moment = await this.source.moment(ply, seat);
      if (ply === this.ply) this.moment = moment;
    } catch (error) {
      if (isFinal(error)) return;
      setTimeout(() => this.#closed || ply !== this.ply || void this.#show(ply, seat), RETRY_MS);
    }
  }

  /** What a board is given; see `Practice.boardProps`. */
  boardProps(): BoardProps {
    const page = this;
    const seatOf = () => page.moment!.seat ?? page.seat;
    return {
      get game() {
        return page.review!.game;
      },
      get view() {
        return page.moment!.view;
      },
      choices: [],
      get look() {
        return boardLook.now;
      },
      selected: "",
      hinted: [],
      get compare() {
        return page.moment!.ply === page.ply ? page.compare : [];
      },
      get you() {
        return seatOf();
      },
      get names() {
        return page.names;
      },
      get last() {
        return lastMoves(page.moment!.view, seatOf(), true, page.ui?.beginsTurn);
      },
      get still() {
        return motion.still;
      },
      pace: 0,
      get notation() {
        return preferences.notation;
      },
      get theme() {
        return theme.now;
      },
      get language() {
        return i18n.language;
      },
      choose: () => {},
      confirm: () => {},
      explain: () => {},
      picture: (look, signal) => page.source.picture(page.moment!.ply, seatOf(), look, signal),
    };
  }
}

/** Refusals that pass: the server has too much to do for this address, or cannot read or write now. */
const PASSING = /^(server|limit|store|table.busy)/;

/** Whether the server will say the same if it is asked again. */
const isFinal = (error: unknown): boolean => error instanceof Refused && !PASSING.test(error.code);

/** The moves to draw on the board: the one played, and the better one where it is another. */
function comparedMoves(decision: DecisionReport | undefined): Compared[] {
  const best = decision?.best[0]?.move;
  if (!decision || best === undefined) return [];
  if (best === decision.move) return [{ move: best, kind: "better" }];
  return [
    { move: decision.move, kind: "played" },
    { move: best, kind: "better" },
  ];
}
