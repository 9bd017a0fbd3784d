import { post } from "../lib/api";
import { dealPromises } from "../lib/deal_promises";
import { i18n, t } from "../lib/i18n.svelte";
import type { MadeTable, NewSeat, NewTable } from "../lib/messages";
import { myTables } from "../lib/my_tables.svelte";
import type { Seat } from "./SeatForm.svelte";

/** Who begins: drawn by lot, whoever makes the table, or the first seat of the list. */
export type Begins = "lot" | "me" | "seats";

/** The seats in the order of play: with "me" the one who makes the table comes first, and the others follow as they sit. */
export function inOrder(seats: Seat[], begins: Begins): Seat[] {
  const me = begins === "me" ? seats.findIndex(({ kind }) => kind === "you") : 0;
  return me > 0 ? [...seats.slice(me), ...seats.slice(0, me)] : seats;
}

/** What the server is told about a seat. */
export const newSeat = ({ kind, bot }: Seat): NewSeat =>
  kind === "bot" ? { kind, bot } : { kind: kind === "you" ? "here" : kind };

/**
 * Make a table and sit down at its seats of this screen; its id. The server promises the deal first and gets the words of the players
 * afterwards, so it cannot choose the deal.
 */
export async function startTable(request: NewTable, seats: Seat[], words: string): Promise<string> {
  const made = await post<MadeTable>(`/api/tables?language=${i18n.language}`, { ...request, seated: false });
  const own = made.seats.filter((seat) => seat.kind === "here");
  const linked = made.seats.filter((seat) => seat.kind === "link");
  const links = Object.fromEntries(linked.map((seat) => [seat.seat, seat.link]));
  const secrets = own.map(({ secret }) => secret);
  myTables.put(made.id, { game: request.game, at: Date.now(), secrets, links, owner: made.owner });
  dealPromises.see(made.id, made.commitment);
  dealPromises.give(made.id, words);
  for (const { seat, secret } of own) {
    const name = seats[seat]!.name || t("seat.number", { n: seat + 1 });
    const joining = post(`/api/tables/${made.id}/join`, { seat, name, word: words }, secret);
    await joining.catch(() => {}); // one can still sit down at the table
  }
  return made.id;
}
