import { expect, test } from "vitest";
import type { DecisionReport, MistakeReport, PartReport, ReviewReport } from "../src/lib/review_types";
import {
  discsOf,
  movesBelow,
  placeDiscs,
  plyAt,
  samplesOf,
  scaleOf,
  othersMistakes,
  smoothLine,
  xOf,
  yOf,
} from "../src/review/graph";
import { lossGroups, partsOf } from "../src/review/loss_parts";
import { percent } from "../src/review/numbers";
import { rivalOf, sourceRows } from "../src/review/source_rows";

const FRAME = { width: 900, height: 190, left: 40, right: 60, top: 30, bottom: 20 };
const mistake = (ply: number, seat: number, margin: number) =>
  ({ ply, seat, loss: { margin, win: 0, error: 0 } }) as MistakeReport;
const decision = (ply: number, margin: number, fields: Partial<DecisionReport> = {}) =>
  ({ ply, seat: ply % 2, margin: [margin, -margin], win: [0.5, 0.5], parts: [], ...fields }) as DecisionReport;
const review = (fields: Partial<ReviewReport>) =>
  ({ plies: 4, decisions: [], mistakes: [[], []], final: { win: null }, ...fields }) as ReviewReport;

test("a partial review has samples for what is judged, and the end only of a game that is over", () => {
  const judged = [decision(0, 2), decision(3, -4)];
  expect(samplesOf(review({ decisions: judged }), 1).map(({ ply, margin }) => [ply, margin])).toEqual([
    [0, -2],
    [3, 4],
  ]);
  const final = { over: true, scores: [9, 3], ranks: [1, 2], win: [1, 0], margin: [6, -6], breakdown: [] };
  expect(samplesOf(review({ decisions: judged, final }), 0).at(-1)).toEqual({ ply: 4, margin: 6, win: 1 });
});

test("with rivals nothing lies in the middle of the graph, where the winning chance is a half", () => {
  const scale = scaleOf([{ ply: 0, margin: -12, win: 0.2 }], false);
  expect(scale.low).toBe(-scale.high);
  expect(yOf(FRAME, 0, scale.low, scale.high)).toBe(yOf(FRAME, 0.5, 0, 1));
  expect(yOf(FRAME, 1, 0, 1)).toBeLessThan(yOf(FRAME, 0, 0, 1)); // more is higher
  expect(scale.ticks).toContain(0);
  expect(scale.ticks.length).toBeLessThanOrEqual(5);
});

test("alone the scale begins at nothing and ends at the most points", () => {
  const scale = scaleOf([{ ply: 0, margin: 80, win: 0.5 }], true);
  expect([scale.low, scale.high > 80]).toEqual([0, true]);
});

test("a click on the graph means the nearest decision, and never one that is not there", () => {
  for (const ply of [0, 7, 48]) expect(plyAt(FRAME, xOf(FRAME, ply, 48) + 3, 48)).toBe(ply);
  expect([plyAt(FRAME, -50, 48), plyAt(FRAME, 5000, 48)]).toEqual([0, 48]);
});

test("a smooth line stays between its points", () => {
  const numbers = smoothLine([
    [0, 10],
    [10, 50],
    [20, 50],
    [30, 20],
  ])
    .slice(1)
    .split(/[ C]/)
    .map(Number);
  const heights = numbers.filter((_, n) => n % 2);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([10, 50]);
  expect(smoothLine([])).toBe("");
});

test("the discs are the seat's own mistakes, the triangles those of all others in the order of the game", () => {
  const mistakes = [[mistake(20, 0, 9), mistake(4, 0, 3)], [mistake(31, 1, 5)], [mistake(2, 2, 1)]];
  expect(discsOf(review({ mistakes }), 0).map(({ number, mistake: { ply } }) => [number, ply])).toEqual([
    [1, 20],
    [2, 4],
  ]);
  expect(othersMistakes(review({ mistakes }), 0).map(({ ply }) => ply)).toEqual([2, 31]);
});

test("discs stand above their points, inside the picture, and do not cover each other", () => {
  const discs = placeDiscs(
    [
      [100, 80],
      [104, 82],
      [300, 10],
    ],
    20,
    13,
  );
  expect(discs[0]).toEqual([100, 60]);
  expect(Math.hypot(discs[0]![0] - discs[1]![0], discs[0]![1] - discs[1]![1])).toBeGreaterThan(22);
  expect(discs[2]![1]).toBe(13);
});

test("the numbers below the graph begin with the first move and end with the last", () => {
  expect(movesBelow(49)).toEqual([1, 10, 20, 30, 40, 49]);
  expect(movesBelow(3)).toEqual([1, 3]);
});

test("a loss is shown at once and later, own sources by kind, a rival's gain as one row", () => {
  const parts: PartReport[] = [
    { when: "now", seat: 0, source: "project:8", points: -7 },
    { when: "now", seat: 0, source: "project:3", points: -5 },
    { when: "now", seat: 0, source: "wall", points: 2 },
    { when: "later", seat: 1, source: "garden", points: -3 },
    { when: "later", seat: 1, source: "I", points: -1 },
  ];
  expect(lossGroups(parts, 0)).toEqual([
    {
      when: "now",
      points: -10,
      rows: [
        { source: "project:", seat: 0, points: -12 },
        { source: "wall", seat: 0, points: 2 },
      ],
    },
    { when: "later", points: -4, rows: [{ source: null, seat: 1, points: -4 }] },
  ]);
});

test("small rows of a long list are added up, and nothing is lost", () => {
  const parts = [-6, -5, -4, -3, -2].map((points, n): PartReport => ({
    when: "now",
    seat: 0,
    source: `s${n}`,
    points,
  }));
  const [group] = lossGroups(parts, 0);
  expect(group!.rows.map(({ source, points }) => [source, points])).toEqual([
    ["s0", -6],
    ["s1", -5],
    ["s2", -4],
    ["", -5],
  ]);
});

test("small rows that cancel each other make no row of nothing", () => {
  const parts = [-6, -5, -4, -1, 1].map((points, n): PartReport => ({ when: "now", seat: 0, source: `s${n}`, points }));
  expect(lossGroups(parts, 0)[0]!.rows.map(({ source }) => source)).toEqual(["s0", "s1", "s2"]);
});

test("before a decision is judged fully, the points at once are told, and the rest of the loss as later", () => {
  const move = (gain: Record<string, number>) => ({ move: "", visits: 1, win: [], margin: [], gain: [gain, {}] });
  const quick = decision(0, 0, {
    seat: 0,
    played: { ...move({ wall: 4 }), own_search: false },
    best: [move({ wall: 1, market: 2 })],
    loss: { margin: 3, win: 0, error: 1 },
  });
  expect(partsOf(quick).map(({ when, source, points }) => [when, source, points])).toEqual([
    ["now", "wall", 3],
    ["now", "market", -2],
    ["later", "", -4],
  ]);
});

test("sources stand beside those of the winner; the winner's beside those of the next best", () => {
  const points = (n: number) => ({ points: n });
  const sources: Record<string, Record<string, number>>[] = [
    { wall: points(3), I: points(4), IV: points(1) },
    { wall: points(9) },
    { "project:8": points(2) },
  ];
  const final = { over: true, scores: [8, 9, 2], ranks: [2, 1, 3], win: [0, 1, 0], margin: [0, 0, 0], breakdown: [] };
  const three = review({ sources, final });
  expect([rivalOf(three, 0), rivalOf(three, 1), rivalOf(three, 2)]).toEqual([1, 0, 1]);
  expect(sourceRows(three, 0, (name) => (/^I/.test(name) ? "favor:" : name)).rows).toEqual([
    { name: "wall", mine: 3, theirs: 9 },
    { name: "favor:", mine: 5, theirs: 0 },
  ]);
});

test("a winning chance before the end is never nothing or all", () => {
  expect([0, 0.004, 0.006, 0.5, 0.994, 0.996, 1].map(percent)).toEqual(
    ["<\u00a01", "<\u00a01", "1", "50", "99", ">\u00a099", ">\u00a099"].map((text) => `${text}\u00a0%`),
  );
});
