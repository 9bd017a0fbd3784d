/**
 * Draws the icons of the app as PNG, at build time, from `src/icon.svg`: a rounded square with rectangles on it. So the repository needs no
 * picture files.
 */
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

type Colour = [number, number, number];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
}
export interface Icon {
  ground: Colour;
  ink: Colour;
  radius: number;
  boxes: Box[];
}

/** Samples for each pixel, in both directions. */
const FINE = 4;
/** How much smaller the rectangles are where the system cuts its own shape. */
const INSET = 0.74;

/** Read the few shapes of the icon, on a field of 64 by 64. */
export function readIcon(): Icon {
  const text = readFileSync(new URL("src/icon.svg", import.meta.url), "utf8");
  const colours = [...text.matchAll(/fill="#(..)(..)(..)"/g)].map(
    (m) => m.slice(1).map((part) => parseInt(part, 16)) as Colour,
  );
  const boxes = [...text.matchAll(/d="M(\d+) (\d+)h(\d+)v(\d+)H\d+z"(?: opacity="([\d.]+)")?/g)].map(
    ([, x, y, width, height, opacity]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      opacity: Number(opacity ?? 1),
    }),
  );
  const [ground, ink] = colours;
  if (!ground || !ink || boxes.length < 3)
    throw new Error("src/icon.svg has other shapes than build_icons.ts can draw");
  return { ground, ink, radius: Number(/rx="(\d+)"/.exec(text)?.[1] ?? 0), boxes };
}

/** The colour at a point of the field, or null outside the rounded square; `whole` has no round corners and a margin. */
function colourAt(icon: Icon, fx: number, fy: number, whole: boolean): Colour | null {
  const { radius } = icon;
  const [dx, dy] = [Math.max(radius - fx, fx - 64 + radius, 0), Math.max(radius - fy, fy - 64 + radius, 0)];
  if (!whole && dx * dx + dy * dy > radius * radius) return null;
  const scale = whole ? INSET : 1;
  const [x, y] = [(fx - 32) / scale + 32, (fy - 32) / scale + 32];
  const box = icon.boxes.find((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
  return icon.ground.map((part, n) => part + (icon.ink[n]! - part) * (box?.opacity ?? 0)) as Colour;
}

/** One pixel as red, green, blue and opacity, from the mean of its samples. */
function pixelAt(icon: Icon, px: number, py: number, size: number, whole: boolean): number[] {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let k = 0; k < FINE * FINE; k++) {
    const [fx, fy] = [px + ((k % FINE) + 0.5) / FINE, py + (Math.floor(k / FINE) + 0.5) / FINE];
    const colour = colourAt(icon, (fx / size) * 64, (fy / size) * 64, whole);
    if (!colour) continue;
    colour.forEach((part, n) => (sum[n]! += part));
    covered++;
  }
  if (!covered) return [0, 0, 0, 0];
  return [...sum.map((part) => part / covered), (255 * covered) / (FINE * FINE)].map(Math.round);
}

/** Draw the icon as a PNG file; `whole` has no round corners and a margin, for systems that cut their own shape. */
export function drawPng(icon: Icon, size: number, whole: boolean): Buffer {
  const rows: Buffer[] = [];
  for (let py = 0; py < size; py++) {
    const row = Buffer.alloc(1 + size * 4);
    for (let px = 0; px < size; px++) row.set(pixelAt(icon, px, py, size, whole), 1 + px * 4);
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
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
