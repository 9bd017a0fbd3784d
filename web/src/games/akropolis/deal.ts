/** The deal of Akropolis (`state.py`): the tiles of this number of players in drawing order. */
import type { RandomGenerator } from "../../lib/random_generator";
import type { Options } from "../find_deal";
import type { View } from "./types";

export interface Deal {
  tiles: number[];
}

const LAST_TILE = [0, 37, 37, 49, 61]; // by number of seats; the tiles are numbered by how many players need them
const ALL = 61;

export function deal(random: RandomGenerator, options: Options): Deal {
  const last = options.long_game ? ALL : LAST_TILE[options.seats as number]!;
  return { tiles: random.shuffle(Array.from({ length: last }, (_, n) => n + 1)) };
}

/** Lay out the site again, move by move: every city must show the tiles that its player took. */
export function explains({ tiles }: Deal, view: View): boolean {
  const players = view.seats.length === 1 ? 2 : view.seats.length;
  const site = tiles.slice(0, players + 2);
  let drawn = site.length;
  const took: Set<number>[] = view.seats.map(() => new Set([0]));
  const his = view.architect ? [...view.architect.tiles] : [];
  const refill = (): void => {
    if (site.length === 1) site.push(...tiles.slice(drawn, (drawn += players + 1)));
  };
  for (const [ply, move] of view.log.entries()) {
    const [tile] = site.splice(Number.parseInt(move), 1);
    if (tile === undefined) return false;
    took[view.movers[ply]!]!.add(tile);
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
    view.seats.every(({ city }, seat) => city.every((hex) => took[seat]!.has(hex.tile)))
  );
}
