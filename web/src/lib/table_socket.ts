import type { AnyMessage } from "./messages";

/** How long to wait before each new try to connect, and how long a try may take (milliseconds). */
const RETRY = [500, 1000, 2000, 4000, 8000];
const CONNECT = 10_000;
/** How long nothing may be heard before the server is asked whether it is there: after something was sent; else, and while nobody looks (milliseconds). */
const ANSWER = 500;
const IDLE = 5000;
const HIDDEN = 15_000;
/** A ping without an answer: the connection counts as lost, and later is given up for a new one (milliseconds). */
const SILENT = 800;
const GIVE_UP = 5000;
/** An answer may wait behind other work of the page: the last moment before the connection counts as lost (milliseconds). */
const BUSY = 50;
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
  /** A connection that had counted as lost is heard again. */
  found: () => void;
  /** Whether it is of use to connect again. */
  mayRetry: () => boolean;
}

/** The WebSocket of one table. It connects again after a loss, and notices a line that is cut without a word: the server answers a ping at once. */
export class TableSocket {
  /** Whether the server has not answered the greeting of this connection yet. */
  greeting = false;
  #socket: WebSocket | null = null;
  #tries = 0;
  /** Before this moment the server does not want us. */
  #notBefore = 0;
  #timer = 0;
  #closed = false;
  #online = false;
  /** The next look at the line. */
  #watch = 0;
  #heardAt = 0;
  /** When the first request and the first ping since then were sent, 0 for none. */
  #sentAt = 0;
  #pingedAt = 0;
  /** Whether the connection counts as lost, though nobody has closed it. */
  #silent = false;

  constructor(
    readonly id: string,
    readonly handlers: Handlers,
  ) {
    this.open();
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.check);
    document.addEventListener("visibilitychange", this.#look);
  }

  /** Connect, in place of the connection there was. */
  open(): void {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.greeting = true;
    this.#watch = window.setTimeout(() => this.#lose(), CONNECT);
    socket.onopen = () => socket.send(JSON.stringify(this.handlers.hello()));
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data as string) as AnyMessage);
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code, event.reason);
  }

  /** Send a request, if there is a connection. */
  send(request: object): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(request));
    this.#sentAt ||= Date.now();
    this.#plan();
  }

  /** Ask the server whether it is there, unless it has been asked. */
  check = (): void => {
    if (this.greeting || this.#pingedAt || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send('{"t":"ping"}');
    this.#pingedAt = Date.now();
    this.#plan();
  };

  /** The server has answered the greeting. */
  greeted(): void {
    this.greeting = false;
    clearTimeout(this.#timer);
    this.#online = true;
    this.#tries = 0;
    this.#plan();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.check);
    document.removeEventListener("visibilitychange", this.#look);
    this.#drop();
  }

  /** Close the connection without waiting for the server: it may be cut. */
  #drop(): void {
    clearTimeout(this.#watch);
    [this.#sentAt, this.#pingedAt, this.#silent] = [0, 0, false];
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #hear(message: AnyMessage): void {
    const found = this.#silent;
    [this.#heardAt, this.#sentAt, this.#pingedAt, this.#silent] = [Date.now(), 0, 0, false];
    this.#plan();
    if (found) this.handlers.found();
    this.handlers.receive(message);
  }

  #lose(code = 0, reason = ""): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#drop();
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
    if (this.#online || !this.handlers.mayRetry() || document.hidden || this.#socket) return;
    if (Date.now() < this.#notBefore) return;
    clearTimeout(this.#timer);
    this.open();
  };

  /** Somebody looks at the page again, or no longer. */
  #look = (): void => {
    this.#retryNow();
    if (!document.hidden && Date.now() - this.#heardAt > IDLE) this.check();
    else this.#plan();
  };

  /** Plan the next look at the line: what to do when nothing has been heard until then. */
  #plan(): void {
    if (this.greeting) return; // until then `CONNECT` counts
    const [after, act] = this.#pingedAt
      ? ([this.#pingedAt + (this.#silent ? GIVE_UP : SILENT), this.#suspect] as const)
      : this.#sentAt
        ? ([this.#sentAt + ANSWER, this.check] as const)
        : ([this.#heardAt + (document.hidden ? HIDDEN : IDLE), this.check] as const);
    clearTimeout(this.#watch);
    this.#watch = window.setTimeout(act, Math.max(0, after - Date.now()));
  }

  #suspect = (): void => {
    if (this.#silent) return this.#lose();
    this.#watch = window.setTimeout(() => {
      this.#silent = true;
      this.handlers.lost();
      this.#plan();
    }, BUSY);
  };
}
