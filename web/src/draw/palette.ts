/** The colours of pieces, by day and by night (those of the page are in look.css). */
import type { Theme } from "../lib/theme.svelte";

const DAY = {
  wall: "#fbf3e2", door: "#5a4a48", wood: "#9a6b40", linen: "#fff8e8", brick: "#e0a088", marble: "#f8f3ea", rock: "#a3a8ad", cube: "#fffaf0", paving: "#e9dfcb", sand: "#eed9b3",
  water: "#6db4d6", leaf: "#63ae5e", leafDark: "#3f8148", leafLight: "#95d084", cypress: "#3f8a55", stone: "#d9ccb4", lip: "#efe4cf", board: "#c9ad86", rim: "#a98c66", gold: "#d9901f",
};
export type Palette = Record<keyof typeof DAY, string>;
const NIGHT: Palette = {
  wall: "#e6dccb", door: "#ffd27a", wood: "#7a5536", linen: "#efe6d2", brick: "#c98d78", marble: "#e1dbd6", rock: "#7d8494", cube: "#e9e4d6", paving: "#c9bfae", sand: "#d8c19a",
  water: "#4a8fb5", leaf: "#4f9a56", leafDark: "#2f6b41", leafLight: "#78bd72", cypress: "#2f7248", stone: "#b9ae9c", lip: "#d8cdb9", board: "#4a3d34", rim: "#3a2f28", gold: "#ffcf6b",
};

export const palette = (theme: Theme): Palette => (theme === "dark" ? NIGHT : DAY);
