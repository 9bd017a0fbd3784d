import type { GameUi } from "../board";
import Board from "./Board.svelte";
import { phaseOf } from "./names";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

const ui: GameUi<View, Choice> = { Board, TextBoard, Panel, phase: phaseOf, beginsTurn: (move) => move.includes(">") };
export default ui;
