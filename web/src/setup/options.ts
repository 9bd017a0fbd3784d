/** The options of a new game: pure helpers of the setup page. */
import type { OptionInfo } from "../lib/messages";
import { meaningful, sameValue, valueOf, type Options, type Value } from "../lib/option_text";

/** Options that a preset leaves alone. */
const NOT_IN_PRESETS = ["architect", "variants", "athena", "athena_cards"];
const SIX_SIDES = /^[AB]{6}$/;
const SIDES_BY_PRESET: Record<string, string> = { first: "AAAAAA", B: "BBBBBB", random: "random" };

export const listOf = (options: Options, option: OptionInfo): string[] => [valueOf(options, option)].flat().map(String);

/** The options with one of them changed; a default value is left out. */
export function withValue(options: Options, option: OptionInfo, value: Value): Options {
  const { [option.name]: _, ...others } = options;
  return sameValue(value, option.default) ? others : { ...others, [option.name]: value };
}

/** The options with one value of a list added or taken out, in the order of the list's choices. */
export function withListed(options: Options, option: OptionInfo, value: string, on: boolean): Options {
  const now = listOf(options, option);
  const next = option.choices.map(String).filter((other) => (other === value ? on : now.includes(other)));
  return withValue(options, option, next);
}

/** The options without those that mean nothing. */
export function withoutNeedless(all: OptionInfo[], options: Options): Options {
  const names = new Set(meaningful(all, options).map(({ name }) => name));
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.has(name)));
}

export const countChanges = (options: Options, shown: OptionInfo[]): number =>
  shown.filter((option) => !sameValue(valueOf(options, option), option.default)).length;

/** The preset that all options agree with: `default`, one of the game's, or "" for none. */
export function presetOf(options: Options, shown: OptionInfo[], presets: Record<string, Options>): string {
  if (!countChanges(options, shown)) return "default";
  const compared = shown.filter((option) => !NOT_IN_PRESETS.includes(option.name));
  const agrees = (preset: Options) =>
    compared.every((option) => sameValue(valueOf(options, option), preset[option.name] ?? option.default));
  return Object.keys(presets).find((name) => agrees(presets[name]!)) ?? "";
}

/** The options of a preset, with those of the present ones that presets leave alone. */
export function withPreset(options: Options, shown: OptionInfo[], preset: Options | null): Options {
  if (!preset) return {};
  const own = Object.entries(options).filter(([name]) => NOT_IN_PRESETS.includes(name));
  const next: Options = { ...Object.fromEntries(own), ...preset };
  return shown.reduce((all, option) => withValue(all, option, valueOf(all, option)), next);
}

/** The name of a choice of sides (Amytis: six letters A or B, one for each kind of building): `first`, `B`, `random` or `own`. */
export const sidesPreset = (sides: string): string =>
  Object.keys(SIDES_BY_PRESET).find((name) => SIDES_BY_PRESET[name] === sides) ?? "own";

/** The sides of a preset; `own` keeps sides that are no preset, and else begins with a mixed set. */
export function sidesOf(preset: string, now: string): string {
  return SIDES_BY_PRESET[preset] ?? (SIX_SIDES.test(now) && sidesPreset(now) === "own" ? now : "ABABAB");
}

/** The sides with that of one building changed. */
export function withSide(sides: string, building: number, side: string): string {
  const letters = SIX_SIDES.test(sides) ? [...sides] : [..."AAAAAA"];
  letters[building] = side;
  return letters.join("");
}

/** The plans of a typed list, as they were typed: one on each line, or separated by commas or semicolons. */
export const plansIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((plan) => plan.trim())
    .filter(Boolean);
