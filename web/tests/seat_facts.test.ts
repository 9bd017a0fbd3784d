import { describe, expect, test } from "vitest";
import type { SeatInfo, TableMessage } from "../src/lib/messages";
import { lastMoves } from "../src/table/last_moves";
import {
  hostOf,
  otherPeople,
  seatLeft,
  seatToJoin,
  seatToMove,
  seatToResign,
  seatToUndo,
} from "../src/table/seat_facts";

type Change = Partial<Record<keyof SeatInfo, unknown>>;
function table(seats: Change[], change: object = {}): TableMessage {
  const plain = { kind: "link", joined: true, bot: "", away: false, resigned: false, name: "" };
  return {
    status: "running",
    you: [0],
    seats: seats.map((seat, n) => ({ ...plain, seat: n, ...seat })),
    view: { to_move: 1, movers: [] },
    ...change,
  } as unknown as TableMessage;
}

test("nobody is to move unless the game is running", () => {
  expect(seatToMove(table([{}, {}]))?.seat).toBe(1);
  expect(seatToMove(table([{}, {}], { status: "over" }))).toBeUndefined();
  expect(seatToMove(table([{}, {}], { view: { to_move: null } }))).toBeUndefined();
});

test("a seat is left while a bot plays for it or it is away, not after giving up", () => {
  expect(seatLeft(table([{ bot: "level:2" }, {}]))?.seat).toBe(0);
  expect(seatLeft(table([{ away: true }, {}]))?.seat).toBe(0);
  expect(seatLeft(table([{ bot: "level:2", resigned: true }, {}]))).toBeUndefined();
  expect(seatLeft(table([{}, { bot: "level:2" }]))).toBeUndefined();
});

test("other people are neither bots, nor seats of a record, nor at this screen", () => {
  const now = table([{}, { kind: "bot" }, { kind: "record" }, { kind: "open" }]);
  expect(otherPeople(now).map((seat) => seat.seat)).toEqual([3]);
});

test("the host is whoever made the table, else the first person who sits there", () => {
  expect(hostOf(table([{ kind: "bot" }, { kind: "link" }, { kind: "here" }]))?.seat).toBe(2);
  expect(hostOf(table([{ kind: "bot" }, { kind: "link", joined: false }, { kind: "open" }]))?.seat).toBe(2);
  expect(hostOf(table([{ kind: "bot" }]))).toBeUndefined();
});

describe("the seat to join", () => {
  const open = { status: "open" };
  test("is the free one of a secret link", () => {
    const now = table([{ kind: "here" }, { joined: false }], { ...open, you: [1] });
    expect(seatToJoin(now)?.seat).toBe(1);
  });
  test("is an open one for those who have none, and none for those who sit", () => {
    const seats = [{ kind: "here" }, { kind: "open", joined: false }];
    expect(seatToJoin(table(seats, { ...open, you: [] }))?.seat).toBe(1);
    expect(seatToJoin(table(seats, { ...open, you: [0] }))).toBeUndefined();
  });
  test("is none once the game has begun", () => {
    expect(seatToJoin(table([{ joined: false }], { you: [0] }))).toBeUndefined();
  });
});

test("the last move of this screen can be taken back, unless it was made before the fork", () => {
  const movers = [0, 1, 0, 1];
  expect(seatToUndo(table([{}, {}], { view: { movers } }))).toBe(0);
  expect(seatToUndo(table([{}, {}], { you: [0, 1], view: { movers } }))).toBe(1);
  expect(seatToUndo(table([{}, {}], { view: { movers }, fork: { ply: 3 } }))).toBeNull();
  expect(seatToUndo(table([{}, {}], { view: null }))).toBeNull();
});

test("of several at this screen the one to move gives up, else the first who has not", () => {
  expect(seatToResign(table([{}, {}], { you: [0, 1] }))).toBe(1);
  expect(seatToResign(table([{ resigned: true }, {}, {}], { you: [0, 2] }))).toBe(2);
  expect(seatToResign(table([{ resigned: true }, {}]))).toBeNull();
});

describe("last moves", () => {
  const view = (movers: number[]) => ({ log: movers.map((_, n) => `m${n}`), movers, seats: [{}, {}, {}] }) as never;
  const moves = (movers: number[], you: number, past = false) =>
    lastMoves(view(movers), you, past).map((one) => one.move);

  test("are one's own last move and those of the others since then", () => {
    expect(moves([1, 2, 0, 1, 2], 0)).toEqual(["m2", "m3", "m4"]);
    expect(lastMoves(view([0, 1, 2]), 0, false)[1]).toEqual({ ply: 2, seat: 1, move: "m1" });
  });
  test("are one's own alone right after it", () => {
    expect(moves([0, 1, 0], 0)).toEqual(["m2"]);
  });
  test("hold all decisions of a turn", () => {
    expect(moves([0, 1, 1], 0)).toEqual(["m0", "m1", "m2"]);
  });
  test("in a replay are the last turn, at the beginning none", () => {
    expect(moves([0, 1, 2], 0, true)).toEqual(["m2"]);
    expect(moves([], 0)).toEqual([]);
    expect(lastMoves(null, 0, false)).toEqual([]);
  });
});
