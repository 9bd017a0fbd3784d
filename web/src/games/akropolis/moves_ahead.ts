import { word } from "../../lib/i18n.svelte";
import type { MovesAhead } from "../board";
import { pastMove } from "./move_history";
import type { Choice, View } from "./types";

/** A move is the same in a later position if it lays the same tile in the same way: where the tile lies in the site, and its price, may change. */
export const movesAhead: MovesAhead<View, Choice> = {
  meaning: ({ site, tiles }, { slot, q, r, rotation, card, text }) =>
    card === undefined ? [site[slot], String(tiles[site[slot]!]), `${q},${r}`, rotation].join(" ") : text,
  whyGone(view, meaning, names) {
    const [tile, kinds] = meaning.split(" ");
    if (view.site.includes(Number(tile))) return "";
    const plies = view.log.map((_, n) => view.log.length - n);
    const taken = plies.find((ply) => String(pastMove(view, ply)?.kinds) === kinds);
    return taken ? word(view.game, "face.taken", { player: names[view.movers[taken - 1]!]! }) : "";
  },
};
