// Made by `python -m ziggurat.server.export_types`. Do not edit.
import type * as akropolis from "./akropolis/types";
import type * as amytis from "./amytis/types";
import type * as blueprints from "./blueprints/types";

/** The view of any game: `game` tells which. */
export type AnyView = akropolis.View | amytis.View | blueprints.View;
/** The choice of any game. */
export type AnyChoice = akropolis.Choice | amytis.Choice | blueprints.Choice;
