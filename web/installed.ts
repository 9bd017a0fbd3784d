import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";

/**
 * What makes the page an app that can be installed: the manifest, the icons as PNG, and a service worker that keeps the built shell.
 * The icons are drawn here from `src/icon.svg`, a rounded square with rectangles on it, so that no picture has to be kept in the repository.
 */

const LIGHT = "#efe7d8";
const DARK = "#1b2233";
const SHORTCUTS = { amytis: "The Architects of Amytis", akropolis: "Akropolis", blueprints: "Blueprints" };

type Colour = [number, number, number];
interface Box { x: number; y: number; width: number; height: number; opacity: number }
interface Icon { ground: Colour; ink: Colour; radius: number; boxes: Box[] }

/** The few shapes of the icon, on a field of 64 by 64. */
function readIcon(): Icon {
  const text = readFileSync(new URL("src/icon.svg", import.meta.url), "utf8");
  const colours = [...text.matchAll(/fill="#(..)(..)(..)"/g)].map((m) => m.slice(1).map((part) => parseInt(part, 16)) as Colour);
  const boxes = [...text.matchAll(/d="M(\d+) (\d+)h(\d+)v(\d+)H\d+z"(?: opacity="([\d.]+)")?/g)];
  const [ground, ink] = colours;
  if (!ground || !ink || boxes.length < 3) throw new Error("src/icon.svg has other shapes than installed.ts can draw");
  return { ground, ink, radius: Number(/rx="(\d+)"/.exec(text)?.[1] ?? 0), boxes: boxes.map(([, x, y, width, height, opacity]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height), opacity: Number(opacity ?? 1) })) };
}

/** The icon as PNG; `whole` has no round corners and a margin, for systems that cut their own shape. */
function png(icon: Icon, size: number, whole: boolean): Buffer {
  const fine = 4; // samples for each pixel, in both directions
  const scale = whole ? 0.74 : 1;
  const rows: Buffer[] = [];
  const inside = (x: number, y: number): boolean => {
    const [dx, dy] = [Math.max(icon.radius - x, x - 64 + icon.radius, 0), Math.max(icon.radius - y, y - 64 + icon.radius, 0)];
    return whole || dx * dx + dy * dy <= icon.radius * icon.radius;
  };
  for (let py = 0; py < size; py++) {
    const row = Buffer.alloc(1 + size * 4);
    for (let px = 0; px < size; px++) {
      let [red, green, blue, covered] = [0, 0, 0, 0];
      for (let k = 0; k < fine * fine; k++) {
        const [fx, fy] = [((px + ((k % fine) + 0.5) / fine) / size) * 64, ((py + (Math.floor(k / fine) + 0.5) / fine) / size) * 64];
        if (!inside(fx, fy)) continue;
        const [x, y] = [(fx - 32) / scale + 32, (fy - 32) / scale + 32];
        const box = icon.boxes.find((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
        const share = box?.opacity ?? 0;
        const mixed = icon.ground.map((part, n) => part + (icon.ink[n]! - part) * share);
        red += mixed[0]!;
        green += mixed[1]!;
        blue += mixed[2]!;
        covered++;
      }
      if (covered) row.set([red / covered, green / covered, blue / covered, (255 * covered) / (fine * fine)].map(Math.round), 1 + px * 4);
    }
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const digest = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex").slice(0, 10);

/** The worker: the shell from its cache, everything of the games from the network. A new build is a new version, and the old cache goes. */
const worker = (version: string, shell: string[]): string => `// Made by web/installed.ts.
const VERSION = ${JSON.stringify(`ziggurat-${version}`)};
const SHELL = ${JSON.stringify(shell)};
const KEPT = /^\\/assets\\//;
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
  else if (KEPT.test(url.pathname)) event.respondWith(asset(request));
});
async function asset(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
`;

export function installed(): Plugin {
  const icon = readIcon();
  const pictures = ([[192, false, "any"], [512, false, "any"], [512, true, "maskable"], [180, true, "apple"]] as const).map(([size, whole, purpose]) => {
    const source = png(icon, size, whole);
    return { size, purpose, source, path: `assets/icon-${purpose}-${size}-${digest(source)}.png` };
  });
  const svg = readFileSync(new URL("src/icon.svg", import.meta.url));
  const svgPath = `assets/icon-${digest(svg)}.svg`;
  const manifest = {
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
      ...pictures.filter(({ purpose }) => purpose !== "apple").map(({ size, purpose, path }) => ({ src: `/${path}`, sizes: `${size}x${size}`, type: "image/png", purpose })),
    ],
    shortcuts: Object.entries(SHORTCUTS).map(([game, name]) => ({ name, url: `/new/${game}` })),
  };
  return {
    name: "ziggurat-installed",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "link", attrs: { rel: "manifest", href: "/manifest.webmanifest" }, injectTo: "head" },
        { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${pictures.find(({ purpose }) => purpose === "apple")!.path}` }, injectTo: "head" },
      ],
    },
    generateBundle(_, bundle) {
      for (const { path, source } of pictures) this.emitFile({ type: "asset", fileName: path, source });
      this.emitFile({ type: "asset", fileName: svgPath, source: svg });
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest, null, 1) });
      // code, style and letters; the large pictures of the games are kept when they have been seen
      const shell = Object.keys(bundle).filter((path) => /\.(js|css|woff2)$/.test(path)).sort();
      const version = digest([...Object.values(bundle)].map((one) => one.fileName + ("code" in one ? digest(one.code) : digest(one.source))).sort().join("\n"));
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker(version, ["/", ...shell.map((path) => `/${path}`)]) });
    },
  };
}
