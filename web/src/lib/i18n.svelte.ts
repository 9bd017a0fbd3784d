import { get } from "./api";
import { keep, recall } from "./storage";
import type { Lexicon } from "./messages";
import en from "./words/en.json";
import fr from "./words/fr.json";

/** French or English. The page's own words are here; those of the games come from the server, beside their rules. */
export type Language = "en" | "fr";
export type Key = keyof typeof en;
type Values = Record<string, string | number>;

const PAGE: Record<Language, Record<Key, string>> = { en, fr };
const heard: Language = navigator.languages.find((tag) => /^(fr|en)/i.test(tag))?.toLowerCase().startsWith("fr") ? "fr" : "en";
let language = $state<Language>(recall<Language>("language", heard));
let lexicon = $state.raw<Lexicon | null>(null);
let failed = $state(false);

async function load(): Promise<void> {
  const asked = language;
  try {
    const found = await get<Lexicon>(`/api/words?language=${asked}`);
    if (asked === language) lexicon = found;
    failed = false;
  } catch {
    failed = true;
    setTimeout(() => failed && void load(), 8000);
  }
}

export const speech = {
  get language(): Language {
    return language;
  },
  /** The language as it is written where the visitor is: `en-GB` for dates in Britain. */
  get region(): string {
    return navigator.language.toLowerCase().startsWith(language) ? navigator.language : language;
  },
  get ready(): boolean {
    return lexicon !== null;
  },
  /** The words did not come: no connection. */
  get failed(): boolean {
    return failed;
  },
  again: load,
  set(next: Language): void {
    language = next;
    keep("language", next);
    document.documentElement.lang = next;
    void load();
  },
};
document.documentElement.lang = speech.language;
void load();
addEventListener("online", () => failed && void load());

/** Words of the page. */
export function t(key: Key, values: Values = {}): string {
  return fill(PAGE[language][key] ?? key, values);
}

/** Words of a game, or (without one) those that all games share; "" where there are none. */
export function word(game: string, key: string, values: Values = {}): string {
  return fill((game ? lexicon?.games[game]?.[key] : undefined) ?? lexicon?.shared[key] ?? "", values);
}

/** A source of points in words: `market`, `project:8`, and all of a kind, `project:`. */
export function source(game: string, name: string): string {
  const [kind = "", id] = name.split(":");
  return word(game, id === "" ? `score.${kind}.all` : `score.${kind}`, { id: id ?? "" }) || name;
}

/** A bot in words: its level's name, or what it is called. */
export function botName(bot: string): string {
  const level = /^level:(\d)$/.exec(bot)?.[1];
  return word("", level ? `level.${level}.name` : `bot.${bot}.name`) || bot;
}

/** A seat's name as people say it. */
export function seatName(seat: { name: string; kind: string; bot: string; seat: number }): string {
  if (seat.kind === "bot" || seat.name.startsWith("bot:")) return botName((seat.kind === "bot" && seat.bot) || seat.name.replace(/^bot:/, ""));
  return seat.name || t("seat.number", { n: seat.seat + 1 });
}

/** The names of all seats; where several have one name, each has a number too (`Mason 1`), as in what the server tells. */
export function seatNames(seats: Parameters<typeof seatName>[0][]): string[] {
  const said = seats.map(seatName);
  return said.map((name, n) => (said.indexOf(name) === said.lastIndexOf(name) ? name : `${name} ${said.slice(0, n + 1).filter((other) => other === name).length}`));
}

const PLURALS: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr") };

/** `{name}` and ICU plurals, as the server's `text` fills them. */
function fill(text: string, values: Values): string {
  if (!text.includes("{")) return text;
  const chosen = text.replace(/\{(\w+), plural, ((?:=?\w+ \{[^{}]*\}\s*)+)\}/g, (_, name: string, forms: string) => {
    const n = Number(values[name]);
    const found = Object.fromEntries([...forms.matchAll(/(=?\w+) \{([^{}]*)\}/g)].map((m) => [m[1], m[2]]));
    return (found[`=${n}`] ?? found[PLURALS[language].select(n)] ?? found.other ?? "").replaceAll("#", String(n));
  });
  return chosen.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** A change with its sign: `+3`, `−1`. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}
