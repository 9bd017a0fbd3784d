/** The options of a game: their values, and what is said of them in words. */
import { t, word } from "./i18n.svelte";
import type { OptionInfo } from "./messages";

/** A value of an option. */
export type Value = OptionInfo["default"];
/** Options by name. One that is missing has its default, or means nothing because another one is off. */
export type Options = Record<string, Value>;

/** The buildings of Amytis, in the order of the six letters of its option `sides`. */
export const BUILDINGS = ["garden", "market", "wall", "palace", "residence", "theater"];

/** Options that the terms of a table always tell; the others only where they are not as in the rules. */
const ALWAYS_TOLD = ["variants", "stones", "edition", "sides", "plans"];

export const sameValue = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);
export const valueOf = (options: Options, option: OptionInfo): Value => options[option.name] ?? option.default;

/** The options that mean something: not those that need another one which is off. */
export const meaningful = (all: OptionInfo[], options: Options): OptionInfo[] =>
  all.filter(({ needs }) => !needs || options[needs]);

/** The options that the terms of a table with so many seats tell, with their values in words. */
export function optionTerms(game: string, all: OptionInfo[], options: Options, seats: number): [string, string][] {
  const told = meaningful(all, options).filter(
    (option) =>
      option.name !== "seats" &&
      (option.name !== "architect" || seats === 1) &&
      (ALWAYS_TOLD.includes(option.name) || !sameValue(valueOf(options, option), option.default)),
  );
  return told.map((option) => [option.name, optionText(game, option.name, valueOf(options, option))]);
}

/** The value of an option as a phrase. */
export function optionText(game: string, name: string, value: Value): string {
  const said = (one: string) => word(game, `option.${name}.${one}`) || word(game, `card.${one}`);
  if (name === "plans" && Array.isArray(value)) return `${said("own")} (${t("setup.plans", { n: value.length })})`;
  if (Array.isArray(value)) return value.map(said).join("; ") || t("terms.none");
  if (name === "sides" && !said(String(value)))
    return BUILDINGS.map((kind, n) => `${word(game, `kind.${kind}`)} ${String(value)[n]}`).join(", ");
  return said(String(value)) || String(value);
}
