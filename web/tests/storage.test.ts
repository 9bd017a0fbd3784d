import { beforeEach, expect, test, vi } from "vitest";
import { keep, recall } from "../src/lib/storage";

beforeEach(() => localStorage.clear());

test("recall gives back what was kept, of any JSON type, and else the default", () => {
  keep("options", { seats: 2, names: ["Ada"] });
  keep("flag", false);
  expect(recall("options", {})).toEqual({ seats: 2, names: ["Ada"] });
  expect(recall("flag", true)).toBe(false);
  expect(recall("nothing", "default")).toBe("default");
});

test("values lie under one prefix", () => {
  keep("name", "Ada");
  expect(localStorage.getItem("ziggurat.name")).toBe('"Ada"');
});

test("a damaged value counts as none", () => {
  localStorage.setItem("ziggurat.name", "{not JSON");
  expect(recall("name", "default")).toBe("default");
});

test("a browser that forbids storage only forgets", () => {
  const forbid = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbid, setItem: forbid });
  expect(() => keep("name", "Ada")).not.toThrow();
  expect(recall("name", "default")).toBe("default");
  vi.unstubAllGlobals();
});
