/** What the card of a table tells, in words. */
import type { AnyView } from "../games/types";
import { seatNames, t, word } from "../lib/i18n.svelte";
import type { TableGlance } from "../lib/messages";
import { verdict } from "../lib/summary";

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

/** The points of all seats with their names; none where the table hides them, or where `endOf` tells them. */
export function scoresOf({ seats, you, view, end }: TableGlance): { name: string; score: number; own: boolean }[] {
  const names = seatNames(seats);
  return (end ? [] : (view?.seats ?? [])).flatMap(({ score }, n) =>
    score === undefined ? [] : [{ name: names[n]!, score, own: you.includes(n) }],
  );
}

/** How a game ended, who won and with how many points; "" while it goes on. */
export const endOf = (glance: TableGlance): string => (glance.end ? verdict(glance, seatNames(glance.seats)) : "");

/** Whose turn it is, and whether it is somebody's at this screen. */
export function turnOf(glance: TableGlance): { text: string; mine: boolean } {
  const { status, seats, you, view } = glance;
  if (status === "over") return { text: endOf(glance), mine: false };
  if (status === "open")
    return { text: t("lobby.waits", { n: seats.filter(({ joined }) => !joined).length }), mine: false };
  const seat = view?.to_move ?? 0;
  const player = seatNames(seats)[seat]!;
  if (you.includes(seat)) return { text: t("table.turn.yours"), mine: true };
  const shared = !you.length && seats[seat]!.kind === "here"; // several at this screen
  return { text: t(shared ? "table.turn.seat" : "table.turn.of", { player }), mine: shared };
}
