/** Reads parts of a view of Blueprints. No rules here. */
import material from "../../../../src/ziggurat/games/blueprints/material.json";
import { word } from "../../lib/i18n.svelte";
import type { Material } from "./draw_dice";
import { SPACES } from "./draw_plan";
import type { CardName, Choice, MaterialLetter, Points, Prizes, RoundSeat, SeatView, View } from "./types";

/** The lines of a building's score. */
export type Line = Exclude<keyof Points, "total">;
/** A building on its plan. */
export type Built = Pick<RoundSeat, "plan_id" | "plan" | "building"> & Partial<Pick<RoundSeat, "die_points">>;
/** What lies behind a screen; with points only where the table shows scores. */
export type Own = Built & Pick<RoundSeat, "plan_state" | "prizes"> & Partial<Pick<RoundSeat, "points">>;
const isOwn = (seat: SeatView | undefined): seat is SeatView & Own => seat?.plan !== undefined;
/** What lies behind the screen of a seat; null for spectators, until the screens are open. */
export function ownOf(view: View, seat: number): Own | null {
  const own = view.seats[seat];
  return (view.plan || view.over) && isOwn(own) ? own : null;
}

export const GAME = "blueprints";
export const LINES: readonly Line[] = ["wood", "recycled", "stone", "glass", "bonus"];
export const LETTER = material.letters as Partial<Record<Line, MaterialLetter>>;
export const AWARDS = material.awards as readonly CardName[];
export const PRIZES = material.prizes as readonly (keyof Prizes)[];
export const isAward = (card: CardName): boolean => AWARDS.includes(card);
/** The dice that a player chooses in a round. */
export const CHOSEN = material.chosen;
export const ROUNDS = material.rounds;
export const POINTS: Record<CardName, number> = material.points;
/** The number of the die that a seat is at in this round: the next one to choose, or the one after which a die must still be removed. */
export const dieNow = (view: View, seat: number): number =>
  Math.min(CHOSEN, (view.seats[seat]?.taken.length ?? 0) + (view.phase === "remove" && view.to_move === seat ? 0 : 1));

export const materialOf = (die: string): Material => die[0] as Material;
export const valueOf = (die: string): number => Number(die[1]);
/** The stacks by space, from bottom to top. */
export const stacksOf = (building: string[][] | null): Record<string, string[]> =>
  Object.fromEntries(
    SPACES.map((space, i) => [space, building?.[Math.floor(i / 2)]?.[i % 2]?.split(" ").filter(Boolean) ?? []]),
  );
export const markOf = (plan: string[] | null, space: string): string => {
  const i = SPACES.indexOf(space);
  return plan?.[Math.floor(i / 2)]?.[i % 2] ?? "";
};
/** The kinds of dice with their numbers: equal dice are one choice. */
export const kindsOf = (dice: string[]): [die: string, n: number][] =>
  [...new Set(dice)].map((die) => [die, dice.filter((other) => other === die).length]);

/** Whether the i-th die that a player took fitted nowhere. A kind that did not fit once does not fit later, so these are the last ones of a kind. */
export const isOut = ({ taken, discarded }: Pick<SeatView, "taken" | "discarded">, i: number): boolean =>
  taken.slice(i).filter((die) => die === taken[i]).length <= discarded.filter((die) => die === taken[i]).length;

export const say = (key: string, values: Record<string, string | number> = {}): string => word(GAME, key, values);
/** A space by its letters and in words: "a1, top left". */
export const placeName = (space: string): string => say("face.place", { space, where: say(`face.at.${space}`) });
/** The name of a die: "wood 4". */
export const dieName = (die: string): string =>
  say("face.die", { material: say(`material.${die[0]}`), value: valueOf(die) });
export const total = (choice: Choice | undefined): number | null =>
  choice?.gain ? Object.values(choice.gain).reduce((a, b) => a + b, 0) : null;
