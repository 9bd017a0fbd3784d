import { akropolis } from "./akropolis/face";
import { amytis } from "./amytis/face";
import { blueprints } from "./blueprints/face";
import type { Face } from "./board";
import Generic from "./generic/Board.svelte";

/** The faces we have; a game that is not here is played on the server's pictures. */
const FACES: Record<string, Face> = { akropolis, amytis, blueprints };

export const faceOf = (game: string): Face => FACES[game] ?? { Board: Generic };
