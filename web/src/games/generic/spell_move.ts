/** Spelling a move: in the server's picture each piece carries a part of a move's text, and clicks on pieces, in order, spell a move. */

/** The parts that a text consists of, in order. Where several fit, the longest. */
export function partsOf<T>(text: string, parts: T[], textOf: (part: T) => string): T[] {
  const picked: T[] = [];
  let rest = text;
  while (rest) {
    const fitting = parts.filter((part) => textOf(part) && rest.startsWith(textOf(part)));
    const next = fitting.sort((a, b) => textOf(b).length - textOf(a).length)[0];
    if (next === undefined) break;
    picked.push(next);
    rest = rest.slice(textOf(next).length);
  }
  return picked;
}

/** The beginnings of a text that are shorter than it, the longest first. */
const beginnings = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, n) => text.slice(0, text.length - n - 1));

/** What is spelled after a click on a piece: more than before, else with another last piece, else a new beginning; null where no move has it. */
export function spellOn(spelled: string, piece: string, moves: string[]): string | null {
  const tries = [spelled + piece, ...beginnings(spelled).map((start) => start + piece), piece];
  return tries.find((text) => moves.some((move) => move.startsWith(text))) ?? null;
}

/** The move that a spelled text means: the only one that begins with it, else the one that is just it; "" where it is open. */
export function moveFor(text: string, moves: string[]): string {
  const left = moves.filter((move) => move.startsWith(text));
  return left.length === 1 ? left[0]! : (left.find((move) => move === text) ?? "");
}
