/** Sentences about districts, for the panel and the text board. */
import type { Colour } from "./hexes";
import type { District, View } from "./types";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** Say when districts of a colour count, and (with its variant) when they are doubled. */
export function rulesOf(w: Words, options: View["options"], colour: Colour): string[] {
  const own =
    (colour === "house" && options.house_group === "value") ||
    (colour === "barracks" && options.barracks_edge === "outer")
      ? `face.rule.${colour}.${options[colour === "house" ? "house_group" : "barracks_edge"]}`
      : `face.rule.${colour}${options.athena && (colour === "barracks" || colour === "temple") ? ".athena" : ""}`;
  if (!Array.isArray(options.variants) || !options.variants.includes(colour)) return [w(own)];
  const further =
    colour === "garden" && options.lake === "region"
      ? ".region"
      : colour === "barracks" && options.athena && options.athena_barracks_variant === "three_or_four"
        ? ".three_or_four"
        : "";
  return [w(own), w(`face.double.${colour}${further}`)];
}

/** Say why a district counts or does not. */
export const whyOf = (w: Words, { reason, n = 0, sides = 0 }: District): string => w(reason, { n, sides });

export interface Reasons {
  why: string;
  counts: boolean;
  n: number;
  value: number;
}
/** Districts that count or not for the same reason, together; those that count first. */
export function groupedReasons(w: Words, districts: District[]): Reasons[] {
  const groups = new Map<string, Reasons>();
  for (const one of districts) {
    const why = whyOf(w, one);
    const group = groups.get(why) ?? { why, counts: one.counts, n: 0, value: 0 };
    groups.set(why, { ...group, n: group.n + 1, value: group.value + one.value });
  }
  return [...groups.values()].sort((a, b) => Number(b.counts) - Number(a.counts));
}
