/** What the construction cards show: hexes of a kind, at places, on levels. Pictures only: the rules are the server's. */
import { CARD_NAMES } from "../../../lib/card_names";
import { COLOURS, type Place } from "../hexes";
import type { CardName } from "../types";

export interface CardHex {
  /** A kind; `plaza`: of any colour; `any`: whatever it is; `stone`: eight stones. */
  kind: string;
  /** The level that it is shown on, 0 where that does not matter. */
  level: number;
  place: Place;
}

const KIND_OF: Record<string, string> = {
  ...Object.fromEntries(
    COLOURS.flatMap((kind) => [
      [kind[0]!, kind],
      [kind[0]!.toUpperCase(), `${kind}_plaza`],
    ]),
  ),
  P: "plaza",
  x: "any",
  s: "stone",
};
/** For each card, in the order of `CARD_NAMES`, its hexes: kind, level, and q and r as letters from `a` for -2. */
const PATTERNS = [
  "x0cc h0cb h0db h0dc h0cd h0bd h0bc",
  "h2bc h2db h2be h2dd",
  "H1cc x2cb x2db x2dc x2cd x2bd x2bc",
  "x0cc m0cb m0dc m0bd",
  "m0bc m0db x0bb x0cb x0cc x0bd x0ad x0ac x0da x0ea x0eb x0dc",
  "M3cc",
  "b0cb b0cc b0cd",
  "b2bc b2db",
  "B0cc b0cb b0dc",
  "t0cc t0dc t0cd",
  "t0cc P0cb P0dc P0bd",
  "T3bc x2cc x1dc",
  "g0cc x0cb x0db x0dc x0cd x0bd x0bc",
  "g1bc g2cc",
  "G0bc g0cc",
  "m0ac h0bc b0cc t0dc g0ec",
  "s0cc",
  "H0cb M0eb B0ad T0be G0dd",
];

/** The colour of a card, as the district whose colour it is; "" for the three without. */
export const colourOfCard = (card: CardName): string => {
  const shown = patternOf(card).filter(({ kind }) => kind !== "any" && kind !== "plaza");
  const colours = new Set(shown.map(({ kind }) => kind.replace("_plaza", "")));
  return colours.size === 1 && !colours.has("stone") ? [...colours][0]! : "";
};

export const patternOf = (card: CardName): CardHex[] =>
  PATTERNS[CARD_NAMES.indexOf(card)]!.split(" ").map((hex) => {
    const [kind, level, q, r] = hex as unknown as [string, string, string, string];
    return { kind: KIND_OF[kind]!, level: Number(level), place: [q.charCodeAt(0) - 99, r.charCodeAt(0) - 99] };
  });
