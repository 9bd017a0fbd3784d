import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /^(index\.html|assets\/.*\.(js|css|svg)|sw\.js|manifest\.webmanifest)$/;
/** Smaller files hardly shrink. */
const LEAST_BYTES = 300;
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** A plugin of the build that puts compressed twins beside the page, code, styles and drawings; the server sends them to browsers that can read them. */
export function compressedFiles(): Plugin {
  return {
    name: "ziggurat-compressed-files",
    apply: "build",
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((name) => TEXT.test(name))) {
        const path = join(dir!, name);
        const data = readFileSync(path);
        if (data.length < LEAST_BYTES) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(data, BEST));
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
      }
    },
  };
}
