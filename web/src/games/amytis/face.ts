import type { Face } from "../board";
import Board from "./Board.svelte";
import Cover from "./Cover.svelte";
import Panel from "./Panel.svelte";
import { phaseOf } from "./tell";
import Twin from "./Twin.svelte";

export const amytis: Face = { Board, Cover, Twin, Panel, phase: phaseOf };
