import { untrack } from "svelte";
import { cubicOut } from "svelte/easing";
import { prefersReducedMotion, Tween } from "svelte/motion";
import type { Spot } from "./plane_geometry";

/** A part of the drawing, in its units. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const MOST_ZOOM = 6;
const GLIDE_MS = 260;
/** How far inside the edge something must lie that is to be in sight: left and right, top, bottom (pixels). */
const MARGIN = { side: 48, top: 30, bottom: 66 };

/** What is seen of a drawing: zoomed and moved by hand, or by itself so that nothing is too small and what matters is in sight. */
export class StageView {
  /** Chosen by hand; what is used is `scale`. */
  #zoom = $state(1);
  #pan = $state.raw<Spot>([0, 0]);
  /** Whether everything is shown, however small. */
  #overview = $state(false);
  /** The stage in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether the next change comes from a hand: then nothing glides. */
  #direct = true;

  /** Units of a pixel when all of `bounds` is in sight. */
  readonly #fitUnit = $derived.by(() => {
    const { w, h } = this.bounds();
    return this.width && this.height ? Math.max(w / this.width, h / this.height) : 1;
  });
  readonly #least = $derived.by(() => (this.#overview ? 1 : Math.max(1, this.#fitUnit / this.mostUnits())));
  readonly scale = $derived.by(() => Math.min(Math.max(MOST_ZOOM, this.#least), Math.max(this.#zoom, this.#least)));
  readonly isLargest = $derived.by(() => this.scale >= MOST_ZOOM);
  readonly #box = $derived.by((): Box => {
    const [{ x, y, w, h }, k, [px, py]] = [this.bounds(), this.scale, this.#pan];
    return { x: x + (w * (1 - 1 / k)) / 2 + px, y: y + (h * (1 - 1 / k)) / 2 + py, w: w / k, h: h / k };
  });
  /** Units of a pixel, and all that is in sight, also beside the box. They do not glide. */
  readonly unit = $derived.by(() => this.#fitUnit / this.scale);
  readonly visible = $derived.by((): Box => {
    const { x, y, w, h } = this.#box;
    const [wide, high] = [Math.max(w, this.width * this.unit), Math.max(h, this.height * this.unit)];
    return { x: x - (wide - w) / 2, y: y - (high - h) / 2, w: wide, h: high };
  });
  readonly #gliding: Tween<Box>;

  constructor(
    readonly bounds: () => Box,
    /** Units of a pixel at most. */
    readonly mostUnits: () => number,
    /** What must be in sight. */
    readonly focus: () => Box | null,
  ) {
    this.#gliding = new Tween(this.#box, { easing: cubicOut });
    $effect(() => {
      const fast = this.#direct || !this.width || prefersReducedMotion.current;
      void this.#gliding.set(this.#box, { duration: fast ? 0 : GLIDE_MS });
      this.#direct = !this.width;
    });
    $effect(() => {
      void mostUnits();
      this.#overview = false;
    });
    $effect(() => {
      const box = focus();
      untrack(() => this.#showFocus(box));
    });
  }

  /** What is drawn now. */
  get box(): Box {
    return this.#gliding.current;
  }

  /** Zoom about a point of the drawing, or the middle. */
  zoomBy(k: number, about?: Spot): void {
    const [before, box] = [this.scale, this.#box];
    this.#direct = !!about;
    if (before * k < this.#least) this.#overview = true;
    this.#zoom = Math.min(MOST_ZOOM, Math.max(1, before * k));
    const [x, y] = about ?? [box.x + box.w / 2, box.y + box.h / 2];
    const [bounds, [px, py]] = [this.bounds(), this.#pan];
    const [mx, my] = [bounds.x + bounds.w / 2, bounds.y + bounds.h / 2];
    const s = before / this.scale;
    this.#pan = this.#clamp([x - mx - (x - mx - px) * s, y - my - (y - my - py) * s]);
  }

  /** Move the drawing by so many pixels. */
  panBy(dx: number, dy: number): void {
    this.#direct = true;
    this.#pan = this.#clamp([this.#pan[0] - dx * this.unit, this.#pan[1] - dy * this.unit]);
  }

  /** Show everything. */
  fit(): void {
    [this.#zoom, this.#pan, this.#overview] = [1, [0, 0], true];
  }

  #clamp([x, y]: Spot): Spot {
    if (this.scale === 1) return [0, 0];
    const { w, h } = this.bounds();
    const slack = 0.2 + (1 - 1 / this.scale) / 2;
    return [Math.min(w * slack, Math.max(-w * slack, x)), Math.min(h * slack, Math.max(-h * slack, y))];
  }

  /** Move as little as it takes to have something in sight. */
  #showFocus(focus: Box | null): void {
    if (!focus || this.scale === 1) return;
    const { visible, unit } = this;
    const before = (at: number, edge: number) => Math.min(0, at - edge);
    const behind = (at: number, edge: number) => Math.max(0, at - edge);
    const dx =
      before(focus.x, visible.x + MARGIN.side * unit) ||
      behind(focus.x + focus.w, visible.x + visible.w - MARGIN.side * unit);
    const dy =
      before(focus.y, visible.y + MARGIN.top * unit) ||
      behind(focus.y + focus.h, visible.y + visible.h - MARGIN.bottom * unit);
    if (dx || dy) this.#pan = this.#clamp([this.#pan[0] + dx, this.#pan[1] + dy]);
  }
}
