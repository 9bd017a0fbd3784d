import type { GameUi } from "../board";
import Board from "./Board.svelte";

const ui: GameUi = { Board };
export default ui;
