/**
 * Finds what draws the pictures of a game's rule page: `RuleDrawing.svelte` of its folder, made of the pieces of its table. It is loaded when the first
 * picture is about to be seen. A game without one has the server's pictures.
 */
import type { Component } from "svelte";
import type { GuidePicture } from "../lib/messages";
import type { Theme } from "../lib/theme.svelte";

/** A picture is drawn from what the server says it shows. */
export type Drawing = Component<{ scene: GuidePicture["scene"]; theme: Theme }>;

const DRAWINGS = import.meta.glob<Drawing>("../games/*/RuleDrawing.svelte", { import: "default" });

/** What draws the pictures of a game; null where there is nothing. */
export async function loadDrawing(game: string): Promise<Drawing | null> {
  return (await DRAWINGS[`../games/${game}/RuleDrawing.svelte`]?.()) ?? null;
}
