/**
 * Pictures of hexes. Each is drawn once for a theme, a look and a turn, and shown as an `<image>`: one element instead of fifty, so that a city
 * of 58 hexes can be turned within a frame. They are SVG files with short (blob) addresses, because the browser reads the address each time.
 */
import facts from "../../../../src/ziggurat/games/akropolis/pictures/look.json";
import material from "../../../../src/ziggurat/games/akropolis/material.json";
import { Camera } from "../../draw/camera";
import { mix, shade } from "../../draw/colour";
import { model, scaled } from "../../draw/models";
import { palette } from "../../draw/palette";
import { regular, type Poly, type Spot } from "../../draw/plane_geometry";
import type { Theme } from "../../lib/theme.svelte";
import type { Look } from "../board";
import { districtOf, six, STOREY } from "./hexes";

export interface Picture {
  href: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const SCALE = 60;
const ELEVATION = 42;
const BAND = 0.08;
/** The stars of a plaza by its colour. */
export const STARS: Record<string, number> = material.stars;
const COLOURS: Record<Theme, Record<string, string>> = facts.colours;
/** How much of the lip's colour the ground of a kind has. */
const GROUND_LIP: Record<string, number> = facts.ground_lip;

/** The six cameras of each look. */
const turned = (elevation: number): Camera[] =>
  [0, 1, 2, 3, 4, 5].map((turn) => new Camera({ scale: SCALE, turn: 60 * turn, elevation }));
const CAMERAS: Record<Look, Camera[]> = { isometric: turned(ELEVATION), top: turned(90) };
const OBLIQUE = turned(56); // in the view from above buildings lean back a little: their roofs alone would look alike
export const cameraFor = (look: Look, turn: number): Camera => CAMERAS[look][six(turn)]!;

export const colourOf = (theme: Theme, kind: string): string => COLOURS[theme][districtOf(kind)]!;
export const bandOf = (theme: Theme, kind: string): string =>
  mix(colourOf(theme, kind), palette(theme).lip, facts.band_lip);

function groundOf(theme: Theme, kind: string): string {
  const pal = palette(theme);
  return kind.endsWith("_plaza") ? pal.lip : mix(colourOf(theme, kind), pal.lip, GROUND_LIP[kind]!);
}

const building = (cam: Camera, theme: Theme, kind: string): string =>
  model(
    cam,
    kind.endsWith("_plaza") ? "plaza" : kind,
    [0, 0],
    palette(theme),
    colourOf(theme, kind),
    STARS[districtOf(kind)],
  );

/** The body of a stack: limestone, with a joint between the storeys. */
function drum(cam: Camera, theme: Theme, level: number): string {
  const [pal, foot] = [palette(theme), regular(6, 0.985)];
  let out = "";
  for (let i = 0; i < level; i++) {
    const z = i * STOREY;
    out +=
      cam.prism(foot, z, z + 0.05, shade(pal.stone, 0.84), "") +
      cam.prism(foot, z + 0.05, z + STOREY - (i === level - 1 ? BAND : 0), pal.stone, "");
  }
  return out;
}

/** Two colours on one hex: three sides for each, from corner to corner, and the middle of each half. */
interface Half {
  kind: string;
  outline: (size: number) => Poly;
  middle: Spot;
}
/** How far from the middle of the hex the building of a half stands, and how small it is. */
const [ASIDE, SMALL] = [0.44, 0.6];

/** The halves of a face such as `house/market/2`, the far one first. */
function halvesOf(cam: Camera, face: string): Half[] {
  const [first, second, rotation] = face.split("/") as [string, string, string];
  const halves = [first, second].map((kind, n): Half => {
    const side = Number(rotation) + 3 * n; // its sides are this one and the next two; side s lies between the corners s + 4 and s + 5
    const angle = ((side + 1) * Math.PI) / 3 - Math.PI / 2;
    return {
      kind,
      outline: (size) => [4, 5, 6, 7].map((corner) => regular(6, size)[six(side + corner)]!),
      middle: [ASIDE * Math.cos(angle), ASIDE * Math.sin(angle)],
    };
  });
  return halves.sort((a, b) => cam.depth(...a.middle) - cam.depth(...b.middle));
}

/** The top of a stack with two colours. */
function twoColourLid(cam: Camera, theme: Theme, face: string, bare: boolean): string {
  const pal = palette(theme);
  const halves = halvesOf(cam, face);
  const ground = (kind: string) => mix(groundOf(theme, kind), pal.stone, bare ? 0.45 : 0);
  const bands = halves.map(({ kind, outline }) => cam.prism(outline(0.985), -BAND, 0, bandOf(theme, kind), pal.lip));
  const tops = halves.map(({ kind, outline }) => cam.face(cam.up(outline(0.9), 0), ground(kind)));
  const houses = halves.map(({ kind, middle: [x, y] }) =>
    scaled(cam, [x, y, 0], SMALL, model(cam, kind, [x, y], pal, colourOf(theme, kind))),
  );
  return [...bands, ...tops, seam(cam, halves[0]!, pal.lip), ...(bare ? [] : houses)].join("");
}

/** The line between two colours. */
function seam(cam: Camera, { outline }: Half, colour: string): string {
  const [a, , , b] = outline(0.9).map(([x, y]) => cam.at([x, y, 0]));
  return `<path d="M${a}L${b}" stroke="${colour}" stroke-width="3.5"/>`;
}

/** Two colours seen from above. */
function twoColourFlat(turn: number, theme: Theme, face: string, bare: boolean): string {
  const [cam, pal] = [CAMERAS.top[turn]!, palette(theme)];
  const halves = halvesOf(cam, face);
  const tops = halves.map(({ kind, outline }) => cam.flat(cam.up(outline(0.92), 0), groundOf(theme, kind)));
  const houses = halves.map(({ kind, middle: [x, y] }) => {
    const [left, top] = cam.at([x, y, 0]);
    return `<g transform="translate(${left} ${top + 5}) scale(${SMALL})">${building(OBLIQUE[turn]!, theme, kind)}</g>`;
  });
  const rim = cam.flat(cam.up(regular(6, 0.985), 0), pal.lip);
  return [rim, ...tops, seam(cam, halves[0]!, pal.lip), ...(bare ? [] : houses)].join("");
}

/** The top of a stack (at height 0): a coloured band, the paved rim, the ground, and what stands on it. */
function lid(cam: Camera, theme: Theme, kind: string, bare: boolean): string {
  const pal = palette(theme);
  const out =
    cam.prism(regular(6, 0.985), -BAND, 0, bandOf(theme, kind), pal.lip) +
    cam.face(cam.up(regular(6, 0.9), 0), bare ? mix(groundOf(theme, kind), pal.stone, 0.45) : groundOf(theme, kind));
  return bare ? out : out + building(cam, theme, kind);
}

/** A hex seen from above: its building leans back on it. */
function flat(turn: number, theme: Theme, kind: string, bare: boolean): string {
  const [cam, pal] = [CAMERAS.top[0]!, palette(theme)];
  let out =
    cam.flat(cam.up(regular(6, 0.985), 0), pal.lip) + cam.flat(cam.up(regular(6, 0.92), 0), groundOf(theme, kind));
  if (!bare)
    out += kind.endsWith("_plaza")
      ? building(cam, theme, kind)
      : `<g transform="translate(0 8) scale(.96)">${building(OBLIQUE[turn]!, theme, kind)}</g>`;
  return out;
}

const pictures = new Map<string, Picture>();
const TURNING = ["house", "market", "barracks", "temple"]; // rocks, trees and stars look alike from everywhere

/** Draw `drum|2` (the body of a stack), `lid|house` or `lid|house/market/2` (its top) or `bare|house` (a covered top) about the origin. */
function drawPicture(theme: Theme, look: Look, turn: number, what: string, kind: string): Picture {
  const cam = cameraFor(look, turn);
  const [left, right] = [-1.06 * SCALE, 1.06 * SCALE];
  const [top, bottom] =
    what === "drum" ? [-(Number(kind) * STOREY * cam.ce + 0.9) * SCALE, 0.92 * SCALE] : [-1.42 * SCALE, 0.95 * SCALE];
  const bare = what === "bare";
  const drawTop = () => {
    if (kind.includes("/"))
      return look === "top" ? twoColourFlat(turn, theme, kind, bare) : twoColourLid(cam, theme, kind, bare);
    return look === "top" ? flat(turn, theme, kind, bare) : lid(cam, theme, kind, bare);
  };
  const inside = what === "drum" ? drum(cam, theme, Number(kind)) : drawTop();
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const size = `width="${box.width}" height="${box.height}" viewBox="${left} ${top} ${box.width} ${box.height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`;
  return { href: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), ...box };
}

/** The picture `drum|2`, `lid|house` or `bare|house`; drawn once for each theme, look and turn. */
export function picture(theme: Theme, look: Look, turn: number, key: string): Picture {
  const [what, kind] = key.split("|") as [string, string];
  const turns = kind.includes("/") || (what === "lid" && TURNING.includes(kind));
  const seenTurn = turns ? six(turn) : 0; // all others look the same from every side
  const name = `${theme}|${look}|${seenTurn}|${key}`;
  let drawn = pictures.get(name);
  if (!drawn) pictures.set(name, (drawn = drawPicture(theme, look, seenTurn, what, kind)));
  return drawn;
}

const loaded = new Map<string, HTMLImageElement>();
const KINDS = material.kinds;

/** Load in idle moments the pictures that come next: when the table is turned, a hex is covered, or the other look is chosen. */
export function loadAhead(theme: Theme, look: Look, from: number): () => void {
  const lids = (seen: Look, kinds: string[], ...turns: number[]) =>
    turns.flatMap((turn) => kinds.map((kind) => [seen, from + turn, `lid|${kind}`] as const));
  const other = look === "top" ? "isometric" : "top";
  const wanted: (readonly [Look, number, string])[] = [
    ...lids(look, TURNING, 1, -1),
    ...lids(look, KINDS, 0),
    ...KINDS.map((kind) => [look, 0, `bare|${kind}`] as const),
    ...lids(look, TURNING, 2, -2, 3),
    ...lids(other, KINDS, 0),
    ...lids(other, TURNING, 1, -1),
  ];
  let timer = 0;
  const next = (): void => {
    const one = wanted.shift();
    if (!one) return;
    const { href } = picture(theme, ...one);
    if (!loaded.has(href)) {
      const image = new Image();
      image.src = href;
      loaded.set(href, image);
    }
    timer = window.setTimeout(next, 16);
  };
  timer = window.setTimeout(next, 200);
  return () => clearTimeout(timer);
}
