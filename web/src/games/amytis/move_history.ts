/** Earlier moves, read from the log and the cities. */
import { cityOf, SPACES } from "./names";
import type { View } from "./types";

/** A tile that was built: from which stack to which space. */
export interface Build {
  from: number;
  to: number;
}

const placeOf = (name: string): number => SPACES.findIndex((space) => space === name);

/** The stack and the space of a building move; null for other moves. */
export function readBuild(move: string): Build | null {
  const [from, to] = move.split(">").map(placeOf);
  return from !== undefined && to !== undefined && from >= 0 && to >= 0 ? { from, to } : null;
}

/** The tile that a decision (from 1) built, though others may lie on it now; "" where it built none. */
export function builtTile(view: View, ply: number): string {
  const build = readBuild(view.log[ply - 1] ?? "");
  const seat = view.movers[ply - 1];
  if (!build || seat === undefined) return "";
  const later = view.log
    .slice(ply)
    .filter((move, n) => view.movers[ply + n] === seat && readBuild(move)?.to === build.to);
  const tiles = cityOf(view.seats[seat]!)[build.to]!;
  return tiles[tiles.length - 1 - later.length] ?? "";
}
