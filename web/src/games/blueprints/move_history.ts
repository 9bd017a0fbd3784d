/** Earlier moves, read from the log: which die, and where it lies now. */
import type { View } from "./types";

/** The die of a move; "" where the move does not tell it. */
export const dieOfMove = (move: string): string => /[WRSG][1-6]/.exec(move)?.[0] ?? "";
/** Whether a move takes its die out of the round. */
export const leavesRound = (move: string): boolean => move.startsWith("-") || move.endsWith(">x");

/** The place of a decision (from 1) among those that `counts` tells, from the last one: 0 is the last. */
const fromLast = (view: View, ply: number, counts: (move: string, seat: number) => boolean): number =>
  view.log.slice(ply).filter((move, n) => counts(move, view.movers[ply + n]!)).length;

/** Which of the dice that its player took in this round a decision brought; -1 where it brought none of them. */
export function takenAt(view: View, ply: number): number {
  const seat = view.movers[ply - 1];
  if (seat === undefined || !view.log[ply - 1]!.includes(">")) return -1;
  return view.seats[seat]!.taken.length - 1 - fromLast(view, ply, (move, who) => who === seat && move.includes(">"));
}

/** Which of the dice that have left the round a decision put there; -1 where it put none there. */
export function removedAt(view: View, ply: number): number {
  if (!leavesRound(view.log[ply - 1] ?? "")) return -1;
  return view.removed.length - 1 - fromLast(view, ply, leavesRound);
}
