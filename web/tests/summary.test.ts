import { beforeAll, describe, expect, test } from "vitest";
import { i18n } from "../src/lib/i18n.svelte";
import type { EndInfo, TableMessage } from "../src/lib/messages";
import { byKind, lasting, totalGain, verdict } from "../src/lib/summary";

const NAMES = ["Ada", "Bea", "Cem"];
beforeAll(() => i18n.begun);

/** A finished table of `scores.length` seats; `you` are the seats at this screen. */
function ended(scores: number[], ranks: number[], you: number[], end: Partial<EndInfo> = {}): TableMessage {
  const seats = scores.map((_, seat) => ({ seat, resigned: false }));
  return {
    you,
    seats,
    end: { why: "finished", seat: null, result: { scores, ranks }, ...end },
  } as unknown as TableMessage;
}

describe("verdict", () => {
  test("names the winner and all scores, the others' in descending order", () => {
    expect(verdict(ended([31, 40, 35], [3, 1, 2], []), NAMES)).toBe("Bea wins, 40 to 35 and 31.");
  });
  test("speaks to the winner who sits alone at this screen, not to one of several", () => {
    expect(verdict(ended([40, 35], [1, 2], [0]), NAMES)).toBe("You win, 40 to 35.");
    expect(verdict(ended([40, 35], [1, 2], [0, 1]), NAMES)).toBe("Ada wins, 40 to 35.");
  });
  test("mentions the tie-break where scores are equal and ranks are not", () => {
    expect(verdict(ended([40, 40], [2, 1], []), NAMES)).toBe("Bea wins, 40 to 40. The tie-break decides.");
  });
  test("shares a win between equal ranks", () => {
    expect(verdict(ended([1, 1], [1, 1], []), NAMES)).toBe("Ada & Bea share the win, with 1 point each.");
  });
  test("tells the end of a game for one", () => {
    expect(verdict(ended([50], [1], [0]), NAMES)).toBe("You win, with 50 points.");
    expect(verdict(ended([50], [2], [0]), NAMES)).toBe("You lose, with 50 points.");
  });
  test("names the points of a rival without a seat", () => {
    const rivals = [{ name: "Hippodamos", score: 44 }];
    expect(verdict(ended([50], [1], [0]), NAMES, rivals)).toBe("You win, 50 to Hippodamos’s 44.");
    expect(verdict(ended([30], [2], [0]), NAMES, rivals)).toBe("You lose, 30 to Hippodamos’s 44.");
  });
  test("says who gave up, and who wins if only one is left", () => {
    const table = ended([0, 0], [0, 0], [1], { why: "resigned", seat: 0, result: null });
    table.seats[0]!.resigned = true;
    expect(verdict(table, NAMES)).toBe("Ada gave up. You win.");
    const three = ended([0, 0, 0], [0, 0, 0], [], { why: "time", seat: 2, result: null });
    three.seats[2]!.resigned = true;
    expect(verdict(three, NAMES)).toBe("Cem ran out of time");
  });
  test("a game without a result was stopped, or is a record", () => {
    expect(verdict(ended([], [], [], { why: "abandoned", result: null }), NAMES)).toBe("Stopped without a result");
    expect(verdict(ended([], [], [], { why: "record", result: null }), NAMES)).toBe("A record");
  });
});

test("byKind adds up the sources of a kind", () => {
  expect(byKind({ "project:8": 3, market: 2, "project:12": 4 })).toEqual({ "project:": 7, market: 2 });
});

test("totalGain adds up a gain; where there is none it is 0", () => {
  expect([totalGain({ house: 4, stones: -1 }), totalGain({}), totalGain(null), totalGain(undefined)]).toEqual([
    3, 0, 0, 0,
  ]);
});

test("lasting writes minutes, hours and days as a clock does", () => {
  expect([247_000, 3_600_000, 3 * 86_400_000 - 1, -5, 59_999].map(lasting)).toEqual([
    "4:07",
    "1:00:00",
    "2 d 23:59",
    "0:00",
    "0:59",
  ]);
});
