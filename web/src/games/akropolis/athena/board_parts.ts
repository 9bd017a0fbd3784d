/** What the board shows of the Athena expansion alone: it is loaded with the first table that plays it. */
export { default as CardMarks } from "./CardMarks.svelte";
export { default as CardNote } from "./CardNote.svelte";
export { default as Cards } from "./Cards.svelte";
