/** Pictures and records of a table, as files. */
import type { Look } from "../games/board";
import { getText } from "../lib/api";
import { boardLook } from "../lib/board_look.svelte";
import { i18n } from "../lib/i18n.svelte";
import { theme } from "../lib/theme.svelte";
import type { TablePage } from "./table_page.svelte";

const secretOf = (page: TablePage): Promise<string> => page.table.secretOf(page.now?.seat ?? null);

/** The server's picture of the position that is shown. */
export async function fetchPicture(page: TablePage, look: Look, signal?: AbortSignal): Promise<string> {
  const { id, past, moment } = page;
  const seat = moment?.seat ?? null;
  const at = past && moment ? `&ply=${moment.ply}${seat === null ? "" : `&seat=${seat}`}` : "";
  const query = `theme=${theme.now}&look=${look}&language=${i18n.language}${at}`;
  return getText(`/api/tables/${id}/picture.svg?${query}`, await secretOf(page), signal);
}

/** Save the picture of the position that is shown, or the record of the game. */
export async function download(page: TablePage, kind: "record" | "svg"): Promise<void> {
  const { id, past } = page;
  const text =
    kind === "svg"
      ? await fetchPicture(page, boardLook.now)
      : await getText(`/api/tables/${id}/record`, await secretOf(page));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind === "svg" ? "image/svg+xml" : "application/json" }));
  const position = past ? `-${page.ply()}` : "";
  link.download = `${page.now.game}-${id}${kind === "svg" ? `${position}.svg` : ".zig.json"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
