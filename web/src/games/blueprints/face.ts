import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import { say } from "./model";
import Panel from "./Panel.svelte";
import { seen } from "./seen.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

export const blueprints: Face<View, Choice> = {
  Board, Cover, TextBoard, Panel, ownScore: true,
  hush: ({ rounds }) => (seen.told && seen.told === rounds.length ? say("face.scoring", { round: seen.told }) : ""),
};
