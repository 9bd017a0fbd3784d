/** Who is who at a table: pure answers from the last state that the server sent. */
import type { SeatInfo, TableMessage } from "../lib/messages";
import type { CoachCare } from "../lib/preferences.svelte";

/** Against these the coach is on unless told otherwise. */
const WEAK_BOTS = ["level:1", "level:2"];

/** Where the player of a seat was listed when the table was made: a lot may have changed it. */
export const placeBefore = (now: TableMessage, seat: number): number => now.order?.seats[seat] ?? seat;

/** The seat whose turn it is; none unless the game is running. */
export const seatToMove = (now: TableMessage): SeatInfo | undefined =>
  now.status === "running" && now.view ? now.seats[now.view.to_move ?? -1] : undefined;

const ownSeats = (now: TableMessage): SeatInfo[] => now.seats.filter((seat) => now.you.includes(seat.seat));

/** A seat of this screen that was left: a bot plays for it, or nobody. */
export const seatLeft = (now: TableMessage): SeatInfo | undefined =>
  now.status === "running" ? ownSeats(now).find((seat) => (seat.bot || seat.away) && !seat.resigned) : undefined;

/** The people at other screens: they can talk, and must agree to offers. */
export const otherPeople = (now: TableMessage): SeatInfo[] =>
  now.seats.filter((seat) => seat.kind !== "bot" && seat.kind !== "record" && !now.you.includes(seat.seat));

/** Whether somebody plays here against bots only, where hints are allowed: then there is a coach, and bots are asked why. */
export const hasCoach = ({ seats, you, settings }: TableMessage): boolean =>
  settings.hints && you.length === 1 && seats.every(({ kind, seat }) => kind === "bot" || seat === you[0]);

/** Of which mistakes the coach warns, from large ones (1) to small ones (3); 0: of none. Unless told otherwise, only in games against weak bots. */
export function careOf(now: TableMessage, wanted: CoachCare): number {
  if (!hasCoach(now)) return 0;
  const weak = now.seats.length > 1 && now.seats.every(({ kind, bot }) => kind !== "bot" || WEAK_BOTS.includes(bot));
  return wanted === "auto" ? (weak ? 2 : 0) : wanted;
}

/** Who invites others to the table: a player at the screen where it was made, else whoever sits there first. */
export const hostOf = (now: TableMessage): SeatInfo | undefined =>
  now.seats.find((seat) => seat.kind === "here" && seat.joined) ??
  now.seats.find((seat) => seat.kind !== "bot" && seat.joined);

/** The seat that somebody at this screen can take: the one of a secret link, else an open one for those who have none. */
export function seatToJoin(now: TableMessage): SeatInfo | undefined {
  if (now.status !== "open") return undefined;
  const free = now.seats.filter((seat) => !seat.joined);
  return free.find((seat) => now.you.includes(seat.seat) || (seat.kind === "open" && !now.you.length));
}

/** The seats that have won a finished game: those of the first rank, or the only one that did not give up. */
export function winnersOf({ end, seats, status }: TableMessage): number[] {
  if (status !== "over" || !end) return [];
  const ranks = (end.result as { ranks?: number[] } | null)?.ranks;
  if (ranks) return ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const left = seats.filter((seat) => !seat.resigned);
  return end.why === "resigned" && left.length === 1 ? [left[0]!.seat] : [];
}

/** The seat of this screen that moved last, after the point where a fork began: its move can be taken back. */
export function seatToUndo(now: TableMessage): number | null {
  const since = now.view?.movers.slice(now.fork?.ply ?? 0) ?? [];
  return since.findLast((seat) => now.you.includes(seat)) ?? null;
}

/** The seat that gives up: of several at this screen the one to move, else the first that has not given up yet. */
export function seatToResign(now: TableMessage): number | null {
  const turn = seatToMove(now)?.seat;
  if (turn !== undefined && now.you.includes(turn)) return turn;
  return ownSeats(now).find((seat) => !seat.resigned)?.seat ?? null;
}
