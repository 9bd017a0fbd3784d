/** Where a review comes from: a server, or the file that holds it. */
import type { Look } from "../games/board";
import { get, getText, post } from "../lib/api";
import { TableHistory } from "../lib/history.svelte";
import { i18n } from "../lib/i18n.svelte";
import type { Moment, TableMessage } from "../lib/messages";
import { myTables } from "../lib/my_tables.svelte";
import type { ReviewReport, TryReport } from "../lib/review_types";
import { theme } from "../lib/theme.svelte";

export interface ReviewSource {
  /** The review as far as it is made. */
  review: () => Promise<ReviewReport>;
  /** The position after so many decisions, as a seat saw it. */
  moment: (ply: number, seat: number) => Promise<Moment>;
  /** The server's picture of it, for games without a board of their own. */
  picture: (ply: number, seat: number, look: Look, signal: AbortSignal) => Promise<string>;
  /** The names of the players in the visitor's language, where the source knows them better than the review. */
  names?: () => string[];
  /** What needs a server: the table. */
  table?: () => Promise<TableMessage>;
  /** The engine's verdict on other moves at a moment. */
  judge?: (ply: number, moves: string[]) => Promise<TryReport>;
}

export function serverSource(id: string): ReviewSource {
  const history = new TableHistory(id, async () => "");
  const path = `/api/tables/${id}`;
  const language = () => `language=${i18n.language}`;
  return {
    review: () => get<ReviewReport>(`${path}/review?${language()}`),
    moment: (ply, seat) => history.at(ply, seat),
    picture: (ply, seat, look, signal) =>
      getText(`${path}/picture.svg?ply=${ply}&seat=${seat}&theme=${theme.now}&look=${look}&${language()}`, "", signal),
    table: () => get<TableMessage>(`${path}?${language()}`, myTables.find(id)?.secrets[0] ?? ""),
    judge: (ply, moves) => post<TryReport>(`${path}/review/try?${language()}`, { ply, moves }),
  };
}
