/**
 * A small isometric kit: everything is a flat-shaded polygon, lit by one lamp. World: x right, y towards the viewer, z up. A camera turns the
 * world by `turn` degrees, then looks down at `elevation` (90: from above). Drawing functions return SVG text.
 *
 * The projection is linear: a picture drawn at the origin is right anywhere else when it is moved by `cam.at(place)`. So pictures of pieces are
 * drawn once for a camera (`picture_cache.ts`) and placed with `transform="translate(…)"`.
 */
import { shade } from "./colour";
import { hull, mean, move, rad, type Poly, type Spot } from "./plane_geometry";

export type Point = [x: number, y: number, z: number];
type Edge = [Spot, Spot];

export interface View {
  scale?: number;
  turn?: number;
  elevation?: number;
}

const AMBIENT = 0.66;
const DIFFUSE = 0.42;
/** Where the lamp is, seen from the viewer: it turns with the camera. */
const [LX, LY, LZ] = unit([-0.5, 0.46, 0.86]);

function unit(v: Point): Point {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}
const fix = (v: number): number => Math.round(v * 10) / 10;
const edges = (poly: Poly): Edge[] => poly.map((a, i) => [a, poly[(i + 1) % poly.length]!]);
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export class Camera {
  readonly scale: number;
  readonly turn: number;
  readonly elevation: number;
  /** Sine and cosine of the elevation: how much of depth and of height is seen. */
  readonly se: number;
  readonly ce: number;
  readonly #ct: number;
  readonly #st: number;

  constructor({ scale = 1, turn = 0, elevation = 37 }: View = {}) {
    [this.scale, this.turn, this.elevation] = [scale, turn, elevation];
    [this.se, this.ce] = [Math.sin(rad(elevation)), Math.cos(rad(elevation))];
    [this.#ct, this.#st] = [Math.cos(rad(turn)), Math.sin(rad(turn))];
  }

  #spin([x, y, z]: Point): Point {
    return [x * this.#ct - y * this.#st, x * this.#st + y * this.#ct, z];
  }
  #unspin(x: number, y: number): Spot {
    return [x * this.#ct + y * this.#st, -x * this.#st + y * this.#ct];
  }

  /** Where a point is on the screen. */
  at = (p: Point): Spot => {
    const [x, y, z] = this.#spin(p);
    return [fix(x * this.scale), fix((y * this.se - z * this.ce) * this.scale)];
  };

  /** Where the ground (z = 0, or a given height) is under a point of the screen. */
  ground(x: number, y: number, z = 0): Spot {
    return this.#unspin(x / this.scale, (y / this.scale + z * this.ce) / this.se);
  }

  /** How near the viewer a place is. */
  depth(x: number, y: number): number {
    return x * this.#st + y * this.#ct;
  }

  /** The points on the screen, as SVG spells them. */
  path(points: Point[]): string {
    return points.map((p) => this.at(p).join(",")).join(" ");
  }

  /** A polygon of the ground at a height. */
  up(poly: Poly, z: number): Point[] {
    return poly.map(([x, y]) => [x, y, z]);
  }

  /** The direction of a face, towards the viewer. */
  normal(points: Point[]): Point {
    const [a, b, c] = points.slice(0, 3).map((p) => this.#spin(p)) as [Point, Point, Point];
    const [u, w] = [minus(b, a), minus(c, a)];
    const n: Point = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const k = (Math.hypot(...n) || 1) * (n[1] * this.ce + n[2] * this.se < 0 ? -1 : 1);
    return [n[0] / k, n[1] / k, n[2] / k];
  }

  /** How much light a face of this direction has. */
  light(n: Point): number {
    return AMBIENT + DIFFUSE * Math.max(0, n[0] * LX + n[1] * LY + n[2] * LZ);
  }

  /** A face in its light. */
  face(points: Point[], colour: string, extra = ""): string {
    const c = shade(colour, this.light(this.normal(points)));
    return `<polygon points="${this.path(points)}" fill="${c}" stroke="${c}" stroke-width=".5" stroke-linejoin="round" ${extra}/>`;
  }

  /** A face in one colour, without light. */
  flat(points: Point[], fill: string, extra = ""): string {
    return `<polygon points="${this.path(points)}" fill="${fill}" ${extra}/>`;
  }

  #far([a, b]: Edge): number {
    return this.depth(...a) + this.depth(...b);
  }
  /** Whether the wall over an edge is seen; (cx, cy) is the middle of the footprint. */
  #isSeen([a, b]: Edge, cx: number, cy: number): boolean {
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]];
    const out = (a[0] - cx) * nx + (a[1] - cy) * ny > 0 ? 1 : -1;
    return this.ce > 1e-6 && this.depth(nx * out, ny * out) > 1e-6;
  }
  #wall([a, b]: Edge, z0: number, z1: number): Point[] {
    return [...this.up([a, b], z0), ...this.up([b, a], z1)];
  }

  /** An upright solid over a convex footprint: the sides that are seen, then the top (none: ""). */
  prism(poly: Poly, z0: number, z1: number, colour: string, top = colour, extra = ""): string {
    const [cx, cy] = [mean(poly, 0), mean(poly, 1)];
    const sides = edges(poly)
      .filter((edge) => this.#isSeen(edge, cx, cy))
      .sort((s, t) => this.#far(s) - this.#far(t));
    const walls = sides.map((edge) => this.face(this.#wall(edge, z0, z1), colour, extra));
    return walls.join("") + (top ? this.face(this.up(poly, z1), top, extra) : "");
  }

  /** A pointed roof over a footprint. */
  cone(poly: Poly, z0: number, z1: number, colour: string, extra = ""): string {
    const tip: Point = [mean(poly, 0), mean(poly, 1), z1];
    return edges(poly)
      .sort((s, t) => this.#far(s) - this.#far(t))
      .map((edge) => this.face([...this.up(edge, z0), tip], colour, extra))
      .join("");
  }

  /** A roof with a ridge along the first side of a `rect()`. */
  gable(poly: Poly, z0: number, z1: number, roof: string, wall: string): string {
    const [a, b, c, d] = poly as [Spot, Spot, Spot, Spot];
    const ridge = (p: Spot, q: Spot): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, z1];
    const low = (p: Spot): Point => [...p, z0];
    const [r, s] = [ridge(a, d), ridge(b, c)];
    const faces: [Point[], string][] = [
      [[low(a), low(b), s, r], roof],
      [[low(d), low(c), s, r], roof],
      [[low(a), low(d), r], wall],
      [[low(b), low(c), s], wall],
    ];
    const near = ([p, q]: Point[]) => this.depth(p![0], p![1]) + this.depth(q![0], q![1]);
    return faces
      .sort((p, q) => near(p[0]) - near(q[0]))
      .map(([points, colour]) => this.face(points, colour))
      .join("");
  }

  /** The shadow of a solid of this height on the ground it stands on. */
  cast(poly: Poly, height: number): Poly {
    const [fx, fy] = this.#unspin(-LX / LZ, -LY / LZ);
    return hull([...poly, ...move(poly, fx * height, fy * height)]);
  }
}
