/** What the panel and the twin say alike. */
type Words = (key: string, values?: Record<string, string | number>) => string;

/** When districts of a colour count, and (with its variant) when they are doubled. */
export function rulesOf(w: Words, options: Record<string, any>, colour: string): string[] {
  const own = (colour === "house" && options.house_group === "value") || (colour === "barracks" && options.barracks_edge === "outer") ? `face.rule.${colour}.${options[colour === "house" ? "house_group" : "barracks_edge"]}` : `face.rule.${colour}`;
  return [w(own), ...(options.variants?.includes(colour) ? [w(colour === "garden" && options.lake === "region" ? "face.double.garden.region" : `face.double.${colour}`)] : [])];
}
