/** Part of `npm run check`: fails where a type in `src` is `any`, which turns off all checks of what it touches. Use `unknown` instead. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "svelte/compiler";

/** Where a tree has an `any`: offsets in its text. */
function places(node, offsets = []) {
  if (node?.type === "TSAnyKeyword") offsets.push(node.start);
  for (const part of Object.values(node)) if (part && typeof part === "object") places(part, offsets);
  return offsets;
}

/** Svelte reads both kinds of file: a module is a component that has only a script. */
const HEAD = '<script lang="ts">';
const treeOf = (path, text) =>
  path.endsWith(".svelte") ? parse(text, { modern: true }) : parse(`${HEAD}${text}</script>`, { modern: true });

let wrong = 0;
const files = readdirSync("src", { recursive: true })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => `src/${name}`);
for (const path of files.sort()) {
  const text = readFileSync(path, "utf8");
  const shift = path.endsWith(".svelte") ? 0 : HEAD.length;
  for (const place of new Set(places(treeOf(path, text)))) {
    const before = text.slice(0, place - shift).split("\n");
    console.error(`${path}:${before.length}:${before.at(-1).length + 1} the type is any`);
    wrong++;
  }
}
process.exit(wrong ? 1 : 0);
