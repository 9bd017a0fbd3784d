import { keep, recall } from "./kept";
import type { AnyMessage, AnyRequest, ErrorInfo, HintMessage, TableMessage } from "./messages";
import { mine } from "./mine.svelte";
import type { Language } from "./speech.svelte";

type Unsent<R> = R extends AnyRequest ? Omit<R, "id"> : never;
/** A decision that was sent and not yet answered: it is sent again after a lost connection, and never taken twice (`key`). */
type Sent = { ply: number; move: string; key: string; seat: number | null };

const PATIENCE = [500, 1000, 2000, 4000, 8000];
const QUIET = 15_000;
const HOPELESS = ["table.unknown", "secret.unknown", "account.unknown"];

/** One table as this page sees it: the socket, the last whole state, and what was chosen but not yet answered. */
export class Table {
  /** The table, whole; null until the first message. */
  state = $state.raw<TableMessage | null>(null);
  online = $state(false);
  /** The last refusal, until the next thing is done. */
  error = $state.raw<ErrorInfo | null>(null);
  /** No use in trying again: there is no such table. */
  hopeless = $state(false);
  hint = $state.raw<HintMessage | null>(null);
  /** The move in hand, not yet played: it outlives a lost connection. */
  selected = $state("");
  /** When the clocks of `state` were read, on this machine's clock. */
  clockRead = $state(0);
  sending = $state.raw<Sent | null>(null);

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #beat = 0;
  #heard = 0;
  #closed = false;

  constructor(readonly id: string, readonly language: Language) {
    this.sending = recall<Sent | null>(`sent.${id}`, null);
    this.#open();
    this.#beat = window.setInterval(() => this.#check(), 5000);
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  /** Whether it is the turn of somebody at this screen. */
  get myTurn(): boolean {
    return !!this.state?.choices.length && !this.sending;
  }

  play(move: string): void {
    if (!this.state || this.sending) return;
    const key = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.#remember({ ply: this.state.ply, move, key, seat: this.state.seat });
    this.selected = "";
    this.hint = null;
    this.#resend();
  }

  send(request: Unsent<AnyRequest>): void {
    this.error = null;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id: Date.now(), ...request }));
  }

  #remember(sent: Sent | null): void {
    this.sending = sent;
    keep(`sent.${this.id}`, sent);
  }

  #resend(): void {
    if (!this.sending) return;
    const { ply, move, key, seat } = this.sending;
    this.send({ t: "play", ply, move, key, seat });
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      socket.send(JSON.stringify({ t: "hello", secrets: mine.find(this.id)?.secrets ?? [], language: this.language }));
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data as string) as AnyMessage);
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
    const state = this.state;
    if (message.t === "table") {
      const first = !this.online;
      this.online = true;
      this.#tries = 0;
      this.#put(message);
      mine.find(this.id) && mine.put(this.id, { game: message.game, over: message.status === "over" });
      if (first) this.#resend();
    } else if (message.t === "played" && state) {
      const { t: _, log, since, ...rest } = message;
      this.#put({ ...state, ...rest, log: [...state.log.slice(0, since), ...log] });
    } else if (message.t === "changed" && state) {
      const { t: _, ...rest } = message;
      this.#put({ ...state, ...rest });
    } else if (message.t === "said" && state) {
      this.state = { ...state, chat: [...state.chat, ...message.chat] };
    } else if (message.t === "done") {
      if (message.secret) mine.addSecret(this.id, message.secret);
    } else if (message.t === "hint") {
      this.hint = message;
    } else if (message.t === "error") {
      this.error = message.error;
      this.hopeless = HOPELESS.includes(message.error.code);
      this.#remember(null);
    }
  }

  #put(next: TableMessage): void {
    if (this.sending && next.ply > this.sending.ply) this.#remember(null);
    if (this.selected && !next.choices.some((choice) => choice.text === this.selected)) this.selected = "";
    if (this.hint && this.hint.ply !== next.ply) this.hint = null;
    this.clockRead = performance.now();
    this.state = next;
  }
}
