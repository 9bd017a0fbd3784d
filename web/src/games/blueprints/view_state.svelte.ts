/** What the board and the panel share, beyond one view: how the building is turned, and which scored round is being shown (0: none). */
export const viewState = $state({ turn: 0, scoredRound: 0 });
