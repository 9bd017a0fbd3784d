/** Playing on from a moment of a finished game: a new table with the same deal, bots on the other seats. */
import { post } from "../lib/api";
import type { MadeTable, NewTable, TableMessage } from "../lib/messages";
import { myTables } from "../lib/my_tables.svelte";
import { recall } from "../lib/storage";

/** The level of the bots: that of a bot at this table, else the one that was last chosen. */
export const levelOf = (table: TableMessage): number =>
  Number(/^level:(\d)$/.exec(table.seats.find((seat) => seat.kind === "bot")?.bot ?? recall("bot", ""))?.[1] ?? 2);

/** What the table allowed, for the table that goes on from here; an opened record allowed nothing, so that there all help is on. */
function settingsOf({ settings, clock, end }: TableMessage): Partial<NewTable> {
  if (end?.why === "record") return { hints: true };
  const { hints, previews, live_scores, face_down } = settings;
  const { bank, increment, days } = clock;
  const kind = clock.kind as "none" | "live" | "days";
  return { hints, previews, live_scores, face_down, clock: { kind, bank, increment, days } };
}

export interface Fork {
  /** The decisions that stay. */
  ply: number;
  /** The seat of who plays on. */
  seat: number;
  level: number;
  /** What this seat decides at once. */
  moves?: string[];
}

/** Make the new table; its id. */
export async function playOn(table: TableMessage, { ply, seat: me, level, moves = [] }: Fork): Promise<string> {
  const name = table.you.includes(me) ? table.seats[me]!.name : recall("name", "");
  const seats = table.seats.map((_, n) =>
    n === me ? { kind: "here" as const, name } : { kind: "bot" as const, bot: `level:${level}` },
  );
  const from = { table: table.id, ply };
  const made = await post<MadeTable>("/api/tables", { game: table.game, seats, ...settingsOf(table), from });
  const secrets = made.seats.flatMap((seat) => (seat.secret ? [seat.secret] : []));
  myTables.put(made.id, { game: table.game, secrets, at: Date.now(), owner: made.owner });
  for (const [n, move] of moves.entries())
    await post(`/api/tables/${made.id}/play`, { ply: ply + n, move }, secrets[0]);
  return made.id;
}
