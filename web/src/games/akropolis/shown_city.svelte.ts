import { word } from "../../lib/i18n.svelte";
import type { BoardProps } from "../board";
import { boundsOf, sceneOf, type Spot } from "./city_scene";
import { ARCHITECT, hand, shownSeat } from "./view_state.svelte";
import { cityOf, keyOf, laidOut } from "./hexes";
import type { Choice, District, Hex, View } from "./types";

type Props = BoardProps<View, Choice>;
type Bounds = ReturnType<typeof boundsOf>;

/** The city that is shown large: whose it is, its hexes, and how it is drawn. */
export class ShownCity {
  /** A seat, or `ARCHITECT`. */
  readonly seat = $derived.by(() => shownSeat(this.props));
  /** Whether tiles are laid here. */
  readonly own = $derived.by(() => this.seat === this.props.you);
  /** Whether it is the city of who looks at it: spectators have none. */
  readonly mine = $derived.by(() => this.seat === this.props.view.seat);
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

  /** What the stage must show; with a tile in hand also where it may lie. The same object as long as nothing changes. */
  boundsFor(places: readonly Spot[], before: Bounds | null): Bounds {
    const alone = this.seat === ARCHITECT;
    const room = this.props.compare ? 0.3 : 1.25; // in a review nobody lays a tile around the city
    const next = boundsOf(this.scene, this.props.look, alone ? { room: 0.3, above: 70 } : { room, places });
    return before && JSON.stringify(before) === JSON.stringify(next) ? before : next;
  }

  #label(): string {
    const { game, view, names } = this.props;
    const name = names[this.seat] ?? "";
    if (this.seat === ARCHITECT)
      return word(game, "face.tiles_of", { player: word(game, `architect.${view.architect!.name}`) });
    return this.mine ? word(game, "draw.city.you") : word(game, "draw.city.of", { player: name });
  }
}
