import { get } from "./api";
import { fillText, numberNames, type Language, type Values } from "./fill_text";
import { keep, recall } from "./storage";
import type { Lexicon, TipSection } from "./messages";
import en from "./words/en.json";
import fr from "./words/fr.json";

export { signed, type Language } from "./fill_text";

/** A key of the page's own texts. Those of the games come from the server, beside their rules. */
export type Key = keyof typeof en;

const PAGE: Record<Language, Record<Key, string>> = { en, fr };
const preferred: Language = navigator.languages
  .find((tag) => /^(fr|en)/i.test(tag))
  ?.toLowerCase()
  .startsWith("fr")
  ? "fr"
  : "en";
let language = $state<Language>(recall<Language>("language", preferred));
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

export const i18n = {
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
    language = next;
    keep("language", next);
    document.documentElement.lang = next;
    void load();
  },
};
document.documentElement.lang = i18n.language;
void load();
addEventListener("online", () => failed && void load());

/** A text of the page itself. */
export function t(key: Key, values: Values = {}): string {
  return fillText(PAGE[language][key] ?? key, values, language);
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
