/** A city from above, small: coloured hexes, a sign for each kind, stars for plazas. */
import { mix, shade } from "../../draw/colour";
import { palette } from "../../draw/palette";
import type { Theme } from "../../lib/theme.svelte";
import { fix, pathOf } from "./city_scene";
import { colourOf } from "./hex_pictures";
import type { Spot } from "../../draw/plane_geometry";
import { centreOf, hexagon, keyOf, six } from "./hexes";
import { signColour, SIGNS } from "./kind_icons";
import type { Hex } from "./types";

export interface DrawnThumbnail {
  theme: Theme;
  box: string;
  /** One path for each colour. */
  parts: [colour: string, d: string][];
  signs: { d: string; at: string; colour: string }[];
}

/** Pixels of a hex's radius, and how large its sign is (signs are 24 by 24). */
const RADIUS = 10;
const SIGN = 0.46;
const STAR = 0.54;
const drawn = new WeakMap<Hex[], DrawnThumbnail>();

/** The thumbnail of a city; drawn once for each theme. */
export function drawThumbnail(hexes: Hex[], theme: Theme): DrawnThumbnail {
  let thumbnail = drawn.get(hexes);
  if (!thumbnail || thumbnail.theme !== theme) drawn.set(hexes, (thumbnail = draw(hexes, theme)));
  return thumbnail;
}

const outline = (hex: Hex, size: number): string =>
  pathOf(hexagon(hex.q, hex.r, size).map(([x, y]) => [RADIUS * x, RADIUS * y]));

/** The outlines of these places of a city. */
export const outlineOf = (hexes: Hex[], places: Set<string>): string =>
  hexes
    .filter((hex) => places.has(keyOf(hex.q, hex.r)))
    .map((hex) => outline(hex, 0.98))
    .join("");

function draw(hexes: Hex[], theme: Theme): DrawnThumbnail {
  const parts = new Map<string, string>();
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const hex of hexes) {
    for (const [colour, d] of [[groundOf(hex, theme), outline(hex, 0.96)], ...secondHalf(hex, theme)] as const)
      parts.set(colour, (parts.get(colour) ?? "") + d);
    const [x, y] = centreOf(hex.q, hex.r);
    [x0, y0, x1, y1] = [Math.min(x0, x - 1), Math.min(y0, y - 1), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  }
  const box = [x0, y0, x1 - x0, y1 - y0].map((n) => fix(RADIUS * n)).join(" ");
  const sorted = [...parts].sort(([a], [b]) => Number(a[0] === " ") - Number(b[0] === " "));
  return {
    theme,
    box,
    parts: sorted.map(([colour, d]) => [colour.trim(), d]),
    signs: hexes.flatMap((hex) => signOf(hex, theme)),
  };
}

const isPlaza = (hex: Hex): boolean => hex.kind.endsWith("_plaza");

/** The colour of a hex: higher ones are brighter, plazas almost white. */
function groundOf(hex: Hex, theme: Theme): string {
  const base = colourOf(theme, hex.kind);
  if (isPlaza(hex)) return mix(base, palette(theme).lip, 0.86);
  return shade(base, Math.min(1.25, 0.72 + 0.16 * hex.level));
}

/** The half of a two-colour hex that its second district has, drawn above the first: its colour comes later, or in a path of its own. */
function secondHalf(hex: Hex, theme: Theme): [colour: string, d: string][] {
  const { second, rotation = 0 } = hex;
  if (!second) return [];
  const corners = hexagon(hex.q, hex.r, 0.96).map(([x, y]): Spot => [RADIUS * x, RADIUS * y]);
  const half = [7, 8, 9, 10].map((corner) => corners[six(rotation + corner)]!);
  return [[` ${groundOf({ ...hex, kind: second }, theme)}`, pathOf(half)]];
}

/** The signs of a hex; quarries have none, and halves have no room for theirs. */
function signOf(hex: Hex, theme: Theme): DrawnThumbnail["signs"] {
  if (hex.kind === "quarry" || hex.second) return [];
  const [x, y] = centreOf(hex.q, hex.r);
  const size = isPlaza(hex) ? STAR : SIGN;
  const at = `translate(${fix(RADIUS * x - 12 * size)} ${fix(RADIUS * y - 12 * size)}) scale(${size})`;
  if (isPlaza(hex)) return [{ d: SIGNS.star!, at, colour: shade(colourOf(theme, hex.kind), 0.9) }];
  return [{ d: SIGNS[hex.kind]!, at, colour: signColour(theme, hex.kind) }];
}
