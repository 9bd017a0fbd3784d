import { expect, test } from "vitest";
import { qrCode } from "../src/lib/qr_code";
import { sha256 } from "../src/lib/sha256";

const drawn = (text: string): string =>
  qrCode(text)
    .map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))
    .join("\n");
const hashed = (text: string): string =>
  [...sha256(drawn(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The same as the library uqr 0.1.3 draws with level M and the first mask; all lengths from 1 to 213 were compared once.
test.each([
  ["hi", 21, "eae0ff7ac323a10b586260d3c62ae4fa9525d89b9e731de762b9f2f88901cf3f"],
  [
    "http://192.168.1.20:8000/table/D2GAkWklyoRnziOv#qjWunUbC0ltw6zfSRFXosg",
    37,
    "d49a699069ee26cb53fccd945b96b9a6037ce273180e7a794279aaf2f4f2b9b6",
  ],
  [
    `https://ziggurat.example.org/table/${"é".repeat(70)}`,
    53,
    "c98061cc19c8dbd8a16f1be174dc9a8f979bc032fbb6c8c15585ec427828651c",
  ],
])("%s", (text, size, hash) => {
  expect(qrCode(text)).toHaveLength(size);
  expect(hashed(text)).toBe(hash);
});

test("a link that is too long is refused, not cut", () => {
  expect(() => qrCode("x".repeat(214))).toThrow(RangeError);
});
