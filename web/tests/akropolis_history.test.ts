import { expect, test } from "vitest";
import { decisiveLine, winnerOf } from "../src/games/akropolis/ending_step.svelte";
import { architectTiles, landmark, lastPlacesOf, pastMove, placesOf } from "../src/games/akropolis/move_history";
import { placeText, whereText } from "../src/games/akropolis/place_text";
import { cityOf } from "../src/games/akropolis/hexes";
import type { Hex, KindName, View } from "../src/games/akropolis/types";

const hex = (q: number, r: number, kind: KindName, below: KindName[] = []): Hex => ({
  q,
  r,
  kind,
  level: below.length + 1,
  tile: 0,
  ...(below.length ? { below } : {}),
});
/** The first tile lies on the ground at 1,0; a later one covers two of its hexes and one of the start. */
const CITY = [
  hex(0, 0, "house_plaza"),
  hex(1, 0, "temple", ["market"]),
  hex(1, -1, "garden", ["quarry"]),
  hex(2, -1, "house"),
];
const seat = (score: number, rank: number, breakdown: Record<string, number>, city: Hex[] = []) => ({
  stones: 0,
  city,
  score,
  rank,
  breakdown,
});
const view = (over: Partial<View>): View =>
  ({ log: [], movers: [], seats: [seat(0, 1, {}, CITY)], tiles: {}, site: [], ...over }) as unknown as View;
const w = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(" ");

test("the places of a move, and of the last one of a seat", () => {
  expect([...placesOf("0:1,0/0")]).toEqual(["1,0", "1,-1", "2,-1"]);
  expect(placesOf("?")).toEqual(new Set());
  const last = [
    { ply: 1, seat: 0, move: "0:1,0/0" },
    { ply: 2, seat: 1, move: "0:5,5/0" },
  ];
  expect(lastPlacesOf(last, 1).has("5,5")).toBe(true);
  expect(lastPlacesOf(last, 2).size).toBe(0);
});

test("an earlier tile is read from below the tiles that cover it", () => {
  const both = view({ log: ["1:1,0/0", "0:1,0/0"], movers: [0, 0] });
  expect(pastMove(both, 1)).toBeNull(); // its third hex has only one storey: this log does not belong to the city
  const one = view({ log: ["2:1,0/0"], movers: [0] });
  expect(pastMove(one, 1)).toMatchObject({ price: 2, level: 2, kinds: ["temple", "garden", "house"] });
  expect(pastMove(one, 2)).toBeNull();
});

test("a place is named by what lies there or beside it, plazas first", () => {
  const cells = [[1, 0]] as const;
  expect(landmark(CITY, cells)?.kind).toBe("house_plaza");
  expect(landmark([hex(9, 9, "house")], cells)).toBeNull();
  expect(placeText(w, cityOf(CITY), 0, 0)).toBe("face.place_on kind.house_plaza");
  expect(placeText(w, cityOf(CITY), 0, 1)).toContain("kind.house_plaza face.side.0");
  expect(placeText(w, cityOf(CITY), 7, 7)).toBe("face.place_apart");
  const move = { seat: 0, price: 0, cells: [[1, 0]] as [number, number][], kinds: [], level: 2, k: 0 };
  expect(whereText(w, CITY, move)).toBe("face.beside kind.house_plaza 2");
});

test("the winner is on stage, and what decided the game", () => {
  const end = view({
    seats: [seat(60, 2, { house: 40, garden: 20 }), seat(70, 1, { house: 20, garden: 50 })] as unknown as View["seats"],
  });
  expect(winnerOf(end, 0)).toBe(1);
  expect(decisiveLine(end, 1)).toBe("garden");
  const tie = view({
    seats: [seat(60, 1, { house: 60 }), seat(60, 1, { garden: 60 })] as unknown as View["seats"],
  });
  expect(winnerOf(tie, 1)).toBe(1);
  expect(winnerOf(tie, null)).toBe(0);
});

test("the architect's tiles: a gift with each completion, his own at the end of a turn", () => {
  const log = ["0:1,0/0", "0:1,1/0", "+1.72@2,2/0!82", "stop", "0:3,0/0", "+2.73@5,5/0!83"];
  const solo = view({ log, architect: { tiles: [1, 82, 2, 83, 3] } as View["architect"], phase: "place" });
  expect([1, 2, 3, 4, 5, 6].map((ply) => architectTiles(solo, ply))).toEqual([[0], [], [1], [2], [], [3, 4]]);
  expect(architectTiles({ ...solo, phase: "complete" }, 6)).toEqual([3]);
});

test("a single tile of the log is read with what it shows", () => {
  const log = ["0:1,0/0", "+1.70@1,0/2"];
  const past = pastMove(view({ log, movers: [0, 0], tiles: { 70: ["barracks", "garden"] } }), 2);
  expect(past).toMatchObject({ cells: [[1, 0]], kinds: ["barracks", "garden"], level: 2, k: 2 });
});
