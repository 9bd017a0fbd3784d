import type { Theme } from "./theme.svelte";

/** The pictures of the games that the repository keeps, by name: `amytis`, `amytis-dark`. */
const FOUND = import.meta.glob<string>("../../../docs/images/*.svg", { query: "?url", import: "default", eager: true });
const BY_NAME = Object.fromEntries(Object.entries(FOUND).map(([path, url]) => [path.replace(/.*\/|\.svg$/g, ""), url]));

/** What stands for a game on a card: a picture of its rule page, with its size. */
const FACES: Record<string, { name: string; width: number; height: number }> = {
  amytis: { name: "city", width: 580, height: 504 },
  akropolis: { name: "scored", width: 424, height: 310 },
  blueprints: { name: "building", width: 580, height: 486 },
};
export const faceOf = (game: string) => FACES[game];

/** The picture of a game; "" for one we have none of. */
export const pictureOf = (game: string, theme: Theme): string => BY_NAME[theme === "dark" ? `${game}-dark` : game] ?? "";
