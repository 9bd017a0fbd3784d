import type { Board } from "./board";
import Generic from "./generic/Board.svelte";

/** The boards we have; a game that is not here is played on the generic one. */
const BOARDS: Record<string, Board> = {};

export const boardOf = (game: string): Board => BOARDS[game] ?? Generic;
