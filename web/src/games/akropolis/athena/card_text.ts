/** Construction cards and single tiles in words. */
import type { CardPart, KindName, View } from "../types";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** Name a single tile: "house", or "house and market". */
export const singleText = (w: Words, [a, b]: KindName[]): string =>
  b ? w("face.two", { a: w(`kind.${a}`), b: w(`kind.${b}`) }) : w(`kind.${a}`);

/** Name what is missing: "2 × house; market plaza on level 3 or higher"; "" where nothing is. */
export function missingText(w: Words, parts: CardPart[], of: string): string {
  const counts = new Map<string, number>();
  for (const { is_there, kind, level } of parts) {
    if (is_there) continue;
    const named =
      of === "quarry_mine"
        ? w("face.part.stone")
        : kind === "plaza" || !kind
          ? w(`face.part.${kind ?? "any"}`)
          : w(`kind.${kind}`);
    const part = level ? w("face.part.level", { kind: named, level }) : named;
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].map(([part, n]) => (n > 1 ? w("face.part.many", { n, part }) : part)).join(w("sign.semicolon"));
}

/** How far a seat is with the card of a slot (from 1), as a short sentence. */
export function stateText(w: Words, view: View, seat: number, slot: number): string {
  const { completed = [], fulfilled = [], progress } = view.seats[seat]!;
  if (completed.includes(slot)) return w("face.card.completed");
  if (fulfilled.includes(slot)) return w("face.card.fulfilled");
  const missing = missingText(w, progress?.[slot - 1] ?? [], view.slots![slot - 1]!.card);
  return missing && w("face.card.missing", { parts: missing });
}

/** Who has completed the card of a slot. */
export const completedBy = (view: View, names: string[], slot: number): string[] =>
  names.filter((_, seat) => view.seats[seat]?.completed?.includes(slot));

/** The card of a slot in sentences: what it asks for, how far the seat is (-1: nobody), and what lies there and who has completed it. */
export function cardTexts(w: Words, view: View, names: string[], seat: number, slot: number): [string, string, string] {
  const { card, singles } = view.slots![slot - 1]!;
  const by = completedBy(view, names, slot);
  const tiles = singles.map((tile) => singleText(w, view.tiles[tile]!)).join(", ");
  const lies = [w("face.card.singles", { tiles }), by.length ? w("face.card.by", { players: by.join(", ") }) : ""];
  return [`${w(`card.${card}.about`)}.`, seat < 0 ? "" : stateText(w, view, seat, slot), lies.join(" ")];
}
