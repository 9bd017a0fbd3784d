import { describe, expect, test } from "vitest";
import { fillText, numberNames, signed } from "../src/lib/fill_text";

const POINTS = "{n, plural, one {# point} other {# points}}";

describe("fillText", () => {
  test("leaves a text without placeholders as it is", () => {
    expect(fillText("Your turn", { n: 1 }, "en")).toBe("Your turn");
  });
  test("fills in values, several and repeated", () => {
    expect(fillText("{a} and {b}, {a} again", { a: "Ada", b: 2 }, "en")).toBe("Ada and 2, Ada again");
  });
  test("leaves a placeholder without a value, but fills in 0 and the empty text", () => {
    expect(fillText("{who}: {n}{rest}", { n: 0, rest: "" }, "en")).toBe("{who}: 0");
  });
  test("chooses the plural form: English has one for 1 alone, French for 0 and 1", () => {
    expect([0, 1, 2].map((n) => fillText(POINTS, { n }, "en"))).toEqual(["0 points", "1 point", "2 points"]);
    expect([0, 1, 2].map((n) => fillText(POINTS, { n }, "fr"))).toEqual(["0 point", "1 point", "2 points"]);
  });
  test("prefers the form for an exact number", () => {
    const text = "{n, plural, =0 {as in the rules} one {# change} other {# changes}}";
    expect([0, 1, 5].map((n) => fillText(text, { n }, "fr"))).toEqual(["as in the rules", "1 change", "5 changes"]);
  });
  test("fills in values around and after a plural", () => {
    expect(fillText(`{won}, with ${POINTS} each.`, { won: "Ada wins", n: 3 }, "en")).toBe(
      "Ada wins, with 3 points each.",
    );
  });
});

test("signed writes a plus, and a real minus sign", () => {
  expect([3, 0, -2].map(signed)).toEqual(["+3", "+0", "−2"]);
});

test("numberNames numbers only the names that occur several times", () => {
  expect(numberNames(["Mason", "Ada", "Mason"])).toEqual(["Mason 1", "Ada", "Mason 2"]);
  expect(numberNames([])).toEqual([]);
});
