import { flushSync, untrack } from "svelte";
import type { BoardProps } from "../board";
import { sceneOf } from "./city_scene";
import { hand } from "./view_state.svelte";
import { loadAhead } from "./hex_pictures";
import { six } from "./hexes";
import type { ShownCity } from "./shown_city.svelte";
import type { TileInHand } from "./tile_in_hand.svelte";
import type { Choice, View } from "./types";

/** Prepares in idle moments what the next click may need, because everything is slowest the first time. Call it while the board is created. */
export function warmUp(props: BoardProps<View, Choice>, city: ShownCity, tile: TileInHand): void {
  const look = $derived(props.look);
  const theme = $derived(props.theme);
  $effect(() =>
    loadAhead(
      theme,
      look,
      untrack(() => hand.turn),
    ),
  );
  $effect(() => buildNeighbours(city, look, theme));
  $effect(() => {
    void look;
    return rehearse(props, city, tile);
  });
}

/** Build the scenes of the two next turns of the table. */
function buildNeighbours(
  { hexes }: ShownCity,
  look: Parameters<typeof sceneOf>[1],
  theme: Parameters<typeof sceneOf>[3],
) {
  const turns = [hand.turn + 1, hand.turn + 5];
  const timers = turns.map((turn, n) => setTimeout(() => sceneOf(hexes, look, six(turn), theme), 120 + 40 * n));
  return () => timers.forEach(clearTimeout);
}

/** Turn the table and take up a tile, there and back within one task, so that nobody sees it. */
function rehearse(props: BoardProps<View, Choice>, city: ShownCity, tile: TileInHand): () => void {
  let left = 4;
  const once = (): void => {
    const turn = hand.turn;
    const slot = tile.myTurn && city.own && left % 2 ? props.choices[0]!.slot : -1;
    for (const step of hand.holds ? [] : [1, 0]) {
      hand.turn = six(turn + step);
      hand.slot = step ? slot : -1;
      const ways = step && slot >= 0 ? tile.waysOf(slot) : [];
      [tile.pointed, tile.marked] = [ways[0] ?? null, ways];
      flushSync();
    }
    if (--left) timer = setTimeout(once, 60);
  };
  let timer = setTimeout(once, 700); // the pictures are there by then
  return () => clearTimeout(timer);
}
