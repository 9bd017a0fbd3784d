import type { Theme } from "./theme.svelte";

/** The pictures of the games that the repository keeps, by name: `amytis`, `amytis-dark`. */
const FOUND = import.meta.glob<string>("../../../docs/images/*.svg", { query: "?url", import: "default", eager: true });
const BY_NAME = Object.fromEntries(Object.entries(FOUND).map(([path, url]) => [path.replace(/.*\/|\.svg$/g, ""), url]));

/** Where to look in a picture, for a card: how much larger, and what stays in its place. */
const CLOSER: Record<string, string> = { amytis: "1.3 44% 62%", akropolis: "1.75 26% 58%", blueprints: "1.5 42% 66%" };
export function closer(game: string): { scale: string; origin: string } {
  const [scale = "1", ...origin] = (CLOSER[game] ?? "1 50% 50%").split(" ");
  return { scale, origin: origin.join(" ") };
}

/** The picture of a game; "" for one we have none of. */
export const pictureOf = (game: string, theme: Theme): string => BY_NAME[theme === "dark" ? `${game}-dark` : game] ?? "";
