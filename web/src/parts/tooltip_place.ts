/** Distance of a tooltip from its element, and the least distance from the edge of the window (pixels). */
const GAP = 10;
const EDGE = 8;

interface Size {
  width: number;
  height: number;
}
type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">;

/** Where a tooltip goes, `[left, top]`: above, below, right or left of its element, the first of these with room for all of it. */
export function placeTooltip(box: Box, tip: Size, screen: Size): [number, number] {
  const { width, height } = tip;
  const [wide, high] = [screen.width, screen.height];
  const x = Math.min(Math.max(box.left + box.width / 2 - width / 2, EDGE), wide - width - EDGE);
  const y = Math.min(Math.max(box.top + box.height / 2 - height / 2, EDGE), high - height - EDGE);
  const places: [number, number, boolean][] = [
    [x, box.top - GAP - height, box.top - GAP - height >= EDGE],
    [x, box.bottom + GAP, box.bottom + GAP + height <= high - EDGE],
    [box.right + GAP, y, box.right + GAP + width <= wide - EDGE],
    [box.left - GAP - width, y, box.left - GAP - width >= EDGE],
  ];
  const place = places.find(([, , fits]) => fits);
  if (place) return [Math.round(place[0]), Math.round(place[1])];
  return [Math.round(x), Math.round(box.top > high - box.bottom ? EDGE : high - height - EDGE)]; // most room above or below
}
