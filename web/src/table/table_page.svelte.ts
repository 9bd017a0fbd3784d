import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { BoardExports, BoardProps, GameUi } from "../games/board";
import { loadUi } from "../games/find_ui";
import { boardLook } from "../lib/board_look.svelte";
import { i18n, seatNames, t, word } from "../lib/i18n.svelte";
import type { Moment, TableMessage } from "../lib/messages";
import { motion } from "../lib/motion";
import { myTables } from "../lib/my_tables.svelte";
import { preferences } from "../lib/preferences.svelte";
import { route } from "../lib/route.svelte";
import { play as playSound } from "../lib/sound";
import { keep, recall } from "../lib/storage";
import { verdict } from "../lib/summary";
import { Table } from "../lib/table.svelte";
import { theme } from "../lib/theme.svelte";
import { fetchPicture } from "./downloads";
import { Coach } from "./coach.svelte";
import { Ending } from "./ending.svelte";
import { lastMoves } from "./last_moves";
import { rivalTurns, type RivalTurn } from "./rival_turns";
import { otherPeople, placeBefore, seatLeft, seatToMove, winnersOf } from "./seat_facts";
import { Tries } from "./tries.svelte";

const roomy = new MediaQuery("(min-width: 1200px) and (min-height: 501px)");

/** The page of one table: what its parts need to know, worked out once, and what they do to the move in hand. */
export class TablePage {
  readonly table: Table;
  /** How the game is shown; null until that code is loaded. */
  ui = $state.raw<GameUi | null>(null);
  /** Whether the visitor wants the board in words. */
  textWanted = $state(recall("twin", false));
  /** The board that is shown, for what it exports. */
  board = $state.raw<BoardExports>();
  /** Whether it is shown what the move in hand serves. */
  whyShown = $state(false);
  /** Whether the last action was one of a pointer, not of a key. */
  byPointer = false;
  /** What the board says is to be done next, "" for nothing. */
  prompt = $state("");
  /** In a replay: the seat whose view is shown, null for that of spectators. */
  viewer = $state<number | null>(null);
  /** In a replay: the position that is shown, as soon as it is fetched. */
  moment = $state.raw<Moment | null>(null);

  /** The last state of the table. Only for parts that are shown after it came. */
  readonly now = $derived.by((): TableMessage => this.table.state!);
  readonly names = $derived.by(() => seatNames(this.now?.seats ?? []));
  readonly toMove = $derived.by(() => this.now && seatToMove(this.now));
  readonly left = $derived.by(() => this.now && seatLeft(this.now));
  readonly people = $derived.by(() => (this.now ? otherPeople(this.now) : []));
  /** Whether several people share this screen. */
  readonly hotSeat = $derived.by(() => (this.now?.you.length ?? 0) > 1);
  /** The links of seats that were given to people elsewhere, by seat. */
  readonly lentLinks = $derived.by((): Record<number, string> => {
    const { now } = this;
    const links = myTables.find(this.id)?.links ?? {};
    const others = now?.seats.filter(({ seat }) => !now.you.includes(seat) && links[placeBefore(now, seat)]) ?? [];
    return Object.fromEntries(others.map(({ seat }) => [seat, links[placeBefore(now, seat)]!]));
  });

  /** Whether an earlier position is shown. */
  readonly past = $derived.by(() => this.ply() !== null && !!this.now?.view && this.now.status !== "open");
  readonly over = $derived.by(() => this.now?.status === "over" && !this.past);
  readonly view = $derived.by(() => (this.past ? this.moment?.view : this.now?.view) ?? null);
  /** What is tried while another is to move, and set in advance. */
  readonly tries: Tries;
  readonly choices = $derived.by(() => {
    if (this.past) return [];
    return this.now?.choices.length ? this.now.choices : this.tries.choices;
  });
  readonly inHand = $derived.by(() => this.choices.find((choice) => choice.text === this.table.selected));
  readonly asText = $derived.by(() => this.textWanted && !!this.ui?.TextBoard && !!this.view);
  /** Whether the strip of the board goes across the page. */
  readonly across = $derived.by(
    () =>
      !!this.ui?.across && roomy.current && !!this.view && !this.asText && !this.ending.shown && !this.now.hand_over,
  );
  readonly you = $derived.by(() => this.view?.seat ?? this.now?.seat ?? 0);
  /** Asks before a move that costs much, and bots why they moved. */
  readonly coach: Coach;
  readonly hinted = $derived.by(() => (!this.past && (this.coach.warning ?? this.table.hint)?.look) || []);
  readonly last = $derived.by(() => {
    const you = this.now?.you.length ? this.you : null;
    return lastMoves(this.view, you, this.past, this.ui?.beginsTurn);
  });
  /** What the rivals did since one's last turn; empty unless the game is running. */
  readonly rivalTurns = $derived.by(() => this.#rivalTurns());
  /** The counting of the points at the end. */
  readonly ending: Ending;
  /** How the game ended, a sentence; "" before. */
  readonly verdict = $derived.by(() => (this.now?.end ? verdict(this.now, this.names, this.seatless) : ""));
  /** Scores of those without a seat. */
  readonly seatless = $derived.by(() => (this.view && this.ui?.rivals?.(this.view)) || []);
  /** The seats that have won, as soon as it may be told. */
  readonly winners = $derived.by(() => (this.now && !this.past && !this.hush ? winnersOf(this.now) : []));
  /** What stands in place of the status while the board shows a scoring; "" otherwise. */
  readonly hush = $derived.by(() => {
    if (this.ending.counting) return t("ending.counting");
    return (this.view && !this.asText && !this.now?.hand_over && this.ui?.hush?.(this.view)) || "";
  });
  /** Sentences for each decision. While a scoring is shown, the newest ones (at the end all) tell what was done, not what it brought. */
  readonly log = $derived.by(() => {
    const { log, seats, status } = this.now;
    const secret = status === "over" ? 0 : log.length - 2 * seats.length;
    return this.hush ? log.map((lines, n) => (n < secret ? lines : lines.slice(0, 1))) : log;
  });
  readonly status = $derived.by(() => this.#status());
  readonly phase = $derived.by(() => this.#phase());

  constructor(
    readonly id: string,
    /** The position that the address names, null for the present. */
    readonly ply: () => number | null,
  ) {
    this.table = new Table(
      id,
      untrack(() => i18n.language),
    );
    this.ending = new Ending(this);
    this.tries = new Tries(this);
    this.coach = new Coach(this);
    $effect(() => this.table.setLanguage(i18n.language));
    $effect(() => this.#fetchMoment());
    const game = $derived(this.now?.game ?? myTables.find(id)?.game ?? "");
    $effect(() => {
      if (game)
        void loadUi(game).then(
          (ui) => (this.ui = ui),
          () => {},
        );
    });
  }

  toggleText(): void {
    this.textWanted = !this.textWanted;
    keep("twin", this.textWanted);
  }

  /** Take a move in hand; "" puts it down. Without confirmation a click plays it at once; keys still need Enter. */
  choose = (text: string): void => {
    if (this.table.sending) return;
    const atOnce = !preferences.confirm && this.byPointer && !this.table.selected && this.table.myTurn;
    if (text && text !== this.table.selected) playSound("take");
    if (this.table.preview && !this.table.preview.legal) this.table.clearRefusal();
    this.table.selected = text;
    this.tries.took(text);
    if (text && atOnce) this.play();
  };

  /** Ask why a move cannot be played. */
  explain = (text: string): void => {
    if (!this.choices.length || this.table.sending) return;
    this.table.selected = "";
    this.table.requestPreview(text);
    playSound("no");
  };

  /** Play the move in hand; while another is to move, set it in advance. */
  play = (): void => {
    if (!this.inHand) return;
    if (this.tries.waiting) return this.tries.set();
    this.coach.look(this.inHand.text);
  };

  /** Play a move that the coach has let pass. */
  playNow(move: string): void {
    this.tries.note = "";
    this.table.play(move);
  }

  /** Put the move in hand back; a move that was set in advance will not be played. */
  putBack = (): void => {
    if (this.tries.planInHand) this.tries.drop();
    this.choose("");
  };

  /** What a board is given. Each part is read on its own: taking a move in hand does not make the board look at the whole view again. */
  boardProps(): BoardProps {
    const page = this;
    return {
      get game() {
        return page.now.game;
      },
      get view() {
        return page.view!;
      },
      get choices() {
        return page.choices;
      },
      get trying() {
        return page.tries.waiting;
      },
      get look() {
        return boardLook.now;
      },
      get selected() {
        return page.past ? "" : page.table.selected;
      },
      get hinted() {
        return page.hinted;
      },
      get you() {
        return page.you;
      },
      get names() {
        return page.names;
      },
      get last() {
        return page.last;
      },
      get still() {
        return page.past || motion.still;
      },
      get pace() {
        return page.past ? 0 : motion.pace;
      },
      get notation() {
        return preferences.notation;
      },
      get hush() {
        return !!page.hush;
      },
      get past() {
        return page.past;
      },
      get theme() {
        return theme.now;
      },
      get language() {
        return i18n.language;
      },
      choose: page.choose,
      confirm: page.play,
      explain: page.explain,
      picture: (look, signal) => fetchPicture(page, look, signal),
      prompt: (text) => (page.prompt = text),
    };
  }

  /** Fetch the position of a replay; an address that names none leads back to the table. */
  #fetchMoment(): (() => void) | void {
    const [ply, now] = [this.ply(), this.now];
    if (!this.past || ply === null) {
      this.moment = null;
      return;
    }
    let stale = false;
    const own = now.you.length === 1 ? now.you[0]! : null;
    const seat = now.status === "over" ? (this.viewer ?? own) : now.seat;
    this.table.history.at(Math.min(ply, now.ply), seat).then(
      (moment) => stale || (this.moment = moment),
      () => stale || route.replace(`/table/${this.id}`),
    );
    return () => (stale = true);
  }

  #rivalTurns(): RivalTurn[] {
    const { now, ui } = this;
    if (!now?.view || now.status !== "running" || this.past) return [];
    const { view } = now;
    const you = now.you.length ? this.you : null;
    const seatless = this.seatless.map(({ name }) => name);
    return rivalTurns({ view, log: this.log, names: this.names, you, seatless, begins: ui?.beginsTurn });
  }

  #status(): string {
    const { now, toMove } = this;
    if (!now) return "";
    if (this.hush) return this.hush;
    if (now.end) return this.verdict;
    if (!toMove) return t("table.waiting");
    const player = this.names[toMove.seat]!;
    if (now.thinking) return t(now.thinking.ready === false ? "table.preparing" : "table.thinking", { player });
    if (now.choices.length) return this.hotSeat ? t("table.turn.seat", { player }) : t("table.turn.yours");
    return t("table.turn.of", { player });
  }

  /** What to do in this phase of the game, "" where there is nothing to say. */
  #phase(): string {
    const { now, ui } = this;
    if (!now?.view) return "";
    if (now.choices.length) return this.prompt || word(now.game, `phase.${ui?.phase?.(now.view) ?? now.view.phase}`);
    if (this.tries.choices.length) return this.prompt || t("ahead.may");
    return now.end?.why === "finished" ? word(now.game, "phase.over") : "";
  }
}
