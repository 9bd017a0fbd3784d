/** Reads parts of a view of Amytis, and names its pieces. No rules here. */
import material from "../../../../src/ziggurat/games/amytis/material.json";
import { word } from "../../lib/i18n.svelte";
import type { Letter } from "./draw_pieces";
import type { Card, Choice, Favors, SeatView, SpaceName, View } from "./types";

export const SPACES = material.spaces as readonly SpaceName[];
/** The columns of the favor board. */
export type Column = Exclude<keyof Favors, "row">;
export const FAVORS = material.favors as readonly Column[];
/** How many pawns the bottom row of the favor board holds. */
export const ROW_SPACES = material.row_spaces;
/** The kinds by their letters, in the order of the option `sides`. */
export const KINDS: Record<string, string> = material.kinds;

export const w = (key: string, values: Record<string, string | number> = {}): string => word("amytis", key, values);
export const tileName = (tile: string): string =>
  w("draw.tile", { color: w(`color.${tile[0]}`), kind: w(`kind.${KINDS[tile[1]!]}`) });
/** A space by its letters and in words: "a1, top left". */
export const placeName = (name: SpaceName): string => w("face.place", { name, where: w(`face.at.${name}`) });
/** The neighbours of a free space in a city, by which one finds it: ", beside the blue garden". */
export function besideText(city: string[][], n: number): string {
  const [x, y] = [n % 3, Math.floor(n / 3)];
  const sides = [
    [x, y - 1],
    [x - 1, y],
    [x + 1, y],
    [x, y + 1],
  ].filter(([i, j]) => i! >= 0 && i! < 3 && j! >= 0 && j! < 3);
  const tiles = sides.flatMap(([i, j]) => city[3 * j! + i!]!.at(-1) ?? []).map(tileName);
  return tiles.length ? w("face.beside", { tiles: tiles.slice(0, 2).join(", ") }) : "";
}
/** The tiles of each space of a city, from the bottom up. */
export const cityOf = (seat: SeatView): string[][] => seat.board.flat().map((stack) => (stack ? stack.split(" ") : []));
export const total = (choice?: Choice): number | null =>
  choice?.gain ? Object.values(choice.gain).reduce((sum, n) => sum + n, 0) : null;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The sides of the building cards that are in use, six letters A or B. */
export const sidesOf = (view: View): string => String(view.options.sides);
/** The side of the card of a kind, by its letter. */
export const sideOf = (view: View, kind: string): string => sidesOf(view)[Object.keys(KINDS).indexOf(kind)] ?? "";
/** The key of the text for a phase: what a palace offers depends on its side. */
export const phaseOf = (view: View): string => (view.phase === "palace" ? `palace.${sideOf(view, "p")}` : view.phase);

/** A pattern row by row in words: "blue, free, green; …". */
export const patternWords = (pattern: string[]): string =>
  pattern
    .map((row) => [...row].map((letter) => (letter === "." ? w("face.any") : w(`color.${letter}`))).join(", "))
    .join(w("face.next_row"));
/** The three rows of a pattern or of a way, padded to the three by three of the board. */
export const cells = (pattern: string[]): (Letter | ".")[] =>
  Array.from({ length: 9 }, (_, n) => (pattern[Math.floor(n / 3)]?.[n % 3] as Letter) ?? ".");
/** How many coloured cells a pattern has. */
export const tilesOf = (card: Card): number => card.pattern.join("").replaceAll(".", "").length;
