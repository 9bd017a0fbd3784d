/**
 * How each game is dealt, for the proof at its end (`lib/fair.ts`): the same draws in the same order as `state.py` of the game, and whether that deal
 * explains what lay on the table. The views are those of the end: all that was ever drawn or turned over has left a trace in them.
 */
import type { Lots } from "../lib/fair_deal";
import * as akropolis from "./akropolis/deal";
import * as amytis from "./amytis/deal";
import * as blueprints from "./blueprints/deal";
import type { AnyView } from "./types";

export type Options = Record<string, unknown>;

/** The deal of a game as its record spells it; null for a game that is not known here. */
export function dealt(game: string, lots: Lots, options: Options): unknown {
  if (game === "akropolis") return akropolis.deal(lots, options);
  if (game === "amytis") return amytis.deal(lots);
  if (game === "blueprints") return blueprints.deal(lots, options);
  return null;
}

/** Whether what the table shows can have come from this deal; null where this page does not know how the game is dealt. */
export function explains(lots: Lots, options: Options, view: AnyView): boolean | null {
  switch (view.game) {
    case "akropolis":
      return akropolis.explains(akropolis.deal(lots, options), view);
    case "amytis":
      return amytis.explains(amytis.deal(lots), view);
    case "blueprints":
      return blueprints.explains(blueprints.deal(lots, options), view);
    default:
      return null;
  }
}
