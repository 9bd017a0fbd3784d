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
      : `face.rule.${colour}`;
  const doubled = Array.isArray(options.variants) && options.variants.includes(colour);
  return [
    w(own),
    ...(doubled
      ? [w(colour === "garden" && options.lake === "region" ? "face.double.garden.region" : `face.double.${colour}`)]
      : []),
  ];
}

/** Say why a district counts or does not. */
export const whyOf = (w: Words, { reason, n = 0, sides = 0 }: District): string => w(reason, { n, sides });
