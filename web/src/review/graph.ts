/** The graph of a review as numbers: which points, which scale, where the marks stand. */
import type { DecisionReport, MistakeReport, ReviewReport } from "../lib/review_types";

/** The picture and the room around its plot, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
export interface Sample {
  /** The decisions taken before. */
  ply: number;
  margin: number;
  win: number;
}
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}
export type Dot = readonly [x: number, y: number];

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** What could be expected for a seat before each decision that is judged, and at the end. */
export function samplesOf({ decisions, final, plies }: ReviewReport, seat: number): Sample[] {
  const before = decisions.map(({ ply, margin, win }) => ({ ply, margin: margin[seat]!, win: win[seat]! }));
  return final.win ? [...before, { ply: plies, margin: final.margin[seat]!, win: final.win[seat]! }] : before;
}

/** The axis of the margins. With rivals, nothing is in the middle, where the winning chance is a half; alone, the points from the fewest to the most. */
export function scaleOf(samples: Sample[], alone: boolean): Scale {
  const margins = samples.map(({ margin }) => margin);
  const most = Math.max(5, ...margins.map(Math.abs)) * 1.08;
  const [low, high] = alone ? [Math.min(0, ...margins), most] : [-most, most];
  const step = STEPS.find((size) => (high - low) / size <= (alone ? 4 : 5)) ?? 1000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick || 0);
  return { low, high, ticks };
}

export const xOf = ({ left, right, width }: Frame, ply: number, plies: number): number =>
  left + ((width - left - right) * ply) / Math.max(1, plies);

/** The height of a value between `low` and `high`. */
export const yOf = ({ top, bottom, height }: Frame, value: number, low: number, high: number): number =>
  top + ((height - top - bottom) * (high - value)) / (high - low || 1);

/** The ply that a place on the graph means. */
export function plyAt({ left, right, width }: Frame, x: number, plies: number): number {
  const share = (x - left) / Math.max(1, width - left - right);
  return Math.min(plies, Math.max(0, Math.round(share * plies)));
}

/** A smooth line through points that never goes beyond them: cubic curves whose slopes are those of Fritsch and Carlson. */
export function smoothLine(dots: Dot[]): string {
  if (!dots.length) return "";
  const slopes = dots.slice(1).map(([x, y], n) => (y - dots[n]![1]) / (x - dots[n]![0]));
  const tangents = dots.map((_, n) => {
    const [before, after] = [slopes[n - 1] ?? slopes[n] ?? 0, slopes[n] ?? slopes[n - 1] ?? 0];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  const round = (v: number) => Math.round(v * 10) / 10;
  let line = `M${round(dots[0]![0])} ${round(dots[0]![1])}`;
  for (let n = 1; n < dots.length; n++) {
    const [[x0, y0], [x1, y1]] = [dots[n - 1]!, dots[n]!];
    const third = (x1 - x0) / 3;
    const [a, b] = [y0 + tangents[n - 1]! * third, y1 - tangents[n]! * third];
    line += `C${[x0 + third, a, x1 - third, b, x1, y1].map(round).join(" ")}`;
  }
  return line;
}

/** Under which number a mistake of the seat that is looked at is shown: its place among them, the costliest first. */
export const discsOf = (review: ReviewReport, seat: number): { number: number; mistake: MistakeReport }[] =>
  (review.mistakes[seat] ?? []).map((mistake, n) => ({ number: n + 1, mistake }));

/** The costliest moves of the other seats, in the order of the game. */
export const othersMistakes = (review: ReviewReport, seat: number): MistakeReport[] =>
  review.mistakes
    .filter((_, other) => other !== seat)
    .flat()
    .sort((a, b) => a.ply - b.ply);

export const decisionAt = ({ decisions }: ReviewReport, ply: number): DecisionReport | undefined =>
  decisions.find((decision) => decision.ply === ply);

/** Numbers below the graph: the first move, round ones, the last. */
export function movesBelow(plies: number): number[] {
  const step = STEPS.find((size) => size >= 5 && plies / size <= 6) ?? 100;
  const round = Array.from({ length: Math.ceil(plies / step) }, (_, n) => n * step).slice(1);
  return [1, ...round.filter((n) => n > step / 3 && plies - n > step / 3), plies].filter(
    (n, at, all) => all.indexOf(n) === at,
  );
}

const DISC_ROOM = 25;

/** Where the discs stand: above their points, and above each other where they would touch; never above `top`. In the order of `points`. */
export function placeDiscs(points: Dot[], above: number, top: number): Dot[] {
  const placed: { n: number; at: Dot }[] = [];
  for (const { point, n } of points.map((point, n) => ({ point, n })).sort((a, b) => a.point[0] - b.point[0])) {
    let [x, y] = [point[0], Math.max(top, point[1] - above)];
    const isFree = () => placed.every(({ at }) => Math.hypot(at[0] - x, at[1] - y) >= DISC_ROOM);
    for (const step of [1, 2, 3]) {
      if (isFree()) break;
      y = point[1] - above - step * DISC_ROOM;
      if (y < top) [x, y] = [point[0] + step * DISC_ROOM * 0.9, Math.max(top, point[1] - above)];
    }
    placed.push({ n, at: [x, y] });
  }
  return placed.sort((a, b) => a.n - b.n).map(({ at }) => at);
}
