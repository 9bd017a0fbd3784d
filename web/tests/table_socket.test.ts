import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "./browser_stubs";
import { askedToWait, TableSocket } from "../src/lib/table_socket";

let opened: FakeSocket[];

class FakeSocket {
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  onclose: (event: { code: number; reason: string }) => void = () => {};
  constructor() {
    opened.push(this);
  }
  send(): void {}
  close(): void {}
  end(code: number, reason = ""): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code, reason });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  vi.stubGlobal("removeEventListener", () => {});
  opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const table = () =>
  new TableSocket("x", { hello: () => ({}), receive: () => {}, lost: () => {}, mayRetry: () => true });

test("a connection that is lost is opened again after half a second", () => {
  table();
  opened[0]!.end(1006);
  vi.advanceTimersByTime(499);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
});

test("a server that is busy is left alone for as long as it says, also when the browser is online again", () => {
  const comeBack: (() => void)[] = [];
  vi.stubGlobal("addEventListener", (type: string, work: () => void) => type === "online" && comeBack.push(work));
  table();
  opened[0]!.end(1013, "come again in 7 s");
  vi.advanceTimersByTime(6900);
  comeBack[0]!();
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(opened).toHaveLength(2);
});

test("only a time that the server names is waited for", () => {
  expect(askedToWait(1013, "come again in 12 s")).toBe(12_000);
  expect(askedToWait(1013, "Your address already has 200 connections: close one.")).toBe(0);
  expect(askedToWait(1008, "come again in 12 s")).toBe(0);
});
