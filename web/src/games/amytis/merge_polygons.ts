/**
 * Makes the same picture of fewer SVG elements: polygons of one colour become one path, also across others that they do not touch, so that near
 * ones are still drawn last. Turning the table draws everything again, and the browser needs time for each element.
 */
type Shape = { points: [number, number][]; box: [number, number, number, number] };
type Part = { like: string; path: string; shapes: Shape[] };

const POLYGON = /<polygon points="([^"]+)" ([^>]*?)\/>/g;

function shapeOf(text: string): Shape {
  const points = text.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return { points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** Whether a line along an edge of the first polygon separates the two (both convex). */
function areSeparated(one: Shape, other: Shape): boolean {
  return one.points.some((a, n) => {
    const b = one.points[(n + 1) % one.points.length]!;
    const [nx, ny] = [b[1] - a[1], a[0] - b[0]];
    const side = (p: [number, number]) => (p[0] - a[0]) * nx + (p[1] - a[1]) * ny;
    const own = one.points.reduce((sum, p) => sum + side(p), 0);
    const slip = 0.2 * Math.hypot(nx, ny);
    return Math.abs(own) > slip && other.points.every((p) => (own > 0 ? side(p) < slip : side(p) > -slip));
  });
}
const doTouch = (a: Shape, b: Shape): boolean =>
  a.box[0] < b.box[2] &&
  b.box[0] < a.box[2] &&
  a.box[1] < b.box[3] &&
  b.box[1] < a.box[3] &&
  !areSeparated(a, b) &&
  !areSeparated(b, a);

/** Merge the polygons of a picture. Transparent ones stay alone: overlapping, they would look different as one path. */
export function mergePolygons(picture: string): string {
  return picture.replace(/(?:<polygon points="[^"]+" [^>]*?\/>)+/g, (run) => {
    const parts: Part[] = [];
    for (const [, text, like] of run.matchAll(POLYGON)) {
      const shape = shapeOf(text!);
      let target: Part | undefined;
      for (let n = parts.length - 1; n >= 0 && !like!.includes("opacity"); n--) {
        const part = parts[n]!;
        if (part.like === like) target = part;
        if (target || part.shapes.some((other) => doTouch(shape, other))) break;
      }
      if (!target) parts.push((target = { like: like!, path: "", shapes: [] }));
      target.path += `M${text}Z`;
      target.shapes.push(shape);
    }
    return parts.map(({ path, like }) => `<path d="${path}" ${like}/>`).join("");
  });
}
