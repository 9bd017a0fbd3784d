import { describe, expect, test } from "vitest";
import type { OptionInfo } from "../src/lib/messages";
import { meaningful } from "../src/lib/option_text";
import {
  countChanges,
  presetOf,
  sidesOf,
  sidesPreset,
  withListed,
  withoutNeedless,
  withPreset,
  withSide,
  withValue,
} from "../src/setup/options";

const option = (name: string, choices: unknown[], value: unknown) =>
  ({ name, choices, default: value }) as unknown as OptionInfo;
const EDITION = option("edition", ["new", "first"], "new");
const LONG = option("long_game", [false, true], false);
const VARIANTS = option("variants", ["house", "market", "garden"], []);
const SHOWN = [EDITION, LONG, VARIANTS];
const PRESETS = { bga: { edition: "first", long_game: false }, long: { long_game: true } };

test("a default value is not stored, any other is", () => {
  expect(withValue({}, EDITION, "first")).toEqual({ edition: "first" });
  expect(withValue({ edition: "first", long_game: true }, EDITION, "new")).toEqual({ long_game: true });
  expect(withValue({ variants: ["house"] }, VARIANTS, [])).toEqual({});
});

test("a list keeps the order of its choices, whatever the order of clicks", () => {
  const one = withListed({}, VARIANTS, "garden", true);
  const two = withListed(one, VARIANTS, "house", true);
  expect(two).toEqual({ variants: ["house", "garden"] });
  expect(withListed(two, VARIANTS, "garden", false)).toEqual({ variants: ["house"] });
});

test("changes are counted among the options that are shown", () => {
  expect(countChanges({ edition: "first", hidden: 1 }, SHOWN)).toBe(1);
});

describe("presets", () => {
  test("one is recognised by its options; those that presets leave alone do not matter", () => {
    expect(presetOf({}, SHOWN, PRESETS)).toBe("default");
    expect(presetOf({ edition: "first" }, SHOWN, PRESETS)).toBe("bga");
    expect(presetOf({ edition: "first", variants: ["house"] }, SHOWN, PRESETS)).toBe("bga");
    expect(presetOf({ edition: "first", long_game: true }, SHOWN, PRESETS)).toBe("");
  });
  test("one replaces the options, keeps variants, and stores no defaults", () => {
    expect(withPreset({ long_game: true, variants: ["house"] }, SHOWN, PRESETS.bga)).toEqual({
      edition: "first",
      variants: ["house"],
    });
    expect(withPreset({ variants: ["house"] }, SHOWN, null)).toEqual({});
  });
});

describe("sides", () => {
  test("have names for the usual sets", () => {
    expect(["AAAAAA", "BBBBBB", "random", "ABAAAA"].map(sidesPreset)).toEqual(["first", "B", "random", "own"]);
  });
  test("of one's own are kept, and begin mixed", () => {
    expect(sidesOf("B", "AAAAAA")).toBe("BBBBBB");
    expect(sidesOf("own", "ABAAAA")).toBe("ABAAAA");
    expect(sidesOf("own", "random")).toBe("ABABAB");
    expect(sidesOf("own", "BBBBBB")).toBe("ABABAB");
  });
  test("change for one building, and from a drawn set begin with A", () => {
    expect(withSide("AAAAAA", 2, "B")).toBe("AABAAA");
    expect(withSide("random", 5, "B")).toBe("AAAAAB");
  });
});

test("an option that needs another one means nothing without it", () => {
  const all = [LONG, option("cards", ["random"], "random"), { ...EDITION, needs: "long_game" }];
  const options = { edition: "first" };
  expect(meaningful(all, options).map(({ name }) => name)).toEqual(["long_game", "cards"]);
  expect(withoutNeedless(all, options)).toEqual({});
  expect(withoutNeedless(all, { ...options, long_game: true })).toEqual({ ...options, long_game: true });
});
