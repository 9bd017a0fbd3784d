import { describe, expect, test } from "vitest";
import {
  cellsOf,
  centreOf,
  cityOf,
  keyOf,
  laid,
  laidOut,
  laidSingle,
  laidWays,
  cellsOfMove,
  faceOf,
  readCompletion,
  placeAt,
  readMove,
  six,
  stonesFor,
  STOREY,
} from "../src/games/akropolis/hexes";
import type { Choice, Hex, View } from "../src/games/akropolis/types";

const hex = (q: number, r: number, level = 1): Hex => ({ q, r, level, kind: "house", tile: 0 });

test("six counts round the six sides, also backwards", () => {
  expect([0, 5, 6, 13, -1, -7].map(six)).toEqual([0, 5, 0, 1, 5, 5]);
});

describe("places", () => {
  test("neighbours are the square root of three apart", () => {
    const distance = ([a, b]: number[], [c, d]: number[]) => Math.hypot(a! - c!, b! - d!);
    for (const [q, r] of [
      [0, -1],
      [1, -1],
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
    ] as const)
      expect(distance(centreOf(0, 0), centreOf(q, r))).toBeCloseTo(Math.sqrt(3));
  });
  test("placeAt finds the hex of its centre and of points near its corners", () => {
    for (let q = -3; q <= 3; q++)
      for (let r = -3; r <= 3; r++) {
        const [x, y] = centreOf(q, r);
        for (const [dx, dy] of [
          [0, 0],
          [0.95, 0],
          [-0.95, 0],
          [0.4, 0.8],
          [-0.4, -0.8],
        ] as const)
          expect(placeAt(x + dx, y + dy).map((n) => n + 0)).toEqual([q, r]);
      }
  });
});

describe("tiles", () => {
  test("the second hex lies beyond side k, the third beyond the next side", () => {
    expect(cellsOf(2, 3, 0)).toEqual([
      [2, 3],
      [2, 2],
      [3, 2],
    ]);
    expect(cellsOf(0, 0, 5)).toEqual([
      [0, 0],
      [-1, 0],
      [0, -1],
    ]);
    expect(cellsOf(0, 0, 6)).toEqual(cellsOf(0, 0, 0));
  });
  test("a laid tile knows what lies below it, its middle and its text", () => {
    const city = cityOf([hex(0, 0), hex(0, -1, 2), hex(1, -1)]);
    const tile = laid(city, 1, 0, 0, 6);
    expect(tile).toMatchObject({ slot: 1, q: 0, r: 0, k: 0, text: "1:0,0/0", below: 2 });
    expect(tile.middle[0]).toBeCloseTo(0.5); // centres at x = 0, 0 and 1.5
    expect(tile.middle[1]).toBeCloseTo(-Math.sqrt(3) / 2); // y = 0, -√3 and -√3/2
    expect(tile.middle[2]).toBe(2 * STOREY);
    expect(laid(city, 0, 5, 5, 0).below).toBe(0);
  });
  test("laidWays takes only the choices of its slot", () => {
    const choice = (slot: number, text: string): Choice => ({ slot, text, q: 3, r: 0, rotation: 2 });
    const ways = laidWays(new Map(), [choice(0, "0:3,0/2"), choice(1, "1:3,0/2")], 1);
    expect(ways.map((way) => way.text)).toEqual(["1:3,0/2"]);
    expect(ways[0]!.choice).toMatchObject({ slot: 1 });
  });
  test("the architect's tiles do not touch each other", () => {
    const hexes = laidOut(Array.from({ length: 7 }, () => ["house", "market", "garden"]));
    expect(hexes).toHaveLength(21);
    expect(new Set(hexes.map(({ q, r }) => keyOf(q, r))).size).toBe(21);
    expect(hexes.map((one) => one.tile)).toEqual(Array.from({ length: 21 }, (_, n) => Math.floor(n / 3) + 1));
  });
});

test("readMove reads negative coordinates and refuses other texts", () => {
  expect(readMove("2:-1,3/4")).toEqual({ slot: 2, q: -1, r: 3, k: 4 });
  for (const text of ["", "?", "2:1,3", "x:1,3/4", "2:1,3/4 "]) expect(readMove(text)).toBeNull();
});

describe("single tiles", () => {
  test("a completion is read in its parts, alone with the architect's tile", () => {
    expect(readCompletion("+3.68@0,-2/5")).toEqual({ card: 3, single: 68, q: 0, r: -2, k: 5, gift: 0 });
    expect(readCompletion("+1.70@-1,2/0!82")?.gift).toBe(82);
    expect([readCompletion("stop"), readCompletion("0:1,0/0"), readMove("+3.68@0,-2/5")]).toEqual([null, null, null]);
    expect(cellsOfMove("+3.68@0,-2/5")).toEqual([[0, -2]]);
    expect(cellsOfMove("stop")).toEqual([]);
  });
  test("they lie on one hex, one level above it", () => {
    const way = laidSingle(cityOf([hex(1, 0, 2)]), "", 1, 0, 0);
    expect(way.cells).toEqual([[1, 0]]);
    expect([way.below, way.middle[2]]).toEqual([2, 2 * STOREY]);
  });
  test("two colours have a picture of their own for each turn", () => {
    expect(faceOf(hex(0, 0))).toBe("house");
    expect(faceOf({ ...hex(0, 0), second: "market", rotation: 4 })).toBe("house/market/4");
  });
  test("those of the architect lie beside his others", () => {
    const laidHexes = laidOut([["house", "market", "quarry"], ["temple"], ["house", "garden"]]);
    expect(laidHexes.map(({ tile }) => tile)).toEqual([1, 1, 1, 2, 3]);
    expect(laidHexes.at(-1)).toMatchObject({ kind: "house", second: "garden" });
  });
});

describe("stones from covered quarries", () => {
  const table = (reserve: number | null, seats: number) => ({ reserve, seats: Array(seats).fill({}) as View["seats"] });

  test("come without limit unless there are forty in all", () => {
    expect(stonesFor(table(null, 2), 3, 0)).toBe(3);
    expect(stonesFor(table(1, 2), 3, 0)).toBe(1);
  });

  test("may be those that were just paid; alone these went to the architect", () => {
    expect(stonesFor(table(0, 2), 2, 2)).toBe(2);
    expect(stonesFor(table(0, 2), 3, 1)).toBe(1);
    expect(stonesFor(table(0, 1), 2, 2)).toBe(0);
  });
});
