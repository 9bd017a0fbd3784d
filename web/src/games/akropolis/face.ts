import { word } from "../../lib/i18n.svelte";
import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

export const akropolis: Face<View, Choice> = {
  Board, Cover, Panel, TextBoard, ownScore: true, ownSheet: true,
  rivals: ({ architect }) => (architect ? [{ name: word("akropolis", `architect.${architect.name}`), score: architect.score }] : []),
};
