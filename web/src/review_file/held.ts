/**
 * What a review in one file holds: the review itself, every position, the texts of the game in both languages. It is packed, as its script with the
 * id `held` has it: JSON, compressed, in base64. `ziggurat.review.page` writes it.
 */
import { transport } from "../lib/api";
import type { Lexicon, Moment } from "../lib/messages";
import type { ReviewReport } from "../lib/review_types";
import { keep } from "../lib/storage";

export interface Held {
  review: ReviewReport;
  /** The position before each decision, as the one who decides saw it; then the end as each seat sees it. */
  moments: Moment[];
  words: Record<string, Lexicon>;
  names: Record<string, string[]>;
}

async function unpack(): Promise<Held> {
  const bytes = Uint8Array.from(atob(document.getElementById("held")!.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).json()) as Held;
}

export const held: Promise<Held> = unpack();

keep("language", document.documentElement.lang); // the one that the command was asked for
// There is no server: requests for texts are answered from the file.
transport.fetch = async (path) => {
  const language = /^\/api\/words\?language=(\w+)/.exec(path)?.[1];
  const words = language && (await held).words[language];
  return words ? Response.json(words) : new Response(null, { status: 404 });
};
