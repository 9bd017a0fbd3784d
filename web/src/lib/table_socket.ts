import type { AnyMessage } from "./messages";

/** How long to wait before each new try to connect, and how long silence may last (milliseconds). */
const RETRY = [500, 1000, 2000, 4000, 8000];
const QUIET = 15_000;
const CHECK = 5000;
/** A server that makes room for another one closes with this code; the next is there in a moment. */
const RESTART = 1012;
const PATIENCE = 3000;
/** A server that cannot let us in now closes with this code and says when to come again: `come again in 7 s`. */
const TRY_LATER = 1013;

/** How long the server wants us to wait (milliseconds); 0 where it says nothing of it. */
export function askedToWait(code: number, reason: string): number {
  return code === TRY_LATER ? 1000 * Number(/^come again in (\d+) s$/.exec(reason)?.[1] ?? 0) : 0;
}

interface Handlers {
  /** The first message to send on a new connection. */
  hello: () => object;
  receive: (message: AnyMessage) => void;
  lost: () => void;
  /** Whether it is of use to connect again. */
  mayRetry: () => boolean;
}

/** The WebSocket of one table. It connects again after a loss, and gives up a connection that has gone silent. */
export class TableSocket {
  /** Whether the server has not answered the greeting of this connection yet. */
  greeting = false;
  #socket: WebSocket | null = null;
  #tries = 0;
  /** Before this moment the server does not want us. */
  #notBefore = 0;
  #timer = 0;
  #checking: number;
  #heardAt = 0;
  #online = false;
  #closed = false;

  constructor(
    readonly id: string,
    readonly handlers: Handlers,
  ) {
    this.open();
    this.#checking = window.setInterval(() => this.#checkSilence(), CHECK);
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
  }

  /** Connect, in place of the connection there was. */
  open(): void {
    this.#socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.greeting = true;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      socket.send(JSON.stringify(this.handlers.hello()));
    };
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data as string) as AnyMessage);
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code, event.reason);
  }

  /** Send a request, if there is a connection. */
  send(request: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** The server has answered the greeting. */
  greeted(): void {
    this.greeting = false;
    clearTimeout(this.#timer);
    this.#online = true;
    this.#tries = 0;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#checking);
    removeEventListener("online", this.#retryNow);
    document.removeEventListener("visibilitychange", this.#retryNow);
    this.#socket?.close();
  }

  #hear(message: AnyMessage): void {
    this.#heardAt = Date.now();
    this.handlers.receive(message);
  }

  #lose(code: number, reason: string): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    if (code === RESTART && this.#online) {
      this.#online = false;
      this.#timer = window.setTimeout(() => this.handlers.lost(), PATIENCE);
      return this.open();
    }
    this.#online = false;
    this.handlers.lost();
    if (!this.handlers.mayRetry()) return;
    const asked = askedToWait(code, reason);
    this.#notBefore = Date.now() + asked;
    this.#timer = window.setTimeout(() => this.open(), asked || RETRY[Math.min(this.#tries++, RETRY.length - 1)]);
  }

  #retryNow = (): void => {
    if (this.#online || !this.handlers.mayRetry() || document.hidden) return;
    if (this.#socket?.readyState !== WebSocket.CLOSED || Date.now() < this.#notBefore) return;
    clearTimeout(this.#timer);
    this.open();
  };

  #checkSilence(): void {
    const silence = Date.now() - this.#heardAt;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (silence > 2 * QUIET) this.#socket.close();
    else if (silence > QUIET) this.#socket.send('{"t":"ping"}');
  }
}
