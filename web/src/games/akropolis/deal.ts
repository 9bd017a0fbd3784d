/** The deal of Akropolis (`state.py`): the tiles of this number of players in drawing order. */
import { CARD_NAMES } from "../../lib/card_names";
import type { RandomGenerator } from "../../lib/random_generator";
import type { Options } from "../find_deal";
import type { View } from "./types";

export interface Deal {
  tiles: number[];
  /** Athena: the construction cards by slot, and the single tiles that lie at them. */
  cards?: number[];
  singles?: number[][];
}

const LAST_TILE = [0, 37, 37, 49, 61]; // by number of seats; the tiles are numbered by how many players need them
const ALL = 61;
/** Athena: slots of cards, single tiles at a slot, and single tiles in all. */
const [SLOTS, AT_A_SLOT, SINGLES] = [4, 4, 30];

export function deal(random: RandomGenerator, options: Options): Deal {
  const last = options.long_game ? ALL : LAST_TILE[options.seats as number]!;
  const tiles = random.shuffle(numbers(last));
  if (!options.athena) return { tiles };
  const chosen = options.athena_cards;
  const cards = Array.isArray(chosen)
    ? chosen.map((name) => CARD_NAMES.indexOf(name) + 1)
    : drawn(random, numbers(CARD_NAMES.length), SLOTS);
  const singles = drawn(random, numbers(SINGLES, ALL), SLOTS * AT_A_SLOT);
  return { tiles, cards, singles: [0, 1, 2, 3].map((n) => singles.slice(AT_A_SLOT * n, AT_A_SLOT * (n + 1))) };
}

const numbers = (count: number, after = 0): number[] => Array.from({ length: count }, (_, n) => after + n + 1);

/** Draw so many out of a box; the last one takes the place of the one that is drawn. */
function drawn(random: RandomGenerator, box: number[], count: number): number[] {
  return Array.from({ length: count }, () => {
    const place = random.below(box.length);
    const found = box[place]!;
    const last = box.pop()!;
    if (place < box.length) box[place] = last;
    return found;
  });
}

/** Lay out the site again, move by move: every city must show the tiles that its player took. */
export function explains({ tiles, cards = [], singles = [] }: Deal, view: View): boolean {
  const players = view.seats.length === 1 ? 2 : view.seats.length;
  const site = tiles.slice(0, players + 2);
  let drawn = site.length;
  const took: Set<number>[] = view.seats.map(() => new Set([0]));
  const his = view.architect ? [...view.architect.tiles] : [];
  const offers = singles.map((row) => [...row]);
  const take = (row: number[] | undefined, tile: number | undefined): boolean =>
    !!row && tile !== undefined && row.includes(tile) && !!row.splice(row.indexOf(tile), 1);
  const refill = (): void => {
    if (site.length === 1) site.push(...tiles.slice(drawn, (drawn += players + 1)));
  };
  for (const [ply, move] of view.log.entries()) {
    const [seat, next] = [view.movers[ply]!, view.log[ply + 1] ?? ""];
    if (move.startsWith("+")) {
      const [card, single, , , , gift] = move.match(/\d+/g)!.map(Number);
      if (gift && (his.shift() !== gift || !take(offers[card! - 1], gift))) return false;
      if (!take(offers[card! - 1], single)) return false;
      took[seat]!.add(single!);
    } else if (move !== "stop") {
      const [tile] = site.splice(Number.parseInt(move), 1);
      if (tile === undefined) return false;
      took[seat]!.add(tile);
    }
    const isLast = ply === view.log.length - 1;
    if (/^[+s]/.test(next) || (isLast && view.phase === "complete")) continue; // the turn goes on: a card is completed, or none
    refill();
    if (!his.length) continue;
    const slot = site.indexOf(his.shift()!);
    if (slot < 0) return false;
    site.splice(slot, 1);
    refill();
  }
  return (
    !his.length &&
    JSON.stringify(site) === JSON.stringify(view.site) &&
    JSON.stringify(view.slots ?? []) ===
      JSON.stringify(cards.map((card, n) => ({ card: CARD_NAMES[card - 1], singles: offers[n] }))) &&
    view.seats.every(({ city }, seat) => city.every((hex) => took[seat]!.has(hex.tile)))
  );
}
