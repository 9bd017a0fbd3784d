/** The colours of pieces, by day and by night: those that the server's pictures have too (those of the page are in look.css). */
import data from "../../../src/ziggurat/drawing/palette.json";
import type { Theme } from "../lib/theme.svelte";

export type Palette = typeof data.light;

export const palette = (theme: Theme): Palette => data[theme];
/** The colour of a shadow. */
export const CAST = data.cast;
