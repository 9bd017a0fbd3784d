import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import MovePicture from "./MovePicture.svelte";
import { FAVORS, phaseOf, SPACES, tileName, w } from "./names";
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
  hasEmptyCorners: (view) => view.phase === "build", // else the favors or the cards lie there
  sourceKind: (source) => (source === "row" || FAVORS.some((favor) => favor === source) ? "favor:" : source),
  moveText: (view, move) => {
    const [stack = "", space = ""] = move.split(">");
    if (space) return w("face.move.build", { tile: tileName(topOf(view, stack)), space });
    if (move.startsWith("!")) return w("face.again.favor", { favor: w(`favor.${move.slice(1)}`) });
    return /\d/.test(move) ? w("face.move.card", { n: move.slice(1) }) : w(`face.again.${move.slice(1)}`);
  },
  beginsTurn: (move) => move.includes(">"),
};
export default ui;
