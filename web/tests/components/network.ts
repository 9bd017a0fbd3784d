/** The network of a component under test: sockets and requests that the test answers with messages of the protocol. Loaded before the page. */
import { flushSync } from "svelte";
import { vi } from "vitest";
import type { AnyMessage, AnyRequest } from "../../src/lib/messages";

/** A connection as the page opens it. A test says what comes over it, and reads what was sent. */
export class Line {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: Line[] = [];
  /** The connection that was opened last. */
  static get last(): Line {
    return Line.all.at(-1)!;
  }
  readyState = Line.OPEN;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  sent: AnyRequest[] = [];

  constructor(readonly address: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyRequest);
  }
  close(code = 1000): void {
    if (this.readyState === Line.CLOSED) return;
    this.readyState = Line.CLOSED;
    this.onclose?.({ code });
  }
  /** A message comes from the server. */
  hear(message: AnyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }
  /** The requests of one kind that were sent. */
  of<T extends AnyRequest["t"]>(kind: T): Extract<AnyRequest, { t: T }>[] {
    return this.sent.filter((request): request is Extract<AnyRequest, { t: T }> => request.t === kind);
  }
}

/** A request over HTTP. */
export interface Asked {
  /** Without the question mark and what follows. */
  path: string;
  query: string;
  body: unknown;
}

export const server = {
  asked: [] as Asked[],
  /** The answers by path; anything else is unknown. */
  answers: {} as Record<string, unknown>,
};

/** The texts of the games: none. */
const ALWAYS = { "/api/words": { language: "en", shared: {}, games: {}, sections: {} } };

async function answer(path: string, init?: RequestInit): Promise<Response> {
  const [bare = "", query = ""] = path.split("?");
  server.asked.push({ path: bare, query, body: init?.body ? (JSON.parse(String(init.body)) as unknown) : null });
  await new Promise((go) => setTimeout(go)); // never at once: a page that asks without end must not hold up its test
  const found = { ...ALWAYS, ...server.answers }[bare];
  return found
    ? Response.json(found)
    : Response.json({ error: { code: "unknown", message: "unknown" } }, { status: 404 });
}

vi.stubGlobal("WebSocket", Line);
vi.stubGlobal("fetch", answer);
vi.stubGlobal("scrollTo", () => {});
