/**
 * The deal, checked here and not by the server: SHA-256 and the random generator as `fair.py` and `kernel.py` have them. (SHA-256 is written out, because
 * browsers keep `crypto.subtle` from pages that come without TLS, as a table in a living room does.)
 */
import { explains } from "../games/deals";
import type { TableMessage } from "./messages";
import type { Promised } from "./promises";

/** Words that nobody can guess: 128 random bits. */
export function newWords(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, "0")).join("-");
}

// --- SHA-256 -----------------------------------------------------------------------------------------------------------

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0));
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  const data = new Uint8Array(((message.length + 8) >> 6 << 6) + 64);
  data.set(message);
  data[message.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(data.length - 4, message.length << 3);
  const [state, w] = [Uint32Array.from(START), new Uint32Array(64)];
  const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => found.setUint32(4 * i, word));
  return new Uint8Array(found.buffer);
}

/** JSON with sorted keys and no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/** The SHA-256 of the parts as one JSON list. */
export function digest(...parts: unknown[]): string {
  return [...sha256(canonical(parts))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- The random generator ----------------------------------------------------------------------------------------------

const [LOW, WORD] = [0xffffffffn, (1n << 64n) - 1n];
const turned = (word: bigint, bits: bigint): bigint => ((word << bits) | (word >> (64n - bits))) & WORD;

/** xoshiro256**, seeded by the SHA-256 of a text. */
export class Lots {
  #state: [bigint, bigint, bigint, bigint];

  constructor(seed: string) {
    const bytes = new DataView(sha256(seed).buffer);
    this.#state = [0, 8, 16, 24].map((at) => bytes.getBigUint64(at, true)) as [bigint, bigint, bigint, bigint];
  }

  #next(): bigint {
    let [a, b, c, d] = this.#state;
    const word = (turned((b * 5n) & WORD, 7n) * 9n) & WORD;
    c ^= a;
    d ^= b;
    this.#state = [a ^ d, b ^ c, c ^ ((b << 17n) & WORD), turned(d, 45n)];
    return word;
  }

  /** A number from 0 to n - 1, each equally likely. */
  below(n: number): number {
    const span = BigInt(n);
    const least = ((1n << 32n) - span) % span;
    let product = (this.#next() >> 32n) * span;
    while ((product & LOW) < least) product = (this.#next() >> 32n) * span;
    return Number(product >> 32n);
  }

  shuffle<T>(values: T[]): T[] {
    for (let last = values.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [values[last], values[other]] = [values[other]!, values[last]!];
    }
    return values;
  }
}

// --- The proof of a table ----------------------------------------------------------------------------------------------

/** What does not hold. */
export type Wrong = "secret" | "promise" | "words" | "bots" | "deal";
/** What could not be checked: the promise was not seen before the start, nobody added words, or how the game is dealt is not known here. */
export type Unsure = "late" | "wordless" | "unknown";
export type Proof = { wrong: Wrong } | { wrong: null; unsure: Unsure[] };

/** Whether the deal of a game that is over is the one that was promised; null where nothing was promised. */
export function prove(table: TableMessage, promised: Promised | undefined): Proof | null {
  const fair = table.end?.fair;
  if (!fair || !table.view) return null;
  if (fair.commitment !== table.commitment || digest(fair.secret, fair.table, table.options) !== fair.commitment) return { wrong: "secret" };
  if (promised && promised.commitment !== fair.commitment) return { wrong: "promise" };
  const first = fair.table === table.id; // not a deal that is played again
  const own = first ? table.you.map((seat) => fair.words[seat] ?? "") : fair.words;
  if (promised?.words.length && table.you.length && !(first ? own.every((word) => promised.words.includes(word)) : own.some((word) => promised.words.includes(word)))) return { wrong: "words" };
  if (first && table.seats.some((seat) => seat.kind === "bot" && fair.words[seat.seat])) return { wrong: "bots" };
  const explained = explains(new Lots(digest(fair.secret, fair.table, fair.words)), table.options, table.view);
  if (explained === false) return { wrong: "deal" };
  const unsure: Unsure[] = [];
  if (!promised) unsure.push("late");
  if (!fair.words.some(Boolean)) unsure.push("wordless");
  if (explained === null) unsure.push("unknown");
  return { wrong: null, unsure };
}
