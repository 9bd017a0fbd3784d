/** A search over the rule pages: pure functions on the pages as the server sends them. */
import type { RulePage } from "./messages";

/** A sentence or two of a rule page, and where it stands. */
export interface Passage {
  game: string;
  section: string;
  title: string;
  /** The title under which it is folded away; "" where it is not. */
  fold: string;
  text: string;
}

/** A passage with the word that was found in it, and what stands around it. */
export interface Found {
  passage: Passage;
  before: string;
  hit: string;
  after: string;
}

const MOST = 12;
const MOST_OF_SECTION = 3;
/** How many signs stand before and after the word. */
const AROUND = [40, 90] as const;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text of safe HTML, one passage for each paragraph, item or row. */
export function passagesIn(html: string): string[] {
  return html
    .split(/<\/(?:p|li|tr|h3)>/)
    .map((part) => part.replace(/<\/t[dh]>/g, " ").replace(/<[^>]*>/g, ""))
    .map((part) => part.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all))
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** Everything that a rule page says, in passages. */
export function passagesOf({ game, lead, sections }: RulePage): Passage[] {
  const top = sections[0];
  const leads = top
    ? passagesIn(lead).map((text) => ({ game, section: top.id, title: top.title, fold: "", text }))
    : [];
  const rest = sections.flatMap(({ id, title, blocks }) =>
    (blocks ?? []).flatMap(({ html, pictures, things, fold, example }) => {
      const shown = (pictures ?? []).map(({ caption }) => caption);
      const named = (things ?? []).map(({ name, about }) => `${name}: ${about}`);
      const texts = [...passagesIn(html ?? ""), ...shown, ...named, example?.ask ?? ""].filter(Boolean);
      return texts.map((text) => ({ game, section: id, title, fold: fold ?? "", text }));
    }),
  );
  return [...leads, ...rest];
}

/** A text without capitals and accents, sign by sign: places in it are places in the text. */
export function folded(text: string): string {
  const signs = Array.from({ length: text.length }, (_, n) => text[n]!);
  return signs.map((sign) => sign.toLowerCase().normalize("NFD")[0] ?? sign).join("");
}

/**
 * The passages that hold all words of a query, those of one game first. Of each game first those whose title holds them, then those that
 * begin with them: these define the word.
 */
export function findPassages(passages: Passage[], query: string, own: string): Found[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (!words.length || query.trim().length < 2) return [];
  const hits = passages.filter((one) => {
    const text = folded(`${one.title} ${one.text}`);
    return words.every((word) => text.includes(word));
  });
  const rank = (one: Passage): number => {
    const inTitle = words.every((word) => folded(one.title).includes(word));
    const defines = folded(one.text).startsWith(words.join(" "));
    return (one.game === own ? 0 : 3) + (inTitle ? 0 : defines ? 1 : 2);
  };
  const counts: Record<string, number> = {};
  return hits
    .map((passage) => ({ passage, rank: rank(passage) }))
    .sort((a, b) => a.rank - b.rank) // equals stay in order
    .map(({ passage }) => passage)
    .filter(
      ({ game, section }) =>
        (counts[`${game}/${section}`] = (counts[`${game}/${section}`] ?? 0) + 1) <= MOST_OF_SECTION,
    )
    .slice(0, MOST)
    .map((passage) => around(passage, words));
}

/** The first of the words in a passage, with what stands around it. */
function around(passage: Passage, words: string[]): Found {
  const { text } = passage;
  const flat = folded(text);
  const word = words.find((one) => flat.includes(one));
  const at = word ? flat.indexOf(word) : 0;
  const end = at + (word?.length ?? 0);
  const first = Math.max(0, at - AROUND[0]);
  const begin = first ? text.indexOf(" ", first) + 1 : 0;
  const before = (begin ? "…" : "") + text.slice(Math.min(begin, at), at);
  const after = text.slice(end, end + AROUND[1]) + (text.length > end + AROUND[1] ? "…" : "");
  return { passage, before, hit: text.slice(at, end), after };
}

const lettersOf = (text: string | null): string => folded(text ?? "").replace(/[\s:]+/g, "");

/** The smallest element of a section that holds a passage; undefined where the page shows it otherwise. */
export function elementOf(section: Element, { text }: Passage): HTMLElement | undefined {
  const wanted = lettersOf(text);
  const parts = section.querySelectorAll<HTMLElement>("p, li, tr, h3, figcaption, dl > div, .ask");
  return [...parts].find((part) => lettersOf(part.textContent).includes(wanted));
}
