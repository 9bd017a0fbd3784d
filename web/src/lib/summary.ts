/** What is said about a table as a whole: how it ended, what just happened. */
import type { TableMessage } from "./messages";
import { speech, t, type Key } from "./i18n.svelte";

/** How it ended, and how it stood. */
export function verdict(table: TableMessage, names: string[]): string {
  const end = table.end!;
  const wins = (seat: number) => (table.you.length === 1 && table.you[0] === seat ? t("end.you") : t("end.won", { player: names[seat]! }));
  if (end.why === "resigned" || end.why === "time") {
    const left = table.seats.filter((seat) => !seat.resigned);
    const why = t(`end.${end.why}` as Key, { player: names[end.seat!]! });
    return left.length === 1 ? `${why}. ${wins(left[0]!.seat)}.` : why;
  }
  if (!end.result) return t(end.why === "record" ? "end.record" : "end.abandoned");
  const { scores, ranks } = end.result as { scores: number[]; ranks: number[] };
  const best = table.seats.map((seat) => seat.seat).filter((seat) => ranks[seat] === 1);
  const points = t("seat.points", { n: scores[best[0] ?? 0] ?? 0 });
  if (!best.length) return t("end.score.alone", { won: table.you.length ? t("end.you.lost") : t("end.lost", { player: names[0]! }), points });
  if (best.length > 1) return t("end.score.tie", { won: t("end.tie", { players: best.map((seat) => names[seat]).join(" & ") }), n: scores[best[0]!]! });
  const others = scores.filter((_, seat) => seat !== best[0]).toSorted((a, b) => b - a);
  if (!others.length) return t("end.score.alone", { won: wins(best[0]!), points });
  const listed = new Intl.ListFormat(speech.language).format(others.map(String));
  const said = t("end.score", { won: wins(best[0]!), points: scores[best[0]!]!, others: listed });
  return others[0] === scores[best[0]!] ? `${said} ${t("end.tiebreak")}` : said;
}

/** What the others did since one's last turn (for those who watch, the last turn). */
export function news(table: TableMessage): string {
  if (!table.view || table.status !== "running") return "";
  const { movers } = table.view;
  const me = table.choices.length ? table.view.to_move : null;
  let end = movers.length;
  while (end && movers[end - 1] === me) end--;
  let from = end - 1;
  while (from > 0 && (me === null ? movers[from - 1] === movers[end - 1] : movers[from - 1] !== me)) from--;
  return table.log.slice(Math.max(0, from, end - 4), end).flat().join(". ");
}

/** Points by source, with all sources of one kind (`project:8`, `project:12`) as one (`project:`): cards have pictures, not numbers. */
export function byKind(points: Record<string, number>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, n] of Object.entries(points)) {
    const kind = name.replace(/:.*/, ":");
    found[kind] = (found[kind] ?? 0) + n;
  }
  return found;
}

/** A length of time as a clock shows it: `4:07`, `1:00:00`, `2 d 03:15`. */
export function lasting(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return d ? `${d} d ${two(h)}:${two(m)}` : h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
