/** QR codes (ISO/IEC 18004), as far as links need them: text as bytes, error correction of level M, versions 1 to 10 (213 bytes). */

/** For each version: how many check bytes a block has, and how many blocks there are. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** The format bits of level M with the mask that is always used here: readers accept each of the eight. */
const FORMAT = 0x5412;

/** Multiply in the field of 256 elements. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The check bytes of a block (Reed and Solomon). */
function checksOf(data: number[], length: number): number[] {
  const divisor = [...Array<number>(length - 1).fill(0), 1];
  for (let i = 0, root = 1; i < length; i++, root = multiply(root, 2))
    for (let j = 0; j < length; j++) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
  const rest = Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((one, i) => (rest[i]! ^= multiply(one, factor)));
  }
  return rest;
}

/** How many bytes a code of this version holds, check bytes included. */
function bytesIn(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const alignment = version > 1 ? (25 * aligned - 10) * aligned - 55 + (version > 6 ? 36 : 0) : 0;
  return ((16 * version + 128) * version + 64 - alignment) >> 3;
}

/** The bytes of a code in the order in which they are drawn: the blocks, one byte of each in turn, then their checks likewise. */
function bytesOf(text: string): { version: number; bytes: number[] } {
  const letters = [...new TextEncoder().encode(text)];
  const room = (version: number) => bytesIn(version) - CHECKS[version - 1]! * BLOCKS[version - 1]!;
  const version = CHECKS.findIndex((_, n) => room(n + 1) >= letters.length + (n < 9 ? 2 : 3)) + 1;
  if (!version) throw new RangeError("too long for a QR code");
  // four bits for "bytes", their number in 8 or 16 bits, the bytes, four bits of zero: all shifted by four bits
  const head = version < 10 ? [letters.length] : [letters.length >> 8, letters.length & 255];
  const half = [4, ...[...head, ...letters].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = half.flatMap((one, n) => (n % 2 ? [] : [(one << 4) | (half[n + 1] ?? 0)]));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xfd) data.push(pad);
  const [count, checks] = [BLOCKS[version - 1]!, CHECKS[version - 1]!];
  const short = Math.floor(data.length / count);
  const long = data.length % count; // so many blocks at the end have one byte more
  const starts = Array.from({ length: count + 1 }, (_, n) => n * short + Math.max(0, n - count + long));
  const blocks = starts.slice(1).map((end, n) => data.slice(starts[n], end));
  const inTurn = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, n) => n).flatMap((n) =>
      lists.flatMap((list) => list.slice(n, n + 1)),
    );
  return { version, bytes: [...inTurn(blocks), ...inTurn(blocks.map((block) => checksOf(block, checks)))] };
}

type Squares = (boolean | undefined)[][];

/** Draw what is the same in all codes of a version: corners, alignment, timing, format. */
function frameOf(version: number): Squares {
  const size = version * 4 + 17;
  const squares: Squares = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => squares[y] && x >= 0 && x < size && (squares[y]![x] = dark);
  const rings = (x: number, y: number, reach: number, light: number[]) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let n = 0; n < size; n++) (set(6, n, n % 2 === 0), set(n, 6, n % 2 === 0));
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4]);
  const middle = version > 6 ? [6, (size - 1) / 2, size - 7] : version > 1 ? [6, size - 7] : [];
  const isEnd = (at: number) => at === 6 || at === size - 7;
  for (const x of middle) for (const y of middle) if (!isEnd(x) || !isEnd(y) || (x > 6 && y > 6)) rings(x, y, 2, [1]);
  for (let n = 0; n < 15; n++) {
    const dark = ((FORMAT >> n) & 1) === 1;
    set(n < 8 ? 8 : n < 9 ? 7 : 14 - n, n < 6 ? n : n < 8 ? n + 1 : 8, dark);
    set(n < 8 ? size - 1 - n : 8, n < 8 ? 8 : size - 15 + n, dark);
  }
  set(8, size - 8, true);
  if (version > 6) {
    let rest = version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    for (let n = 0; n < 18; n++) {
      const [a, b, dark] = [size - 11 + (n % 3), Math.floor(n / 3), (((version << 12) | rest) >> n) % 2 === 1];
      (set(a, b, dark), set(b, a, dark));
    }
  }
  return squares;
}

/** The squares of a code, row by row: true where it is dark. */
export function qrCode(text: string): boolean[][] {
  const { version, bytes } = bytesOf(text);
  const squares = frameOf(version);
  const size = squares.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let n = 0; n < size; n++)
      for (const x of [right, right - 1]) {
        const up = (right > 6 ? right : right + 1) % 4 === (size - 1) % 4;
        const y = up ? size - 1 - n : n;
        if (squares[y]![x] !== undefined) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        squares[y]![x] = dark !== ((x + y) % 2 === 0);
        bit++;
      }
  return squares as boolean[][];
}
