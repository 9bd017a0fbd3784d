/** What this page remembers between boards: how the building is turned, and which finished round is being told. */
export const seen = $state({ turn: 0, told: 0 });
