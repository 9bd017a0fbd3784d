/** One space of a board as it is drawn: a stack, or a space of a city. */
export interface Place {
  /** Below the top tile, from the bottom up: colours, or "" where nobody has seen them. */
  below: string[];
  top: string;
  /** The seat whose architect stands here. */
  figure: number | null;
  label: string;
  /** Whether it can be chosen now, is marked as such, is chosen. */
  open: boolean;
  marked: boolean;
  chosen: boolean;
  /** The points of a move to here. */
  gain: number | null;
  /** Whether the last move of a seat came here. */
  fresh: boolean;
  /** Whether a hint points here. */
  hinted: boolean;
  /** Keys of the tooltip's texts. */
  tip: string;
  /** Whether a card follows the points: a palace. */
  card?: boolean;
  /** Whether an earlier move to here is shown once more. */
  shown?: boolean;
  /** Whether it pales, because something else is counted. */
  pale?: boolean;
}

/** A place of a move that is compared with another one: a stack, or the space of a city with the tile that would float there. */
export interface ComparedPlace {
  at: number;
  kind: "better" | "played";
  tile: string;
}

/** A space of a picture, where nothing can be chosen. */
export const stillPlace = (below: string[], top: string, figure: number | null = null, tip = ""): Place => ({
  below,
  top,
  figure,
  label: "",
  open: false,
  marked: false,
  chosen: false,
  gain: null,
  fresh: false,
  hinted: false,
  tip,
});

/** How many tiles lie here. */
export const tileCount = ({ below, top }: Place): number => below.length + (top ? 1 : 0);
