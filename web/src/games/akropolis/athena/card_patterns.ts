/** What the construction cards show: hexes of a kind, at places, on levels. Pictures only: the rules are the server's. */
import { cards } from "../../../../../src/ziggurat/games/akropolis/pictures/look.json";
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
  "*": "plaza",
  ".": "any",
};

/** The colour of a card, as the district whose colour it is; "" for the three without. */
export const colourOfCard = (card: CardName): string => {
  const shown = patternOf(card).filter(({ kind }) => kind !== "any" && kind !== "plaza");
  const colours = new Set(shown.map(({ kind }) => kind.replace("_plaza", "")));
  return colours.size === 1 && !colours.has("stone") ? [...colours][0]! : "";
};

/** The hexes of a card: `h1@0,0 .2@1,-1`. Levels are shown where one is above the first. The card without hexes asks for stones. */
export function patternOf(card: CardName): CardHex[] {
  const hexes = [...cards[card].matchAll(/(\S)(\d)@(-?\d+),(-?\d+)/g)].map(([, kind, level, q, r]): CardHex => ({
    kind: KIND_OF[kind!]!,
    level: Number(level),
    place: [Number(q), Number(r)],
  }));
  if (!hexes.length) return [{ kind: "stone", level: 0, place: [0, 0] }];
  return hexes.some(({ level }) => level > 1) ? hexes : hexes.map((hex) => ({ ...hex, level: 0 }));
}
