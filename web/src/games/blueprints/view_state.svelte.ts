/** What the board and the panel share, beyond one view. */
export const viewState = $state({
  /** How the building is turned, in quarters. */
  turn: 0,
  /** Which scored round is being shown (0: none). */
  scoredRound: 0,
  /** The decisions (from 1) of one turn that are shown once more, and how often something was. */
  shownPlies: [] as number[],
  shows: 0,
});
