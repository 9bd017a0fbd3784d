/** Earlier moves, read from the log and the city: which tile was laid, on what, and beside what. */
import type { BoardProps } from "../board";
import { cellsOf, cityOf, keyOf, readMove, SIDES, type Place } from "./hexes";
import type { Hex, KindName, View } from "./types";

export interface PastMove {
  seat: number;
  /** What the tile cost. */
  price: number;
  cells: Place[];
  /** The kinds of its three hexes, in the order of `cells`. */
  kinds: KindName[];
  level: number;
  /** The rotation, as in a move. */
  k: number;
}

/** The places of a move, as keys. */
export function placesOf(move: string): Set<string> {
  const parts = readMove(move);
  return new Set(parts ? cellsOf(parts.q, parts.r, parts.k).map(([q, r]) => keyOf(q, r)) : []);
}

/** The places of a seat's last move. */
export const lastPlacesOf = (last: BoardProps["last"], seat: number): Set<string> =>
  placesOf(last.findLast((one) => one.seat === seat)?.move ?? "");

/** A move of the log as a tile on a level; null where the view does not hold it. */
export function pastMove(view: View, ply: number): PastMove | null {
  const parts = readMove(view.log[ply - 1] ?? "");
  const seat = view.movers[ply - 1];
  if (!parts || seat === undefined) return null;
  const cells = cellsOf(parts.q, parts.r, parts.k);
  const city = cityOf(view.seats[seat]!.city);
  const later = view.log.slice(ply).filter((_, n) => view.movers[ply + n] === seat);
  const above = (key: string) => later.filter((move) => placesOf(move).has(key)).length;
  const stacks = cells.map(([q, r]) => {
    const hex = city.get(keyOf(q, r));
    return hex ? [...(hex.below ?? []), hex.kind].slice(0, hex.level - above(keyOf(q, r))) : [];
  });
  if (stacks.some((stack) => !stack.length)) return null;
  return {
    seat,
    price: parts.slot,
    cells,
    kinds: stacks.map((stack) => stack.at(-1)!),
    level: stacks[0]!.length,
    k: parts.k,
  };
}

/** Which kind is worth naming a place by: what is rare and lasts longest comes first, quarries last. */
export const weightOf = ({ kind }: Hex): number => (kind.endsWith("_plaza") ? 0 : kind === "quarry" ? 2 : 1);

/** The hex of a city beside a tile by which one finds it again: a plaza, else a district, else a quarry; the nearest to the first hex. */
export function landmark(city: Hex[], cells: readonly Place[]): Hex | null {
  const [byPlace, own] = [cityOf(city), new Set(cells.map(([q, r]) => keyOf(q, r)))];
  const around = new Map<string, Hex>();
  for (const [q, r] of cells)
    for (const [dq, dr] of SIDES) {
      const hex = byPlace.get(keyOf(q + dq, r + dr));
      if (hex && !own.has(keyOf(hex.q, hex.r))) around.set(keyOf(hex.q, hex.r), hex);
    }
  return [...around.values()].sort((a, b) => weightOf(a) - weightOf(b))[0] ?? null;
}
