/** Little buildings on a spot of ground (cx, cy, z), about one unit wide. Shape tells the kind, colour only helps. */
import type { Camera, Point } from "./camera";
import { shade } from "./colour";
import type { Palette } from "./palette";
import { grow, rad, rect, regular, seeded, star, type Poly, type Spot } from "./plane";

type Model = (cam: Camera, cx: number, cy: number, z: number, pal: Palette, colour: string) => string;

export const shadow = (cam: Camera, poly: Poly, z: number, height: number, opacity = 0.2): string =>
  cam.flat(cam.up(cam.cast(poly, height), z), "#0b1020", `opacity="${opacity}"`);

const between = (p: Spot, q: Spot, t: number): Spot => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];

/** A door in the middle of the near side of a footprint. */
function door(cam: Camera, foot: Poly, z: number, height: number, width: number, colour: string, extra = ""): string {
  const [p, q] = [foot[3]!, foot[2]!];
  const [a, b] = [between(p, q, 0.5 - width), between(p, q, 0.5 + width)];
  return cam.flat([[...a, z], [...b, z], [...b, z + height], [...a, z + height]], colour, extra);
}

/** Parts of a model from far to near, so that the near ones are drawn last from wherever one looks. */
const farFirst = <T extends readonly [number, number, ...unknown[]]>(cam: Camera, parts: readonly T[]): T[] => [...parts].sort((a, b) => cam.depth(a[0], a[1]) - cam.depth(b[0], b[1]));

/** Is the side from `p` to `q` of a footprint around (cx, cy) turned to the viewer? */
const facing = (cam: Camera, p: Spot, q: Spot, cx: number, cy: number): boolean => cam.ce > 1e-6 && cam.depth((p[0] + q[0]) / 2 - cx, (p[1] + q[1]) / 2 - cy) > 0;

export const house: Model = (cam, cx, cy, z, pal, roof) => {
  const parts = farFirst(cam, [[-0.24, -0.16, 0.34, 0.3, 0.26, -28], [0.2, -0.14, 0.3, 0.34, 0.36, 62], [-0.06, 0.22, 0.42, 0.28, 0.24, -28]] as const);
  const feet = parts.map(([dx, dy, w, d, , a]) => rect(w, d, a, cx + dx, cy + dy));
  let out = parts.map(([, , , , h], i) => shadow(cam, feet[i]!, z, h + 0.12, 0.16)).join("");
  parts.forEach(([dx, dy, , , h], i) => {
    const foot = feet[i]!;
    out += cam.prism(foot, z, z + h, pal.wall, "") + cam.gable(grow(foot, 1.14), z + h - 0.01, z + h + 0.17, roof, pal.wall);
    if (facing(cam, foot[3]!, foot[2]!, cx + dx, cy + dy)) out += door(cam, foot, z, h * 0.5, 0.13, pal.door, 'opacity=".75"');
  });
  return out;
};

export const market: Model = (cam, cx, cy, z, pal, cloth) => {
  const stalls = farFirst(cam, [[-0.22, -0.2], [0.24, 0.02], [-0.16, 0.3]] as const).map(([dx, dy]) => rect(0.45, 0.3, -24, cx + dx, cy + dy));
  const [h, stripes] = [0.26, 6];
  let out = stalls.map((foot) => shadow(cam, foot, z, h, 0.18)).join("");
  for (const foot of stalls) {
    for (const p of farFirst(cam, foot)) out += cam.prism(rect(0.035, 0.035, -24, ...p), z, z + h, pal.wood);
    out += cam.prism(grow(foot, 0.78), z, z + h * 0.38, pal.wood, shade(pal.wood, 1.25));
    const [a, b, c, d] = grow(foot, 1.12) as [Spot, Spot, Spot, Spot];
    for (let i = 0; i < stripes; i++) {
      const [s, t] = [i / stripes, (i + 1) / stripes];
      const [back0, back1, front0, front1] = [between(a, b, s), between(a, b, t), between(d, c, s), between(d, c, t)];
      const colour = i % 2 ? pal.linen : cloth;
      out += cam.face([[...back0, z + h + 0.16], [...back1, z + h + 0.16], [...front1, z + h], [...front0, z + h]], colour);
      if (facing(cam, d, c, (a[0] + c[0]) / 2, (a[1] + c[1]) / 2)) out += cam.face([[...front0, z + h], [...front1, z + h], [...front1, z + h - 0.08], [...front0, z + h - 0.08]], colour);
    }
  }
  return out;
};

export const barracks: Model = (cam, cx, cy, z, pal, cloth) => {
  const keep = rect(0.62, 0.5, -28, cx + 0.06, cy + 0.1);
  const pole: Spot = [cx - 0.2, cy - 0.16];
  const tower = rect(0.3, 0.3, -28, ...pole);
  const crown = (foot: Poly, top: number, n: number): string => {
    const teeth = foot.flatMap((p, i) => Array.from({ length: n }, (_, k) => between(p, foot[(i + 1) % 4]!, (k + 0.5) / n)));
    return farFirst(cam, teeth).map((p) => cam.prism(rect(0.075, 0.075, -28, ...p), top, top + 0.08, pal.brick)).join("");
  };
  const flag = cam.prism(rect(0.025, 0.025, 0, ...pole), z + 0.6, z + 1.0, pal.wood) + cam.face([[...pole, z + 0.98], [pole[0] + 0.26, pole[1] + 0.04, z + 0.9], [...pole, z + 0.8]], cloth);
  const high = cam.prism(tower, z, z + 0.62, pal.brick, shade(pal.brick, 0.8)) + crown(tower, z + 0.62, 2) + flag;
  const gate = facing(cam, keep[3]!, keep[2]!, cx + 0.06, cy + 0.1) ? door(cam, keep, z, 0.2, 0.12, pal.door) : "";
  const low = cam.prism(keep, z, z + 0.3, pal.brick, shade(pal.brick, 0.8)) + crown(keep, z + 0.3, 3) + gate;
  const towerBehind = cam.depth(...pole) < cam.depth(cx + 0.06, cy + 0.1);
  return shadow(cam, keep, z, 0.3, 0.16) + shadow(cam, tower, z, 0.66, 0.16) + (towerBehind ? high + low : low + high);
};

export const temple: Model = (cam, cx, cy, z, pal, roof) => {
  const base = rect(0.98, 0.66, -28, cx, cy + 0.02);
  let out = shadow(cam, base, z, 0.5, 0.18) + cam.prism(base, z, z + 0.06, pal.marble) + cam.prism(grow(base, 0.92), z + 0.06, z + 0.11, pal.marble);
  out += cam.prism(grow(base, 0.62), z + 0.11, z + 0.46, shade(pal.marble, 0.78));
  const [a, b, c, d] = grow(base, 0.82) as [Spot, Spot, Spot, Spot];
  const along = (p: Spot, q: Spot, n: number): Poly => Array.from({ length: n + 1 }, (_, i) => between(p, q, i / n));
  const columns = [...along(a, b, 4), ...along(b, c, 3), ...along(d, c, 4), ...along(a, d, 3)];
  for (const p of farFirst(cam, columns)) out += cam.prism(regular(8, 0.042, 0, ...p), z + 0.11, z + 0.46, pal.marble);
  return out + cam.prism(grow(base, 0.94), z + 0.46, z + 0.52, pal.marble) + cam.gable(base, z + 0.52, z + 0.74, roof, pal.marble);
};

/** A round tree, or a cypress. */
export function tree(cam: Camera, x: number, y: number, z: number, size: number, pal: Palette, cypress: boolean): string {
  const foot = regular(10, 0.16 * size, 0, x, y);
  let out = shadow(cam, foot, z, 0.34 * size, 0.17) + cam.prism(regular(6, 0.028 * size, 0, x, y), z, z + 0.16 * size, pal.wood);
  if (cypress) return out + cam.cone(regular(10, 0.12 * size, 0, x, y), z + 0.08 * size, z + 0.62 * size, pal.cypress);
  const [sx, sy] = cam.at([x, y, z + 0.34 * size]);
  const r = 0.2 * size * cam.scale;
  for (const [shift, k, colour] of [[0, 1, pal.leafDark], [0.14, 0.84, pal.leaf], [0.33, 0.42, pal.leafLight]] as const) {
    out += `<circle cx="${(sx - r * shift).toFixed(1)}" cy="${(sy - r * shift).toFixed(1)}" r="${(r * k).toFixed(1)}" fill="${colour}"/>`;
  }
  return out;
}

export const garden: Model = (cam, cx, cy, z, pal) => {
  const pond = cam.flat(cam.up(regular(18, 0.2, 0, cx + 0.12, cy + 0.2), z), pal.water) + cam.flat(cam.up(regular(18, 0.13, 0, cx + 0.1, cy + 0.18), z), shade(pal.water, 1.35));
  const trees = [[-0.34, -0.3, 0.9, 1], [0.02, -0.38, 1.15, 0], [0.38, -0.22, 0.95, 1], [-0.42, 0.12, 1.05, 0], [0.5, 0.14, 0.8, 0], [-0.2, 0.42, 0.85, 0]] as const;
  return pond + farFirst(cam, trees).map(([dx, dy, size, kind]) => tree(cam, cx + dx, cy + dy, z, size, pal, kind === 1)).join("");
};

/** The garden of Amytis: trees in rows. */
export const orchard: Model = (cam, cx, cy, z, pal) => {
  const trees = [[-0.3, -0.3, 0.95, 1], [0.08, -0.32, 1.05, 0], [0.36, -0.3, 0.8, 1], [-0.34, 0.06, 1, 0], [0.02, 0.06, 0.8, 0], [-0.3, 0.38, 0.85, 1]] as const;
  return farFirst(cam, trees).map(([dx, dy, size, kind]) => tree(cam, cx + dx, cy + dy, z, size, pal, kind === 1)).join("");
};

export const quarry: Model = (cam, cx, cy, z, pal) => {
  const random = seeded(11);
  const blocks = ([[-0.26, -0.26, 0.42, 0.34, 0.3], [0.2, -0.3, 0.36, 0.34, 0.18], [-0.38, 0.12, 0.28, 0.28, 0.14], [0.34, 0.1, 0.3, 0.3, 0.24], [0, 0.34, 0.26, 0.22, 0.12]] as const)
    .map(([dx, dy, w, d, h]) => [dx, dy, rect(w, d, -28 + 10 * (random() - 0.5), cx + dx, cy + dy), h] as const);
  const stone = rect(0.15, 0.15, 20, cx + 0.04, cy + 0.04);
  const all = farFirst(cam, [...blocks, [0.04, 0.04, stone, 0.15] as const]);
  return all.map(([, , foot, h]) => shadow(cam, foot, z, h) + (foot === stone ? cam.prism(foot, z, z + h, pal.cube) : cam.prism(foot, z, z + h, pal.rock, shade(pal.rock, 1.12)))).join("");
};

/** A plaza of Akropolis: its stars always read from where one looks. */
export function plaza(cam: Camera, cx: number, cy: number, z: number, pal: Palette, colour: string, stars: number): string {
  const ring = regular(6, 0.72, 0, cx, cy);
  const spots = stars === 1 ? [[0, 0, 0.4]] : stars === 2 ? [[-0.25, 0, 0.29], [0.25, 0, 0.29]] : [[-0.25, 0.14, 0.25], [0.25, 0.14, 0.25], [0, -0.26, 0.25]];
  const [c, s] = [Math.cos(rad(-cam.turn)), Math.sin(rad(-cam.turn))];
  const upright = (poly: Poly): Point[] => poly.map(([x, y]) => [cx + x * c - y * s, cy + x * s + y * c, z]);
  let out = cam.flat(cam.up(ring, z), pal.paving) + cam.flat(cam.up(grow(ring, 0.9), z), shade(colour, 1.12));
  for (const [dx, dy, r] of spots as [number, number, number][]) {
    out += cam.flat(upright(star(dx, dy + 0.03, r * 1.02)), shade(colour, 0.55), 'opacity=".55"') + cam.flat(upright(star(dx, dy, r)), "#fffdf4");
  }
  return out;
}

export const wall: Model = (cam, cx, cy, z, pal, cloth) => {
  const rows: { x: number; y: number; foot: Poly; teeth: Poly[] }[] = [
    { x: cx - 0.02, y: cy - 0.28, foot: rect(0.8, 0.2, 0, cx - 0.02, cy - 0.28), teeth: [0, 1, 2, 3, 4].map((i) => rect(0.09, 0.2, 0, cx - 0.37 + i * 0.175, cy - 0.28)) },
    { x: cx - 0.32, y: cy + 0.02, foot: rect(0.2, 0.8, 0, cx - 0.32, cy + 0.02), teeth: [0, 1, 2, 3, 4].map((i) => rect(0.2, 0.09, 0, cx - 0.32, cy - 0.22 + i * 0.155)) },
  ];
  let out = rows.map((row) => shadow(cam, row.foot, z, 0.34, 0.16)).join("");
  const solids: [number, number, string][] = rows.map((row) => [row.x, row.y, cam.prism(row.foot, z, z + 0.32, pal.sand) + row.teeth.map((tooth) => cam.prism(tooth, z + 0.32, z + 0.41, pal.sand)).join("")]);
  const tower = rect(0.32, 0.32, 0, cx - 0.3, cy - 0.26);
  const crown = farFirst(cam, grow(tower, 0.75)).map((p) => cam.prism(rect(0.09, 0.09, 0, ...p), z + 0.58, z + 0.67, cloth)).join("");
  solids.push([cx - 0.3, cy - 0.26, cam.prism(tower, z + 0.3, z + 0.58, pal.sand) + crown]);
  const [rowA, rowB, top] = solids as [[number, number, string], [number, number, string], [number, number, string]];
  const base = cam.depth(rowA[0], rowA[1]) < cam.depth(rowB[0], rowB[1]) ? rowA[2] + rowB[2] : rowB[2] + rowA[2];
  out += base + top[2];
  return out;
};

export const palace: Model = (cam, cx, cy, z, pal, roof) => {
  const [base, middle] = [rect(0.86, 0.86, 0, cx, cy), rect(0.62, 0.62, 0, cx, cy)];
  let out = shadow(cam, base, z, 0.3, 0.16) + cam.prism(base, z, z + 0.14, pal.sand);
  const corner = ([dx, dy]: Spot): string => cam.prism(rect(0.14, 0.14, 0, cx + dx, cy + dy), z + 0.12, z + 0.36, pal.sand) + cam.cone(rect(0.18, 0.18, 0, cx + dx, cy + dy), z + 0.36, z + 0.54, roof);
  const corners = farFirst<Spot>(cam, [[-0.34, -0.34], [0.34, -0.34], [-0.34, 0.34], [0.34, 0.34]]);
  const behind = corners.filter(([dx, dy]) => cam.depth(dx, dy) < -0.01);
  out += behind.map(corner).join("") + shadow(cam, middle, z + 0.14, 0.26, 0.16) + cam.prism(middle, z + 0.14, z + 0.36, pal.sand);
  out += cam.prism(regular(18, 0.2, 0, cx, cy), z + 0.36, z + 0.48, pal.marble);
  const rings = 6;
  for (let i = 0; i < rings; i++) {
    const [a, b] = [rad((i / rings) * 90), rad(((i + 1) / rings) * 90)];
    const [z0, z1] = [z + 0.48 + 0.26 * Math.sin(a), z + 0.48 + 0.26 * Math.sin(b)];
    const [low, high] = [regular(18, 0.22 * Math.cos(a), 0, cx, cy), regular(18, Math.max(0.22 * Math.cos(b), 0.001), 0, cx, cy)];
    const panes = low.map((p, k) => [p[0], p[1], [[...p, z0], [...low[(k + 1) % 18]!, z0], [...high[(k + 1) % 18]!, z1], [...high[k]!, z1]] as Point[]] as const);
    const seen = panes.filter(([x, y]) => (cam.depth(x - cx, y - cy) / (0.22 * Math.cos(a))) * Math.cos(b) * cam.ce + Math.sin(b) * cam.se > -0.2); // not those that look away
    out += farFirst(cam, seen).map(([, , pane]) => cam.face(pane, roof)).join("");
  }
  return out + corners.filter((c) => !behind.includes(c)).map(corner).join("");
};

/** Rising half rings, always open to the viewer: it is turned with the camera. */
export const theater: Model = (cam, cx, cy, z, pal, cloth) => {
  const steps = 16;
  const open = -cam.turn; // degrees: the middle of the opening looks towards the viewer
  const arc = (r: number): Poly => Array.from({ length: steps + 1 }, (_, i) => { const a = rad(open + 180 + (180 * i) / steps); return [cx + r * Math.cos(a), cy + r * Math.sin(a)]; });
  let out = shadow(cam, regular(24, 0.46, 0, cx, cy), z, 0.2, 0.16) + cam.face(cam.up(regular(24, 0.3, 0, cx, cy), z), pal.sand);
  for (let i = 0; i < 4; i++) {
    const [outer, inner, top] = [arc(0.46 - i * 0.085), arc(0.375 - i * 0.085), z + 0.36 - i * 0.085];
    if (i === 0) for (let k = 0; k < steps; k++) if (cam.depth(outer[k]![0] - cx, outer[k]![1] - cy) > 0) out += cam.face([[...outer[k]!, z], [...outer[k + 1]!, z], [...outer[k + 1]!, top], [...outer[k]!, top]], pal.sand);
    out += `<polygon points="${cam.path([...cam.up(outer, top), ...cam.up(inner, top).reverse()])}" fill="${shade(i % 2 ? pal.sand : pal.marble, 0.99)}"/>`;
    for (let k = 0; k < steps; k++) out += cam.face([[...inner[k]!, top - 0.085], [...inner[k + 1]!, top - 0.085], [...inner[k + 1]!, top], [...inner[k]!, top]], shade(pal.sand, 0.9));
    for (const e of [0, steps]) out += cam.face([[...outer[e]!, z], [...inner[e]!, z], [...inner[e]!, top], [...outer[e]!, top]], pal.sand);
  }
  const [sx, sy] = [cx + 0.28 * Math.cos(rad(open + 90)), cy + 0.28 * Math.sin(rad(open + 90))];
  const stage = rect(0.5, 0.15, open, sx, sy);
  return out + shadow(cam, stage, z, 0.1) + cam.prism(stage, z, z + 0.1, cloth);
};

/** A model shrinks by shrinking its picture about its foot: the projection is linear. */
export function scaled(cam: Camera, foot: Point, k: number, picture: string): string {
  const [x, y] = cam.at(foot);
  return `<g transform="translate(${(x * (1 - k)).toFixed(1)},${(y * (1 - k)).toFixed(1)}) scale(${k})">${picture}</g>`;
}
