import type { Spot } from "../../draw/plane_geometry";
import { beyond, first } from "./aim";
import { hand } from "./view_state.svelte";
import { COLOURS, type Laid } from "./hexes";
import type { TileInHand } from "./tile_in_hand.svelte";

/** The colours whose districts the key D marks, one after the other. */
const MARKED = ["", ...COLOURS] as const;
const ARROWS: Record<string, Spot> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Actions {
  tile: TileInHand;
  /** How many tiles can be taken up with the keys from 1 on, and how. */
  tiles: number;
  pick: (n: number) => void;
  turnTile: (step: 1 | -1) => void;
  /** Show the next city; null where there is only one. */
  nextCity: (() => void) | null;
}

/** Act on a key of the board. */
export function pressKey(event: KeyboardEvent, { tile, tiles, pick, turnTile, nextCity }: Actions): void {
  const field = (event.target as Element).closest("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey || field) return;
  const arrow = event.shiftKey ? undefined : ARROWS[event.key];
  const key = event.key.toLowerCase();
  if (/^[1-6]$/.test(key) && tile.myTurn && +key <= tiles) pick(+key - 1);
  else if (key === "escape") {
    tile.putDown();
    Object.assign(hand, { infoHex: "", colour: "" });
  } else if (key === "c" && nextCity) nextCity();
  else if (key === "d") hand.colour = MARKED[(MARKED.indexOf(hand.colour) + 1) % MARKED.length]!;
  else if (key === "r" && hand.holds) turnTile(event.shiftKey ? -1 : 1);
  else if ((arrow || key === "n" || key === "p") && tile.ways.length) {
    const next = nextWay(tile, arrow, key === "n" ? 1 : -1);
    if (next) tile.lay(next);
  } else return;
  if (arrow) event.preventDefault();
}

/** The next way to lay the tile: in the direction of an arrow, or the next or previous one in the order of the server. */
function nextWay({ fixed, pointed, ways, city }: TileInHand, arrow: Spot | undefined, step: 1 | -1): Laid | null {
  const from = fixed ?? (pointed?.choice ? pointed : null);
  if (!from) return first(city.scene, ways, hand.k);
  if (arrow) return beyond(city.scene, ways, from, ...arrow);
  const sameTurn = ways.filter((way) => way.k === from.k);
  return sameTurn[(sameTurn.indexOf(from) + step + sameTurn.length) % sameTurn.length] ?? null;
}
