import { expect, test } from "vitest";
import { placeTooltip } from "../src/parts/tooltip_place";

const SCREEN = { width: 800, height: 600 };
const TIP = { width: 200, height: 100 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
});

test("a tooltip stands above its element, in the middle", () => {
  expect(placeTooltip(box(300, 300, 100, 40), TIP, SCREEN)).toEqual([250, 190]);
});

test("below it where there is no room above", () => {
  expect(placeTooltip(box(300, 50, 100, 40), TIP, SCREEN)).toEqual([250, 100]);
});

test("at its side where there is room neither above nor below", () => {
  expect(placeTooltip(box(100, 20, 100, 560), TIP, SCREEN)).toEqual([210, 250]);
  expect(placeTooltip(box(600, 20, 100, 560), TIP, SCREEN)).toEqual([390, 250]);
});

test("within the window, 8 pixels from its edge", () => {
  expect(placeTooltip(box(0, 300, 20, 20), TIP, SCREEN)).toEqual([8, 190]);
  expect(placeTooltip(box(790, 300, 10, 20), TIP, SCREEN)).toEqual([592, 190]);
});

test("over an element as large as the window, where most room is", () => {
  expect(placeTooltip(box(10, 60, 780, 535), TIP, SCREEN)).toEqual([300, 8]);
  expect(placeTooltip(box(10, 5, 780, 535), TIP, SCREEN)).toEqual([300, 492]);
});
