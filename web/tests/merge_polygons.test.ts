import { expect, test } from "vitest";
import { mergePolygons } from "../src/games/amytis/merge_polygons";

const polygon = (points: string, fill: string, extra = "") => `<polygon points="${points}" fill="${fill}" ${extra}/>`;
const square = (x: number, y: number) => `${x},${y} ${x + 2},${y} ${x + 2},${y + 2} ${x},${y + 2}`;

test("polygons of one colour become one path", () => {
  const picture = polygon(square(0, 0), "red") + polygon(square(5, 0), "red");
  expect(mergePolygons(picture)).toBe(`<path d="M${square(0, 0)}ZM${square(5, 0)}Z" fill="red" />`);
});

test("also across another colour that they do not touch", () => {
  const picture = polygon(square(0, 0), "red") + polygon(square(0, 5), "blue") + polygon(square(5, 0), "red");
  expect(mergePolygons(picture)).toBe(
    `<path d="M${square(0, 0)}ZM${square(5, 0)}Z" fill="red" /><path d="M${square(0, 5)}Z" fill="blue" />`,
  );
});

test("but not below something that they cover", () => {
  const picture = polygon(square(0, 0), "red") + polygon(square(4, 0), "blue") + polygon(square(5, 0), "red");
  expect(mergePolygons(picture).match(/fill="\w+"/g)).toEqual(['fill="red"', 'fill="blue"', 'fill="red"']);
});

test("neighbours that only share an edge do not cover each other", () => {
  const picture = polygon(square(0, 0), "red") + polygon(square(2, 0), "blue") + polygon(square(4, 0), "red");
  expect(mergePolygons(picture).match(/<path/g)).toHaveLength(2);
});

test("boxes that overlap while the shapes do not are no hindrance", () => {
  const [lower, upper] = ["0,0 4,4 0,4", "1,0 4,0 4,3"]; // two triangles on both sides of a diagonal
  const picture = polygon(square(9, 9), "red") + polygon(lower, "blue") + polygon(upper, "red");
  expect(mergePolygons(picture)).toBe(
    `<path d="M${square(9, 9)}ZM${upper}Z" fill="red" /><path d="M${lower}Z" fill="blue" />`,
  );
});

test("transparent polygons stay alone, and other elements where they are", () => {
  const see = 'opacity=".5"';
  const picture = `${polygon(square(0, 0), "red", see)}${polygon(square(5, 0), "red", see)}<circle r="3"/>${polygon(square(0, 0), "red")}`;
  const merged = mergePolygons(picture);
  expect(merged.match(/<path/g)).toHaveLength(3);
  expect(merged.indexOf("<circle")).toBeLessThan(merged.lastIndexOf("<path"));
  expect(mergePolygons("")).toBe("");
});
