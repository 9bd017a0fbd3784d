import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import MovePicture from "./MovePicture.svelte";
import { phaseOf, SPACES, tileName, w } from "./names";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

/** The tile on top of a stack. */
const topOf = (view: View, stack: string): string => view.stacks[SPACES.findIndex((name) => name === stack)]?.top ?? "";

const ui: GameUi<View, Choice> = {
  Board,
  TextBoard,
  Panel,
  MovePicture,
  Ending,
  landscape: "whole",
  pieceAt: ({ stack, space, text }, you) => {
    if (text) return `[data-option="${text}"]`;
    return `#am-${stack ? "main" : you}-${SPACES.findIndex((name) => name === (stack ?? space))}`;
  },
  tries: {
    meaning: (view, { stack, space }) => (stack ? `${topOf(view, stack)} ${stack}>${space}` : ""),
    whyGone: (view, meaning, names) => {
      const [tile = "", move = ""] = meaning.split(" ");
      const by = view.movers[view.log.findLastIndex((one) => one.startsWith(move.slice(0, 3)))];
      const gone = topOf(view, move.slice(0, 2)) !== tile;
      return by === undefined || !gone ? "" : w("face.gone", { player: names[by]!, tile: tileName(tile) });
    },
  },
  phase: phaseOf,
  beginsTurn: (move) => move.includes(">"),
};
export default ui;
