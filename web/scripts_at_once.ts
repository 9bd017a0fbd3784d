import type { Plugin } from "vite";

/**
 * A plugin of the build: the page names all scripts that its first one imports, so that the browser loads them at the same time and not one
 * after the other. They are scripts like the first, not preloads: these would be loaded twice where the service worker begins meanwhile.
 */
export function scriptsAtOnce(): Plugin {
  return {
    name: "scripts-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { chunk }) =>
        (chunk?.imports ?? []).map((path) => ({
          tag: "script",
          attrs: { type: "module", crossorigin: true, src: `/${path}` },
          injectTo: "head",
        })),
    },
  };
}
