import { sha256 } from "./sha256";

const [LOW, WORD] = [0xffffffffn, (1n << 64n) - 1n];
const rotate = (word: bigint, bits: bigint): bigint => ((word << bits) | (word >> (64n - bits))) & WORD;

/** The random generator of the server (`kernel.py`): xoshiro256**, seeded by the SHA-256 of a text. */
export class RandomGenerator {
  #state: [bigint, bigint, bigint, bigint];

  constructor(seed: string) {
    const bytes = new DataView(sha256(seed).buffer);
    this.#state = [0, 8, 16, 24].map((at) => bytes.getBigUint64(at, true)) as [bigint, bigint, bigint, bigint];
  }

  #next(): bigint {
    let [a, b, c, d] = this.#state;
    const word = (rotate((b * 5n) & WORD, 7n) * 9n) & WORD;
    c ^= a;
    d ^= b;
    this.#state = [a ^ d, b ^ c, c ^ ((b << 17n) & WORD), rotate(d, 45n)];
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

  /** Shuffle a list in place. */
  shuffle<T>(values: T[]): T[] {
    for (let last = values.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [values[last], values[other]] = [values[other]!, values[last]!];
    }
    return values;
  }
}
