/** Construction cards and single tiles in words. */
import { cityOf, six } from "../hexes";
import { placeText } from "../place_text";
import type { CardPart, Hex, KindName, View } from "../types";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** Name a single tile: "house", or "house and market". */
export const singleText = (w: Words, [a, b]: KindName[]): string =>
  b ? w("face.two", { a: w(`kind.${a}`), b: w(`kind.${b}`) }) : w(`kind.${a}`);

/** Say how two colours are turned: which side lies in the middle of the three that each owns. */
export const halvesText = (w: Words, [a, b]: KindName[], k: number): string =>
  w("face.way", {
    b: w(`kind.${a}`),
    side: w(`face.side.${six(k + 1)}`),
    c: w(`kind.${b}`),
    next: w(`face.side.${six(k + 4)}`),
  });

/** Name a hex of a city; of two colours, with the sides that each owns. */
export const hexText = (w: Words, { kind, second, rotation }: Hex): string =>
  second ? halvesText(w, [kind, second], rotation ?? 0) : w(`kind.${kind}`);

/** What a card asks for, as the options of the game have it: an option may have a sentence of its own, or add to it. */
export function cardAsks(w: Words, options: View["options"], card: string): string {
  const chosen = Object.entries(options)
    .filter(([name]) => name.startsWith("athena_"))
    .map(([name, value]) => `${name}.${value}`);
  const own = chosen.map((value) => w(`card.${card}.about.${value}`)).find(Boolean) ?? w(`card.${card}.about`);
  return [own, ...chosen.map((value) => w(`card.${card}.also.${value}`)).filter(Boolean)].join(w("sign.semicolon"));
}

/** Name what is missing: "2 × house; market plaza on level 3 or higher"; "" where nothing is. With a city, also where it would have to lie. */
export function missingText(w: Words, parts: CardPart[], of: string, city?: Map<string, Hex>): string {
  const counts = new Map<string, number>();
  for (const { is_there, kind, level, q, r } of parts) {
    if (is_there) continue;
    const named =
      of === "quarry_mine"
        ? w("face.part.stone")
        : kind === "plaza" || !kind
          ? w(`face.part.${kind ?? "any"}`)
          : w(`kind.${kind}`);
    const high = level ? w("face.part.level", { kind: named, level }) : named;
    const place = city && q !== undefined && r !== undefined ? `${placeText(w, city, q, r)}, ${q},${r}` : "";
    const part = place ? w("face.part.at", { part: high, place }) : high;
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].map(([part, n]) => (n > 1 ? w("face.part.many", { n, part }) : part)).join(w("sign.semicolon"));
}

/** How far a seat is with the card of a slot (from 1), as a short sentence. */
function stateText(w: Words, view: View, seat: number, slot: number, places: boolean): string {
  const { completed = [], fulfilled = [], progress, city } = view.seats[seat]!;
  if (completed.includes(slot)) return w("face.card.completed");
  if (fulfilled.includes(slot)) return w("face.card.fulfilled");
  const missing = missingText(
    w,
    progress?.[slot - 1] ?? [],
    view.slots![slot - 1]!.card,
    places ? cityOf(city) : undefined,
  );
  return missing && w("face.card.missing", { parts: missing });
}

/** Who has completed the card of a slot. */
export const completedBy = (view: View, names: string[], slot: number): string[] =>
  names.filter((_, seat) => view.seats[seat]?.completed?.includes(slot));

/**
 * The card of a slot in sentences: what it asks for, how far the seat is (-1: nobody), and what lies there and who has completed it.
 * With `places`, where the missing parts would have to lie, for those who do not see the board.
 */
export function cardTexts(
  w: Words,
  view: View,
  names: string[],
  seat: number,
  slot: number,
  places = false,
): [string, string, string] {
  const { card, singles } = view.slots![slot - 1]!;
  const by = completedBy(view, names, slot);
  const tiles = singles.map((tile) => singleText(w, view.tiles[tile]!)).join(", ");
  const lies = [w("face.card.singles", { tiles }), by.length ? w("face.card.by", { players: by.join(", ") }) : ""];
  return [
    `${cardAsks(w, view.options, card)}.`,
    seat < 0 ? "" : stateText(w, view, seat, slot, places),
    lies.join(" "),
  ];
}
