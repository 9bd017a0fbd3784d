/** What is counted at the end: buildings, projects and favors of a seat, and the spaces of its city that count. */
import { cells, cityOf, KINDS, FAVORS } from "./names";
import type { View } from "./types";

export const PARTS = ["buildings", "projects", "favors"] as const;
export type Part = (typeof PARTS)[number];

/** A line of the score: a kind of building, a project (`project:8`) or a favor. */
export interface Item {
  part: Part;
  /** As in the breakdown. */
  name: string;
  points: number;
}

const KIND_NAMES = Object.values(KINDS);
const FAVOR_NAMES: readonly string[] = [...FAVORS, "row"];
const HIGH_CORNER = 3;

/** The part of the score that a line of the breakdown belongs to. */
const partOf = (name: string): Part =>
  name.startsWith("project:") ? "projects" : FAVOR_NAMES.includes(name) ? "favors" : "buildings";

/** What brought a seat points, part by part. */
export function itemsOf(view: View, seat: number): Item[] {
  const lines = Object.entries(view.seats[seat]?.breakdown ?? {}).filter(([, points]) => points);
  const items = lines.map(([name, points]): Item => ({ part: partOf(name), name, points }));
  const place = ({ name }: Item): number => [...KIND_NAMES, ...FAVOR_NAMES].indexOf(name);
  return PARTS.flatMap((part) => items.filter((item) => item.part === part).sort((a, b) => place(a) - place(b)));
}

/** The points of a seat in a part. */
export const pointsIn = (view: View, seat: number, part: Part): number =>
  itemsOf(view, seat).reduce((sum, item) => sum + (item.part === part ? item.points : 0), 0);

/** Whose city is on stage: the winner's; of two, one's own. */
export function winnerOf(view: View, you: number | null): number {
  const winners = [...view.seats.keys()].filter((seat) => view.seats[seat]!.rank === 1);
  return you !== null && winners.includes(you) ? you : (winners[0] ?? 0);
}

/** The part in which a winner was furthest ahead. */
export function decisivePart(view: View, winner: number): Part {
  const lead = (part: Part): number => pointsIn(view, winner, part) - pointsIn(view, 1 - winner, part);
  return [...PARTS].sort((a, b) => lead(b) - lead(a))[0]!;
}

/** The steps of the counting: every item; a part that brought nothing is one step without an item. */
export function stepsOf(view: View, seat: number): { part: Part; item: Item | null }[] {
  const items = itemsOf(view, seat);
  return PARTS.flatMap((part) => {
    const own: (Item | null)[] = items.filter((item) => item.part === part);
    return (own.length ? own : [null]).map((item) => ({ part, item }));
  });
}

/** The spaces that an item counts; empty where it counts something else than spaces. */
export function spacesOf(view: View, seat: number, { name, part }: Item): number[] {
  const city = cityOf(view.seats[seat]!);
  const all = [...city.keys()];
  if (part === "buildings") return all.filter((n) => KINDS[city[n]!.at(-1)?.[1] ?? ""] === name);
  if (part === "projects") return patternIn(view, city, name.slice("project:".length));
  const heights = city.map((tiles) => tiles.length);
  const tall = ["I", "II", "III", "IV"].indexOf(name) + 1;
  if (tall) return all.filter((n) => heights[n] === tall);
  if (name === "corners") return [0, 2, 6, 8].filter((n) => heights[n]! >= HIGH_CORNER);
  if (name === "stairs") return all.filter((n) => lines(n).some((line) => isStairs(line.map((at) => heights[at]!))));
  return [];
}

/** The row and the column of a space. */
const lines = (n: number): number[][] => [
  [0, 1, 2].map((at) => 3 * Math.floor(n / 3) + at),
  [0, 1, 2].map((at) => 3 * at + (n % 3)),
];
const isStairs = ([a, b, c]: number[]): boolean => b === 2 && a! + c! === 4 && a !== c;

/** Turn nine cells by a quarter. */
const turned = (pattern: string[]): string[] => pattern.map((_, n) => pattern[3 * (2 - (n % 3)) + Math.floor(n / 3)]!);

/** The spaces where a city still shows the colours of a project; empty where later tiles cover them. */
function patternIn(view: View, city: string[][], id: string): number[] {
  const card = view.cards[id];
  if (!card) return [];
  let pattern: string[] = cells(card.pattern);
  for (let turn = 0; turn < 4; turn++, pattern = turned(pattern))
    for (let shift = 0; shift < 25; shift++) {
      const [dx, dy] = [(shift % 5) - 2, Math.floor(shift / 5) - 2];
      const wanted = pattern.flatMap((colour, n) =>
        colour === "." ? [] : [{ colour, x: (n % 3) + dx, y: Math.floor(n / 3) + dy }],
      );
      const fits = wanted.every(
        ({ colour, x, y }) => x >= 0 && x < 3 && y >= 0 && y < 3 && city[3 * y + x]!.at(-1)?.[0] === colour,
      );
      if (fits) return wanted.map(({ x, y }) => 3 * y + x);
    }
  return [];
}
