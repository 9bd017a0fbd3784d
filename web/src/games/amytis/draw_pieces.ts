/** Pieces of Amytis, each drawn at the origin once for a camera and put in its place by `transform`. Heights are in units of a tile's width. */
import facts from "../../../../src/ziggurat/games/amytis/pictures/look.json";
import type { Camera } from "../../draw/camera";
import { mix, shade } from "../../draw/colour";
import { cachedPicture } from "../../draw/picture_cache";
import { model, scaled } from "../../draw/models";
import { CAST, palette } from "../../draw/palette";
import { clip, grow, rad, rect, regular, star, type Poly, type Spot } from "../../draw/plane_geometry";
import type { Theme } from "../../lib/theme.svelte";
import { mergePolygons } from "./merge_polygons";

const cached = (cam: Camera, key: string, make: () => string): string =>
  cachedPicture(cam, key, () => mergePolygons(make()));

export const STEP = 1.24; // from space to space
export const SIZE = facts.tile; // of a tile
export const HALF = 2.12; // of a board
const THICK = 0.15;

export type Letter = "B" | "G" | "O" | "P";
/** The colours of tiles by day and by night, and those of the page's panels, on which white signs can be read. */
const HUES: Record<Theme, Record<Letter, string>> = facts.colours;
export const SEAL: Record<Letter, string> = facts.seals;
/** The model of each kind, and the light on the colour of its roof. */
const BUILDINGS: Record<string, { model: string; light: number }> = facts.buildings;

/** Where the n-th of nine spaces lies. */
export const place = (n: number): Spot => [((n % 3) - 1) * STEP, (Math.floor(n / 3) - 1) * STEP];

/** How high so many tiles are: from the fifth on they are drawn thinner, or they would hide the city behind them. */
export const high = (tiles: number): number => THICK * Math.min(tiles, 4) + 0.075 * Math.max(0, tiles - 4);

const points = (poly: Poly): string => poly.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
/** The signs of the colours about the origin, in a circle of radius 1. */
const MARKS: Record<string, string> = {
  circle: '<circle r=".66"/>',
  star: `<polygon points="${points(star(0, 0.04, 1, 5, 0.46))}"/>`,
  triangle: `<polygon points="${points(regular(3, 0.96, -90, 0, 0.14))}"/>`,
  square: '<rect x="-.58" y="-.58" width="1.16" height="1.16"/>',
};
export const SIGN: Record<Letter, string> = {
  G: MARKS[facts.marks.G]!,
  B: MARKS[facts.marks.B]!,
  O: MARKS[facts.marks.O]!,
  P: MARKS[facts.marks.P]!,
};

/** The outline of a tile's top that lies at a height above the ground. */
export const outline = (cam: Camera, z = 0, k = 1): string =>
  cam.path(grow(rect(SIZE, SIZE), k, 0, 0).map(([x, y]) => [x, y, z]));

/** The sides of the tiles below the top one: coloured where they are known, of stone where nobody has seen them. */
export function body(cam: Camera, theme: Theme, below: readonly string[]): string {
  return cached(cam, `body|${theme}|${below.map((letter) => letter || "?").join("")}`, () => {
    const pal = palette(theme);
    const foot = rect(SIZE, SIZE);
    return below
      .map((letter, n) => {
        const [z, to] = [high(n), high(n + 1)];
        const hue = HUES[theme][letter as Letter];
        const seam = z + (to - z) * 0.5;
        return hue
          ? cam.prism(foot, z, seam, mix(pal.sand, hue, 0.2), "") +
              cam.prism(foot, seam, to, hue, n === below.length - 1 ? shade(hue, 0.8) : "")
          : cam.prism(grow(foot, 0.985), z, z + 0.02, shade(pal.sand, 0.62), "") +
              cam.prism(foot, z + 0.02, to, pal.sand, n === below.length - 1 ? shade(pal.sand, 0.8) : "");
      })
      .join("");
  });
}

/** A slab in its colour, without its building. */
export function slab(cam: Camera, theme: Theme, letter: Letter, thickness: number): string {
  const thick = Math.round(thickness * 1000) / 1000;
  return cached(cam, `slab|${theme}|${letter}|${thick}`, () => {
    const [hue, pal, foot] = [HUES[theme][letter], palette(theme), rect(SIZE, SIZE)];
    return (
      cam.prism(foot, -thick, -thick * 0.5, mix(pal.sand, hue, 0.2), "") +
      cam.prism(foot, -thick * 0.5, 0, hue, shade(hue, 1.12)) +
      cam.face(cam.up(rect(SIZE * 0.9, SIZE * 0.9), 0), mix(hue, pal.sand, 0.34))
    );
  });
}

/** Away from the viewer by so much, however the table is turned. */
const back = (cam: Camera, by: number): Spot => [-by * Math.sin(rad(cam.turn)), -by * Math.cos(rad(cam.turn))];

/** The building of a tile, standing on height 0. */
export function building(cam: Camera, theme: Theme, letter: Letter | "", kind: string, size = 0.86): string {
  return cached(cam, `building|${theme}|${letter}|${kind}|${size}`, () => {
    const pal = palette(theme);
    const hue = letter ? HUES[theme][letter] : mix(pal.sand, pal.wood, 0.45);
    const [x, y] = cam.elevation === 90 ? [0, 0] : back(cam, 0.07);
    const built = BUILDINGS[kind]!;
    return scaled(cam, [x, y, 0], size, model(cam, built.model, [x, y], pal, shade(hue, built.light)));
  });
}

/** Draw the pictures of a tile for a camera, so that they are cached. */
export function drawTile(cam: Camera, theme: Theme, tile: string): void {
  slab(cam, theme, tile[0] as Letter, THICK);
  building(cam, theme, tile[0] as Letter, tile[1]!);
}

/** Where an architect stands on a tile: to the right, however the table is turned. */
export const corner = (cam: Camera): Spot =>
  cam.elevation === 90
    ? [
        0.3 * Math.cos(rad(-cam.turn)) + 0.3 * Math.sin(rad(-cam.turn)),
        0.3 * Math.sin(rad(-cam.turn)) - 0.3 * Math.cos(rad(-cam.turn)),
      ]
    : [0.46 * Math.cos(rad(-cam.turn)), 0.46 * Math.sin(rad(-cam.turn))];

/** An architect: the first player's is ivory with a round head, the second's is dark and wears a pointed cap. */
export function architect(cam: Camera, theme: Theme, seat: number): string {
  return cached(cam, `architect|${theme}|${seat}`, () => {
    const pal = palette(theme);
    const colour = pal.seats[seat]!;
    if (cam.elevation === 90) {
      const r = 0.19 * cam.scale;
      const head = seat
        ? `<polygon points="${points(regular(3, r * 0.72, -90, 0, r * 0.08))}" fill="${shade(colour, 1.35)}"/>`
        : `<circle r="${r * 0.5}" fill="${shade(colour, 0.82)}"/>`;
      return `<circle r="${r}" cx="${r * 0.2}" cy="${r * 0.25}" fill="${CAST}" opacity=".3"/><circle r="${r}" fill="${colour}" stroke="${shade(colour, 0.55)}" stroke-width="${r * 0.13}"/>${head}`;
    }
    return model(cam, seat ? "hooded_figure" : "figure", [0, 0], pal, colour);
  });
}

/** The board under nine spaces: the table of the stacks is of wood, a city lies on stone of its owner's shade. */
export function ground(cam: Camera, theme: Theme, owner: number | null): string {
  return cached(cam, `ground|${theme}|${owner}`, () => {
    const pal = palette(theme);
    const night = theme === "dark";
    const face =
      owner === null
        ? pal.board
        : mix(pal.board, owner ? (night ? "#3b4762" : "#a39284") : night ? "#6b5c49" : "#efe4cb", 0.66);
    const whole = rect(2 * HALF, 2 * HALF);
    const soft = [1.035, 1.02, 1.005]
      .map((k) =>
        cam.flat(
          cam.up(grow(cam.cast(whole, cam.elevation === 90 ? 0.1 : 0.34), k), -0.14),
          "#140f0a",
          `opacity="${night ? 0.2 : 0.09}"`,
        ),
      )
      .join("");
    const line = cam.flat(
      cam.up(grow(whole, 0.955), 0),
      "none",
      `stroke="${shade(face, night ? 1.28 : 0.82)}" stroke-width="1.6" stroke-linejoin="round"`,
    );
    const pads = Array.from({ length: 9 }, (_, n) =>
      cam.flat(
        cam.up(rect(SIZE + 0.07, SIZE + 0.07, 0, ...place(n)), 0),
        "#1a120a",
        `opacity="${night ? 0.34 : 0.15}"`,
      ),
    ).join("");
    return soft + cam.prism(whole, -0.14, 0, shade(face, 0.86), face) + line + pads;
  });
}

/** The shadows of stacks on the board, and of the higher ones on the n-th; one lamp for all. */
export function shadows(cam: Camera, heights: readonly number[], n: number | null): string {
  if (cam.elevation === 90) return "";
  const [frame, z] = n === null ? [rect(2 * HALF, 2 * HALF), 0] : [rect(SIZE, SIZE, 0, ...place(n)), heights[n]!];
  const [ox, oy] = n === null ? [0, 0] : place(n);
  return heights
    .map((height, other) => {
      if (other === n || height <= z) return "";
      const dark = clip(cam.cast(rect(SIZE, SIZE, 0, ...place(other)), height - z), frame).map(([x, y]): Spot => [
        x - ox,
        y - oy,
      ]);
      return dark.length > 2 ? cam.flat(cam.up(dark, 0), "#140f0a") : "";
    })
    .join("");
}

/** A curve from one point of the scene to another: it rises (not above `most`), or swings out to the side. */
export const bow = ([x0, y0]: Spot, [x1, y1]: Spot, most: number): string => {
  if (Math.abs(y1 - y0) > Math.abs(x1 - x0)) {
    const out = (x1 >= x0 ? 1 : -1) * (30 + Math.abs(y1 - y0) * 0.24); // one above the other: it swings out to the side
    return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${(x0 + out).toFixed(1)} ${(y0 - 30).toFixed(1)} ${(x1 + out).toFixed(1)} ${(y1 - 60).toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
  }
  const up = Math.max(most, Math.min(y0, y1) - 40 - Math.hypot(x1 - x0, y1 - y0) * 0.16);
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${(x0 + (x1 - x0) * 0.25).toFixed(1)} ${up.toFixed(1)} ${(x0 + (x1 - x0) * 0.75).toFixed(1)} ${up.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
};
