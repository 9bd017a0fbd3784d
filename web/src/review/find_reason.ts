/** Finds the small card that a reason is about, a project, a plan, a district: `ReasonCard.svelte` of the folder of its game. A game without one has words alone. */
import type { Component } from "svelte";
import type { AnyView } from "../games/types";
import type { MistakeReport } from "../lib/review_types";
import type { Theme } from "../lib/theme.svelte";

/** It shows nothing where the reason is about no such thing. */
export type ReasonCard = Component<{ view: AnyView; mistake: MistakeReport; theme: Theme }>;

const CARDS = import.meta.glob<ReasonCard>("../games/*/ReasonCard.svelte", { import: "default" });

/** The card of a game's reasons; null where there is none. */
export async function loadReason(game: string): Promise<ReasonCard | null> {
  return (await CARDS[`../games/${game}/ReasonCard.svelte`]?.()) ?? null;
}
