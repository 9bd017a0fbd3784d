import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableMessage } from "../src/lib/messages";
import { MovePacer } from "../src/lib/move_pacer";

let shown: number[];
let hurry: boolean;
let own: number;
const at = (ply: number) => ({ ply }) as TableMessage;
const pacer = () =>
  new MovePacer({
    shown: () => (shown.length ? at(shown.at(-1)!) : null),
    isOwn: (next) => next.ply === own,
    hurry: () => hurry,
    show: (next) => shown.push(next.ply),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [shown, hurry, own] = [[], false, -1];
});
afterEach(() => vi.useRealTimers());

test("the first state is shown at once, moves that come together 750 milliseconds apart", () => {
  const one = pacer();
  for (const ply of [4, 5, 6]) one.add(at(ply));
  expect(shown).toEqual([4]);
  vi.advanceTimersByTime(749);
  expect(shown).toEqual([4]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([4, 5]);
  vi.advanceTimersByTime(750);
  expect(shown).toEqual([4, 5, 6]);
});

test("a move that comes late is shown at once", () => {
  const one = pacer();
  one.add(at(4));
  vi.advanceTimersByTime(2000);
  one.add(at(5));
  expect(shown).toEqual([4, 5]);
});

test("one's own move, an undo and a jump do not wait", () => {
  const one = pacer();
  own = 5;
  for (const ply of [4, 5, 3, 9]) one.add(at(ply));
  expect(shown).toEqual([4, 5, 3, 9]);
});

test("nothing waits where nobody watches", () => {
  hurry = true;
  const one = pacer();
  for (const ply of [4, 5, 6]) one.add(at(ply));
  expect(shown).toEqual([4, 5, 6]);
});

test("after stop nothing more is shown", () => {
  const one = pacer();
  for (const ply of [4, 5]) one.add(at(ply));
  one.stop();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([4]);
});
