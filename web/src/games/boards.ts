import { akropolis } from "./akropolis/face";
import { amytis } from "./amytis/face";
import { blueprints } from "./blueprints/face";
import type { Face } from "./board";
import Generic from "./generic/Board.svelte";
import type { AnyView } from "./types";

type Name = AnyView["game"];

/** The faces we have, each for the views of its own game. */
const FACES = { akropolis, amytis, blueprints } satisfies { [G in Name]: Face<Extract<AnyView, { game: G }>, never> };

/**
 * The face of a game; one that is not here is played on the server's pictures. A face takes the views of its own game alone, and the page knows only
 * that it has some view: that both are of one game is what the cast says, and the server, which names the game of a table and of its views, keeps.
 */
export const faceOf = (game: string): Face => (FACES[game as Name] as Face | undefined) ?? { Board: Generic };
