/** Sentences and figures about a table as a whole. */
import type { EndInfo, TableMessage } from "./messages";
import { i18n, t, type Key } from "./i18n.svelte";

/** What is known of a table that is over. */
type Ended = Pick<TableMessage, "you" | "seats" | "end">;

/** Say how a game ended and what the scores were. */
export function verdict(table: Ended, names: string[], seatless: { name: string; score?: number }[] = []): string {
  const end = table.end!;
  if (end.why === "resigned" || end.why === "time") return gaveUp(table, end, names);
  if (!end.result) return t(end.why === "record" ? "end.record" : "end.abandoned");
  const { scores, ranks } = end.result as { scores: number[]; ranks: number[] };
  const best = table.seats.map((seat) => seat.seat).filter((seat) => ranks[seat] === 1);
  const points = t("seat.points", { n: scores[best[0] ?? 0] ?? 0 });
  const [rival] = seatless;
  const alone = (won: string): string =>
    rival?.score === undefined
      ? t("end.score.alone", { won, points })
      : t("end.score.rival", { won, points: scores[0]!, rival: rival.name, score: rival.score });
  if (!best.length) return alone(table.you.length ? t("end.you.lost") : t("end.lost", { player: names[0]! }));
  const most = scores[best[0]!]!;
  if (best.length > 1) {
    const tied = t("end.tie", { players: best.map((seat) => names[seat]).join(" & ") });
    return t("end.score.tie", { won: tied, n: most });
  }
  const won = wins(table, best[0]!, names);
  const others = scores.filter((_, seat) => seat !== best[0]).toSorted((a, b) => b - a);
  if (!others.length) return alone(won);
  const listed = new Intl.ListFormat(i18n.language).format(others.map(String));
  const sentence = t("end.score", { won, points: most, others: listed });
  return others[0] === most ? `${sentence} ${t("end.tiebreak")}` : sentence;
}

const wins = (table: Ended, seat: number, names: string[]): string =>
  table.you.length === 1 && table.you[0] === seat ? t("end.you") : t("end.won", { player: names[seat]! });

function gaveUp(table: Ended, end: EndInfo, names: string[]): string {
  const left = table.seats.filter((seat) => !seat.resigned);
  const why = t(`end.${end.why}` as Key, { player: names[end.seat!]! });
  return left.length === 1 ? `${why}. ${wins(table, left[0]!.seat, names)}.` : why;
}

/** Add up the points of all sources of one kind (`project:8`, `project:12`) under one name (`project:`): cards have pictures, not numbers. */
export function byKind(points: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, n] of Object.entries(points)) {
    const kind = name.replace(/:.*/, ":");
    sums[kind] = (sums[kind] ?? 0) + n;
  }
  return sums;
}

/** The sum of what a move brings at once; 0 where that is not known. */
export const totalGain = (gain: Record<string, number> | null | undefined): number =>
  Object.values(gain ?? {}).reduce((sum, n) => sum + n, 0);

/** A length of time as a clock shows it: `4:07`, `1:00:00`, `2 d 03:15`. */
export function lasting(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return d ? `${d} d ${two(h)}:${two(m)}` : h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
