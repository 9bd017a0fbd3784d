/** What a decision cost, as rows: its own sources by name, and for each rival what the rival gains. */
import type { DecisionReport, PartReport, When } from "../lib/review_types";

export interface LossRow {
  /** A source as the score sheet names it, all of a kind together (`project:`); "" for what cannot be told. Null: the row is a rival's. */
  source: string | null;
  seat: number;
  points: number;
}
export interface LossGroup {
  when: When;
  points: number;
  rows: LossRow[];
}

const MOST_ROWS = 4;
const SMALLEST = 0.05;

/** The parts of a decision. Before it is judged fully, what both moves bring at once, and the rest of the loss as later. */
export function partsOf({ parts, played, best, loss, seat }: DecisionReport): PartReport[] {
  if (parts.length || !best.length || loss.margin < SMALLEST) return parts;
  const [mine, better] = [played.gain[seat] ?? {}, best[0]!.gain[seat] ?? {}];
  const sources = [...new Set([...Object.keys(mine), ...Object.keys(better)])];
  const now = sources
    .map((source): PartReport => ({ when: "now", seat, source, points: (mine[source] ?? 0) - (better[source] ?? 0) }))
    .filter(({ points }) => Math.abs(points) >= SMALLEST);
  const rest = now.reduce((sum, { points }) => sum - points, -loss.margin);
  return Math.abs(rest) < SMALLEST ? now : [...now, { when: "later", seat, source: "", points: rest }];
}

const kindOf = (source: string): string => source.replace(/:.*/, ":");

/** The parts in two groups, at once and later, the largest rows first. Small rows are added up under "". */
export function lossGroups(parts: PartReport[], mover: number): LossGroup[] {
  return (["now", "later"] as const).flatMap((when) => {
    const rows = new Map<string, LossRow>();
    for (const part of parts.filter((one) => one.when === when)) {
      const source = part.seat === mover ? kindOf(part.source) : null;
      const key = `${part.seat} ${source}`;
      const row = rows.get(key) ?? { source, seat: part.seat, points: 0 };
      rows.set(key, { ...row, points: row.points + part.points });
    }
    const all = [...rows.values()]
      .filter(({ points }) => Math.abs(points) >= SMALLEST)
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    if (!all.length) return [];
    const points = all.reduce((sum, row) => sum + row.points, 0);
    return [{ when, points, rows: all.length > MOST_ROWS ? shortened(all, mover) : all }];
  });
}

function shortened(rows: LossRow[], mover: number): LossRow[] {
  const named = rows.filter(({ source }) => source !== "").slice(0, MOST_ROWS - 1);
  const rest = rows.filter((row) => !named.includes(row)).reduce((sum, { points }) => sum + points, 0);
  return Math.abs(rest) < SMALLEST ? named : [...named, { source: "", seat: mover, points: rest }];
}
