import { beforeEach, describe, expect, test } from "vitest";
import { rememberResult, resultOf, suggestLevel } from "../src/lib/level_results";
import type { TableMessage } from "../src/lib/messages";

let number = 0;
/** A finished table of one person, on seat 0, and bots. */
function table(bots: string[], rank: number, change: object = {}): TableMessage {
  const person = { seat: 0, kind: "link", bot: "", resigned: false };
  const ranks = [rank, ...bots.map((_, n) => (rank === 1 || n ? 2 : 1))];
  return {
    id: `table${++number}`,
    game: "amytis",
    status: "over",
    you: [0],
    seats: [person, ...bots.map((bot, n) => ({ seat: n + 1, kind: "bot", bot, resigned: false }))],
    end: { why: "finished", seat: null, result: { ranks }, fair: {}, next: "" },
    ...change,
  } as unknown as TableMessage;
}
const play = (level: number, ...wins: boolean[]): void =>
  wins.forEach((won) => rememberResult(table([`level:${level}`], won ? 1 : 2)));

beforeEach(() => localStorage.clear());

describe("a result", () => {
  test("is a win or a loss against the strongest level at the table", () => {
    expect(resultOf(table(["level:2", "level:4"], 1))).toMatchObject({ level: 4, seats: 3, won: true });
    expect(resultOf(table(["level:3"], 2))).toMatchObject({ level: 3, seats: 2, won: false });
  });

  test("is a loss for who gives up or runs out of time", () => {
    const resigned = table(["level:3"], 1);
    resigned.seats[0]!.resigned = true;
    expect(resultOf(resigned)?.won).toBe(false);
    const end = { why: "time", seat: 0, result: null, fair: {}, next: "" };
    expect(resultOf(table(["level:3"], 1, { end }))?.won).toBe(false);
  });

  test("is none where other people or bots without a level played, nobody sits here, the deal was known, or nothing was decided", () => {
    expect(resultOf(table(["greedy"], 1))).toBeNull();
    expect(resultOf(table(["level:3", "greedy"], 1))).toBeNull();
    expect(resultOf(table(["level:3"], 1, { you: [] }))).toBeNull();
    expect(resultOf(table(["level:3"], 1, { you: [0, 1] }))).toBeNull();
    expect(resultOf(table(["level:3"], 1, { status: "running", end: null }))).toBeNull();
    const end = { why: "finished", seat: null, result: { ranks: [1, 2] }, fair: null, next: "" };
    expect(resultOf(table(["level:3"], 1, { end }))).toBeNull();
    expect(resultOf(table(["level:3"], 1, { end: { ...end, fair: {}, result: null, why: "abandoned" } }))).toBeNull();
  });
});

describe("the suggested level", () => {
  test("is 1 for a first game, of each game by itself", () => {
    play(4, true, true);
    expect(suggestLevel("akropolis")).toEqual({ level: 1, games: 0, won: 0, against: 0 });
    expect(suggestLevel("amytis").level).toBe(5);
  });

  test("rises after two wins of the last three games, not after one", () => {
    play(2, true);
    expect(suggestLevel("amytis")).toEqual({ level: 2, games: 1, won: 1, against: 2 });
    play(2, false, true);
    expect(suggestLevel("amytis")).toEqual({ level: 3, games: 3, won: 2, against: 2 });
  });

  test("falls after three losses in a row with two seats, after five with three", () => {
    play(3, false, false);
    expect(suggestLevel("amytis").level).toBe(3);
    play(3, false);
    expect(suggestLevel("amytis")).toEqual({ level: 2, games: 3, won: 0, against: 3 });
    localStorage.clear();
    for (const wanted of [3, 3, 3, 3, 2]) {
      rememberResult(table(["level:3", "level:3"], 2));
      expect(suggestLevel("amytis").level).toBe(wanted);
    }
  });

  test("stays between 1 and 8, and counts the games against the last level alone", () => {
    play(1, false, false, false, false);
    expect(suggestLevel("amytis").level).toBe(1);
    play(8, true, true, true);
    expect(suggestLevel("amytis").level).toBe(8);
    play(7, false);
    expect(suggestLevel("amytis")).toEqual({ level: 7, games: 1, won: 0, against: 7 });
  });

  test("counts a table once, however often it is opened", () => {
    const won = table(["level:2"], 1);
    for (let n = 0; n < 3; n++) rememberResult(won);
    expect(suggestLevel("amytis")).toEqual({ level: 2, games: 1, won: 1, against: 2 });
  });
});
