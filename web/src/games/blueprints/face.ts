import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Panel from "./Panel.svelte";
import Twin from "./Twin.svelte";

export const blueprints: Face = { Board, Cover, Twin, Panel, ownScore: true };
