import { onDestroy, untrack } from "svelte";
import { addresses } from "../lib/addresses.svelte";
import { t, word } from "../lib/i18n.svelte";
import { notify } from "../lib/notify";
import { play as playSound } from "../lib/sound";
import { turnsOf } from "./last_moves";
import { turnSentence } from "./rival_turns";
import type { TablePage } from "./table_page.svelte";

const NOTE_MS = 7000;
const TURN_SOUND_MS = 260;

/** What the page says and plays by itself: sounds, a text for screen readers, and short notes at the top. */
export class Announcements {
  /** The newest turns, each as one sentence, for screen readers. */
  spoken = $state("");
  /** So many decisions have been told in it. */
  #toldPly = 0;
  /** A note for some seconds: a link was copied, an offer was declined, somebody wrote a message. */
  note = $state("");
  #timer = 0;
  #before: { ply: number; over: boolean; lines: number } | null = null;
  #declined = -1;
  #lotShown = false;

  constructor(readonly page: TablePage) {
    $effect(() => this.#announceDeclined());
    $effect(() => this.#announceLot());
    $effect(() => this.#announceNews());
    $effect(() => this.#announceWaitedMove());
    onDestroy(() => clearTimeout(this.#timer));
  }

  show = (text: string): void => {
    this.note = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.note = ""), NOTE_MS);
  };

  async copy(link: string): Promise<void> {
    await navigator.clipboard?.writeText(addresses.base + link).catch(() => {});
    this.show(t("table.copied"));
  }

  /** Name the player who declined an offer of this screen, once. */
  #announceDeclined(): void {
    const { now, names } = this.page;
    const declined = now?.declined;
    if (!declined || declined.number === this.#declined) return;
    const text = t("table.said.no", { player: names[declined.by]! });
    if (now.you.includes(declined.seat) && this.#before) untrack(() => this.show(text));
    this.#declined = declined.number;
  }

  /** Say whether a move that had to wait for the connection has arrived. */
  #announceWaitedMove(): void {
    const move = this.page.table.waitedMove;
    if (move) untrack(() => this.show(t(move.arrived ? "table.sent" : "table.missed")));
  }

  /** Say at the start, once, in which order the lot lets everybody play. */
  #announceLot(): void {
    const { now, names } = this.page;
    if (this.#lotShown || !now?.view || !now.order) return;
    this.#lotShown = true;
    const [player = "", ...others] = names;
    const { movers } = now.view;
    if (movers.length > names.length || movers.some((seat) => now.you.includes(seat))) return;
    untrack(() => this.show(t("order.lot", { player, others: others.join(", ") })));
  }

  /** Announce each new move and each new message of others, once. */
  #announceNews(): void {
    const { now } = this.page;
    if (!now) return;
    const [before, next] = [this.#before, { ply: now.ply, over: now.status === "over", lines: now.chat_total }];
    if (!before || next.ply < before.ply) this.#toldPly = next.ply;
    else if (next.ply > before.ply) this.#announceMove(next.over && !before.over);
    else if (next.lines > before.lines) this.#announceMessage();
    this.#before = next;
  }

  #announceMove(ended: boolean): void {
    const { now, hotSeat } = this.page;
    this.#speak(ended);
    playSound(ended ? "end" : "place");
    const myTurn = this.page.table.myTurn && !hotSeat && now.view?.movers.at(-1) !== now.seat;
    if (!myTurn) return;
    setTimeout(() => playSound("turn"), TURN_SOUND_MS);
    notify(t("table.turn.yours"), word(now.game, "game.name"), `ziggurat/${now.id}`);
  }

  /** Tell each turn that is complete, as one sentence; a turn of several decisions is told at its end. */
  #speak(ended: boolean): void {
    const { now, names, ui, hush, status } = this.page;
    if (!now.view) return;
    const turns = turnsOf(now.view, ui?.beginsTurn);
    const within = !ended && now.view.seats.length > 1 && turns.at(-1)?.seat === now.view.to_move;
    const complete = (within ? turns.slice(0, -1) : turns).filter(({ plies }) => plies.at(-1)! > this.#toldPly);
    if (!complete.length) return;
    this.#toldPly = complete.at(-1)!.plies.at(-1)!;
    const told = complete.map(({ seat, plies }) => turnSentence(this.page.log, plies, names[seat]!));
    const after = now.choices.length || (ended && !hush) ? [status] : [];
    this.spoken = [...told, ...after].map((one) => one.replace(/\.?$/, ".")).join(" ");
  }

  #announceMessage(): void {
    const { now, names } = this.page;
    const line = now.chat.at(-1);
    if (!line || now.you.includes(line.seat ?? -1)) return;
    playSound("say");
    const player = line.seat === null ? line.name : (names[line.seat] ?? line.name);
    untrack(() => this.show(t("table.says", { player, text: line.text })));
  }
}
