/** What the board, the panel and the words know of each other: which way of laying a project is looked at, and how the table is turned. */
export const eye = $state({
  /** Quarter turns. */
  turn: 0,
  /** The seat whose city is large; null: that of whoever looks. */
  front: null as number | null,
  /** The project that is looked at, in whose city, and which of its ways. */
  card: 0,
  seat: 0,
  way: 0,
  /** It stays when the pointer leaves. */
  pinned: false,
});

export function lookAt(card: number, seat: number, way = 0): void {
  if (eye.pinned && (eye.card !== card || eye.seat !== seat)) return;
  Object.assign(eye, { card, seat, way });
}
export function lookAway(): void {
  if (!eye.pinned) eye.card = 0;
}
/** A click on a card: it stays shown; another click puts it away. */
export function pin(card: number, seat: number): void {
  const same = eye.pinned && eye.card === card && eye.seat === seat;
  Object.assign(eye, { card: same ? 0 : card, seat, way: 0, pinned: !same });
}
