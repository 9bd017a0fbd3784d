/** The position in parts, and its pieces in words. Nothing here knows a rule. */
import { word } from "../../lib/speech.svelte";
import type { Choice } from "../board";
import type { Letter } from "./draw";

export const SPACES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
export const FAVORS = ["I", "II", "III", "IV", "stairs", "corners", "projects"];
export const KINDS: Record<string, string> = { g: "garden", m: "market", w: "wall", p: "palace", r: "residence", t: "theater" };

export const w = (key: string, values: Record<string, string | number> = {}): string => word("amytis", key, values);
export const tileName = (tile: string): string => w("draw.tile", { color: w(`color.${tile[0]}`), kind: w(`kind.${KINDS[tile[1]!]}`) });
/** The tiles of each space of a city, from the bottom up. */
export const cityOf = (seat: any): string[][] => (seat.board as string[][]).flat().map((stack) => (stack ? stack.split(" ") : []));
export const total = (choice?: Choice): number | null => (choice?.gain ? Object.values(choice.gain).reduce((sum, n) => sum + n, 0) : null);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The phase in words: what a palace offers depends on its side. */
export const phaseOf = (view: Record<string, any>): string => (view.phase === "palace" ? `palace.${view.options.sides["gmwprt".indexOf("p")]}` : view.phase);

export interface Way {
  cells: string;
  missing: string[];
}
export interface Face {
  pattern: string[];
  points: number;
}

/** A pattern row by row in words: "blue, free, green; …". */
export const patternWords = (pattern: string[]): string => pattern.map((row) => [...row].map((letter) => (letter === "." ? w("face.any") : w(`color.${letter}`))).join(", ")).join(w("face.next_row"));
/** The three rows of a pattern or of a way, padded to the three by three of the board. */
export const cells = (pattern: string[]): (Letter | ".")[] => Array.from({ length: 9 }, (_, n) => (pattern[Math.floor(n / 3)]?.[n % 3] as Letter) ?? ".");
/** How many coloured cells a pattern has. */
export const tilesOf = (face: Face): number => face.pattern.join("").replaceAll(".", "").length;
