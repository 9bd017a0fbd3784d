import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { cssHash } from "./component_hashes.ts";

const PAGE = "review.html";

/** The built page with its script and its styles inside. */
function inlined(files: Rolldown.OutputBundle): string {
  const textOf = (ending: string) =>
    Object.values(files)
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((file) => (file.type === "chunk" ? file.code : String(file.source)))
      .join("\n");
  const script = textOf(".js").replaceAll("</script", "<\\/script");
  return textOf(".html")
    .replace(/<script type="module"[^>]*><\/script>/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${textOf(".css")}</style>`)
    .replace("</body>", () => `<script type="module">${script}</script></body>`);
}

/** Leaves one file of all that was built. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    generateBundle: {
      order: "post", // after Vite itself, which fills in what it left open in the scripts
      handler(_, files) {
        const source = inlined(files);
        for (const name of Object.keys(files)) delete files[name];
        this.emitFile({ type: "asset", fileName: PAGE, source });
      },
    },
  };
}

/**
 * A review in a single file, with everything inside it, for `ziggurat analyse --html`; the command fills in the review. It is built apart from the
 * other pages (`npm run build:review`), since the table does not need it, and lies in a folder of its own, which the server does not send.
 */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { cssHash, runes: true } }), oneFile()],
  publicDir: false,
  build: {
    outDir: "../src/ziggurat/static/one_file",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: PAGE, output: { codeSplitting: false } },
  },
});
