/** The points of a seat beside another's, source by source. */
import type { ReviewReport } from "../lib/review_types";

export interface SourceRow {
  /** A source, or all of a kind: `project:`. */
  name: string;
  mine: number;
  theirs: number;
}

/** With whom a seat is compared: the winner; the winner with the next best; alone with nobody. */
export function rivalOf({ final }: ReviewReport, seat: number): number | null {
  const others = final.ranks.map((rank, other) => ({ rank, other })).filter(({ other }) => other !== seat);
  return others.sort((a, b) => a.rank - b.rank)[0]?.other ?? null;
}

export function sourceRows(
  review: ReviewReport,
  seat: number,
  kindOf: (source: string) => string = (source) => source,
): { rival: number | null; rows: SourceRow[]; most: number } {
  const rival = rivalOf(review, seat);
  const pointsOf = (who: number | null): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const [source, { points = 0 }] of Object.entries(review.sources[who ?? -1] ?? {})) {
      const name = kindOf(source.replace(/:.*/, ":"));
      sums[name] = (sums[name] ?? 0) + points;
    }
    return sums;
  };
  const [mine, theirs] = [pointsOf(seat), pointsOf(rival)];
  const rows = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    .map((name) => ({ name, mine: mine[name] ?? 0, theirs: theirs[name] ?? 0 }))
    .filter((row) => row.mine || row.theirs);
  return { rival, rows, most: Math.max(1, ...rows.flatMap((row) => [row.mine, row.theirs])) };
}
