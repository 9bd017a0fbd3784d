import type { Spot } from "../../draw/plane_geometry";
import { slipOf } from "../../lib/touch";
import type { BoardProps } from "../board";
import { middleOf } from "./aim";
import { stackAt } from "./city_scene";
import { hand } from "./view_state.svelte";
import type { TileInHand } from "./tile_in_hand.svelte";
import type { Choice, View } from "./types";

/** A touch shows the tile so far above the finger (pixels). */
const ABOVE_FINGER = 56;

/** What the board looks like on the screen. */
interface Screen {
  stage: () => SVGSVGElement;
  /** Drawing units of a point of the window. */
  spotOf: (point: { clientX: number; clientY: number }) => Spot;
  /** Drawing units of a pixel. */
  unit: () => number;
}
type Follow = (event: PointerEvent) => void;

/** Mouse and fingers: pointing and clicking in the city, and dragging a tile into it or about in it. */
export class PointerInput {
  /** Where the pointer last was in the city; null for fingers. */
  spot: Spot | null = null;
  /** A drag has just ended on the site, or in the city: the click that follows is none. */
  #ignoreClick = false;
  #ignorePress = false;

  constructor(
    readonly props: BoardProps<View, Choice>,
    readonly tile: TileInHand,
    readonly screen: Screen,
  ) {}

  /** The pointer moves over the city. */
  point = (spot: Spot | null, event: PointerEvent): void => {
    const touch = event.pointerType === "touch";
    this.spot = touch ? null : spot;
    if (touch || !hand.holds || !this.tile.city.own) return;
    this.tile.pointAt(spot && !this.tile.isOnTile(spot) ? spot : null);
  };

  /** A click or tap in the city: lay the tile, play it, put it down; without a tile, describe the hex. */
  press = (spot: Spot): void => {
    const { tile, props } = this;
    if (this.#ignorePress) return void (this.#ignorePress = false);
    if (tile.city.own && hand.holds) {
      if (tile.isOnTile(spot)) return props.confirm();
      const way = tile.aimAt(spot);
      if (!way) return tile.putDown();
      if (way.text === props.selected) return props.confirm();
      if (way.choice) return tile.lay(way);
      tile.pointed = way;
      return props.explain(way.text);
    }
    const stack = stackAt(tile.city.scene, props.look, ...spot);
    hand.infoHex = stack && stack.key !== hand.infoHex ? stack.key : "";
  };

  /** A click on a tile of the site. */
  clickTile = (slot: number, by: "key" | "pointer"): void => {
    if (this.#ignoreClick) this.#ignoreClick = false;
    else this.tile.pick(slot, by);
  };

  /** A press on a tile of the site: perhaps the beginning of a drag. */
  grabTile = (slot: number, start: PointerEvent): void => {
    this.#ignoreClick = false;
    if (!this.tile.open.has(slot) || start.button) return;
    this.tile.waysOf(slot); // now, not in the first frame of a drag
    const lift = start.pointerType === "touch" ? ABOVE_FINGER : 0;
    this.#drag(start, {
      begin: () => this.#takeUp(slot), // the tile is seen from the next move on
      move: (event) => this.#follow(event, [0, lift]),
      end: (event) => this.#drop(event, [0, lift]),
    });
  };

  /** A press in the city: on the tile that was laid, perhaps the beginning of a drag. Whether it is on that tile. */
  grabLaid = (spot: Spot, start: PointerEvent): boolean => {
    this.#ignorePress = false;
    const { fixed, city } = this.tile;
    if (!fixed || !this.tile.isOnTile(spot)) return false;
    // a mouse holds the tile where it took it; above a finger it is seen
    const middle = middleOf(city.scene, fixed);
    const unit = this.screen.unit();
    const offset: Spot =
      start.pointerType === "touch" ? [0, ABOVE_FINGER] : [(spot[0] - middle[0]) / unit, (spot[1] - middle[1]) / unit];
    this.#drag(start, {
      begin: () => (this.tile.dragged = true),
      move: (event) => this.#follow(event, offset),
      end: (event) => {
        this.#drop(event, offset);
        this.tile.dragged = false;
        this.#ignorePress = true;
      },
    });
    return true;
  };

  /** The wheel turns the tile in hand. */
  spin = (step: 1 | -1, due: boolean): boolean => {
    if (!hand.holds || !this.tile.city.own) return false;
    if (due) this.tile.turn(step, this.spot);
    return true;
  };

  #takeUp(slot: number): void {
    if (this.props.selected && hand.slot !== slot) this.props.choose("");
    Object.assign(hand, { slot, seat: null });
    this.tile.turnToFit();
  }

  /** Follow a pointer from a press until it is lifted; a drag begins when it has moved far enough. */
  #drag(start: PointerEvent, drag: { begin: () => void; move: Follow; end: Follow }): void {
    let dragging = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      if (dragging) drag.move(event);
      else if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > slipOf(start)) {
        dragging = true;
        drag.begin();
      }
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (dragging) drag.end(event);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Show the tile where the pointer is less the offset (pixels), if that is over the city. */
  #follow(event: PointerEvent, [dx, dy]: Spot): void {
    const box = this.screen.stage().getBoundingClientRect();
    const [x, y] = [event.clientX - dx, event.clientY - dy];
    const over = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    this.tile.pointAt(over ? this.screen.spotOf({ clientX: x, clientY: y }) : null);
  }

  #drop(event: PointerEvent, offset: Spot): void {
    const dropped = event.type === "pointerup";
    if (dropped) this.#follow(event, offset);
    this.#ignoreClick = event.target instanceof Element && !!event.target.closest("[data-slot]");
    const { pointed } = this.tile;
    if (dropped && pointed?.choice) this.tile.lay(pointed);
    else if (dropped && pointed) this.props.explain(pointed.text);
  }
}
