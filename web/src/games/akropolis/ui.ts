import { word } from "../../lib/i18n.svelte";
import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import MovePicture from "./MovePicture.svelte";
import { movesAhead } from "./moves_ahead";
import Panel from "./Panel.svelte";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

const ui: GameUi<View, Choice> = {
  Board,
  Panel,
  TextBoard,
  MovePicture,
  Ending,
  tries: movesAhead,
  landscape: "whole",
  flank: true,
  across: true,
  ownScore: true,
  ownSheet: true,
  pieceAt: ({ slot, q, r }) => (slot === undefined ? `[data-place="${q},${r}"]` : `[data-slot="${slot}"]`),
  rivals: ({ architect }) =>
    architect ? [{ name: word("akropolis", `architect.${architect.name}`), score: architect.score }] : [],
};
export default ui;
