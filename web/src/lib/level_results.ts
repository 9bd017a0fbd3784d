/** How the games of this browser against bots ended, and the level that they suggest for the next one. */
import type { TableMessage } from "./messages";
import { keep, recall } from "./storage";

/** A game that one person at this browser played against bots to its end. */
export interface LevelResult {
  table: string;
  /** The strongest level at the table. */
  level: number;
  seats: number;
  won: boolean;
}
export type Suggestion = {
  level: number;
  /** Why: the last games, all against one level: how many, how many of them were won, and that level. No games: nothing is known yet. */
  games: number;
  won: number;
  against: number;
};

const KEPT = 20;
/** Two wins of so many games lead up. */
const LAST = 3;
/** So many losses lead down: with more seats one wins less often, and level 1 is still a fair match. */
const lossesAt = (seats: number): number => 2 * seats - 1;
const STRONGEST = 8;
const nameOf = (game: string): string => `levels.${game}`;
const levelOf = (bot: string): number => Number(/^level:([1-8])$/.exec(bot)?.[1] ?? 0);

/** What a table that is over says about its player; null where it says nothing: other people played, no level did, the deal was known, or it was broken off. */
export function resultOf(table: TableMessage): LevelResult | null {
  const [me, ...more] = table.you;
  const others = table.seats.filter((seat) => seat.seat !== me);
  const level = Math.max(0, ...others.map((seat) => levelOf(seat.bot)));
  if (table.status !== "over" || !table.end?.fair || me === undefined || more.length) return null;
  if (!level || others.some((seat) => seat.kind !== "bot" || !levelOf(seat.bot))) return null;
  const ranks = (table.end.result as { ranks?: number[] } | null)?.ranks;
  const gaveUp = table.seats[me]!.resigned || (table.end.why === "time" && table.end.seat === me);
  if (!ranks && !gaveUp) return null;
  return { table: table.id, level, seats: table.seats.length, won: !gaveUp && ranks?.[me] === 1 };
}

/** Remember how a game ended; a table that is known keeps its place. */
export function rememberResult(table: TableMessage): void {
  const result = resultOf(table);
  if (!result) return;
  const all = recall<LevelResult[]>(nameOf(table.game), []);
  const place = all.findIndex((other) => other.table === result.table);
  keep(nameOf(table.game), place < 0 ? [...all, result].slice(-KEPT) : all.with(place, result));
}

/** The level that the last games suggest: 1 for a first game; two wins of the last three lead one up, three losses in a row (more with more seats) one down. */
export function suggestLevel(game: string): Suggestion {
  const all = recall<LevelResult[]>(nameOf(game), []);
  const against = all.at(-1)?.level ?? 0;
  if (!against) return { level: 1, games: 0, won: 0, against };
  const since = all.findLastIndex((result) => result.level !== against) + 1;
  const row = all.slice(since);
  const last = row.slice(-LAST);
  const won = last.filter((result) => result.won).length;
  if (won >= 2 && against < STRONGEST) return { level: against + 1, games: last.length, won, against };
  const losses = row.length - 1 - row.findLastIndex((result) => result.won);
  if (losses >= lossesAt(row.at(-1)!.seats) && against > 1)
    return { level: against - 1, games: losses, won: 0, against };
  return { level: against, games: last.length, won, against };
}
