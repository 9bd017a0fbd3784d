/** Playing again after the end: words for the next deal, and the way to the new table. */
import { dealPromises, newWords } from "../lib/deal_promises";
import { rememberRematch } from "../lib/next_tables";
import { route } from "../lib/route.svelte";
import type { TablePage } from "./table_page.svelte";

/** Words for the deal of the next table. Its promise, which this table showed at its end, is remembered before the words are given. */
export function wordsForNext({ id, now }: TablePage): string {
  const next = `next/${id}`;
  dealPromises.see(next, now.end?.next ?? "");
  const words = dealPromises.find(next)?.words[0] ?? newWords();
  dealPromises.give(next, words);
  return words;
}

export function offerRematch(page: TablePage, sameDeal: boolean, rotate: boolean): void {
  page.table.send({ t: "rematch", seat: page.now.you[0], same_deal: sameDeal, rotate, word: wordsForNext(page) });
}

/** Go to the new table. */
export function goToRematch({ id, now, lentLinks }: TablePage): void {
  rememberRematch({ ...now, id }, lentLinks);
  route.go(`/table/${now.rematch}`);
}

/** Answer an offer for all seats of this screen; one no is enough. */
export function answerOffer(page: TablePage, waiting: number[], yes: boolean): void {
  const { now, table } = page;
  const own = waiting.filter((seat) => now.you.includes(seat));
  const word = yes && now.offer?.what === "rematch" ? wordsForNext(page) : "";
  for (const seat of yes ? own : own.slice(0, 1))
    table.send({ t: "answer", yes, seat, word, offer: now.offer?.number });
}
