/**
 * QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10.
 *
 * The code is made here and not by the hall, so that the secret of a link stays in the browser.
 */

/**
 * By version, from 1: error correction words of a block, and the data words of each block.
 * @type {[number, number[]][]}
 */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const MASKS = [
  (/** @type {number} */ y, /** @type {number} */ x) => (y + x) % 2,
  (/** @type {number} */ y) => y % 2,
  (/** @type {number} */ _, /** @type {number} */ x) => x % 3,
  (/** @type {number} */ y, /** @type {number} */ x) => (y + x) % 3,
  (/** @type {number} */ y, /** @type {number} */ x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (/** @type {number} */ y, /** @type {number} */ x) => ((y * x) % 2) + ((y * x) % 3),
  (/** @type {number} */ y, /** @type {number} */ x) => (((y * x) % 2) + ((y * x) % 3)) % 2,
  (/** @type {number} */ y, /** @type {number} */ x) => (((y + x) % 2) + ((y * x) % 3)) % 2,
];
const FORMAT = { generator: 0x537, mask: 0x5412 };
const VERSION_GENERATOR = 0x1f25;

/**
 * The modules of a code, row by row; true is dark. Without the quiet zone around them.
 * @param {string} text
 * @returns {boolean[][] | null} null if the text is too long
 */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(([, blocks], at) => bytes.length <= sum(blocks) - (at < 9 ? 2 : 3)) + 1;
  if (!version) return null;
  const words = interleaved(dataWords(bytes, version), version);
  const candidates = MASKS.map((_, mask) => drawn(version, words, mask));
  const penalties = candidates.map(penalty);
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? null;
}

/**
 * The dark modules as one path, in units of a module.
 * @param {boolean[][]} modules
 */
export function qrPath(modules) {
  return modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}

/**
 * The text as words: mode, length, bytes, padding.
 * @param {number[]} bytes
 * @param {number} version
 */
function dataWords(bytes, version) {
  const capacity = sum(blocksOf(version)[1]);
  const length = bits(bytes.length, version < 10 ? 8 : 16);
  const all = [...bits(0b0100, 4), ...length, ...bytes.flatMap((byte) => bits(byte, 8)), 0, 0, 0, 0];
  const words = [];
  for (let at = 0; at < all.length && words.length < capacity; at += 8) {
    words.push(all.slice(at, at + 8).reduce((word, bit, place) => word | (bit << (7 - place)), 0));
  }
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/**
 * The words of all blocks in turn, and after them those that correct errors.
 * @param {number[]} words
 * @param {number} version
 */
function interleaved(words, version) {
  const [count, lengths] = blocksOf(version);
  let from = 0;
  const data = lengths.map((length) => words.slice(from, (from += length)));
  const correction = data.map((block) => remainder(block, count));
  return [...inTurn(data), ...inTurn(correction)];
}

/** @param {number[][]} blocks */
function inTurn(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return [...Array(longest).keys()].flatMap((at) => blocks.flatMap((block) => block.slice(at, at + 1)));
}

// ---- Reed and Solomon's code over the field of 256 elements ----

const EXP = new Array(510).fill(1);
const LOG = new Array(256).fill(0);
for (let at = 0, value = 1; at < 255; at += 1) {
  EXP[at] = EXP[at + 255] = value;
  LOG[value] = at;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

/** @param {number} a @param {number} b */
function times(a, b) {
  return a && b ? EXP[LOG[a] + LOG[b]] : 0;
}

/**
 * What is left of a block after division by the generator of this degree.
 * @param {number[]} block
 * @param {number} degree
 */
function remainder(block, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[root])));
    generator = next;
  }
  const rest = [...block, ...new Array(degree).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at] ?? 0;
    generator.forEach((value, place) => (rest[at + place] ^= times(value, factor)));
  }
  return rest.slice(block.length);
}

// ---- the drawing ----

/**
 * @param {number} version
 * @param {number[]} words
 * @param {number} mask
 */
function drawn(version, words, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(undefined));
  drawPatterns(grid, version);
  drawFormat(grid, mask);
  const all = words.flatMap((word) => bits(word, 8));
  let at = 0;
  for (const [y, x] of zigzag(size)) {
    const row = grid[y] ?? [];
    if (row[x] === undefined) row[x] = (all[at++] ?? 0) !== (MASKS[mask]?.(y, x) === 0 ? 1 : 0);
  }
  return grid.map((row) => row.map((dark) => dark === true));
}

/**
 * Everything that is the same in all codes of a version.
 * @param {(boolean | undefined)[][]} grid
 * @param {number} version
 */
function drawPatterns(grid, version) {
  const size = grid.length;
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    for (let y = -1; y <= 7; y += 1) {
      for (let x = -1; x <= 7; x += 1) {
        const ring = Math.max(Math.abs(y - 3), Math.abs(x - 3));
        put(grid, (top ?? 0) + y, (left ?? 0) + x, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = alignment(version);
  const last = centres.at(-1);
  for (const y of centres) {
    for (const x of centres) {
      if ((y === 6 && (x === 6 || x === last)) || (x === 6 && y === last)) continue;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) put(grid, y + dy, x + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1);
      }
    }
  }
  for (let at = 8; at < size - 8; at += 1) {
    put(grid, 6, at, at % 2 === 0);
    put(grid, at, 6, at % 2 === 0);
  }
  put(grid, size - 8, 8, true);
  if (version >= 7) {
    const info = (version << 12) | divided(version << 12, VERSION_GENERATOR, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      put(grid, far, near, ((info >> bit) & 1) === 1);
      put(grid, near, far, ((info >> bit) & 1) === 1);
    }
  }
}

/**
 * The level of correction (M is 00) and the mask, twice.
 * @param {(boolean | undefined)[][]} grid
 * @param {number} mask
 */
function drawFormat(grid, mask) {
  const size = grid.length;
  const info = ((mask << 10) | divided(mask << 10, FORMAT.generator, 10)) ^ FORMAT.mask;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((info >> bit) & 1) === 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit;
    if (bit < 8) {
      put(grid, along, 8, dark);
      put(grid, 8, size - 1 - bit, dark);
    } else {
      put(grid, 8, bit === 8 ? 7 : along, dark);
      put(grid, size - 15 + bit, 8, dark);
    }
  }
}

/** @param {number} version */
function alignment(version) {
  if (version === 1) return [];
  const last = 10 + 4 * version;
  return version < 7 ? [6, last] : [6, 8 + 2 * version, last];
}

/**
 * The modules in the order in which data fills them: by pairs of columns, up and down.
 * @param {number} size
 * @returns {Generator<[number, number]>}
 */
function* zigzag(size) {
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      yield [y, right];
      yield [y, right - 1];
    }
    up = !up;
  }
}

/**
 * How hard a code is to read: the least is chosen.
 * @param {boolean[][]} grid
 */
function penalty(grid) {
  const columns = grid.map((_, x) => grid.map((row) => row[x] === true));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  grid.forEach((row, y) =>
    row.forEach((dark, x) => {
      const [beside, below, across] = [row[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]];
      if (dark === beside && dark === below && dark === across) points += 3;
    }),
  );
  const share = grid.flat().filter(Boolean).length / grid.length ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

// ---- numbers ----

/**
 * @param {(boolean | undefined)[][]} grid
 * @param {number} y
 * @param {number} x
 * @param {boolean} dark
 */
function put(grid, y, x, dark) {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

/** @param {number} value @param {number} count */
function bits(value, count) {
  return Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);
}

/**
 * The remainder of a division of polynomials over two elements.
 * @param {number} value
 * @param {number} generator
 * @param {number} degree
 */
function divided(value, generator, degree) {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - degree);
  return rest;
}

/** @param {number} version @returns {[number, number[]]} */
function blocksOf(version) {
  return BLOCKS[version - 1] ?? [0, []];
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
