/** The page of a table, open and told its state. */
import type { AnyMessage } from "../../src/lib/messages";
import TablePage from "../../src/pages/Table.svelte";
import { ID, tableMessage } from "./messages";
import { Line, settle, show } from "./showing";

export async function open(message: AnyMessage = tableMessage(), ply: number | null = null): Promise<HTMLElement> {
  const place = show(TablePage, { id: ID, secret: "", ply });
  Line.last.onopen?.();
  Line.last.hear(message);
  await settle();
  return place;
}
