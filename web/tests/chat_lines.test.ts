import { expect, test } from "vitest";
import { firstLine, joinLines } from "../src/lib/chat_lines";
import type { ChatLine } from "../src/lib/messages";

/** The lines with the numbers from `first` to before `end`, of so many. */
const end = (first: number, last: number) => ({ chat: lines(first, last), chat_total: last });
const lines = (first: number, last: number): ChatLine[] =>
  Array.from({ length: last - first }, (_, n) => ({ text: `line ${first + n}` }) as ChatLine);

test("firstLine counts the lines before those that are known", () => {
  expect(firstLine(end(7, 10))).toBe(7);
});

test("new lines follow the ones that are known, without doubling the overlap", () => {
  expect(joinLines(end(2, 8), end(5, 10))).toEqual(lines(2, 10));
});

test("lines that follow directly are joined", () => {
  expect(joinLines(end(0, 3), end(3, 5))).toEqual(lines(0, 5));
});

test("with a gap in between only the new lines are known", () => {
  expect(joinLines(end(0, 3), end(4, 6))).toEqual(lines(4, 6));
});

test("after the chat was deleted nothing old remains", () => {
  expect(joinLines(end(0, 9), end(0, 1))).toEqual(lines(0, 1));
});

test("the first message stands alone", () => {
  expect(joinLines(null, end(3, 5))).toEqual(lines(3, 5));
});
