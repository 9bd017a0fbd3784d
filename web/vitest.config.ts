import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Unit tests of modules that need no page; what happens on a page is tested in ../tests/browser.
export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/browser_stubs.ts"] },
});
