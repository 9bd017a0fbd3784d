import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "src");

/**
 * Short names for the classes by which Svelte keeps the styles of components apart: their numbers among all components. With the usual ones,
 * hashes of seven letters, the page is 1 KB larger when compressed.
 */
const NUMBERS = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".svelte"))
    .sort()
    .map((path, n) => [path, `z${n.toString(36)}`]),
);

export const cssHash = ({
  filename,
  hash,
  css,
}: {
  filename: string;
  css: string;
  hash: (text: string) => string;
}): string => NUMBERS.get(relative(ROOT, filename)) ?? `svelte-${hash(css)}`;
