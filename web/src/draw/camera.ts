/**
 * A small isometric kit: everything is a flat-shaded polygon, lit by one lamp. World: x right, y towards the viewer, z up. A camera turns the
 * world by `turn` degrees, then looks down at `elevation` (90: from above). Drawing functions return SVG text.
 *
 * The projection is linear: a picture made at the origin is right anywhere else when it is moved by `cam.at(place)`. So pictures of pieces are
 * made once for a camera (`draw/kept.ts`) and placed with `transform="translate(…)"`.
 */
import { shade } from "./colour";
import { hull, mean, move, rad, type Poly, type Spot } from "./plane";

export type Point = [x: number, y: number, z: number];

export interface View {
  scale?: number;
  turn?: number;
  elevation?: number;
}

const LAMP: Point = [-0.5, 0.46, 0.86];
const AMBIENT = 0.66;
const DIFFUSE = 0.42;
const fix = (v: number): number => Math.round(v * 10) / 10;

export type Camera = ReturnType<typeof camera>;

export function camera({ scale = 1, turn = 0, elevation = 37 }: View = {}) {
  const [ct, st, se, ce] = [Math.cos(rad(turn)), Math.sin(rad(turn)), Math.sin(rad(elevation)), Math.cos(rad(elevation))];
  const length = Math.hypot(...LAMP);
  const [lx, ly, lz] = LAMP.map((v) => v / length) as Point;
  const spin = ([x, y, z]: Point): Point => [x * ct - y * st, x * st + y * ct, z];
  const unspin = (x: number, y: number): Spot => [x * ct + y * st, -x * st + y * ct];
  /** On the screen. */
  const at = (p: Point): Spot => {
    const [x, y, z] = spin(p);
    return [fix(x * scale), fix((y * se - z * ce) * scale)];
  };
  /** Where the ground (z = 0, or a given height) is under a point of the screen. */
  const ground = (x: number, y: number, z = 0): Spot => unspin(x / scale, (y / scale + z * ce) / se);
  const path = (points: Point[]): string => points.map((p) => at(p).join(",")).join(" ");
  const depth = (x: number, y: number): number => x * st + y * ct;
  function normal(points: Point[]): Point {
    const [a, b, c] = [spin(points[0]!), spin(points[1]!), spin(points[2]!)];
    const [u, w] = [b.map((v, i) => v - a[i]!) as Point, c.map((v, i) => v - a[i]!) as Point];
    const n: Point = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const k = (Math.hypot(...n) || 1) * (n[1] * ce + n[2] * se < 0 ? -1 : 1); // towards the viewer
    return [n[0] / k, n[1] / k, n[2] / k];
  }
  const light = (n: Point): number => AMBIENT + DIFFUSE * Math.max(0, n[0] * lx + n[1] * ly + n[2] * lz);
  /** A lit face. */
  function face(points: Point[], colour: string, extra = ""): string {
    const c = shade(colour, light(normal(points)));
    return `<polygon points="${path(points)}" fill="${c}" stroke="${c}" stroke-width=".5" stroke-linejoin="round" ${extra}/>`;
  }
  const flat = (points: Point[], fill: string, extra = ""): string => `<polygon points="${path(points)}" fill="${fill}" ${extra}/>`;
  const up = (poly: Poly, z: number): Point[] => poly.map(([x, y]) => [x, y, z]);
  const edges = (poly: Poly): [Spot, Spot][] => poly.map((a, i) => [a, poly[(i + 1) % poly.length]!]);
  const far = ([a, b]: [Spot, Spot]): number => depth(...a) + depth(...b);
  function seen([a, b]: [Spot, Spot], cx: number, cy: number): boolean {
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]];
    const out = (a[0] - cx) * nx + (a[1] - cy) * ny > 0 ? 1 : -1;
    return ce > 1e-6 && depth(nx * out, ny * out) > 1e-6;
  }
  /** An upright solid over a convex footprint: the sides that are seen, then the top (none: ""). */
  function prism(poly: Poly, z0: number, z1: number, colour: string, top = colour, extra = ""): string {
    const [cx, cy] = [mean(poly, 0), mean(poly, 1)];
    const sides = edges(poly).filter((e) => seen(e, cx, cy)).sort((s, t) => far(s) - far(t));
    const walls = sides.map(([a, b]) => face([[...a, z0], [...b, z0], [...b, z1], [...a, z1]], colour, extra));
    return walls.join("") + (top ? face(up(poly, z1), top, extra) : "");
  }
  /** A pointed roof over a footprint. */
  function cone(poly: Poly, z0: number, z1: number, colour: string, extra = ""): string {
    const tip: Point = [mean(poly, 0), mean(poly, 1), z1];
    return edges(poly).sort((s, t) => far(s) - far(t)).map(([a, b]) => face([[...a, z0], [...b, z0], tip], colour, extra)).join("");
  }
  /** A ridge along the first side of a `rect()`. */
  function gable(poly: Poly, z0: number, z1: number, roof: string, wall: string): string {
    const [a, b, c, d] = poly as [Spot, Spot, Spot, Spot];
    const ridge = (p: Spot, q: Spot): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, z1];
    const low = (p: Spot): Point => [...p, z0];
    const [r, s] = [ridge(a, d), ridge(b, c)];
    const faces: [Point[], string][] = [[[low(a), low(b), s, r], roof], [[low(d), low(c), s, r], roof], [[low(a), low(d), r], wall], [[low(b), low(c), s], wall]];
    const near = (points: Point[]) => depth(points[0]![0], points[0]![1]) + depth(points[1]![0], points[1]![1]);
    return faces.sort((p, q) => near(p[0]) - near(q[0])).map(([points, colour]) => face(points, colour)).join("");
  }
  /** The shadow of a solid of this height on the ground it stands on. The lamp is fixed to the viewer, so it turns with the camera. */
  const fall = unspin(-lx / lz, -ly / lz);
  const cast = (poly: Poly, height: number): Poly => hull([...poly, ...move(poly, fall[0] * height, fall[1] * height)]);
  return { at, ground, path, face, flat, prism, cone, gable, up, spin, cast, light, normal, depth, scale, turn, elevation, se, ce };
}
