/** What a visitor likes, kept in this browser. */
import { keep, recall } from "./storage";

export const PACES = ["slow", "normal", "fast", "none"] as const;
export const SOUND_KINDS = ["pieces", "turn", "talk", "end"] as const;
/** How much a move must cost before the coach asks: never, only in games against weak bots, large mistakes (1) to small ones (3). */
export const COACH = ["auto", 0, 1, 2, 3] as const;
export type CoachCare = (typeof COACH)[number];
export type Pace = (typeof PACES)[number];
export type SoundKind = (typeof SOUND_KINDS)[number];

export interface Preferences {
  /** Tooltips that come by themselves. */
  tips: boolean;
  /** How fast pieces move. */
  pace: Pace;
  /** Whether a move that was clicked waits for "Play this move". */
  confirm: boolean;
  /** Of which mistakes the coach warns. */
  coach: CoachCare;
  /** Names of places on the board. */
  notation: boolean;
  /** Boards always open from above. */
  top: boolean;
  /** A notification of the browser on one's turn, while the tab is in the background. */
  notify: boolean;
  /** Which sounds are played, while sounds are on. */
  sounds: Record<SoundKind, boolean>;
}

const FIRST: Preferences = {
  tips: true,
  pace: "normal",
  confirm: true,
  coach: "auto",
  notation: false,
  top: false,
  notify: false,
  sounds: { pieces: true, turn: true, talk: true, end: true },
};

function load(): Preferences {
  const known = recall<Partial<Preferences>>("preferences", {});
  return { ...FIRST, ...known, sounds: { ...FIRST.sounds, ...known.sounds } };
}

export const preferences = $state<Preferences>(load());

/** Change a preference and remember it. */
export function prefer(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  keep("preferences", $state.snapshot(preferences));
}
