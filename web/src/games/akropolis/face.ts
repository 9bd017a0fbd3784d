import { word } from "../../lib/speech.svelte";
import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Panel from "./Panel.svelte";
import Twin from "./Twin.svelte";
import type { Choice, View } from "./types";

export const akropolis: Face<View, Choice> = {
  Board, Cover, Panel, Twin, ownScore: true, ownSheet: true,
  rivals: ({ architect }) => (architect ? [{ name: word("akropolis", `architect.${architect.name}`), score: architect.score }] : []),
};
