/** Earlier moves, read from the log and the city: which tile was laid, on what, and beside what. */
import type { BoardProps } from "../board";
import { cellsOfMove, cityOf, keyOf, readCompletion, readMove, SIDES, type Place } from "./hexes";
import type { Hex, KindName, View } from "./types";

export interface PastMove {
  seat: number;
  /** What the tile cost. */
  price: number;
  cells: Place[];
  /** The kinds of its three hexes, in the order of `cells`; of a single tile what it shows. */
  kinds: KindName[];
  level: number;
  /** The rotation, as in a move. */
  k: number;
}

/** The places of a move, as keys. */
export const placesOf = (move: string): Set<string> => new Set(cellsOfMove(move).map(([q, r]) => keyOf(q, r)));

/** The places of a seat's last turn: its tile, and the single ones. */
export const lastPlacesOf = (last: BoardProps["last"], seat: number): Set<string> =>
  new Set(last.filter((one) => one.seat === seat).flatMap(({ move }) => [...placesOf(move)]));

/** A move of the log as a tile on a level; null where the view does not hold it. */
export function pastMove(view: View, ply: number): PastMove | null {
  const text = view.log[ply - 1] ?? "";
  const [parts, single] = [readMove(text), readCompletion(text)];
  const seat = view.movers[ply - 1];
  const cells = cellsOfMove(text);
  if (!cells.length || seat === undefined) return null;
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
    price: parts?.slot ?? 0,
    cells,
    kinds: single ? (view.tiles[single.single] ?? []) : stacks.map((stack) => stack.at(-1)!),
    level: stacks[0]!.length,
    k: (parts ?? single)!.k,
  };
}

/** Whether a decision begins a turn: completions, and the stop, belong to the tile before them. */
export const beginsTurn = (move: string): boolean => move !== "stop" && !move.startsWith("+");

/** Which of the illustrious architect's tiles (from 0, in the order taken) a decision brought him: gifts, and his own at the end of a turn. */
export function architectTiles(view: View, ply: number): number[] {
  const count = view.architect?.tiles.length ?? 0;
  let taken = 0;
  const got = view.log.map((move, n) => {
    const next = view.log[n + 1];
    const ends = next === undefined ? view.phase !== "complete" : beginsTurn(next);
    return Array.from({ length: Number(move.startsWith("+")) + Number(ends) }, () => taken++);
  });
  return (got[ply - 1] ?? []).filter((n) => n < count);
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
