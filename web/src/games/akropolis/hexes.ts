/** Places and tiles of Akropolis as geometry. Hexes have flat tops; sides count clockwise from the north. World units: a hex has radius 1. */
import look from "../../../../src/ziggurat/games/akropolis/pictures/look.json";
import material from "../../../../src/ziggurat/games/akropolis/material.json";
import type { Point } from "../../draw/camera";
import { regular, type Poly, type Spot } from "../../draw/plane_geometry";
import type { Choice, Hex, KindName, ScoreSheet, View } from "./types";

export type Place = readonly [q: number, r: number];
/** A tile laid somewhere, legal or not: hex 0 on (q, r), hex 1 beyond side `k`, hex 2 beyond side `k` + 1. */
export interface Laid {
  slot: number;
  q: number;
  r: number;
  k: number;
  text: string;
  cells: Place[];
  /** How many hexes lie below it. */
  below: number;
  /** Its middle, on what it lies on. */
  middle: Point;
  choice?: Choice;
}
export type Colour = keyof ScoreSheet;

export const COLOURS = Object.keys(material.stars) as Colour[];
export const SIDES: readonly Place[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];
/** The sides in the order of the corners of `regular(6, …)`: south-east first, clockwise. */
export const EDGES: readonly Place[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];
/** How high a level is. */
export const STOREY = look.storey;
/** How high the tile in hand floats: a little, so that it is seen on its level. */
export const LIFT = 0.12;

export const keyOf = (q: number, r: number): string => `${q},${r}`;
export const centreOf = (q: number, r: number): Spot => [1.5 * q, Math.sqrt(3) * (r + q / 2)];
export const hexagon = (q: number, r: number, k = 1): Poly => regular(6, k, 0, ...centreOf(q, r));
export const six = (n: number): number => ((n % 6) + 6) % 6;
export const districtOf = (kind: string): string => kind.replace("_plaza", "");
/** Whether a kind has districts, which are on the score sheet: quarries and plazas have none. */
/** The picture of the top of a hex: its kind; of two colours both, and how they are turned: `house/market/2`. */
export const faceOf = ({ kind, second, rotation }: Pick<Hex, "kind" | "second" | "rotation">): string =>
  second ? `${kind}/${second}/${rotation}` : kind;
/** The same for a single tile that is turned like this. */
export const singleFace = ([kind, second]: KindName[], rotation: number): string =>
  faceOf({ kind: kind!, second, rotation });
export const isColour = (kind: KindName): kind is Colour => COLOURS.some((colour) => colour === kind);

export function cellsOf(q: number, r: number, k: number): Place[] {
  const [a, b] = [SIDES[six(k)]!, SIDES[six(k + 1)]!];
  return [
    [q, r],
    [q + a[0], r + a[1]],
    [q + b[0], r + b[1]],
  ];
}

export const cityOf = (hexes: Hex[]): Map<string, Hex> => new Map(hexes.map((hex) => [keyOf(hex.q, hex.r), hex]));

/** Which hex of the ground a point lies on. */
export function placeAt(x: number, y: number): Place {
  const [fq, fr] = [x / 1.5, y / Math.sqrt(3) - x / 3];
  let [q, r, s] = [Math.round(fq), Math.round(fr), Math.round(-fq - fr)];
  const [dq, dr, ds] = [Math.abs(q - fq), Math.abs(r - fr), Math.abs(s + fq + fr)];
  if (dq > dr && dq > ds) q = -r - s;
  else if (dr > ds) r = -q - s;
  return [q, r];
}

export function laid(city: Map<string, Hex>, slot: number, q: number, r: number, k: number, choice?: Choice): Laid {
  const cells = cellsOf(q, r, k);
  const below = Math.max(...cells.map(([a, b]) => city.get(keyOf(a, b))?.level ?? 0));
  const spots = cells.map(([a, b]) => centreOf(a, b));
  const middle: Point = [
    (spots[0]![0] + spots[1]![0] + spots[2]![0]) / 3,
    (spots[0]![1] + spots[1]![1] + spots[2]![1]) / 3,
    below * STOREY,
  ];
  return { slot, q, r, k: six(k), text: `${slot}:${q},${r}/${six(k)}`, cells, below, middle, choice };
}

/** A single tile laid somewhere, legal or not. */
export function laidSingle(
  city: Map<string, Hex>,
  text: string,
  q: number,
  r: number,
  k: number,
  choice?: Choice,
): Laid {
  const below = city.get(keyOf(q, r))?.level ?? 0;
  return { slot: -1, q, r, k, text, cells: [[q, r]], below, middle: [...centreOf(q, r), below * STOREY], choice };
}

/** Every legal way to lay the tile of a slot. */
export const laidWays = (city: Map<string, Hex>, choices: Choice[], slot: number): Laid[] =>
  choices
    .filter((choice) => choice.slot === slot)
    .map((choice) => laid(city, slot, choice.q, choice.r, choice.rotation, choice));

/** How many of the covered quarries give a stone: the reserve may run out. The price is paid into it first; alone it goes to the architect. */
export function stonesFor(
  { reserve, seats }: Pick<View, "reserve" | "seats">,
  quarries: number,
  price: number,
): number {
  return reserve === null ? quarries : Math.min(quarries, reserve + (seats.length > 1 ? price : 0));
}

/** The parts of a move as it is written: `2:-1,3/4`. */
export function readMove(move: string): { slot: number; q: number; r: number; k: number } | null {
  const parts = /^(\d):(-?\d+),(-?\d+)\/(\d)$/.exec(move);
  return parts && { slot: +parts[1]!, q: +parts[2]!, r: +parts[3]!, k: +parts[4]! };
}

/** The parts of a completion as it is written: `+3.68@0,2/5`, alone with the architect's tile behind it, `!82`. */
export function readCompletion(
  move: string,
): { card: number; single: number; q: number; r: number; k: number; gift: number } | null {
  const parts = /^\+(\d)\.(\d+)@(-?\d+),(-?\d+)\/(\d)(?:!(\d+))?$/.exec(move)?.slice(1).map(Number);
  return parts
    ? { card: parts[0]!, single: parts[1]!, q: parts[2]!, r: parts[3]!, k: parts[4]!, gift: parts[5]! || 0 }
    : null;
}

/** The places of a move: of a city tile or of a single one. */
export function cellsOfMove(move: string): Place[] {
  const [tile, single] = [readMove(move), readCompletion(move)];
  return tile ? cellsOf(tile.q, tile.r, tile.k) : single ? [[single.q, single.r]] : [];
}

/** The tiles of the illustrious architect, laid beside each other. */
export function laidOut(tiles: KindName[][]): Hex[] {
  const wide = Math.max(3, Math.ceil(Math.sqrt(tiles.length * 1.8)));
  return tiles.flatMap((kinds, i) => {
    const [column, row] = [i % wide, Math.floor(i / wide)];
    const q = 3 * column;
    const single = kinds.length < 3;
    return cellsOf(q, 3 * row - Math.floor(q / 2), 1)
      .slice(0, single ? 1 : 3)
      .map(([a, b], n) => ({
        q: a,
        r: b,
        kind: kinds[n]!,
        level: 1,
        tile: i + 1,
        ...(single && kinds[1] ? { second: kinds[1], rotation: 0 } : {}),
      }));
  });
}
