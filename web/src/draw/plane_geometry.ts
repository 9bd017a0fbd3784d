/** Plane geometry: polygons on the ground. */
export type Spot = [x: number, y: number];
export type Poly = Spot[];

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** A regular polygon. */
export const regular = (n: number, radius: number, start = 0, cx = 0, cy = 0): Poly =>
  Array.from({ length: n }, (_, i) => [
    cx + radius * Math.cos(rad(start + (360 * i) / n)),
    cy + radius * Math.sin(rad(start + (360 * i) / n)),
  ]);

export function rect(w: number, d: number, angle = 0, cx = 0, cy = 0): Poly {
  const [c, s] = [Math.cos(rad(angle)), Math.sin(rad(angle))];
  const corners: Poly = [
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [w / 2, d / 2],
    [-w / 2, d / 2],
  ];
  return corners.map(([x, y]) => [cx + x * c - y * s, cy + x * s + y * c]);
}

export const mean = (poly: Poly, axis: 0 | 1): number => poly.reduce((sum, p) => sum + p[axis], 0) / poly.length;

/** Make a polygon larger or smaller about its middle. */
export function grow(poly: Poly, k: number, cx = mean(poly, 0), cy = mean(poly, 1)): Poly {
  return poly.map(([x, y]) => [cx + (x - cx) * k, cy + (y - cy) * k]);
}

export const move = (poly: Poly, dx: number, dy: number): Poly => poly.map(([x, y]) => [x + dx, y + dy]);

export function hull(points: Poly): Poly {
  const p = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Poly): Poly => {
    const out: Poly = [];
    for (const q of list) {
      while (out.length > 1) {
        const [a, b] = [out[out.length - 2]!, out[out.length - 1]!];
        if ((b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(q);
    }
    out.pop();
    return out;
  };
  return [...half(p), ...half(p.reverse())];
}

/** The part of a convex polygon that lies within another one (both the same way round). */
export function clip(poly: Poly, frame: Poly): Poly {
  let rest = poly;
  frame.forEach((a, i) => {
    const b = frame[(i + 1) % frame.length]!;
    const side = (p: Spot) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    rest = rest.flatMap((p, n) => {
      const q = rest[(n + 1) % rest.length]!;
      const [s, t] = [side(p), side(q)];
      const crossing: Poly =
        s > 0 !== t > 0 && s !== t
          ? [[p[0] + ((q[0] - p[0]) * s) / (s - t), p[1] + ((q[1] - p[1]) * s) / (s - t)]]
          : [];
      return s >= 0 ? [p, ...crossing] : crossing;
    });
  });
  return rest;
}

/** Whether a point lies within a convex polygon. */
export function inside(poly: Poly, [x, y]: Spot): boolean {
  const turns = poly.map(([ax, ay], i) =>
    Math.sign((poly[(i + 1) % poly.length]![0] - ax) * (y - ay) - (poly[(i + 1) % poly.length]![1] - ay) * (x - ax)),
  );
  return !turns.includes(1) || !turns.includes(-1);
}

export const star = (cx: number, cy: number, r: number, points = 5, inner = 0.45): Poly =>
  Array.from({ length: points * 2 }, (_, i) => {
    const k = i % 2 ? r * inner : r;
    const a = rad(-90 + (180 * i) / points);
    return [cx + k * Math.cos(a), cy + k * Math.sin(a)];
  });

/** A source of numbers that look random and are the same for each seed. */
export function seeded(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
