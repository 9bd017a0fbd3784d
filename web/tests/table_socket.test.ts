import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyMessage } from "../src/lib/messages";
import { askedToWait, TableSocket } from "../src/lib/table_socket";

/** The browser's end of a line: what was sent, and answers as the server gives them. */
class Line {
  static OPEN = 1;
  static lines: Line[] = [];
  readyState = 1;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number; reason?: string }) => {};
  constructor() {
    Line.lines.push(this);
  }
  send(text: string) {
    this.sent.push((JSON.parse(text) as { t: string }).t);
  }
  close() {
    this.readyState = 3;
  }
  answer(t: string) {
    this.onmessage({ data: JSON.stringify({ t }) });
  }
}

let said: string[];
let listeners: Record<string, () => void>;
const line = () => Line.lines.at(-1)!;
const wait = (ms: number) => vi.advanceTimersByTime(ms);

/** A socket whose greeting was answered. */
function connected(): TableSocket {
  const socket: TableSocket = new TableSocket("x", {
    hello: () => ({ t: "hello" }),
    receive: (message: AnyMessage) => message.t === "table" && socket.greeted(),
    lost: () => said.push("lost"),
    found: () => said.push("found"),
    mayRetry: () => true,
  });
  line().onopen();
  line().answer("table");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  [said, listeners, Line.lines] = [[], {}, []];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", (kind: string, act: () => void) => (listeners[kind] = act));
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a line that was cut without a word counts as lost within two seconds after something was sent", () => {
  connected().send({ t: "play" });
  wait(2000);
  expect(said).toEqual(["lost"]);
  expect(line().sent).toEqual(["hello", "play", "ping"]);
});

test("a server that works for long answers pings meanwhile, and is not given up", () => {
  connected().send({ t: "hint" });
  for (let second = 0; second < 30; second++) {
    wait(1000);
    if (line().sent.at(-1) === "ping") line().answer("pong");
  }
  expect([said, Line.lines.length]).toEqual([[], 1]);
});

test("while nobody does anything one ping in five seconds is sent, in a hidden tab one in fifteen", () => {
  connected();
  const pings = (seconds: number) => {
    const before = line().sent.length;
    for (let tenth = 0; tenth < 10 * seconds; tenth++) {
      wait(100);
      if (line().sent.at(-1) === "ping") line().answer("pong");
    }
    return line().sent.length - before;
  };
  expect(pings(60)).toBeLessThanOrEqual(12);
  Object.assign(document, { hidden: true });
  expect(pings(60)).toBeLessThanOrEqual(4);
  expect(said).toEqual([]);
});

test("a line that is cut while nobody does anything is noticed within seven seconds", () => {
  connected();
  wait(7000);
  expect(said).toEqual(["lost"]);
});

test("when the browser says that it is offline the line is tried at once, for it may lead to this very machine", () => {
  connected();
  listeners["offline"]!();
  line().answer("pong");
  wait(2000);
  expect(said).toEqual([]);
  listeners["offline"]!();
  wait(1100);
  expect(said).toEqual(["lost"]);
});

test("a line that is heard again is as good as before; one that stays silent is replaced by a new one", () => {
  const socket = connected();
  socket.send({ t: "play" });
  wait(2000);
  line().answer("done");
  expect(said).toEqual(["lost", "found"]);
  socket.send({ t: "play" });
  wait(8000);
  expect([Line.lines.length, Line.lines[0]!.readyState]).toEqual([2, 3]);
  line().onopen();
  line().answer("table");
  expect(line().sent).toEqual(["hello"]);
});

test("a new line that leads nowhere is replaced too", () => {
  connected();
  line().onclose({ code: 1006 });
  wait(500);
  expect(Line.lines.length).toBe(2);
  wait(12_000);
  expect(Line.lines.length).toBe(3);
});

test("a connection that is lost is opened again after half a second", () => {
  connected();
  line().onclose({ code: 1006 });
  wait(499);
  expect(Line.lines.length).toBe(1);
  wait(1);
  expect(Line.lines.length).toBe(2);
});

test("a server that is busy is left alone for as long as it says, also when the browser is online again", () => {
  connected();
  line().onclose({ code: 1013, reason: "come again in 7 s" });
  wait(6900);
  listeners["online"]!();
  expect(Line.lines.length).toBe(1);
  wait(100);
  expect(Line.lines.length).toBe(2);
});

test("only a time that the server names is waited for", () => {
  expect(askedToWait(1013, "come again in 12 s")).toBe(12_000);
  expect(askedToWait(1013, "Your address already has 200 connections: close one.")).toBe(0);
  expect(askedToWait(1008, "come again in 12 s")).toBe(0);
});
