/** What the card of a table tells, in words. */
import type { AnyView } from "../games/types";
import { seatNames, t, word } from "../lib/i18n.svelte";
import type { TableGlance } from "../lib/messages";

/** How far the game is: its round, or its move. */
export function progressOf(view: AnyView): string {
  const round = "round" in view && word(view.game, "word.round", { round: view.round, rounds: Number(view.rounds) });
  return round || t("lobby.move", { n: view.ply + 1 });
}

/** The players on the other side: the rivals, or everybody where several share this screen. */
export function rivalsOf({ seats, you }: TableGlance): string {
  const names = seatNames(seats).filter((_, n) => seats[n]!.joined && !(you.length === 1 && you.includes(n)));
  return names.join(", ");
}

/** The points of all seats with their names; none where the table hides them. */
export function scoresOf({ seats, you, view }: TableGlance): { name: string; score: number; own: boolean }[] {
  const names = seatNames(seats);
  return (view?.seats ?? []).flatMap(({ score }, n) =>
    score === undefined ? [] : [{ name: names[n]!, score, own: you.includes(n) }],
  );
}

/** Whose turn it is, and whether it is somebody's at this screen. */
export function turnOf({ status, seats, you, view }: TableGlance): { text: string; mine: boolean } {
  if (status === "over") return { text: t("lobby.over"), mine: false };
  if (status === "open")
    return { text: t("lobby.waits", { n: seats.filter(({ joined }) => !joined).length }), mine: false };
  const seat = view?.to_move ?? 0;
  const player = seatNames(seats)[seat]!;
  if (you.includes(seat)) return { text: t("table.turn.yours"), mine: true };
  const shared = !you.length && seats[seat]!.kind === "here"; // several at this screen
  return { text: t(shared ? "table.turn.seat" : "table.turn.of", { player }), mine: shared };
}
