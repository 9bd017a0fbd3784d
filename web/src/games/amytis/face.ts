import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Panel from "./Panel.svelte";
import { phaseOf } from "./names";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

export const amytis: Face<View, Choice> = { Board, Cover, TextBoard, Panel, phase: phaseOf };
