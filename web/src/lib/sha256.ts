/**
 * SHA-256, written out because browsers withhold `crypto.subtle` from pages that come without TLS, such as a table on a home network; and the
 * digest of JSON values that `fair_deal.py` computes too.
 */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

type State = [number, number, number, number, number, number, number, number];
const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The message, a one bit, zeros, and the length in bits: a multiple of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const data = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  data.set(message);
  data[message.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(data.length - 4, message.length << 3);
  return view;
}

/** Mix the 64 bytes at an offset into the state. */
function compress(state: Uint32Array, data: DataView, at: number): void {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const [low, high] = [rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3), rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)];
    w[i] = w[i - 16]! + low + w[i - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as State;
  for (let i = 0; i < 64; i++) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

/** The 32 bytes of the SHA-256 of a text in UTF-8. */
export function sha256(text: string): Uint8Array {
  const data = padded(new TextEncoder().encode(text));
  const state = Uint32Array.from(START);
  for (let at = 0; at < data.byteLength; at += 64) compress(state, data, at);
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/** JSON with sorted keys and no spaces: one text for equal values. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/** The SHA-256, in hexadecimal, of the parts as one JSON list. */
export function digest(...parts: unknown[]): string {
  return [...sha256(canonical(parts))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
