import { expect, test } from "vitest";
import own from "../../src/ziggurat/games/akropolis/text/en.json";
import shared from "../../src/ziggurat/text/en.json";
import { cardAsks, hexText, missingText } from "../src/games/akropolis/athena/card_text";
import { rulesOf } from "../src/games/akropolis/district_text";
import { cityOf } from "../src/games/akropolis/hexes";
import type { Hex } from "../src/games/akropolis/types";
import { fillText, type Values } from "../src/lib/fill_text";

const texts: Record<string, string> = { ...shared, ...own };
const w = (key: string, values: Values = {}) => fillText(texts[key] ?? "", values, "en");

test("a card asks for what the options of the game have it ask for", () => {
  const options = { athena: true, athena_separate: "apart", athena_open_center: false, athena_layout: "contains" };
  expect(cardAsks(w, options, "storehouses")).toContain("at least two steps apart");
  expect(cardAsks(w, { ...options, athena_separate: "any" }, "storehouses")).toContain("side by side");
  expect(cardAsks(w, { ...options, athena_open_center: true, athena_layout: "exact" }, "city_market")).toBe(
    "a hex or an empty place with markets on three alternating sides; no market on the other sides",
  );
});

test("a hex of two colours is told with the sides of each, and what is missing with its place", () => {
  const hex: Hex = { q: 0, r: 0, kind: "house", second: "market", rotation: 5, level: 1, tile: 62 };
  expect(hexText(w, hex)).toBe("house to the north, market to the south");
  const parts = [{ is_there: false, kind: "garden", q: 0, r: 1 } as const];
  expect(missingText(w, parts, "oasis")).toBe("garden");
  expect(missingText(w, parts, "oasis", cityOf([hex]))).toBe("garden (house to the north, 0,1)");
});

test("the barracks variant is told as the option of the expansion has it", () => {
  const options = { variants: ["barracks"], athena: true, athena_barracks_variant: "three_or_more" };
  expect(rulesOf(w, options, "barracks")[1]).toContain("3 or more");
  expect(rulesOf(w, { ...options, athena_barracks_variant: "three_or_four" }, "barracks")[1]).toContain("3 or 4");
});
