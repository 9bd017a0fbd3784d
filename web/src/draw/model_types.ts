/** How `models.json` spells a model: solids and copies of other models, and the parts that stand on the foot of a solid. */
import type { Point } from "./camera";
import type { Spot } from "./plane_geometry";

export type Range = [low: number, high: number];
/** What a solid stands on: a rectangle, or a polygon of so many corners and this radius; `turn` in degrees. */
export interface Foot {
  rect?: [w: number, d: number];
  round?: [n: number, radius: number];
  turn?: number;
}
/** Where a part of a model stands. `to_viewer`: place and turn are those that the viewer sees, however the table is turned. */
export interface Placed {
  at?: Spot;
  to_viewer?: boolean;
}
export interface Solid extends Foot, Placed {
  draw: "solid";
  casts?: [height: number, strength: number];
  parts: Over[];
}
export interface Copy extends Placed {
  draw: "model";
  model: string;
  size?: number;
}
export type Thing = Solid | Copy;
/** Things that hide each other: far ones are drawn first. Their shadows lie below all of them (sorted, or as written), or each below its own thing. */
export interface FarFirst {
  draw: "far_first";
  shadows?: "as_written" | "own";
  parts: Thing[];
}
/** Things around a middle: those behind it, the middle, those before it. */
export interface Around {
  draw: "around";
  parts: Thing[];
  middle: Thing[];
}
export type Part = Thing | FarFirst | Around;

/** A part over a foot: that of its solid, made larger or smaller, or one of its own about the same place. A colour is `wood`, `wood*1.25`, `given`. */
export interface Upon extends Foot {
  grow?: number;
  colour: string;
}
export interface Prism extends Upon {
  draw: "prism";
  z: Range;
  top?: string | null;
}
export interface Gable extends Upon {
  draw: "gable";
  z: Range;
  wall: string;
}
export interface Cone extends Upon {
  draw: "cone";
  z: Range;
}
export interface Dome extends Upon {
  draw: "dome";
  z: Range;
  rings: number;
}
export interface Ring extends Upon {
  draw: "ring";
  z: Range;
  radius: Range;
}
export interface Flat extends Upon {
  draw: "flat";
}
export interface Floor extends Upon {
  draw: "floor";
  z: number;
}
export interface Door extends Upon {
  draw: "door";
  high: number;
  wide: number;
  opacity?: number;
}
export interface Shadow extends Foot {
  draw: "shadow";
  grow?: number;
  z: number;
  height: number;
  strength: number;
}
export interface Awning extends Foot {
  draw: "awning";
  grow?: number;
  z: Range;
  stripes: number;
  hem: number;
  colours: string[];
}
export interface Teeth extends Upon {
  draw: "teeth";
  on: "corners" | "sides" | "columns";
  counts?: number[];
  tooth: Foot;
  z: Range;
}
export interface Row extends Upon {
  draw: "row";
  count: number;
  from: Spot;
  step: Spot;
  tooth: Foot;
  z: Range;
}
export interface Cloth extends Upon {
  draw: "cloth";
  points: Point[];
}
export interface Balls extends Foot {
  draw: "balls";
  grow?: number;
  z: number;
  radius: number;
  balls: [shift: number, k: number, colour: string][];
}
export interface Stars extends Upon {
  draw: "stars";
  under: { colour: string; opacity: number; grow: number; down: number };
  /** By their number. */
  spots: Record<string, [x: number, y: number, r: number][]>;
}
export interface Tiers extends Upon {
  draw: "tiers";
  rows: number;
  steps: number;
  radius: number;
  high: number;
  step: number;
  rise: string;
  seats: string[];
}
export type Over =
  | Prism
  | Gable
  | Cone
  | Dome
  | Ring
  | Flat
  | Floor
  | Door
  | Shadow
  | Awning
  | Teeth
  | Row
  | Cloth
  | Balls
  | Stars
  | Tiers;
