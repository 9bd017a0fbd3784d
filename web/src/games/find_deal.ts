/** Finds how a game is dealt, for the check at its end (`lib/fair_deal.ts`): `games/<name>/deal.ts`, loaded when it is needed. */
import type { RandomGenerator } from "../lib/random_generator";
import type { AnyView } from "./types";

export type Options = Record<string, unknown>;

/** What `deal.ts` of a game exports, for its own deal and view. */
export interface DealModule<D = unknown, V = AnyView> {
  /** Deal as `state.py` of the game does: the same draws in the same order. The result is spelled as in a record. */
  deal: (random: RandomGenerator, options: Options) => D;
  /** Whether this deal leads to the view of the end. All that was ever drawn or turned over has left a trace there. */
  explains: (deal: D, view: V) => boolean;
}

const DEALS = import.meta.glob<DealModule>("./*/deal.ts");

/** How a game is dealt; null where the page does not know it. */
export async function findDeal(game: string): Promise<DealModule | null> {
  return (await DEALS[`./${game}/deal.ts`]?.()) ?? null;
}
