import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Unit tests of modules that need no page, and tests of single components with the messages of a server in a document without a browser
// (happy-dom). What needs a real one (sizes, pictures, the server's answers) is in ../tests/browser.
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [svelte()],
        test: {
          name: "unit",
          include: ["tests/*.test.ts"],
          environment: "node",
          setupFiles: ["tests/browser_stubs.ts"],
        },
      },
      {
        plugins: [svelte()],
        resolve: { conditions: ["browser"] },
        test: {
          name: "components",
          include: ["tests/components/*.test.ts"],
          environment: "happy-dom",
          setupFiles: ["tests/components/network.ts"],
          testTimeout: 60_000, // a busy machine is slow, and nobody waits where all is well
        },
      },
    ],
  },
});
