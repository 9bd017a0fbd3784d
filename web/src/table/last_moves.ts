/** The turns of a game: which decisions belong together, and what happened since one's last turn. */
import type { BoardProps } from "../games/board";
import type { AnyView } from "../games/types";

/** A turn: who took it, and its decisions (numbers from 1). */
export interface Turn {
  seat: number;
  plies: number[];
}

type Begins = ((move: string) => boolean) | undefined;

/** All turns of a game. Alone every decision is a turn; with others a turn ends when somebody else decides, or where the game says so. */
export function turnsOf(view: Pick<AnyView, "log" | "movers" | "seats">, begins?: Begins): Turn[] {
  const turns: Turn[] = [];
  const alone = view.seats.length === 1;
  view.log.forEach((move, n) => {
    const [seat, before] = [view.movers[n] ?? 0, turns.at(-1)];
    if (before?.seat === seat && !(begins ? begins(move) : alone)) before.plies.push(n + 1);
    else turns.push({ seat, plies: [n + 1] });
  });
  return turns;
}

/** The last turn of `you` and those of the others since then; for others than players (null), the last turn of everybody. Oldest first. */
export function lastTurns(turns: Turn[], you: number | null): Turn[] {
  const seen = new Set<number>();
  let from = turns.length;
  while (from > 0) {
    const { seat } = turns[from - 1]!;
    if (seen.has(seat)) break;
    from--;
    if (seat === you) break;
    seen.add(seat);
  }
  return turns.slice(from);
}

/** The moves that the board marks: whole turns; in a replay, those of the last turn. */
export function lastMoves(
  view: AnyView | null,
  you: number | null,
  past: boolean,
  begins?: Begins,
): BoardProps["last"] {
  if (!view) return [];
  const turns = turnsOf(view, begins);
  const marked = past ? turns.slice(-1) : lastTurns(turns, you);
  return marked.flatMap(({ seat, plies }) => plies.map((ply) => ({ ply, seat, move: view.log[ply - 1]! })));
}
