/** Checks the deal of a finished table in the browser, with the same arithmetic as `fair_deal.py` and `kernel.py`. */
import type { DealModule } from "../games/find_deal";
import type { Promised } from "./deal_promises";
import type { FairInfo, TableMessage } from "./messages";
import { RandomGenerator } from "./random_generator";
import { digest } from "./sha256";

/** What does not hold. */
export type Wrong = "secret" | "promise" | "order" | "words" | "bots" | "deal";
/** What could not be checked: this browser did not see the promise before the start, nobody gave words, the page cannot deal this game. */
export type Unsure = "late" | "wordless" | "unknown";
export type Proof = { wrong: Wrong } | { wrong: null; unsure: Unsure[] };

/** Where in the words those of a seat stand: they are in the order before the lot. */
const placeOf = (fair: FairInfo, seat: number): number => fair.order?.[seat] ?? seat;

/** Whether the seats were drawn as the secret and the words say. */
function drawnRightly(fair: FairInfo): boolean {
  if (!fair.order) return true;
  if (fair.order.length !== fair.words.length) return false;
  const lots = fair.words.map((_, place) => digest(fair.secret, fair.table, fair.words, "lot", place));
  return [...lots].sort().every((lot, seat) => lots.indexOf(lot) === fair.order?.[seat]);
}

/** Whether the words that this browser gave were used. */
function wordsUsed(table: TableMessage, fair: FairInfo, promised: Promised | undefined, repeated: boolean): boolean {
  if (!promised?.words.length || !table.you.length) return true;
  const given = (word: string): boolean => promised.words.includes(word);
  if (repeated) return fair.words.some(given); // the seats may have changed since
  return table.you.map((seat) => fair.words[placeOf(fair, seat)] ?? "").every(given);
}

/** The first thing that does not hold of the promise and the words; null if all does. */
function brokenIn(table: TableMessage, fair: FairInfo, promised: Promised | undefined): Wrong | null {
  const repeated = fair.table !== table.id; // the deal of an earlier table, played again
  const promise = digest(fair.secret, fair.table, table.options, ...(fair.order ? ["lot"] : []));
  if (fair.commitment !== table.commitment || promise !== fair.commitment) return "secret";
  if (promised && promised.commitment !== fair.commitment) return "promise";
  if (!drawnRightly(fair)) return "order";
  if (!wordsUsed(table, fair, promised, repeated)) return "words";
  const wordsOf = (seat: number): string => fair.words[placeOf(fair, seat)] ?? "";
  return !repeated && table.seats.some((seat) => seat.kind === "bot" && wordsOf(seat.seat)) ? "bots" : null;
}

/**
 * Check that the deal of a game that is over is the one that was promised; null where nothing was promised. `rules` is how the game is dealt,
 * null where the page does not know it.
 */
export function prove(table: TableMessage, promised: Promised | undefined, rules: DealModule | null): Proof | null {
  const fair = table.end?.fair;
  if (!fair || !table.view) return null;
  const broken = brokenIn(table, fair, promised);
  if (broken) return { wrong: broken };
  const random = new RandomGenerator(digest(fair.secret, fair.table, fair.words));
  if (rules && !rules.explains(rules.deal(random, table.options), table.view)) return { wrong: "deal" };
  const unsure: Unsure[] = [];
  if (!promised) unsure.push("late");
  if (!fair.words.some(Boolean)) unsure.push("wordless");
  if (!rules) unsure.push("unknown");
  return { wrong: null, unsure };
}
