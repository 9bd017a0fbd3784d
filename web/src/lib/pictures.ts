import type { Theme } from "./theme.svelte";

/** The pictures of the games that the repository keeps, by name: `amytis`, `amytis-dark`. */
const FOUND = import.meta.glob<string>("../../../docs/images/*.svg", { query: "?url", import: "default", eager: true });
const BY_NAME = Object.fromEntries(Object.entries(FOUND).map(([path, url]) => [path.replace(/.*\/|\.svg$/g, ""), url]));

/** The picture of a game; "" for one we have none of. */
export const pictureOf = (game: string, theme: Theme): string => BY_NAME[theme === "dark" ? `${game}-dark` : game] ?? "";
