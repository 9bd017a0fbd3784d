import { word } from "../../lib/i18n.svelte";
import type { BoardProps } from "../board";
import { boundsOf, sceneOf } from "./city_scene";
import { ARCHITECT, hand, homeOf } from "./hand.svelte";
import { cityOf, keyOf, laidOut } from "./hexes";
import type { Choice, District, Hex, View } from "./types";

type Props = BoardProps<View, Choice>;
type Bounds = ReturnType<typeof boundsOf>;

/** The city that is shown large: whose it is, its hexes, and how it is drawn. */
export class ShownCity {
  readonly home = $derived.by(() => homeOf(this.props));
  /** A seat, or `ARCHITECT`. */
  readonly seat = $derived.by(() => this.#seat());
  readonly own = $derived.by(() => this.seat === this.props.you);
  readonly architectHexes = $derived.by((): Hex[] => {
    const { architect, tiles } = this.props.view;
    return architect ? laidOut(architect.tiles.map((tile) => tiles[tile]!)) : [];
  });
  readonly hexes = $derived.by(() =>
    this.seat === ARCHITECT ? this.architectHexes : this.props.view.seats[this.seat]!.city,
  );
  readonly byPlace = $derived.by(() => cityOf(this.hexes));
  readonly scene = $derived.by(() => sceneOf(this.hexes, this.props.look, hand.turn, this.props.theme));
  readonly label = $derived.by(() => this.#label());
  /** The districts of the colour that is looked at, by place. */
  readonly verdicts = $derived.by((): Map<string, District> | null => {
    const sheet = hand.colour && this.props.view.seats[this.seat]?.sheet?.[hand.colour];
    return sheet ? new Map(sheet.districts.map((one) => [keyOf(one.q, one.r), one])) : null;
  });

  constructor(readonly props: Props) {}

  /** What the stage must show; more of it with a tile in hand, which may lie two places out. The same object as long as nothing changes. */
  boundsFor(tileInHand: boolean, before: Bounds | null): Bounds {
    const alone = this.seat === ARCHITECT;
    const next = boundsOf(this.scene, this.props.look, alone ? 0.3 : tileInHand ? 3.5 : 1.5, alone ? 70 : 0);
    return before && JSON.stringify(before) === JSON.stringify(next) ? before : next;
  }

  #seat(): number {
    const { view } = this.props;
    if (hand.seat === ARCHITECT) return view.architect ? ARCHITECT : this.home;
    return hand.seat !== null && hand.seat < view.seats.length ? hand.seat : this.home;
  }

  #label(): string {
    const { game, view, names } = this.props;
    const name = names[this.seat] ?? "";
    if (this.seat === ARCHITECT)
      return word(game, "face.tiles_of", { player: word(game, `architect.${view.architect!.name}`) });
    return this.own ? word(game, "draw.city.you") : word(game, "draw.city.of", { player: name });
  }
}
