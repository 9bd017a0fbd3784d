/** Places in words: by what lies there, or beside them. */
import { keyOf, SIDES } from "./hexes";
import { landmark, weightOf, type PastMove } from "./move_history";
import type { Hex } from "./types";

type Words = (key: string, values?: Record<string, string | number>) => string;
/** So many neighbours name a place. */
const MOST = 2;

/** Name a place by the hex that lies there, or by its neighbours: "market plaza to the north". */
export function placeText(w: Words, city: Map<string, Hex>, q: number, r: number): string {
  const here = city.get(keyOf(q, r));
  if (here) return w("face.place_on", { kind: w(`kind.${here.kind}`) });
  const beside = SIDES.flatMap(([dq, dr], side) => {
    const hex = city.get(keyOf(q + dq, r + dr));
    return hex ? [{ hex, side }] : [];
  });
  if (!beside.length) return w("face.place_apart");
  return beside
    .sort((a, b) => weightOf(a.hex) - weightOf(b.hex))
    .slice(0, MOST)
    .map(({ hex, side }) => w("face.neighbour", { kind: w(`kind.${hex.kind}`), side: w(`face.side.${side}`) }))
    .join(", ");
}

/** Say where a tile was laid: "beside the market plaza, level 1". */
export function whereText(w: Words, city: Hex[], { cells, level }: Pick<PastMove, "cells" | "level">): string {
  const beside = landmark(city, cells);
  return beside ? w("face.beside", { kind: w(`kind.${beside.kind}`), level }) : w("face.at_level", { level });
}

/** Name a tile by its three hexes. */
export const tileText = (w: Words, kinds: readonly string[]): string =>
  kinds.map((kind) => w(`kind.${kind}`)).join(", ");
