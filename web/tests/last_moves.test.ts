import { expect, test } from "vitest";
import type { AnyView } from "../src/games/types";
import { lastMoves, lastTurns, turnsOf } from "../src/table/last_moves";
import { rivalTurns, shortLines, turnSentence } from "../src/table/rival_turns";

const begins = (move: string): boolean => move.includes(">");
const view = (log: string[], movers: number[], seats: number, to_move: number | null = null): AnyView =>
  ({ log, movers, seats: Array(seats).fill({}), to_move }) as unknown as AnyView;

test("a turn holds all its decisions", () => {
  const palace = view(["b1>c3", "+1", "b2>c2", "a1>b3"], [0, 0, 1, 0], 2);
  expect(turnsOf(palace, begins)).toEqual([
    { seat: 0, plies: [1, 2] },
    { seat: 1, plies: [3] },
    { seat: 0, plies: [4] },
  ]);
});

test("two turns of one player in a row stay two where the game can tell", () => {
  const round = view(["W6>b1", "-G4", "R2>?", "-W4", "G2>?", "-W2"], [0, 0, 1, 1, 1, 1], 2);
  expect(turnsOf(round, begins).map(({ plies }) => plies)).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  expect(turnsOf(round).map(({ plies }) => plies)).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
});

test("alone every decision is a turn", () => {
  expect(turnsOf(view(["a", "b"], [0, 0], 1))).toHaveLength(2);
});

test("the whole turn of a rival is marked, and one's own before it", () => {
  const game = view(["a>a", "b>b", "+1", "c>c", "+2"], [0, 1, 1, 2, 2], 3);
  expect(lastMoves(game, 0, false, begins).map(({ ply }) => ply)).toEqual([1, 2, 3, 4, 5]);
  expect(lastMoves(game, 0, true, begins).map(({ ply }) => ply)).toEqual([4, 5]);
  expect(lastTurns(turnsOf(game, begins), 2)).toEqual([{ seat: 2, plies: [4, 5] }]);
});

test("a line for each rival since one's last turn, without the name; the turn that one is in does not count", () => {
  const log = [
    ["Ada takes a"],
    ["Bo takes b"],
    ["Bo pays 1 stone", "A new stack"],
    ["Cy takes c"],
    ["Ada takes a palace"],
  ];
  const game = view(["a>a", "b>b", "+1", "c>c", "d>d"], [0, 1, 1, 2, 0], 3, 0);
  const lines = rivalTurns({ view: game, log, names: ["Ada", "Bo", "Cy"], you: 0, seatless: [], begins });
  expect(lines).toEqual([
    { seat: 1, name: "Bo", plies: [2, 3], parts: ["takes b", "pays 1 stone"] },
    { seat: 2, name: "Cy", plies: [4], parts: ["takes c"] },
  ]);
  expect(turnSentence(log, [2, 3], "Bo")).toBe("Bo takes b, pays 1 stone; A new stack");
});

test("after one's own turn the rivals have not played yet", () => {
  const game = view(["a>a", "b>b", "c>c"], [0, 1, 0], 2, 1);
  const lines = rivalTurns({
    view: game,
    log: [["A x"], ["B x"], ["A x"]],
    names: ["A", "B"],
    you: 0,
    seatless: [],
    begins,
  });
  expect(lines[0]!.plies).toEqual([]);
});

test("alone, the architect's take is a line", () => {
  const log = [["Ada lays a tile", "Hippodamos takes a tile", "Hippodamos pays 1 stone"]];
  const game = view(["0:0,0/0"], [0], 1, 0);
  const lines = rivalTurns({ view: game, log, names: ["Ada"], you: 0, seatless: ["Hippodamos"] });
  expect(lines).toEqual([{ seat: null, name: "Hippodamos", plies: [1], parts: ["takes a tile", "pays 1 stone"] }]);
});

test("the log names the player again after somebody else", () => {
  const lines = ["Ada completes Oasis", "Hippodamos gets a single tile", "Ada lays a single tile", "Ada gains 1 stone"];
  expect(shortLines(lines, "Ada")).toEqual([
    "completes Oasis",
    "Hippodamos gets a single tile",
    "Ada lays a single tile",
    "gains 1 stone",
  ]);
  expect(shortLines(lines, "")).toEqual(lines);
});
