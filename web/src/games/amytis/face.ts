import type { Face } from "../board";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { phaseOf } from "./tell";
import Twin from "./Twin.svelte";

export const amytis: Face = { Board, Twin, Panel, phase: phaseOf };
