/** What the rivals did since one's last turn, a line for each of them; and turns as single sentences. */
import type { AnyView } from "../games/types";
import { turnsOf, type Turn } from "./last_moves";

/** The line of a rival. Without `plies` the rival has not played since. */
export interface RivalTurn {
  /** null: a rival without a seat. */
  seat: number | null;
  name: string;
  plies: number[];
  /** What happened, without the name. */
  parts: string[];
}

interface Table {
  view: AnyView;
  /** Sentences for each decision. */
  log: string[][];
  names: string[];
  /** The seat at this screen; null where there is none. */
  you: number | null;
  /** Names of rivals without a seat. */
  seatless: string[];
  begins?: (move: string) => boolean;
}

/** A sentence without the name that it begins with; null where it tells of somebody else. */
export function withoutName(sentence: string, name: string): string | null {
  return sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : null;
}

/** The sentences of a decision without the name of its player, but where somebody else was spoken of just before. */
export const shortLines = (lines: string[], name: string): string[] =>
  lines.map((line, n) => {
    const goesOn = n === 0 || withoutName(lines[n - 1]!, name) !== null;
    return (name && goesOn && withoutName(line, name)) || line;
  });

const partsOf = (log: string[][], plies: number[], name: string): string[] =>
  plies.flatMap((ply) => log[ply - 1] ?? []).flatMap((line) => withoutName(line, name) ?? []);

/** The first decision after your last whole turn; the turn that you are in the middle of does not count. */
function sinceOf(view: AnyView, turns: Turn[], you: number | null): number {
  if (you === null) return 0;
  const within = view.to_move === you && turns.at(-1)?.seat === you && view.seats.length > 1;
  const before = within ? turns.slice(0, -1) : turns;
  return (before.findLast(({ seat }) => seat === you)?.plies.at(-1) ?? 0) + 1;
}

/** A line for each rival, in the order in which they play after you. */
export function rivalTurns({ view, log, names, you, seatless, begins }: Table): RivalTurn[] {
  const turns = turnsOf(view, begins);
  const since = sinceOf(view, turns, you);
  const seats = names.map((_, n) => ((you ?? -1) + 1 + n) % names.length).filter((seat) => seat !== you);
  const seated = seats.map((seat): RivalTurn => {
    const turn = turns.findLast((one) => one.seat === seat && one.plies[0]! >= since);
    const plies = turn?.plies ?? [];
    return { seat, name: names[seat]!, plies, parts: partsOf(log, plies, names[seat]!) };
  });
  const without = seatless.map((name): RivalTurn => {
    const plies = turns.findLast((turn) => partsOf(log, turn.plies, name).length)?.plies ?? [];
    return { seat: null, name, plies, parts: partsOf(log, plies, name) };
  });
  return [...seated, ...without];
}

/** One sentence for a turn: what its player did, separated by commas; what befell others after a semicolon. */
export function turnSentence(log: string[][], plies: number[], name: string): string {
  const lines = plies.flatMap((ply) => log[ply - 1] ?? []);
  const own = partsOf(log, plies, name);
  const others = lines.filter((line) => withoutName(line, name) === null);
  return [own.length ? `${name} ${own.join(", ")}` : "", ...others].filter(Boolean).join("; ");
}
