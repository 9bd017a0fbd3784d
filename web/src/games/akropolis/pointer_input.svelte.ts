import type { Spot } from "../../draw/plane_geometry";
import type { BoardProps } from "../board";
import { stackAt } from "./city_scene";
import { hand } from "./hand.svelte";
import type { TileInHand } from "./tile_in_hand.svelte";
import type { Choice, View } from "./types";

/** A touch shows the tile so far above the finger; a drag begins after so many pixels. */
const ABOVE_FINGER = 56;
const SLIP = 8;

/** What the board looks like on the screen. */
interface Screen {
  stage: () => SVGSVGElement;
  /** Drawing units of a point of the window. */
  spotOf: (point: { clientX: number; clientY: number }) => Spot;
}

/** Mouse and fingers: pointing and clicking in the city, and dragging a tile from the site into it. */
export class PointerInput {
  /** Where the pointer last was in the city; null for fingers. */
  spot: Spot | null = null;
  /** A drag has just ended on the site: the click that follows is none. */
  #ignoreClick = false;

  constructor(
    readonly props: BoardProps<View, Choice>,
    readonly tile: TileInHand,
    readonly screen: Screen,
  ) {}

  /** The pointer moves over the city. */
  point = (spot: Spot | null, event: PointerEvent): void => {
    const touch = event.pointerType === "touch";
    this.spot = touch ? null : spot;
    if (touch || hand.slot < 0 || !this.tile.city.own) return;
    this.tile.pointAt(spot && !this.tile.isOnTile(spot) ? spot : null);
  };

  /** A click or tap in the city: lay the tile, play it, put it down; without a tile, describe the hex. */
  press = (spot: Spot): void => {
    const { tile, props } = this;
    if (tile.city.own && hand.slot >= 0) {
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
    let dragging = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      if (dragging) this.#follow(event, lift);
      else if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLIP) {
        dragging = true; // the tile is seen from the next move on
        this.#takeUp(slot);
      }
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (dragging) this.#drop(event, lift);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };

  #takeUp(slot: number): void {
    if (this.props.selected && hand.slot !== slot) this.props.choose("");
    Object.assign(hand, { slot, seat: null });
  }

  /** Show the tile where the pointer is, if that is over the city. */
  #follow(event: PointerEvent, lift: number): void {
    const box = this.screen.stage().getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY - lift];
    const over = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    this.tile.pointAt(over ? this.screen.spotOf({ clientX: x, clientY: y }) : null);
  }

  #drop(event: PointerEvent, lift: number): void {
    const dropped = event.type === "pointerup";
    if (dropped) this.#follow(event, lift);
    this.#ignoreClick = event.target instanceof Element && !!event.target.closest("[data-slot]");
    const { pointed } = this.tile;
    if (dropped && pointed?.choice) this.tile.lay(pointed);
    else if (dropped && pointed) this.props.explain(pointed.text);
  }
}
