import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import MovePicture from "./MovePicture.svelte";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";
import { dieOfMove } from "./move_history";
import { dieName, say } from "./view_reading";
import { viewState } from "./view_state.svelte";

const ui: GameUi<View, Choice> = {
  Board,
  TextBoard,
  Panel,
  MovePicture,
  Ending,
  landscape: "whole",
  pieceAt: ({ die, space }) => (die ? `[data-pool="${die}"]` : `[data-space="${space}"]`),
  ownScore: true,
  tries: {
    meaning: (_, choice) => choice.text,
    whyGone: ({ log, movers, pool }, meaning, names) => {
      const die = dieOfMove(meaning);
      const by = movers[log.findLastIndex((move) => dieOfMove(move) === die)];
      return by === undefined || pool.some((one) => one === die)
        ? ""
        : say("face.gone", { player: names[by]!, die: dieName(die) });
    },
  },
  moveText: (_, move) => {
    const [die, space = ""] = [dieName(dieOfMove(move)), move.split(">")[1]];
    if (move.startsWith("-")) return say("face.move.remove", { die });
    return space === "x" ? say("face.move.discard", { die }) : say("face.move.place", { die, space });
  },
  beginsTurn: (move) => move.includes(">"),
  hush: ({ rounds, over }) => {
    const round = viewState.scoredRound;
    return round && round === rounds.length && !over ? say("face.scoring", { round }) : "";
  },
};
export default ui;
