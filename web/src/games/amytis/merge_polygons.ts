/**
 * Fewer nodes for the same picture: polygons of one colour become one path, also across others that they do not touch, so that what is near is
 * still drawn last. A table that is turned is drawn anew, and a browser's time for that goes by nodes.
 */
type Shape = { points: [number, number][]; box: [number, number, number, number] };
type Part = { like: string; path: string; shapes: Shape[] };

const POLYGON = /<polygon points="([^"]+)" ([^>]*?)\/>/g;

function shapeOf(text: string): Shape {
  const points = text.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return { points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** Is there a line between two convex polygons, along an edge of the first? */
function parted(one: Shape, other: Shape): boolean {
  return one.points.some((a, n) => {
    const b = one.points[(n + 1) % one.points.length]!;
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]];
    const side = (p: [number, number]) => (p[0] - a[0]) * nx + (p[1] - a[1]) * ny;
    const own = one.points.reduce((sum, p) => sum + side(p), 0);
    const slip = 0.2 * Math.hypot(nx, ny);
    return Math.abs(own) > slip && other.points.every((p) => (own > 0 ? side(p) < slip : side(p) > -slip));
  });
}
const touch = (a: Shape, b: Shape): boolean => a.box[0] < b.box[2] && b.box[0] < a.box[2] && a.box[1] < b.box[3] && b.box[1] < a.box[3] && !parted(a, b) && !parted(b, a);

export function joined(picture: string): string {
  return picture.replace(/(?:<polygon points="[^"]+" [^>]*?\/>)+/g, (run) => {
    const parts: Part[] = [];
    for (const [, text, like] of run.matchAll(POLYGON)) {
      const shape = shapeOf(text!);
      let home: Part | undefined;
      for (let n = parts.length - 1; n >= 0 && !like!.includes("opacity"); n--) {
        const part = parts[n]!;
        if (part.like === like) home = part;
        if (home || part.shapes.some((other) => touch(shape, other))) break;
      }
      if (!home) parts.push((home = { like: like!, path: "", shapes: [] }));
      home.path += `M${text}Z`;
      home.shapes.push(shape);
    }
    return parts.map(({ path, like }) => `<path d="${path}" ${like}/>`).join("");
  });
}
