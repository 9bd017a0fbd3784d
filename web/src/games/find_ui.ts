/**
 * Finds the display of a game by its folder: `games/<name>/ui.ts` and `games/<name>/Cover.svelte`. Both are loaded when they are needed. A new
 * game needs no entry here; one without a folder is shown by the generic board, on the server's pictures.
 */
import type { Component } from "svelte";
import type { Theme } from "../lib/theme.svelte";
import { loadCode } from "../lib/load_code.svelte";
import type { GameUi } from "./board";
import type { AnyView } from "./types";

/** The picture of a game for the lobby: an example, or a table's position. */
export type Cover = Component<{ theme: Theme; view?: AnyView }>;

/**
 * A display takes the views of its own game alone, and the page knows only that it has some view. The type here says that both are of one game;
 * that is true because the server names the game of a table and of its views.
 */
const UIS = import.meta.glob<GameUi>("./*/ui.ts", { import: "default" });
const COVERS = import.meta.glob<Cover>("./*/Cover.svelte", { import: "default" });

export const loadUi = (game: string): Promise<GameUi> => loadCode(UIS[`./${game}/ui.ts`] ?? UIS["./generic/ui.ts"]!);

export const hasCover = (game: string): boolean => `./${game}/Cover.svelte` in COVERS;

/** The picture of a game for the lobby; null where there is none. */
export async function loadCover(game: string): Promise<Cover | null> {
  return (await COVERS[`./${game}/Cover.svelte`]?.()) ?? null;
}
