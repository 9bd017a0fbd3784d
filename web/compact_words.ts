import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const WORDS = /\/lib\/words\/(en|fr)\.json$/;
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;

/** A list of texts as an expression that makes it: without the quotes, compression finds more that repeats. */
const listed = (texts: string[]): string => {
  if (texts.some((text) => text.includes("\n"))) throw new Error("a text of the page must be one line");
  return `${JSON.stringify(texts.join("\n"))}.split("\\n")`;
};

/** A plugin of the build: the keys and the texts of a language as two lists, which compress better than pairs. */
export function compactWords(): Plugin {
  return {
    name: "compact-words",
    apply: "build",
    enforce: "pre",
    load(path) {
      if (!WORDS.test(path)) return null;
      const words = read(path);
      const keys = Object.keys(read(join(dirname(path), "en.json")));
      const texts = keys.map((key) => words[key]!);
      return {
        code: `const texts = ${listed(texts)}; export default Object.fromEntries(${listed(keys)}.map((key, n) => [key, texts[n]]));`,
        moduleType: "js",
      };
    },
  };
}
