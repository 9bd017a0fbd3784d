import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // short names for the classes that keep the styles of components apart: they are in every element and every rule
  compilerOptions: { cssHash: ({ css, hash }) => `z${hash(css).slice(0, 4)}`, discloseVersion: false },
};
