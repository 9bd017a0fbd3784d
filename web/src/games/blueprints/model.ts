/** What the view of Blueprints holds, and small readings of it. No rules here. */
import { word } from "../../lib/speech.svelte";
import type { Material } from "../../draw/dice";
import type { Choice } from "../board";
import { SPACES } from "./draw";

export type Lines = Record<"bonus" | "wood" | "recycled" | "stone" | "glass" | "total", number>;
export interface DiePoints { die: string; space: string; level: number; points: number | null }
/** What lies behind a screen. */
export interface Own {
  plan_id: number;
  plan: string[];
  building: string[][];
  points?: Lines;
  die_points?: DiePoints[];
  plan_state: { state: "done" | "open" | "lost"; missing: number };
  prizes: Record<string, [number, number]>;
}
export interface Player extends Partial<Own> { taken: string[]; discarded: string[]; cards: string[]; score?: number; breakdown?: Record<string, number>; rank: number | null }
export interface CardWon { seat: number; by: string; over: number | null; counts: number[] }
export interface Round {
  round: number;
  start: number;
  order: number[];
  demand: Material[];
  ranking: number[];
  cards: Record<string, CardWon>;
  seats: (Own & { taken: string[]; discarded: string[]; cards: string[] })[];
}
export interface Final { seat: number; points: number; prizes: number; gold: number; silver: number; bronze: number; by?: string; counts?: number[] }
export interface Sight {
  seat: number | null;
  ply: number;
  to_move: number | null;
  over: boolean;
  phase: "build" | "remove" | "over";
  round: number;
  start: number;
  demand: Material[];
  pool: string[];
  bag_left: number;
  removed: string[];
  plan: string[] | null;
  building: string[][] | null;
  seats: Player[];
  rounds: Round[];
  final: Final[];
}
export const GAME = "blueprints";
export const LINES = ["wood", "recycled", "stone", "glass", "bonus"] as const;
export const LETTER: Record<string, Material> = { wood: "W", recycled: "R", stone: "S", glass: "G" };
export const AWARDS = ["gold", "silver", "bronze"];
export const PRIZES = ["skyscraper", "structural_integrity", "geometer", "materials"];
export const CHOSEN = 6;
/** The die of the round that a seat is at: the one it chooses next, or the one whose removal it still owes. */
export const dieNow = (view: Sight, seat: number): number => Math.min(CHOSEN, (view.seats[seat]?.taken.length ?? 0) + (view.phase === "remove" && view.to_move === seat ? 0 : 1));

export const materialOf = (die: string): Material => die[0] as Material;
export const valueOf = (die: string): number => Number(die[1]);
/** The stacks by space, from bottom to top. */
export const stacksOf = (building: string[][] | null): Record<string, string[]> =>
  Object.fromEntries(SPACES.map((space, i) => [space, building?.[Math.floor(i / 2)]?.[i % 2]?.split(" ").filter(Boolean) ?? []]));
export const markOf = (plan: string[] | null, space: string): string => { const i = SPACES.indexOf(space); return plan?.[Math.floor(i / 2)]?.[i % 2] ?? ""; };
/** Dice of the same kind are one choice: each kind once, with how many there are. */
export const kindsOf = (dice: string[]): [die: string, n: number][] => [...new Set(dice)].map((die) => [die, dice.filter((other) => other === die).length]);

/** Whether the i-th die that a player took fitted nowhere: what did not fit once does not fit later, so it is the last ones of a kind. */
export const isOut = ({ taken, discarded }: Pick<Player, "taken" | "discarded">, i: number): boolean => taken.slice(i).filter((die) => die === taken[i]).length <= discarded.filter((die) => die === taken[i]).length;

export const say = (key: string, values: Record<string, string | number> = {}): string => word(GAME, key, values);
/** A die in words: "wood 4". */
export const dieName = (die: string): string => say("face.die", { material: say(`material.${die[0]}`), value: valueOf(die) });
export const total = (choice: Choice | undefined): number | null => (choice?.gain ? Object.values(choice.gain).reduce((a, b) => a + b, 0) : null);
