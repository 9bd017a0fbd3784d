import { untrack } from "svelte";
import type { Spot } from "../../draw/plane_geometry";
import { afterPicture } from "../../lib/measure";
import type { BoardProps } from "../board";
import { aim, first, turnedBy } from "./aim";
import { hand } from "./view_state.svelte";
import { SCALE, STARS } from "./hex_pictures";
import {
  centreOf,
  districtOf,
  keyOf,
  laidSingle,
  laidWays,
  LIFT,
  readCompletion,
  readMove,
  singleFace,
  six,
  stonesFor,
  STOREY,
  type Laid,
  type Place,
} from "./hexes";
import type { ShownCity } from "./shown_city.svelte";
import type { Choice, Hex, View } from "./types";

/** The tile in hand: where it may lie, where it lies or would lie, and what it would cover there. */
export class TileInHand {
  /** Where the pointer would put the tile. */
  pointed = $state.raw<Laid | null>(null);
  /** The ways whose places are marked. They follow `ways` a frame later, so that taking up a tile is fast. */
  marked = $state.raw<Laid[]>([]);

  /** Which tile is in hand, or was when the position changed; -1 for none. */
  #taken = -1;
  /** Whether the tile that was laid is being dragged elsewhere. */
  dragged = $state(false);

  readonly myTurn = $derived.by(() => this.props.choices.length > 0);
  /** The slots of the site that can be taken now. */
  readonly open = $derived.by(() => new Set(this.props.choices.map((choice) => choice.slot)));
  /** The legal ways to lay the tile of a slot, worked out on the first call for each. */
  readonly waysOf = $derived.by(() => {
    const [cache, city, choices] = [new Map<number, Laid[]>(), this.city.byPlace, this.props.choices];
    return (slot: number): Laid[] => cache.get(slot) ?? cache.set(slot, laidWays(city, choices, slot)).get(slot)!;
  });
  /** The choices that complete a card: after the city tile of a turn. */
  readonly completions = $derived.by(() => this.props.choices.filter(({ card }) => card));
  /** Whether cards are completed now, and no tile of the site is taken. */
  readonly completing = $derived.by(() => this.props.choices[0]?.card !== undefined);
  /** The slot of the card that would be completed: the one that is looked at, or the first; 0 for none. */
  readonly card = $derived.by(
    () => (this.completions.find(({ card }) => card === hand.card) ?? this.completions[0])?.card ?? 0,
  );
  /** The single tiles that may be taken there: those that show the same are one choice. */
  readonly singles = $derived.by(() => [
    ...new Set(this.completions.flatMap(({ card, single }) => (card === this.card && single ? [single] : []))),
  ]);
  /** The tiles that the illustrious architect may get; with a single tile in hand, those that leave it to the player. */
  readonly gifts = $derived.by(() => {
    const isOffered = this.singles.includes(hand.single) ? this.#isInHand : ({ card }: Choice) => card === this.card;
    return [...new Set(this.completions.flatMap((one) => (isOffered(one) && one.gift ? [one.gift] : [])))];
  });
  /** So many different tiles he may get at that card. */
  readonly giftsThere = $derived.by(
    () => new Set(this.completions.flatMap(({ card, gift }) => (card === this.card && gift ? [gift] : []))).size,
  );
  readonly gift = $derived.by(() => (this.gifts.includes(hand.gift) ? hand.gift : this.gifts[0]));
  readonly #singleWays = $derived.by((): Laid[] =>
    this.completions
      .filter((one) => this.#isInHand(one) && one.gift === this.gift)
      .map((one) => laidSingle(this.city.byPlace, one.text, one.q, one.r, one.rotation, one)),
  );
  readonly ways = $derived.by((): Laid[] => {
    if (!this.city.own) return [];
    return hand.single ? this.#singleWays : hand.slot >= 0 ? this.waysOf(hand.slot) : [];
  });
  /** Whether the tile in hand can be turned. */
  readonly canTurn = $derived.by(() => this.ways.some((way) => way.k !== this.ways[0]!.k));
  /** The way that is the move in hand. */
  readonly fixed = $derived.by(() => this.ways.find((way) => way.text === this.props.selected));
  /** What its hexes show, as names of pictures. */
  readonly faces = $derived.by((): string[] => {
    const { site, tiles } = this.props.view;
    if (hand.single) return [singleFace(tiles[hand.single] ?? [], this.preview?.k ?? 0)];
    return tiles[site[hand.slot] ?? -1] ?? [];
  });
  /** The way that is drawn: the move in hand, else where the pointer is. */
  readonly preview = $derived.by(() => {
    if (!this.city.own || (!hand.single && this.props.view.site[hand.slot] === undefined)) return undefined;
    return this.dragged ? (this.pointed ?? this.fixed) : (this.fixed ?? this.pointed);
  });
  /** Where else the pointer would put a tile that lies already: only outlined. */
  readonly elsewhere = $derived.by(() => {
    const { fixed, pointed } = this;
    return fixed && !this.dragged && pointed?.choice && pointed.text !== fixed.text ? pointed : null;
  });
  readonly coveredHexes = $derived.by((): Hex[] => {
    if (!this.preview?.choice || !this.preview.below) return [];
    return this.preview.cells.flatMap(([q, r]) => this.city.byPlace.get(keyOf(q, r)) ?? []);
  });
  readonly covered = $derived.by(() => new Set(this.coveredHexes.map(({ q, r }) => keyOf(q, r))));
  /** The covered quarries that give a stone, on the screen: fewer than are covered where the reserve runs out. */
  readonly quarries = $derived.by((): Spot[] => {
    const quarries = this.coveredHexes.filter((hex) => hex.kind === "quarry");
    const price = Math.max(this.preview?.slot ?? 0, 0); // -1: a single tile
    return quarries.slice(0, stonesFor(this.props.view, quarries.length, price)).map((hex) => this.#topOf(hex));
  });
  /** The covered plazas on the screen, with the stars that are lost. */
  readonly plazas = $derived.by(() =>
    this.coveredHexes
      .filter((hex) => hex.kind.endsWith("_plaza"))
      .map((hex) => ({ spot: this.#topOf(hex), stars: STARS[districtOf(hex.kind)] ?? 1 })),
  );
  readonly legalPlaces = $derived.by(
    () => new Set(this.marked.flatMap((way) => way.cells.map(([q, r]) => keyOf(q, r)))),
  );
  /** The places on the ground where the tile may lie. */
  readonly openGround = $derived.by((): Place[] => {
    const places = new Map<string, Place>();
    for (const way of this.ways) if (!way.below) for (const [q, r] of way.cells) places.set(keyOf(q, r), [q, r]);
    return [...places.values()];
  });
  /** The empty places that are drawn: around the city, and where the tile may lie. */
  readonly ground = $derived.by((): Place[] => {
    if (!this.marked.length) return [];
    const places = new Map(this.city.scene.ring.map((place) => [keyOf(...place), place]));
    for (const place of this.openGround) places.set(keyOf(...place), place);
    return [...places.values()];
  });

  constructor(
    readonly props: BoardProps<View, Choice>,
    readonly city: ShownCity,
  ) {
    $effect(() => this.#markLater());
    // a move that was chosen elsewhere (a list, a hint, the text board) is in hand, too
    const selected = $derived(props.selected);
    $effect(() => {
      const parts = readMove(selected);
      if (parts) untrack(() => Object.assign(hand, { slot: parts.slot, k: parts.k, single: 0, seat: null }));
      const done = readCompletion(selected);
      if (done) {
        const { card, single, k, gift } = done;
        untrack(() => Object.assign(hand, { slot: -1, k, card, single, gift, seat: null }));
      }
    });
    // a new position empties the hand; what was tried while another was to move comes back into it
    const choices = $derived(props.choices);
    const ply = $derived(props.view.ply);
    $effect(() => {
      const open = choices.length > 0;
      void ply; // in a lesson nothing can be chosen before and after a card was completed
      untrack(() => {
        this.pointed = null;
        if (!props.selected) {
          hand.slot = open && !this.completing ? props.view.site.indexOf(this.#taken) : -1;
          if (hand.single) [hand.single, hand.card] = [0, 0];
        }
      });
    });
    $effect(() => {
      const { slot } = hand;
      untrack(() => {
        if (slot >= 0) this.#taken = props.view.site[slot] ?? -1;
        else if (choices.length) this.#taken = -1;
      });
    });
  }

  /** Take up a tile of the site. A pointer on the tile in hand puts it down; a key lays it at once. */
  pick(slot: number, by: "key" | "pointer"): void {
    if (!this.myTurn) return;
    if (!this.open.has(slot)) {
      const { q, r, rotation } = this.props.choices[0]!;
      return this.props.explain(`${slot}:${q},${r}/${rotation}`);
    }
    if (hand.slot === slot && by === "pointer") return this.putDown();
    const before = this.fixed;
    Object.assign(hand, { slot, seat: null, infoHex: "" });
    this.turnToFit();
    const same = before && this.ways.find((way) => way.q === before.q && way.r === before.r && way.k === before.k);
    const next = same ?? (by === "key" ? first(this.city.scene, this.ways, hand.k) : null);
    if (next) this.lay(next);
    else if (this.props.selected) this.props.choose("");
  }

  /** Take up a single tile of the card, to complete it. A pointer on the one in hand puts it down; a key lays it at once. */
  pickSingle(single: number, by: "key" | "pointer"): void {
    if (hand.single === single && by === "pointer") return this.putDown();
    const before = this.fixed;
    Object.assign(hand, { slot: -1, single, seat: null, infoHex: "" });
    this.turnToFit();
    const same = before && this.ways.find((way) => way.q === before.q && way.r === before.r);
    const next = same ?? (by === "key" ? first(this.city.scene, this.ways, hand.k) : null);
    if (next) this.lay(next);
    else if (this.props.selected) this.props.choose("");
  }

  /** Give this tile to the illustrious architect. */
  give(gift: number): void {
    const { fixed } = this;
    hand.gift = gift;
    const same = fixed && this.ways.find((way) => way.q === fixed.q && way.r === fixed.r && way.k === fixed.k);
    if (same) this.lay(same);
  }

  #isInHand = ({ card, single }: Choice): boolean => card === this.card && single === hand.single;

  /** Turn the tile as it must lie, where there is only one turn: a lesson asks for it. */
  turnToFit(): void {
    const k = this.ways[0]?.k;
    if (k !== undefined && this.ways.every((way) => way.k === k)) hand.k = k;
  }

  putDown(): void {
    hand.putDown();
    this.pointed = null;
    if (this.props.selected) this.props.choose("");
  }

  /** Lay the tile: this way is the move in hand. */
  lay(way: Laid): void {
    hand.k = way.k;
    this.pointed = null;
    this.props.choose(way.text);
  }

  /** Turn the tile by a sixth; `spot` is where the pointer last was. */
  turn(step: 1 | -1, spot: Spot | null): void {
    if (!hand.holds || (hand.single && !this.canTurn)) return;
    const next = this.fixed && turnedBy(this.city.scene, this.ways, this.fixed, step);
    if (next) return this.lay(next);
    hand.k = six(hand.k + step);
    if (spot) this.pointed = this.aimAt(spot);
  }

  /** The way to lay the tile that a point of the drawing means. */
  aimAt(spot: Spot): Laid | null {
    const { scene, byPlace } = this.city;
    const gift = this.gift ? `!${this.gift}` : "";
    const text = (q: number, r: number) => `+${this.card}.${hand.single}@${q},${r}/${hand.k}${gift}`;
    const single = (q: number, r: number) => laidSingle(byPlace, text(q, r), q, r, hand.k);
    return aim(
      scene,
      this.props.look,
      byPlace,
      this.ways,
      hand.slot,
      hand.k,
      ...spot,
      hand.single ? single : undefined,
    );
  }

  pointAt(spot: Spot | null): void {
    const next = spot && this.aimAt(spot);
    if (next?.text !== this.pointed?.text) this.pointed = next;
  }

  /** Whether a point lies on the picture of the tile that was laid. The picture floats above its place. */
  isOnTile([x, y]: Spot): boolean {
    const { fixed } = this;
    if (!fixed) return false;
    const { cam } = this.city.scene;
    const lift = this.props.look === "top" ? 0 : (STOREY + LIFT) * cam.ce * SCALE;
    return fixed.cells.some(([q, r]) => {
      const [cx, cy] = cam.at([...centreOf(q, r), fixed.below * STOREY]);
      return Math.hypot(x - cx, (y - cy + lift) / cam.se) < 1.02 * SCALE;
    });
  }

  /** The tile that was laid, on the screen: it must be in sight. */
  readonly box = $derived.by(() => {
    const { fixed } = this;
    if (!fixed) return null;
    const { cam } = this.city.scene;
    const spots = fixed.cells.map(([q, r]) => cam.at([...centreOf(q, r), fixed.below * STOREY]));
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs) - SCALE, Math.min(...ys) - 1.4 * SCALE];
    return { x, y, w: Math.max(...xs) + SCALE - x, h: Math.max(...ys) + SCALE - y };
  });

  #topOf({ q, r }: Hex): Spot {
    return this.city.scene.cam.at([...centreOf(q, r), this.preview!.below * STOREY]);
  }

  #markLater(): () => void {
    const next = this.ways;
    let stale = false;
    if (next.length) afterPicture(() => stale || (this.marked = next));
    else this.marked = next;
    return () => (stale = true);
  }
}
