/** Turns a text with placeholders into a sentence, as `ziggurat.text` does on the server. */
export type Language = "en" | "fr";
export type Values = Record<string, string | number>;

const PLURAL_RULES: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};
const PLURAL = /\{(\w+), plural, ((?:=?\w+ \{[^{}]*\}\s*)+)\}/g;
const FORM = /(=?\w+) \{([^{}]*)\}/g;

/** Fill in `{name}` and ICU plurals: `{n, plural, one {# point} other {# points}}`. A name without a value stays as it is. */
export function fillText(text: string, values: Values, language: Language): string {
  if (!text.includes("{")) return text;
  const chosen = text.replace(PLURAL, (_, name: string, forms: string) => {
    const n = Number(values[name]);
    const byCase = Object.fromEntries([...forms.matchAll(FORM)].map((m) => [m[1], m[2]]));
    const form = byCase[`=${n}`] ?? byCase[PLURAL_RULES[language].select(n)] ?? byCase.other ?? "";
    return form.replaceAll("#", String(n));
  });
  return chosen.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** A change with its sign: `+3`, `−1`. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

/** Number the names that occur more than once (`Mason 1`, `Mason 2`), as the server does in its texts. */
export function numberNames(names: string[]): string[] {
  const only = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  const place = (name: string, n: number) => names.slice(0, n + 1).filter((other) => other === name).length;
  return names.map((name, n) => (only(name) ? name : `${name} ${place(name, n)}`));
}
