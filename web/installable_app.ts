import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { drawPng, readIcon } from "./build_icons.ts";

/**
 * A plugin of the build that makes the page an app one can install: it writes the manifest, the icons, and a service worker that caches the
 * built files. The worker loads them after the first page is shown.
 */

const LIGHT = "#efe7d8";
const DARK = "#1b2233";
const SHORTCUTS = { amytis: "The Architects of Amytis", akropolis: "Akropolis", blueprints: "Blueprints" };
const ICONS = [
  [192, false, "any"],
  [512, false, "any"],
  [512, true, "maskable"],
  [180, true, "apple"],
] as const;

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never[]) => unknown>>[1];
interface Picture {
  size: number;
  purpose: string;
  source: Buffer;
  path: string;
}

const digest = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex").slice(0, 10);

function drawIcons(): Picture[] {
  const icon = readIcon();
  return ICONS.map(([size, whole, purpose]) => {
    const source = drawPng(icon, size, whole);
    return { size, purpose, source, path: `assets/icon-${purpose}-${size}-${digest(source)}.png` };
  });
}

/** The manifest, as the browser reads it. */
const manifestOf = (svgPath: string, pictures: Picture[]): object => ({
  id: "/",
  name: "Ziggurat",
  short_name: "Ziggurat",
  description: "Three games about architects who build upwards: The Architects of Amytis, Akropolis, Blueprints.",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: LIGHT,
  theme_color: DARK,
  categories: ["games"],
  icons: [
    { src: `/${svgPath}`, sizes: "any", type: "image/svg+xml" },
    ...pictures
      .filter(({ purpose }) => purpose !== "apple")
      .map(({ size, purpose, path }) => ({ src: `/${path}`, sizes: `${size}x${size}`, type: "image/png", purpose })),
  ],
  shortcuts: Object.entries(SHORTCUTS).map(([game, name]) => ({ name, url: `/new/${game}` })),
});

/** The names of the code, styles and fonts of all pages: with them the page opens without a connection. */
const shellOf = (bundle: Bundle): string[] =>
  Object.keys(bundle)
    .filter((path) => /\.(js|css|woff2)$/.test(path))
    .sort()
    .map((path) => path.slice("assets/".length));

/** A name for all files of a build together. */
const versionOf = (bundle: Bundle): string =>
  digest(
    Object.values(bundle)
      .map((one) => one.fileName + digest(one.type === "chunk" ? one.code : one.source))
      .sort()
      .join("\n"),
  );

/**
 * The service worker. It answers with files of the build from its cache, and fetches everything about games from the network. Each build has
 * its own version: the cache of an older one is deleted.
 */
const workerOf = (version: string, shell: string[]): string => `// Made by web/installable_app.ts.
const VERSION = ${JSON.stringify(`ziggurat-${version}`)};
const SHELL = ["/", ...${JSON.stringify(shell.join(" "))}.split(" ").map((name) => "/assets/" + name)];
const CACHEABLE = /^\\/assets\\//;
const NEVER = /^\\/(api|healthz|readyz|metrics)/;

addEventListener("install", (event) => {
  const fresh = SHELL.map((path) => new Request(path, { cache: path === "/" ? "reload" : "default" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("ziggurat-") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || NEVER.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (CACHEABLE.test(url.pathname)) event.respondWith(asset(request));
});
async function asset(request) {
  const cache = await caches.open(VERSION);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
`;

export function installableApp(): Plugin {
  const pictures = drawIcons();
  const apple = pictures.find(({ purpose }) => purpose === "apple")!.path;
  return {
    name: "ziggurat-installable-app",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "link", attrs: { rel: "manifest", href: "/manifest.webmanifest" }, injectTo: "head" },
        { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${apple}` }, injectTo: "head" },
      ],
    },
    generateBundle(_, bundle) {
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: "asset", fileName, source });
      for (const { path, source } of pictures) emit(path, source);
      const svgPath = Object.keys(bundle).find((path) => /icon-[\w-]+\.svg$/.test(path))!; // the page shows it, too
      emit("manifest.webmanifest", JSON.stringify(manifestOf(svgPath, pictures)));
      emit("sw.js", workerOf(versionOf(bundle), shellOf(bundle)));
    },
  };
}
