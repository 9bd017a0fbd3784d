import { svelte } from "@sveltejs/vite-plugin-svelte";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { cssHash } from "./component_hashes.ts";

const PAGE = "review.html";

/** The built page with its script and its styles inside. */
function inlined(output: Rolldown.RolldownOutput["output"]): string {
  const textOf = (ending: string) =>
    output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((file) => (file.type === "chunk" ? file.code : String(file.source)))
      .join("\n");
  const script = textOf(".js").replaceAll("</script", "<\\/script");
  return textOf(".html")
    .replace(/<script type="module"[^>]*><\/script>/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${textOf(".css")}</style>`)
    .replace("</body>", () => `<script type="module">${script}</script></body>`);
}

/**
 * A plugin of the build that makes one more page: a review in a single file, with everything inside it, for `ziggurat analyse --html`. The command
 * fills in the review. It lies in a folder of its own, which the server does not send.
 */
export function oneFile(): Plugin {
  let folder = "";
  return {
    name: "one-file",
    apply: "build",
    configResolved: ({ root, build: { outDir } }) => void (folder = join(root, outDir, "one_file")),
    async closeBundle() {
      const built = await build({
        configFile: false,
        logLevel: "error",
        plugins: [svelte({ compilerOptions: { cssHash, runes: true } })],
        build: {
          write: false,
          target: "es2022",
          assetsInlineLimit: Number.MAX_SAFE_INTEGER,
          cssCodeSplit: false,
          modulePreload: false,
          rolldownOptions: { input: PAGE, output: { codeSplitting: false } },
        },
      });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, PAGE), inlined((built as Rolldown.RolldownOutput).output));
    },
  };
}
