import { beforeEach, expect, test } from "vitest";
import { dealPromises, newWords } from "../src/lib/deal_promises";

beforeEach(() => localStorage.clear());

test("the first promise of a table counts", () => {
  dealPromises.see("t", "first");
  dealPromises.see("t", "second");
  dealPromises.see("u", ""); // a table without a promise
  expect(dealPromises.find("t")).toEqual({ id: "t", commitment: "first", words: [] });
  expect(dealPromises.find("u")).toBeUndefined();
});

test("words are remembered once each, and only for a promise that was seen", () => {
  dealPromises.see("t", "promise");
  for (const word of ["one", "two", "one", ""]) dealPromises.give("t", word);
  dealPromises.give("unknown", "one");
  expect(dealPromises.find("t")?.words).toEqual(["one", "two"]);
  expect(dealPromises.find("unknown")).toBeUndefined();
});

test("a promise moves to the table that got its id later, but not over another one", () => {
  dealPromises.see("next/t", "promise");
  dealPromises.move("next/t", "u");
  expect(dealPromises.find("u")?.commitment).toBe("promise");
  dealPromises.see("v", "own");
  dealPromises.move("next/t", "v");
  expect(dealPromises.find("v")?.commitment).toBe("own");
});

test("only the newest 200 promises are remembered", () => {
  for (let n = 0; n < 205; n++) dealPromises.see(`t${n}`, "promise");
  expect(dealPromises.find("t204")).toBeDefined();
  expect(dealPromises.find("t5")).toBeDefined();
  expect(dealPromises.find("t4")).toBeUndefined();
});

test("new words are four groups of seven characters, different each time", () => {
  expect(newWords()).toMatch(/^[0-9a-z]{7}(-[0-9a-z]{7}){3}$/);
  expect(newWords()).not.toBe(newWords());
});
