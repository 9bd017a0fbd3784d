/** What the board, the panel and the text board share: how the table is turned, and the project that somebody looks at. */
export const viewState = $state({
  /** Quarter turns. */
  turn: 0,
  /** The seat whose city is large; null: that of the player who looks. */
  front: null as number | null,
  /** The project that is looked at (0: none), in whose city, and which way of completing it. */
  card: 0,
  seat: 0,
  way: 0,
  /** Whether it stays when the pointer leaves. */
  pinned: false,
});

/** Show in a city how a project could be completed. */
export function lookAt(card: number, seat: number, way = 0): void {
  if (viewState.pinned && (viewState.card !== card || viewState.seat !== seat)) return;
  Object.assign(viewState, { card, seat, way });
}
export function lookAway(): void {
  if (!viewState.pinned) viewState.card = 0;
}
/** Keep a project shown after a click on its card; another click puts it away. */
export function pin(card: number, seat: number): void {
  const same = viewState.pinned && viewState.card === card && viewState.seat === seat;
  Object.assign(viewState, { card: same ? 0 : card, seat, way: 0, pinned: !same });
}
