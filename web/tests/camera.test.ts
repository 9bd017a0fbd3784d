import { describe, expect, test } from "vitest";
import { Camera } from "../src/draw/camera";
import { rect } from "../src/draw/plane_geometry";

const count = (text: string) => text.match(/<polygon/g)?.length ?? 0;

describe("projection", () => {
  test("from above, x goes right, y goes down, and height is not seen", () => {
    const cam = new Camera({ scale: 10, elevation: 90 });
    expect(cam.at([1, 2, 5])).toEqual([10, 20]);
  });
  test("at 30 degrees depth is halved and height is seen by its cosine", () => {
    const cam = new Camera({ scale: 100, elevation: 30 });
    expect(cam.at([1, 1, 0])).toEqual([100, 50]);
    expect(cam.at([0, 0, 1])).toEqual([0, -86.6]);
  });
  test("a quarter turn brings x where y was", () => {
    const cam = new Camera({ scale: 10, turn: 90, elevation: 90 });
    expect(cam.at([1, 0, 0])).toEqual([0, 10]);
    expect(cam.depth(1, 0)).toBeCloseTo(1);
    expect(cam.depth(0, 1)).toBeCloseTo(0);
  });
  test("ground is the inverse of at, on the ground and at a height", () => {
    const cam = new Camera({ scale: 60, turn: 37, elevation: 42 });
    for (const z of [0, 1.5]) {
      const [x, y] = cam.ground(...cam.at([2.5, -1.25, z]), z);
      expect(x).toBeCloseTo(2.5, 1);
      expect(y).toBeCloseTo(-1.25, 1);
    }
  });
});

describe("solids", () => {
  test("of a box two or one sides are seen, from above none; the top can be left out", () => {
    const box = rect(2, 2);
    expect(count(new Camera({ turn: 45 }).prism(box, 0, 1, "#888888"))).toBe(3);
    expect(count(new Camera({ turn: 0 }).prism(box, 0, 1, "#888888"))).toBe(2);
    expect(count(new Camera({ elevation: 90 }).prism(box, 0, 1, "#888888"))).toBe(1);
    expect(count(new Camera({ turn: 45 }).prism(box, 0, 1, "#888888", ""))).toBe(2);
  });
  test("a top has more light than a wall towards the viewer's right", () => {
    const cam = new Camera({ turn: 0, elevation: 40 });
    const up = cam.light(
      cam.normal([
        [0, 0, 1],
        [1, 0, 1],
        [1, 1, 1],
      ]),
    );
    const right = cam.light([1, 0, 0]);
    expect(up).toBeCloseTo(0.66 + 0.42 * (0.86 / Math.hypot(0.5, 0.46, 0.86)));
    expect(right).toBeCloseTo(0.66); // the lamp is at the left
  });
  test("a normal points to the viewer whatever the order of the corners", () => {
    const cam = new Camera({ elevation: 40 });
    expect(
      cam.normal([
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
      ])[2],
    ).toBeCloseTo(1);
    expect(
      cam.normal([
        [1, 1, 0],
        [1, 0, 0],
        [0, 0, 0],
      ])[2],
    ).toBeCloseTo(1);
  });
});

test("a shadow reaches away from the lamp, as far as the solid is high", () => {
  const cam = new Camera({ elevation: 40 });
  const shadow = cam.cast(rect(2, 2), 2);
  const [xs, ys] = [shadow.map((p) => p[0]), shadow.map((p) => p[1])];
  expect(Math.max(...xs)).toBeCloseTo(1 + (0.5 / 0.86) * 2);
  expect(Math.min(...ys)).toBeCloseTo(-1 - (0.46 / 0.86) * 2);
  expect(Math.min(...xs)).toBeCloseTo(-1);
});
