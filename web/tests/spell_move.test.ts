import { describe, expect, test } from "vitest";
import { moveFor, partsOf, spellOn } from "../src/games/generic/spell_move";

const MOVES = ["a1>b2", "a1>b3", "c1>b2", "pass"];

describe("spelling", () => {
  test("goes on from what is spelled", () => {
    expect(spellOn("", "a1", MOVES)).toBe("a1");
    expect(spellOn("a1", ">b2", MOVES)).toBe("a1>b2");
  });
  test("replaces the last piece where the new one does not follow", () => {
    expect(spellOn("a1>b2", ">b3", MOVES)).toBe("a1>b3");
  });
  test("begins anew where nothing else fits", () => {
    expect(spellOn("a1>b2", "c1", MOVES)).toBe("c1");
  });
  test("leaves out pieces that no move has", () => {
    expect(spellOn("a1", "z9", MOVES)).toBeNull();
  });
});

test("a move is meant when it alone begins so, or is spelled out", () => {
  expect(moveFor("c1", MOVES)).toBe("c1>b2");
  expect(moveFor("a1", MOVES)).toBe("");
  expect(moveFor("go", ["go", "go on"])).toBe("go");
});

test("a text consists of the longest pieces that fit, in order", () => {
  const parts = ["a", "a1", ">b2", "b2"];
  expect(partsOf("a1>b2", parts, (part) => part)).toEqual(["a1", ">b2"]);
  expect(partsOf("a1?b2", parts, (part) => part)).toEqual(["a1"]);
  expect(partsOf("", parts, (part) => part)).toEqual([]);
  expect(partsOf("x", ["", "y"], (part) => part)).toEqual([]);
});
