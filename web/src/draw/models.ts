/**
 * Draws little buildings and figures, each about one unit wide. Their shape tells the kind, colour only helps. `src/ziggurat/drawing/models.json`
 * says of which parts a model consists, with the names of its colours; `models.py` there draws the same for the server's pictures.
 */
import data from "../../../src/ziggurat/drawing/models.json";
import type { Camera, Point } from "./camera";
import { atOf, farFirst, polyOf, shadow, spotOf, type Drawn, type Frame } from "./model_frame";
import { drawOver } from "./model_parts";
import type { Around, FarFirst, Part, Solid } from "./model_types";
import type { Palette } from "./palette";
import type { Spot } from "./plane_geometry";

const MODELS = data as unknown as Record<string, Part[]>;

function drawSolid(frame: Frame, solid: Solid): Drawn {
  const { cam, size } = frame;
  const spot = spotOf(frame, solid);
  const base = { spot, poly: polyOf(solid, size, spot, (solid.turn ?? 0) - (solid.to_viewer ? cam.turn : 0)) };
  const cast = solid.casts ? shadow(cam, base.poly, 0, solid.casts[0] * size, solid.casts[1]) : "";
  return [cast, solid.parts.map((part) => drawOver(frame, base, part)).join("")];
}

const join = (drawn: Drawn[]): Drawn => [
  drawn.map(([ground]) => ground).join(""),
  drawn.map(([, body]) => body).join(""),
];

function drawFarFirst(frame: Frame, { parts, shadows }: FarFirst): Drawn {
  const drawn = new Map(parts.map((part) => [part, drawPart(frame, part)]));
  const sorted = farFirst(frame.cam, parts, atOf).map((part) => drawn.get(part)!);
  if (shadows === "own") return ["", sorted.flat().join("")];
  return [join(shadows === "as_written" ? [...drawn.values()] : sorted)[0], join(sorted)[1]];
}

function drawAround(frame: Frame, { parts, middle }: Around): Drawn {
  const sorted = farFirst(frame.cam, parts, atOf);
  const behind = sorted.filter((part) => frame.cam.depth(...atOf(part)) < -0.01);
  return join([...behind, ...middle, ...sorted.slice(behind.length)].map((part) => drawPart(frame, part)));
}

function drawPart(frame: Frame, part: Part): Drawn {
  if (part.draw === "solid") return drawSolid(frame, part);
  if (part.draw === "far_first") return drawFarFirst(frame, part);
  if (part.draw === "around") return drawAround(frame, part);
  const [x, y] = spotOf(frame, part);
  return drawModel({ ...frame, x, y, size: frame.size * (part.size ?? 1) }, part.model);
}

const drawModel = (frame: Frame, name: string): Drawn => join(MODELS[name]!.map((part) => drawPart(frame, part)));

/** Draw a model at a spot of the ground. `given` is the colour of its roof or cloth; a plaza shows so many stars. */
export function model(cam: Camera, name: string, [x, y]: Spot, pal: Palette, given: string, stars = 1): string {
  return drawModel({ cam, x, y, size: 1, pal, given, stars }, name).join("");
}

/** Shrink the picture of a model about its foot. That is right because the projection is linear. */
export function scaled(cam: Camera, foot: Point, k: number, picture: string): string {
  const [x, y] = cam.at(foot);
  return `<g transform="translate(${(x * (1 - k)).toFixed(1)},${(y * (1 - k)).toFixed(1)}) scale(${k})">${picture}</g>`;
}
