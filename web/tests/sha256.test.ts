import { expect, test } from "vitest";
import { RandomGenerator } from "../src/lib/random_generator";
import { canonical, digest, sha256 } from "../src/lib/sha256";

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

test("sha256 agrees with the examples of FIPS 180", () => {
  expect(hex(sha256(""))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(sha256("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", // 56 bytes: the length needs a second block
  );
});

test("canonical JSON has sorted keys and no spaces, also inside", () => {
  expect(canonical({ b: [1, null, { d: true, c: "é" }], a: "x" })).toBe('{"a":"x","b":[1,null,{"c":"é","d":true}]}');
});

test("digest is the hash of its arguments as one JSON list", () => {
  expect(digest("a", { y: 1, x: 2 })).toBe(hex(sha256('["a",{"x":2,"y":1}]')));
});

test("the generator draws the numbers that `ziggurat.kernel` draws", () => {
  const random = new RandomGenerator("ziggurat");
  expect([6, 6, 6, 100, 100, 2 ** 32 - 1].map((n) => random.below(n))).toEqual(KERNEL);
});
/** `rng = generator("ziggurat"); [below(rng, n) for n in (6, 6, 6, 100, 100, 2**32 - 1)]` in Python. */
const KERNEL = [2, 0, 5, 2, 43, 3040911805];

test("below 1 there is only 0, and shuffle keeps every value", () => {
  const random = new RandomGenerator("x");
  expect(random.below(1)).toBe(0);
  const shuffled = random.shuffle([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(shuffled.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(shuffled).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
