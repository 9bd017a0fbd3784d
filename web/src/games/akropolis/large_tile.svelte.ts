import { slipOf } from "../../lib/touch";

/** How long a pointer rests, or a finger presses, before a tile is enlarged, in milliseconds. */
const REST = 420;
const PRESS = 380;

/** The tile of the site that is shown enlarged, with its name: under a resting pointer, or while a finger stays on it. */
export class LargeTile {
  slot = $state(-1);
  /** Where it stands in the strip, in pixels. */
  left = $state(0);
  #timer = 0;
  #swallow = false;

  /** The pointer comes onto a tile. */
  enter(slot: number, event: PointerEvent): void {
    if (event.pointerType !== "touch") this.#showLater(slot, event, REST);
  }

  /** A press: a mouse wants to take the tile, a finger perhaps to look at it. */
  press(slot: number, start: PointerEvent): void {
    this.hide();
    this.#swallow = false;
    if (start.pointerType !== "touch") return;
    this.#showLater(slot, start, PRESS);
    const moved = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > slipOf(start)) end();
    };
    const end = () => {
      this.#swallow = this.slot >= 0;
      this.hide();
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.slot = -1;
  }

  /** Whether the click that comes now ends a long look and is none. */
  swallowsClick(): boolean {
    const swallow = this.#swallow;
    this.#swallow = false;
    return swallow;
  }

  #showLater(slot: number, event: PointerEvent, after: number): void {
    const tile = event.currentTarget as HTMLElement;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const strip = tile.closest("section")!.getBoundingClientRect();
      const box = tile.getBoundingClientRect();
      this.left = box.left - strip.left + box.width / 2 - 120;
      this.slot = slot;
    }, after);
  }
}
