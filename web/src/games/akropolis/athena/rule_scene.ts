import type { CardName, KindName } from "../types";

/** What only the rules of Athena show: one of these. */
export interface RuleScene {
  cards?: CardName[];
  singles?: KindName[][];
  /** Statues with some of their parts, and how many points a stone is worth then. */
  statues?: { parts: number[]; worth: number }[];
}
