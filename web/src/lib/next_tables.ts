/** The tables where people of this browser play on after a rematch that was agreed while they looked elsewhere. */
import { get } from "./api";
import { dealPromises } from "./deal_promises";
import type { TableGlance } from "./messages";
import { myTables, type MyTable } from "./my_tables.svelte";

/** How many finished tables are asked, and how old they may be. */
const MOST = 4;
const DAYS = 30;

type Ended = Pick<TableGlance, "id" | "game" | "rematch" | "rematch_places">;

/** Remember the table where the people of another one play on, once. The secrets of the old seats open the new ones. */
export function rememberRematch(table: Ended, lent: Record<number, string>): void {
  const { id, game, rematch, rematch_places: places } = table;
  const known = myTables.find(id);
  const moved = Object.entries(lent).map(([seat, link]) => [places[Number(seat)], link.replace(id, rematch)]);
  const { secrets = [], owner } = known ?? {};
  if (known) myTables.put(id, { over: true, next: rematch });
  if (!myTables.find(rematch))
    myTables.put(rematch, { game, secrets, links: Object.fromEntries(moved), at: Date.now(), owner });
  dealPromises.move(`next/${id}`, rematch);
}

/** Note what a table tells of itself in short: that it is over, and where it goes on. */
export function noteGlance({ secrets, next }: MyTable, glance: TableGlance): void {
  if (glance.status !== "over") return;
  if (secrets.length && glance.rematch && next === undefined) rememberRematch(glance, {});
  else myTables.put(glance.id, { over: true });
}

/** Ask the games that ended lately whether they go on at another table. */
export async function findRematches(finished: MyTable[]): Promise<void> {
  const since = Date.now() - DAYS * 86_400_000;
  const lately = finished.filter(({ at, secrets, next }) => at > since && secrets.length && next === undefined);
  for (const table of lately.slice(0, MOST))
    await get<TableGlance>(`/api/tables/${table.id}/glance`, table.secrets.length === 1 ? table.secrets[0] : "").then(
      (glance) => glance.rematch && noteGlance(table, glance),
      () => {},
    );
}
