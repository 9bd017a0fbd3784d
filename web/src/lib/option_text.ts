/** The options of a game in words. */
import { t, word } from "./i18n.svelte";
import type { OptionInfo } from "./messages";

type Value = OptionInfo["default"];
/** The buildings of Amytis, in the order of the six letters of its option `sides`. */
export const BUILDINGS = ["garden", "market", "wall", "palace", "residence", "theater"];

/** The value of an option as a phrase. */
export function optionText(game: string, name: string, value: Value): string {
  const said = (one: string) => word(game, `option.${name}.${one}`) || word(game, `card.${one}`);
  if (name === "plans" && Array.isArray(value)) return `${said("own")} (${t("setup.plans", { n: value.length })})`;
  if (Array.isArray(value)) return value.map(said).join("; ") || t("terms.none");
  if (name === "sides" && !said(String(value)))
    return BUILDINGS.map((kind, n) => `${word(game, `kind.${kind}`)} ${String(value)[n]}`).join(", ");
  return said(String(value)) || String(value);
}
