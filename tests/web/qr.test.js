import assert from "node:assert/strict";
import { test } from "node:test";

import jsQR from "jsqr";

import { qr, qrPath } from "../../src/parlour/web/core/qr.js";

const SCALE = 4;
const QUIET = 4;

/** What somebody else's reader sees in a picture of the code. */
function read(modules) {
  const size = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const dark = modules[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET];
      if (dark) pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  }
  const jsqr = typeof jsQR === "function" ? jsQR : jsQR.default;
  return jsqr(pixels, size, size);
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.#/";
const word = (length) => Array.from({ length }, (_, at) => LETTERS[(at * 7 + length) % LETTERS.length]).join("");
/** The longest text of each version. */
const LONGEST = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];

test("a reader finds the link in its code", () => {
  const link = "http://192.168.178.100:8722/#d18f69e54e.IUKRptqyP1vuYtXhPv34YA";
  assert.equal(read(qr(link)).data, link);
});

for (const [at, longest] of LONGEST.entries()) {
  test(`codes of version ${at + 1} can be read, filled and with room to spare`, () => {
    for (const length of [longest, longest - 5]) {
      const found = read(qr(word(length)));
      assert.equal(found.version, at + 1);
      assert.equal(found.data, word(length));
    }
    assert.equal(qr(word(longest)).length, 21 + 4 * at);
  });
}

test("letters of any language are kept", () => {
  const text = "https://spiel.example/#Größe ✓";
  assert.equal(new TextDecoder().decode(new Uint8Array(read(qr(text)).binaryData)), text);
});

test("a code with some damage can still be read", () => {
  const modules = qr(word(60));
  for (let at = 0; at < 6; at += 1) modules[15][15 + at] = !modules[15][15 + at];
  assert.equal(read(modules).data, word(60));
});

test("what is too long has no code", () => {
  assert.equal(qr(word(214)), null);
});

test("the path has a square for each dark module", () => {
  assert.equal(qrPath([[true, false], [false, true]]), "M0 0h1v1h-1zM1 1h1v1h-1z");
});
