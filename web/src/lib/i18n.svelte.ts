import { get } from "./api";
import { fillText, numberNames, type Language, type Values } from "./fill_text";
import { keep, recall } from "./storage";
import type { Lexicon, TipSection } from "./messages";
import type en from "./words/en.json";

export { signed, type Language } from "./fill_text";

/** A key of the page's own texts. Those of the games come from the server, beside their rules. */
export type Key = keyof typeof en;

type PageWords = Partial<Record<Key, string>>;
/** The texts of the page in each language; a visitor loads one of them. */
const PAGE: Record<Language, () => Promise<{ default: PageWords }>> = {
  en: () => import("./words/en.json"),
  fr: () => import("./words/fr.json"),
};
const preferred: Language = navigator.languages
  .find((tag) => /^(fr|en)/i.test(tag))
  ?.toLowerCase()
  .startsWith("fr")
  ? "fr"
  : "en";
let language = $state<Language>(recall<Language>("language", preferred));
let page = $state.raw<PageWords>({});
let lexicon = $state.raw<Lexicon | null>(null);
let failed = $state(false);

/** Fetch the texts of the games; after a failure try again every eight seconds. */
async function load(): Promise<void> {
  const wanted = language;
  try {
    const answer = await get<Lexicon>(`/api/words?language=${wanted}`);
    if (wanted === language) lexicon = answer;
    failed = false;
  } catch {
    failed = true;
    setTimeout(() => failed && void load(), 8000);
  }
}

/** Show the page in a language, as soon as its texts are there. */
async function speak(wanted: Language): Promise<void> {
  page = (await PAGE[wanted]()).default;
  language = wanted;
  document.documentElement.lang = wanted;
}

export const i18n = {
  /** Resolves when the page has its own texts: before that, nothing can be shown. */
  begun: speak(language),
  get language(): Language {
    return language;
  },
  /** The language with the visitor's region, for dates: `en-GB` in Britain. */
  get region(): string {
    return navigator.language.toLowerCase().startsWith(language) ? navigator.language : language;
  },
  get ready(): boolean {
    return lexicon !== null;
  },
  /** Whether the texts could not be fetched. */
  get failed(): boolean {
    return failed;
  },
  retry: load,
  set(next: Language): void {
    void speak(next).then(
      () => (keep("language", next), load()),
      () => (failed = true),
    );
  },
};
void load();
addEventListener("online", () => failed && void load());

/** A text of the page itself. */
export function t(key: Key, values: Values = {}): string {
  return fillText(page[key] ?? key, values, language);
}

/** A text of a game, or one that all games share; "" where there is none. */
export function word(game: string, key: string, values: Values = {}): string {
  return fillText((game ? lexicon?.games[game]?.[key] : undefined) ?? lexicon?.shared[key] ?? "", values, language);
}

/** The section of the rule page that tells more than a tip (`about.market`); null where there is none. */
export const ruleOf = (game: string, tip: string): TipSection | null =>
  lexicon?.sections?.[game]?.[tip.replace(/^about\./, "")] ?? null;

/** The name of a source of points: `market`, `project:8`, or all of a kind, `project:`. */
export function source(game: string, name: string): string {
  const [kind = "", id] = name.split(":");
  return word(game, id === "" ? `score.${kind}.all` : `score.${kind}`, { id: id ?? "" }) || name;
}

/** The name of a bot: that of its level, or its own. */
export function botName(bot: string): string {
  const level = /^level:(\d)$/.exec(bot)?.[1];
  return word("", level ? `level.${level}.name` : `bot.${bot}.name`) || bot;
}

/** The name of a seat: the player's, the bot's, or `Player 2`. */
export function seatName(seat: { name: string; kind: string; bot: string; seat: number }): string {
  if (seat.kind === "bot" || seat.name.startsWith("bot:"))
    return botName((seat.kind === "bot" && seat.bot) || seat.name.replace(/^bot:/, ""));
  return seat.name || t("seat.number", { n: seat.seat + 1 });
}

/** The names of all seats, each different from the others. */
export const seatNames = (seats: Parameters<typeof seatName>[0][]): string[] => numberNames(seats.map(seatName));
