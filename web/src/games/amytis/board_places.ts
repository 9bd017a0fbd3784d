/** The stacks and the cities as spaces to draw, with what the move in hand would do on each. */
import { signed } from "../../lib/i18n.svelte";
import type { BoardProps } from "../board";
import type { Hand } from "./hand.svelte";
import { readBuild, type Build } from "./move_history";
import { besideText, KINDS, placeName, sideOf, SPACES, tileName, total, w } from "./names";
import type { Place } from "./place";
import type { Choice, SpaceName, View } from "./types";

type Props = BoardProps<View, Choice>;

const withGain = (label: string, gain: number | null): string => (gain === null ? label : `${label}, ${signed(gain)}`);
const isHinted = (props: Props, part: string, name: string): boolean => props.hinted.some((one) => one[part] === name);

const tipOf = (view: View, tile: string | null): string =>
  tile ? `about.${KINDS[tile[1]!]}.${sideOf(view, tile[1]!)} about.color.${tile[0]}` : "";

type SeatBuild = Build & { seat: number };
/** The building moves among the last ones: whose, from which stack, to which space. */
const lastBuilds = (props: Props): SeatBuild[] =>
  props.last.flatMap(({ seat, move }) => {
    const build = readBuild(move);
    return build ? [{ ...build, seat }] : [];
  });

/** The nine stacks of the main board; `shown` is an earlier move that is shown again. */
export const stackPlaces = (props: Props, hand: Hand, shown: SeatBuild | null): Place[] =>
  SPACES.map((name, n) => ({ ...stackPlace(props, hand, name, n), shown: shown?.from === n }));

function stackPlace(props: Props, hand: Hand, name: SpaceName, n: number): Place {
  const { view } = props;
  const { stack, space, builds } = hand;
  const { top, left, architect } = view.stacks[n]!;
  const open = builds.some((choice) => choice.stack === name && (!space || choice.space === space));
  const gain = space && !stack ? total(hand.build(name, space)) : null;
  const what = top
    ? w("draw.stack", { place: placeName(name), tile: tileName(top), n: left })
    : w("draw.stack.empty", { place: placeName(name) });
  const who = architect === null ? "" : `, ${w("face.stands", { player: props.names[architect]! })}`;
  return {
    below: Array(Math.max(0, left - 1)).fill(""),
    top: top ?? "",
    figure: architect,
    open,
    marked: open && stack !== name,
    chosen: stack === name,
    gain,
    fresh: lastBuilds(props).some(({ from }) => from === n),
    hinted: isHinted(props, "stack", name),
    label: withGain(what + who, gain),
    tip: `${tipOf(view, top)}${architect === null ? " about.stack" : " about.architect"}`,
  };
}

/** The nine spaces of a seat's city; `city` holds the tiles of each from the bottom up. */
export const cityPlaces = (
  props: Props,
  hand: Hand,
  city: string[][],
  seat: number,
  shown: SeatBuild | null,
): Place[] =>
  SPACES.map((name, n) => ({
    ...cityPlace(props, hand, city, seat, name, n),
    shown: shown?.seat === seat && shown.to === n,
  }));

function cityPlace(props: Props, hand: Hand, city: string[][], seat: number, name: SpaceName, n: number): Place {
  const tiles = city[n]!;
  const { stack, space, builds } = hand;
  const mine = seat === hand.mover;
  const top = tiles.at(-1) ?? "";
  const gain = mine && stack ? total(hand.build(stack, name)) : null;
  const open = mine && builds.some((choice) => choice.space === name && (!stack || choice.stack === stack));
  const what = top
    ? w("draw.space", { place: placeName(name), tile: tileName(top), n: tiles.length })
    : `${w("draw.space.empty", { place: placeName(name) })}${besideText(city, n)}`;
  return {
    below: tiles.slice(0, -1).map((tile) => tile[0]!),
    top,
    figure: null,
    open,
    marked: open && !!stack && space !== name,
    chosen: mine && space === name,
    gain: space ? null : gain,
    card: !!stack && hand.topOf(stack)[1] === "p",
    fresh: lastBuilds(props).some((move) => move.seat === seat && move.to === n),
    hinted: mine && isHinted(props, "space", name),
    label: withGain(what, gain),
    tip: tipOf(props.view, top) || "about.board",
  };
}
