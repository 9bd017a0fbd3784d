import { word } from "../../lib/i18n.svelte";
import type { GameUi } from "../board";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import MovePicture from "./MovePicture.svelte";
import { cityOf, laid, readCompletion, readMove } from "./hexes";
import { singleText } from "./athena/card_text";
import { beginsTurn } from "./move_history";
import { movesAhead } from "./moves_ahead";
import Panel from "./Panel.svelte";
import { tileText, whereText } from "./place_text";
import TextBoard from "./TextBoard.svelte";
import type { Choice, View } from "./types";

/** A move in a few words, its tile by the hex that is worth most: "market plaza; beside the temple plaza, level 1". */
function moveText(view: View, move: string): string {
  const [parts, done] = [readMove(move), readCompletion(move)];
  const { city } = view.seats[view.to_move ?? 0]!;
  const w = (key: string, values = {}) => word("akropolis", key, values);
  if (move === "stop") return w("do.stop");
  if (done) {
    const level = 1 + (cityOf(city).get(`${done.q},${done.r}`)?.level ?? 0);
    const tile = `${w(`card.${view.slots?.[done.card - 1]?.card}`)}, ${singleText(w, view.tiles[done.single] ?? [])}`;
    return `${tile}; ${whereText(w, city, { cells: [[done.q, done.r]], level })}`;
  }
  if (!parts) return move;
  const { cells, below } = laid(cityOf(city), parts.slot, parts.q, parts.r, parts.k);
  const kinds = view.tiles[view.site[parts.slot] ?? -1] ?? [];
  const named = kinds.find((kind) => kind.endsWith("_plaza")) ?? kinds.find((kind) => kind !== "quarry") ?? "quarry";
  return `${tileText(w, [named])}; ${whereText(w, city, { cells, level: below + 1 })}`;
}

const ui: GameUi<View, Choice> = {
  Board,
  Panel,
  TextBoard,
  MovePicture,
  Ending,
  beginsTurn,
  tries: movesAhead,
  moveText,
  landscape: "whole",
  flank: true,
  across: true,
  ownScore: true,
  ownSheet: true,
  pieceAt: ({ slot, q, r, card, single }) =>
    single
      ? `.tile[data-single="${single}"]`
      : card
        ? `[data-card="${card}"]`
        : slot === undefined
          ? `[data-place="${q},${r}"]`
          : `[data-slot="${slot}"]`,
  rivals: ({ architect }) =>
    architect ? [{ name: word("akropolis", `architect.${architect.name}`), score: architect.score }] : [],
};
export default ui;
