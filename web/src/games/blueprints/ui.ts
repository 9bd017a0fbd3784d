import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";
import { say } from "./view_reading";
import { viewState } from "./view_state.svelte";

const ui: GameUi<View, Choice> = {
  Board,
  TextBoard,
  Panel,
  ownScore: true,
  beginsTurn: (move) => move.includes(">"),
  hush: ({ rounds }) => {
    const round = viewState.scoredRound;
    return round && round === rounds.length ? say("face.scoring", { round }) : "";
  },
};
export default ui;
