import type { AnyChoice } from "../games/types";
import { get } from "./api";
import { firstLine, joinLines } from "./chat_lines";
import { dealPromises } from "./deal_promises";
import { TableHistory } from "./history.svelte";
import type { Language } from "./i18n.svelte";
import { rememberResult } from "./level_results";
import type { AnyMessage, AnyRequest, ChatPage, ErrorInfo, HintMessage, LensMessage, TableMessage } from "./messages";
import { motion } from "./motion";
import { MovePacer } from "./move_pacer";
import { myTables } from "./my_tables.svelte";
import { keep, recall } from "./storage";
import { TableSocket } from "./table_socket";

type Unsent<R> = R extends AnyRequest ? Omit<R, "id"> : never;
/** A decision without an answer yet: it is sent again after a lost connection, and `key` lets the server take it only once. */
type Sent = { ply: number; move: string; key: string; seat: number | null; undone?: number };

/** Refusals after which it is of no use to connect again. */
const HOPELESS = [
  "table.unknown",
  "table.deleted",
  "table.rules",
  "table.damaged",
  "secret.unknown",
  "account.unknown",
];
/** After a change of names the log is fetched again: this much later, once for several changes, and not by everybody at once (milliseconds). */
const LOG_DELAY = 600;
/** So many moves that came at once are shown one after the other; more are skipped. */
const FOLLOWED = 12;

/** A name for a decision: the server takes it once, however often it is sent. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

/** One table as this page sees it: the last state that the server sent, the move in hand, and requests to the server. */
export class Table {
  /** The state that is shown; null until the first message. It may be some moves behind what is known, but never for long. */
  state = $state.raw<TableMessage | null>(null);
  online = $state(false);
  /** The last refusal, until something else is done. */
  error = $state.raw<ErrorInfo | null>(null);
  /** Whether there is no such table, so that connecting again is of no use. */
  hopeless = $state(false);
  /** The last hint for this position. */
  hint = $state.raw<HintMessage | null>(null);
  /** The step of the hint that was requested for this position, 0 for none; a new connection requests it again. */
  hintStep = $state(0);
  /** What the move in hand would do, or why a move cannot be played. */
  preview = $state.raw<LensMessage | null>(null);
  /** What one could play if it were one's turn now, while another is to move; [] until it was requested. */
  tries = $state.raw<AnyChoice[]>([]);
  /** When the clocks of `state` were read, on this machine's clock. */
  clockRead = $state(0);
  sending = $state.raw<Sent | null>(null);
  /** What became of the last move that had to wait for the connection. */
  waitedMove = $state.raw<{ arrived: boolean } | null>(null);
  readonly history: TableHistory;

  #selected = $state("");
  /** The newest state, which may be shown later. */
  #known: TableMessage | null = null;
  #pacer: MovePacer;
  #socket: TableSocket;
  #logTimer = 0;
  /** Whether the move that is being sent has had to wait for the connection. */
  #waited = false;
  /** The numbers of the last request, the last one for a preview, and the last one that plays a move. */
  #number = Date.now();
  #previewRequest = 0;
  #playRequest = 0;
  #triesRequest = 0;
  /** The position that the last preview was requested for. */
  #previewPly = -1;
  /** The secrets of this browser's seats, as far as it is known which is whose. */
  #secretsBySeat: Record<number, string> = {};

  constructor(
    readonly id: string,
    private language: Language,
  ) {
    this.sending = recall<Sent | null>(`sent.${id}`, null);
    this.#waited = !!this.sending;
    this.history = new TableHistory(id, (seat) => this.secretOf(seat));
    this.#pacer = new MovePacer({
      shown: () => this.state,
      isOwn: (next) => !!this.sending && next.ply === this.sending.ply + 1,
      hurry: this.#hurry,
      pace: () => motion.pace,
      show: (next) => this.#show(next),
    });
    this.#socket = new TableSocket(id, {
      hello: () => ({ t: "hello", secrets: myTables.find(id)?.secrets ?? [], language: this.language }),
      receive: (message) => this.#receive(message),
      lost: () => ((this.online = false), (this.#waited ||= !!this.sending)),
      found: () => (this.online = true),
      mayRetry: () => !this.hopeless,
    });
  }

  close(): void {
    this.#socket.close();
    this.#pacer.stop();
    clearTimeout(this.#logTimer);
  }

  /** Whether it is the turn of somebody at this screen. */
  get myTurn(): boolean {
    return !!this.state?.choices.length && !this.sending;
  }

  /** The move in hand, "" for none. It outlives a lost connection and a change of language; while a move is being sent it cannot change. */
  get selected(): string {
    return this.#selected;
  }
  set selected(move: string) {
    if (move === this.#selected || this.sending) return;
    this.#selected = move;
    this.preview = null;
    if (move) this.requestPreview(move);
  }

  /** Ask the server what a move would do, or why it cannot be played. */
  requestPreview(move: string): void {
    if (!this.state) return;
    const { ply, seat, choices } = this.state;
    this.#previewPly = ply;
    this.#previewRequest = this.send({ t: "lens", ply, move, seat, ahead: !choices.length });
  }

  /** Make sure that the server is there, where something is asked of it over HTTP. */
  checkLine(): void {
    this.#socket.check();
  }

  /** Ask what one could play if it were one's turn now: `tries`. */
  requestTries(): void {
    if (!this.state) return;
    this.#triesRequest = ++this.#number;
    this.#socket.send({ t: "ahead", id: this.#number, ply: this.state.ply, seat: this.state.seat });
  }

  /** Drop the last refusal, and the reason why a move is illegal, also if it is still to come. */
  clearRefusal(): void {
    this.error = null;
    if (this.preview && !this.preview.legal) this.preview = null;
    if (!this.#selected) this.#previewRequest = 0;
  }

  setLanguage(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.hint = this.preview = null;
    this.#socket.open();
  }

  play(move: string, key = newKey()): void {
    if (!this.state || this.sending) return;
    const { ply, seat, undone } = this.state;
    this.#waited = !this.online;
    this.#rememberSent({ ply, move, key, seat, undone: undone.length });
    this.#sendMove();
  }

  requestHint(step: number): void {
    if (!this.state) return;
    this.hintStep = step;
    this.send({ t: "hint", ply: this.state.ply, step: step as 1 | 2 | 3, seat: this.state.seat });
  }

  /** Send a request; its number. */
  send(request: Unsent<AnyRequest>): number {
    this.error = null;
    this.#socket.send({ id: ++this.#number, ...request });
    return this.#number;
  }

  /** The secret of a seat. With several seats at this screen the server says which secret belongs to which seat. */
  async secretOf(seat: number | null): Promise<string> {
    const secrets = myTables.find(this.id)?.secrets ?? [];
    if (seat === null || secrets.length < 2) return secrets[0] ?? "";
    for (const one of secrets) {
      if (this.#secretsBySeat[seat]) break;
      if (Object.values(this.#secretsBySeat).includes(one)) continue;
      const you = (await get<TableMessage>(`/api/tables/${this.id}`, one)).you[0];
      if (you !== undefined) this.#secretsBySeat[you] = one;
    }
    return this.#secretsBySeat[seat] ?? secrets[0] ?? "";
  }

  /** Fetch the chat lines before those that are known. */
  async loadEarlierLines(): Promise<void> {
    const before = this.#known ? firstLine(this.#known) : 0;
    if (!before) return;
    const page = await get<ChatPage>(`/api/tables/${this.id}/chat?before=${before}`);
    const known = this.#known;
    if (known && page.chat_total >= known.chat_total && page.first + page.chat.length === firstLine(known))
      this.#learn({ ...known, chat: [...page.chat, ...known.chat] });
  }

  #rememberSent(sent: Sent | null): void {
    this.sending = sent;
    keep(`sent.${this.id}`, sent);
  }

  #sendMove(): void {
    if (!this.sending) return;
    this.#playRequest = this.send({ t: "play", ...this.sending });
  }

  #receive(message: AnyMessage): void {
    const known = this.#known;
    if (message.t === "table") {
      this.#receiveTable(message);
    } else if (message.t === "played" && known) {
      const { t: _, log, since, ...rest } = message;
      this.#learn({ ...known, ...rest, log: [...known.log.slice(0, since), ...log] });
    } else if (message.t === "changed" && known) {
      const { t: _, ...rest } = message;
      if (known.ply && rest.seats.some((seat, n) => seat.name !== known.seats[n]?.name)) this.#fetchLogSoon();
      this.#learn({ ...known, ...rest });
    } else if (message.t === "said" && known) {
      const chat = joinLines(known, message);
      this.#learn({ ...known, number: message.number, chat, chat_total: message.chat_total });
    } else if (message.t === "done") {
      if (message.secret) myTables.addSecret(this.id, message.secret);
    } else if (message.t === "hint") {
      if (message.ply === this.state?.ply) this.hint = message;
    } else if (message.t === "lens") {
      this.#receivePreview(message);
    } else if (message.t === "ahead") {
      if (message.ply === this.state?.ply && message.id === this.#triesRequest) this.tries = message.choices;
    } else if (message.t === "error") {
      if (this.#isLate(message.id)) return;
      this.error = message.error;
      this.hintStep = this.hint?.step ?? 0;
      this.hopeless = HOPELESS.includes(message.error.code);
      if (message.id === null || message.id === this.#playRequest) this.#rememberSent(null);
    }
  }

  /** The whole table: after a greeting, or after a change that no smaller message describes. */
  #receiveTable(message: TableMessage): void {
    const first = this.#socket.greeting;
    this.#socket.greeted();
    this.online = true;
    if (message.status === "open") dealPromises.see(this.id, message.commitment);
    this.#learn({ ...message, chat: joinLines(this.#known, message) });
    if (myTables.find(this.id)) myTables.put(this.id, { game: message.game, over: message.status === "over" });
    if (!first) return;
    if (this.sending) this.#sendMove();
    else if (this.selected && this.state?.ply === message.ply) this.requestPreview(this.selected);
    if (this.hintStep > (this.hint?.step ?? 0)) this.requestHint(this.hintStep);
  }

  /** Whether a refusal answers a preview of a position that has passed, or is a try of one that may: nobody needs to hear of it. */
  #isLate(id: number | null): boolean {
    if (id === null) return false;
    const passed = !!this.sending || !this.state?.choices.length || (this.#known?.ply ?? 0) !== this.#previewPly;
    return id === this.#triesRequest || (id === this.#previewRequest && passed);
  }

  #receivePreview(message: LensMessage): void {
    const wanted = message.legal ? message.move === this.selected : message.id === this.#previewRequest;
    if (wanted && message.ply === this.state?.ply) this.preview = message;
  }

  /** Fetch the log again, with the names that the players have now. */
  #fetchLogSoon(): void {
    clearTimeout(this.#logTimer);
    this.#logTimer = window.setTimeout(() => void this.#fetchLog(), LOG_DELAY * (1 + 3 * Math.random()));
  }

  async #fetchLog(): Promise<void> {
    const seat = this.#known?.seat ?? null;
    const secret = seat === null ? "" : await this.secretOf(seat);
    const log = await get<string[][]>(`/api/tables/${this.id}/log?language=${this.language}`, secret).catch(() => null);
    const known = this.#known;
    if (log && known && known.seat === seat && log.length >= known.log.length)
      this.#learn({ ...known, log: log.slice(0, known.log.length) });
  }

  /** Take over a new state and have it shown; first the moves in between, if there are only a few. */
  #learn(next: TableMessage): void {
    const before = this.#known;
    this.#known = next;
    if (before && next.ply < before.ply) this.history.forget();
    const steps = before ? next.ply - before.ply : 0;
    if (steps > 1 && steps <= FOLLOWED && next.seat === before!.seat && !this.#hurry())
      void this.#showBetween(before!, next);
    else this.#pacer.add(next);
  }

  /** Several moves came at once: fetch the positions between them and show them one after the other. */
  async #showBetween(before: TableMessage, next: TableMessage): Promise<void> {
    for (let ply = before.ply + 1; ply < next.ply; ply++) {
      const moment = await this.history.at(ply, next.seat).catch(() => null);
      if (!moment) continue;
      const { view } = moment;
      const log = next.log.slice(0, ply);
      this.#pacer.add({ ...next, ply, view, choices: [], log, end: null, status: "running", thinking: null });
    }
    if (this.#known === next) this.#pacer.add(next);
  }

  #hurry = (): boolean => motion.still || document.hidden;

  #show(next: TableMessage): void {
    if (this.sending && next.ply > this.sending.ply) {
      if (this.#waited) this.waitedMove = { arrived: next.view?.log[this.sending.ply] === this.sending.move };
      this.#rememberSent(null);
      this.selected = "";
    }
    if (next.ply !== this.state?.ply || next.undone.length !== this.state.undone.length) this.tries = [];
    const legal = next.choices.length ? next.choices : this.tries;
    if (this.selected && !legal.some((choice) => choice.text === this.selected)) this.selected = "";
    if (next.ply !== this.state?.ply) [this.hint, this.hintStep] = [null, 0];
    if (this.preview && this.preview.ply !== next.ply) this.preview = null;
    this.clockRead = performance.now();
    this.state = next;
    rememberResult(next);
  }
}
