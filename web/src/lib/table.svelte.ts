import { prefersReducedMotion } from "svelte/motion";
import { keep, recall } from "./storage";
import type { AnyMessage, AnyRequest, ChatLine, ChatPage, ErrorInfo, HintMessage, LensMessage, TableMessage } from "./messages";
import { mine } from "./my_tables.svelte";
import { Moments } from "./history.svelte";
import { promises } from "./promises";
import { get } from "./api";
import type { Language } from "./i18n.svelte";

type Unsent<R> = R extends AnyRequest ? Omit<R, "id"> : never;
/** A decision that was sent and not yet answered: it is sent again after a lost connection, and never taken twice (`key`). */
type Sent = { ply: number; move: string; key: string; seat: number | null };

const PATIENCE = [500, 1000, 2000, 4000, 8000];
const QUIET = 15_000;
const HOPELESS = ["table.unknown", "table.deleted", "table.rules", "table.damaged", "secret.unknown", "account.unknown"];
/** Names changed: the log is fetched with the new ones after so long, once for all that changed meanwhile, and not by everybody at once (milliseconds). */
const RETELL = 600;
/** A move of somebody else is shown for so long before the next one, so that eyes can follow (milliseconds). */
const PACE = 750;
/** So many moves that came at once are shown one after the other. */
const FOLLOWED = 12;

/** The number of the first line that is known of what was said. */
export const firstLine = (table: TableMessage): number => table.chat_total - table.chat.length;

/** The lines that are known with those that were told: a table tells the last ones only, and earlier ones stay if nothing lies between. */
function joined(known: TableMessage | null, told: { chat: ChatLine[]; chat_total: number }): ChatLine[] {
  const first = told.chat_total - told.chat.length;
  if (!known || told.chat_total < known.chat_total || known.chat_total < first) return told.chat;
  return [...known.chat.slice(0, Math.max(0, first - firstLine(known))), ...told.chat];
}

/** One table as this page sees it: the socket, the last whole state, and what was chosen but not yet answered. */
export class Table {
  /** The table as it is shown, whole; null until the first message. It may be some moves behind what is known, never for long. */
  state = $state.raw<TableMessage | null>(null);
  online = $state(false);
  /** The last refusal, until the next thing is done. */
  error = $state.raw<ErrorInfo | null>(null);
  /** No use in trying again: there is no such table. */
  hopeless = $state(false);
  /** The last step of advice for this position. */
  hint = $state.raw<HintMessage | null>(null);
  /** What the move in hand would do, or why a move cannot be played. */
  lens = $state.raw<LensMessage | null>(null);
  /** When the clocks of `state` were read, on this machine's clock. */
  clockRead = $state(0);
  sending = $state.raw<Sent | null>(null);
  readonly moments: Moments;

  #selected = $state("");
  #known: TableMessage | null = null;
  #waiting: TableMessage[] = [];
  #shownAt = 0;
  #pacing = 0;
  #retelling = 0;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #beat = 0;
  #heard = 0;
  #greeted = false;
  #asked = 0; // the number of the last question about a move
  #played = 0; // of the last decision
  #closed = false;
  #number = Date.now();
  #openers: Record<number, string> = {};

  constructor(readonly id: string, private language: Language) {
    this.sending = recall<Sent | null>(`sent.${id}`, null);
    this.moments = new Moments(id, (seat) => this.secretOf(seat));
    this.#open();
    this.#beat = window.setInterval(() => this.#check(), 5000);
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pacing);
    clearTimeout(this.#retelling);
    clearInterval(this.#beat);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  /** Whether it is the turn of somebody at this screen. */
  get myTurn(): boolean {
    return !!this.state?.choices.length && !this.sending;
  }

  /** The move in hand, until it is on the table: it outlives a lost connection and a change of language. While it is on its way, no other is taken. */
  get selected(): string {
    return this.#selected;
  }
  set selected(move: string) {
    if (move === this.#selected || this.sending) return;
    this.#selected = move;
    this.lens = null;
    if (move) this.ask(move);
  }

  /** What would this move do, or why can it not be played? */
  ask(move: string): void {
    if (this.state) this.#asked = this.send({ t: "lens", ply: this.state.ply, move, seat: this.state.seat });
  }

  /** Something else is done: what was refused is no longer of interest, nor is an answer still to come. */
  calm(): void {
    this.error = null;
    if (this.lens && !this.lens.legal) this.lens = null;
    if (!this.#selected) this.#asked = 0;
  }

  /** In another language from now on. */
  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.hint = this.lens = null;
    this.#socket?.close();
    this.#open();
  }

  play(move: string): void {
    if (!this.state || this.sending) return;
    const key = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.#remember({ ply: this.state.ply, move, key, seat: this.state.seat });
    this.#resend();
  }

  /** Ask for something; returns the number of the request. */
  send(request: Unsent<AnyRequest>): number {
    this.error = null;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id: ++this.#number, ...request }));
    return this.#number;
  }

  /** The secret that opens a seat: of several at this screen, the one whose seat the server says it is. */
  async secretOf(seat: number | null): Promise<string> {
    const secrets = mine.find(this.id)?.secrets ?? [];
    if (seat === null || secrets.length < 2) return secrets[0] ?? "";
    for (const one of secrets) {
      if (this.#openers[seat]) break;
      if (Object.values(this.#openers).includes(one)) continue;
      const you = (await get<TableMessage>(`/api/tables/${this.id}`, one)).you[0];
      if (you !== undefined) this.#openers[you] = one;
    }
    return this.#openers[seat] ?? secrets[0] ?? "";
  }

  #remember(sent: Sent | null): void {
    this.sending = sent;
    keep(`sent.${this.id}`, sent);
  }

  #resend(): void {
    if (!this.sending) return;
    const { ply, move, key, seat } = this.sending;
    this.#played = this.send({ t: "play", ply, move, key, seat });
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.#greeted = true;
    socket.onopen = () => {
      this.#heard = Date.now();
      socket.send(JSON.stringify({ t: "hello", secrets: mine.find(this.id)?.secrets ?? [], language: this.language }));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data as string) as AnyMessage);
    socket.onclose = () => {
      if (socket !== this.#socket || this.#closed) return;
      this.online = false;
      if (this.hopeless) return;
      this.#timer = window.setTimeout(() => this.#open(), PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]);
    };
  }

  #again = (): void => {
    if (this.online || this.hopeless || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #check(): void {
    const silence = Date.now() - this.#heard;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (silence > 2 * QUIET) this.#socket.close();
    else if (silence > QUIET) this.#socket.send('{"t":"ping"}');
  }

  #take(message: AnyMessage): void {
    this.#heard = Date.now();
    const known = this.#known;
    if (message.t === "table") {
      const first = this.#greeted;
      this.#greeted = false;
      this.online = true;
      this.#tries = 0;
      if (message.status === "open") promises.see(this.id, message.commitment);
      this.#learn({ ...message, chat: joined(known, message) });
      mine.find(this.id) && mine.put(this.id, { game: message.game, over: message.status === "over" });
      if (first) this.#resend();
      if (first && this.selected) this.ask(this.selected);
    } else if (message.t === "played" && known) {
      const { t: _, log, since, ...rest } = message;
      this.#learn({ ...known, ...rest, log: [...known.log.slice(0, since), ...log] });
    } else if (message.t === "changed" && known) {
      const { t: _, ...rest } = message;
      if (known.ply && rest.seats.some((seat, n) => seat.name !== known.seats[n]?.name)) this.#retell();
      this.#learn({ ...known, ...rest });
    } else if (message.t === "said" && known) {
      this.#learn({ ...known, number: message.number, chat: joined(known, message), chat_total: message.chat_total });
    } else if (message.t === "done") {
      if (message.secret) mine.addSecret(this.id, message.secret);
    } else if (message.t === "hint") {
      if (message.ply === this.state?.ply) this.hint = message;
    } else if (message.t === "lens") {
      if (message.ply === this.state?.ply && (message.legal ? message.move === this.selected : message.id === this.#asked)) this.lens = message;
    } else if (message.t === "error") {
      this.error = message.error;
      this.hopeless = HOPELESS.includes(message.error.code);
      if (message.id === null || message.id === this.#played) this.#remember(null);
    }
  }

  /** What was said before the lines that are shown. */
  async earlier(): Promise<void> {
    const before = this.#known ? firstLine(this.#known) : 0;
    if (!before) return;
    const page = await get<ChatPage>(`/api/tables/${this.id}/chat?before=${before}`);
    const known = this.#known;
    if (known && page.chat_total >= known.chat_total && page.first + page.chat.length === firstLine(known)) this.#learn({ ...known, chat: [...page.chat, ...known.chat] });
  }

  /** The log once more, with the names that the players have now. */
  #retell(): void {
    clearTimeout(this.#retelling);
    this.#retelling = window.setTimeout(async () => {
      const seat = this.#known?.seat ?? null;
      const log = await get<string[][]>(`/api/tables/${this.id}/log?language=${this.language}`, seat === null ? "" : await this.secretOf(seat)).catch(() => null);
      const known = this.#known;
      if (log && known && known.seat === seat && log.length >= known.log.length) this.#learn({ ...known, log: log.slice(0, known.log.length) });
    }, RETELL * (1 + 3 * Math.random()));
  }

  /** News: shown at once, unless the moves before it are still being shown. */
  #learn(next: TableMessage): void {
    const before = this.#known;
    this.#known = next;
    if (before && next.ply < before.ply) this.moments.forget();
    const steps = before ? next.ply - before.ply : 0;
    if (steps > 1 && steps <= FOLLOWED && next.seat === before!.seat && !this.#hurry()) void this.#fill(before!, next);
    else this.#queue(next);
  }

  /** Several moves came at once: those in between are fetched, to be shown one after the other. */
  async #fill(before: TableMessage, next: TableMessage): Promise<void> {
    for (let ply = before.ply + 1; ply < next.ply; ply++) {
      const moment = await this.moments.at(ply, next.seat).catch(() => null);
      if (moment) this.#queue({ ...next, ply, view: moment.view, choices: [], log: next.log.slice(0, ply), end: null, status: "running", thinking: null });
    }
    if (this.#known === next) this.#queue(next);
  }

  #hurry = (): boolean => prefersReducedMotion.current || document.hidden;

  #queue(next: TableMessage): void {
    this.#waiting.push(next);
    this.#advance();
  }

  #advance(): void {
    clearTimeout(this.#pacing);
    while (this.#waiting.length) {
      const next = this.#waiting[0]!;
      const shown = this.state;
      const mineCame = !!shown && !!this.sending && next.ply === this.sending.ply + 1;
      const left = PACE - (performance.now() - this.#shownAt);
      if (shown && next.ply === shown.ply + 1 && left > 0 && !mineCame && !this.#hurry()) {
        this.#pacing = window.setTimeout(() => this.#advance(), left);
        return;
      }
      this.#waiting.shift();
      if (!shown || next.ply > shown.ply) this.#shownAt = performance.now();
      this.#put(next);
    }
  }

  #put(next: TableMessage): void {
    if (this.sending && next.ply > this.sending.ply) {
      this.#remember(null);
      this.selected = "";
    }
    if (this.selected && !next.choices.some((choice) => choice.text === this.selected)) this.selected = "";
    if (this.hint && this.hint.ply !== next.ply) this.hint = null;
    if (this.lens && this.lens.ply !== next.ply) this.lens = null;
    this.clockRead = performance.now();
    this.state = next;
  }
}
