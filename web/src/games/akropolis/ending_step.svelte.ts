import { COLOURS, type Colour } from "./hexes";
import type { View } from "./types";

/** What is counted at the end, in this order. */
export const LINES = [...COLOURS, "stones"] as const;
export type Line = Colour | "stones";

/** How far the counting at the end is: the bars beside the board grow with it. */
class EndingStep {
  /** How many lines are counted. */
  counted = $state(LINES.length);
  /** The line that is looked at; "" for none. */
  line = $state<Line | "">("");

  clear(): void {
    [this.counted, this.line] = [LINES.length, ""];
  }
}
export const endingStep = new EndingStep();

/** The points of a seat in a line. */
export const pointsIn = (view: View, seat: number, line: string): number => view.seats[seat]?.breakdown?.[line] ?? 0;

/** The seat with the most points in a line. */
export const bestIn = (view: View, line: string): number =>
  [...view.seats.keys()].reduce((best, n) => (pointsIn(view, n, line) > pointsIn(view, best, line) ? n : best), 0);

/** Whose city is on stage in the end: the winner's; among several winners one's own. */
export function winnerOf(view: View, you: number | null): number {
  const best = Math.max(...view.seats.map(({ score }) => score ?? 0));
  const winners = [...view.seats.keys()].filter(
    (n) => view.seats[n]!.rank === 1 || (view.seats[n]!.score ?? 0) === best,
  );
  const ranked = winners.filter((n) => view.seats[n]!.rank === 1);
  const from = ranked.length ? ranked : winners;
  return you !== null && from.includes(you) ? you : (from[0] ?? 0);
}

/** The line in which a winner was furthest ahead of the best of the others; alone, the line that brought most. */
export function decisiveLine(view: View, winner: number): Line {
  const others = [...view.seats.keys()].filter((n) => n !== winner);
  const rival = others.sort((a, b) => (view.seats[b]!.score ?? 0) - (view.seats[a]!.score ?? 0))[0];
  const lead = (line: Line) => pointsIn(view, winner, line) - (rival === undefined ? 0 : pointsIn(view, rival, line));
  return [...LINES].sort((a, b) => lead(b) - lead(a))[0]!;
}
