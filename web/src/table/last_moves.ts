import type { AnyView } from "../games/types";
import type { BoardProps } from "../games/board";

const MOST = 8;

/** The moves that the board marks: the last one of `you` and those of the others since then; in a replay, the last move alone. */
export function lastMoves(view: AnyView | null, you: number, past: boolean): BoardProps["last"] {
  const [log, movers] = [view?.log ?? [], view?.movers ?? []];
  const count = log.length;
  let from = count - 1;
  if (!past)
    while (from > 0 && count - from < MOST && movers[from - 1] !== movers[count - 1] && movers[from] !== you) from--;
  return log.map((move, n) => ({ ply: n + 1, seat: movers[n] ?? 0, move })).slice(Math.max(0, from));
}
