/**
 * The pieces as SVG, each drawn around the origin of a cell of 100 units: a base of its layer in
 * the colour of its owner, a symbol in the ink of that colour, and what it has and holds.
 *
 * Colour is never the only sign: each seat has a ring and a pattern of its own.
 */

/** @import { Drawing, Looks, Piece } from "./types.js" */

import { s } from "../core/dom.js";
import { t } from "../core/text.js";
import { baseOf, conditionLook, itemLook, pieceLook, shownStats } from "./looks.js";

const SHIELD = "M0-42Q17-31 36-31V-2C36 19 20 34 0 43C-20 34-36 19-36-2V-31Q-17-31 0-42Z";
const DASHES = ["", "7 3", "2 3", "9 3 2 3"]; // by seat
const PATTERNS = [
  "",
  "M-42-14-14-42M-42 14 14-42M-42 42 42-42M-14 42 42-14M14 42 42 14",
  "M-30-30h1M0-30h1M30-30h1M-30 0h1M0 0h1M30 0h1M-30 30h1M0 30h1M30 30h1",
  "M-42-28H42M-42 0H42M-42 28H42",
];

/**
 * A symbol in a box of 100, scaled. Its colours are the CSS variables `--ink` and `--fill`.
 * @param {Drawing} drawing
 * @param {number} scale
 * @param {number} [x]
 * @param {number} [y]
 */
export function symbol({ solid, lines, cuts }, scale, x = 0, y = 0) {
  return s(
    "g",
    { class: "pb-symbol", transform: `translate(${x} ${y}) scale(${scale})` },
    solid && s("path", { class: "solid", d: solid }),
    lines && s("path", { class: "lines", d: lines }),
    cuts && s("path", { class: "cuts", d: cuts }),
  );
}

/**
 * The parts of a piece. `alone` means that nothing else is on its site.
 * @param {Piece} piece
 * @param {Looks} looks
 * @param {boolean} alone
 * @returns {SVGElement[]}
 */
export function figure(piece, looks, alone) {
  const base = baseOf(looks, piece);
  const fades = !!piece.condition && conditionLook(looks, piece.condition).show === "faded";
  const special = base === "tile" && !piece.hidden && pieceLook(looks, piece).symbol;
  const kinds = [fades && "pb-faded", special && "pb-special"].filter(Boolean).join(" ");
  const body = s("g", { class: kinds || null }, ...bodyOf(piece, base));
  if (piece.hidden) {
    body.append(text("?", 46, 0));
    return [body];
  }
  const numbers = stats(piece, looks);
  const items = held(piece, looks);
  if (base === "tile" && !alone) body.append(...cornered(piece, looks));
  else body.append(...face(piece, looks, base, numbers.length ? -7 : 0));
  return [body, ...numbers, ...items, ...badge(piece, looks)];
}

/**
 * @param {Piece} piece
 * @param {string} base
 */
function bodyOf({ seat, colour, hidden }, base) {
  const number = (seat ?? 0) % DASHES.length;
  const face = hidden ? "pb-face pb-back" : "pb-face";
  const ring = { class: "pb-ring", "stroke-dasharray": DASHES[number] || null };
  const ringed = typeof seat === "number" && colour !== "black" && colour !== "white";
  const square = (/** @type {number} */ r, /** @type {any} */ more) =>
    s("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, ...more });
  switch (base) {
    case "none":
      return [];
    case "tile":
      return [
        square(49, { class: hidden ? "pb-tile pb-back" : "pb-tile", rx: 7 }),
        ringed && s("path", { class: "pb-pattern", d: PATTERNS[number] ?? "" }),
        square(44, { class: "pb-border", rx: 5, "stroke-dasharray": ring["stroke-dasharray"] }),
      ].filter((part) => part !== false);
    case "token":
      return [square(36, { class: `${face} pb-token`, rx: 14 })];
    case "shield":
      return [
        s("path", { class: "pb-shadow", d: SHIELD, transform: "translate(0 4)" }),
        s("path", { class: face, d: SHIELD }),
        ...(ringed ? [s("path", { ...ring, d: SHIELD, transform: "scale(.83)" })] : []),
      ];
    default:
      return [
        s("circle", { class: "pb-shadow", cy: 4, r: 42 }),
        s("circle", { class: face, r: 41 }),
        ...(ringed ? [s("circle", { ...ring, r: 34.5 })] : []),
      ];
  }
}

/**
 * The symbol and the letter of a piece, moved up by what is below them.
 * @param {Piece} piece
 * @param {Looks} looks
 * @param {string} base
 * @param {number} y
 */
function face(piece, looks, base, y) {
  const { symbol: drawing, letter } = pieceLook(looks, piece);
  const letters = letter === false ? "" : piece.letter;
  if (base === "stone") return [];
  if (base === "none") {
    const dashes = DASHES[(piece.seat ?? 0) % DASHES.length];
    return [
      drawing && s("g", { class: "pb-bare" }, symbol(drawing, 0.84, 0, -2)),
      letters && pill(letters, 26, 35, 26, null, "pb-name", dashes),
    ].filter((part) => typeof part === "object" && part !== null);
  }
  if (!drawing) return letters ? [text(letters, base === "tile" ? 30 : 44, y)] : [];
  if (!letters) return [symbol(drawing, 0.54, 0, y)];
  return [symbol(drawing, 0.4, 0, y - 9), text(letters, 22, y + 21)];
}

/**
 * The symbol of a block under another piece.
 * @param {Piece} piece
 * @param {Looks} looks
 */
function cornered(piece, looks) {
  const { symbol: drawing } = pieceLook(looks, piece);
  return drawing ? [symbol(drawing, 0.2, -37, -37)] : [];
}

/**
 * A text in the middle, made smaller to fit.
 * @param {string} words
 * @param {number} size
 * @param {number} y
 */
function text(words, size, y) {
  const fits = Math.min(size, 100 / Math.max(1, words.length));
  return s("text", { class: "pb-letter", y, "font-size": fits }, words);
}

/**
 * Bars and numbers along the lower rim.
 * @param {Piece} piece
 * @param {Looks} looks
 */
function stats(piece, looks) {
  const all = shownStats(looks, piece);
  const bars = all.filter(({ look, most }) => look.show === "bar" && most !== null);
  const numbers = all.filter((stat) => !bars.includes(stat));
  const parts = bars.map(({ value, most }, i) => bar(value, most ?? value, 35 - i * 18));
  const step = numbers.length > 1 ? 88 / numbers.length : 0;
  for (const [i, { look, value, most }] of numbers.entries()) {
    const words = most === null ? String(value) : `${value}/${most}`;
    const x = (i - (numbers.length - 1) / 2) * step;
    parts.push(pill(words, x, bars.length ? 14 : 35, 26, look.symbol));
  }
  return parts;
}

/**
 * A number, and a bar in as many parts as can be counted.
 * @param {number} value
 * @param {number} most
 * @param {number} y
 */
function bar(value, most, y) {
  const level = value * 3 <= most ? "low" : value < most ? "some" : "full";
  const count = most > 8 ? 1 : most;
  const room = 52 / count;
  const part = (/** @type {string} */ name, /** @type {number} */ i, /** @type {number} */ share) =>
    s("rect", {
      class: name,
      x: -14 + i * room,
      y: y - 5.5,
      width: (room - 2) * share,
      height: 11,
      rx: 2,
    });
  const parts = Array.from({ length: count }, (_, i) => {
    const share = count > 1 ? Number(i < value) : Math.max(0, value / most);
    return [part("pb-bar-room", i, 1), share > 0 && part(`pb-bar-${level}`, i, share)];
  });
  return s(
    "g",
    { class: "pb-bar" },
    s("rect", { class: "pb-pill", x: -41, y: y - 11, width: 82, height: 22, rx: 8 }),
    s("text", { class: "pb-pill-text", x: -27, y: y + 0.5, "font-size": 20 }, value),
    ...parts.flat(),
  );
}

/**
 * A small text, after a symbol if it has one.
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {Drawing | null} [drawing]
 * @param {string} [kind]
 * @param {string | null} [dashes] of its rim
 */
function pill(words, x, y, height, drawing, kind = "pb-badge", dashes = null) {
  const letters = words.length * height * 0.54;
  const sign = drawing ? height * 0.74 : 0;
  const width = Math.max(height, letters + sign + height * 0.4);
  const from = x - (letters + sign) / 2;
  return s(
    "g",
    { class: kind },
    s("rect", {
      class: "pb-pill",
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      rx: height / 3,
      "stroke-dasharray": dashes || null,
    }),
    drawing && symbol(drawing, (height * 0.66) / 100, from + sign / 2 - 1, y),
    s(
      "text",
      {
        class: "pb-pill-text",
        x: from + sign + letters / 2,
        y: y + 0.5,
        "font-size": height * 0.84,
      },
      words,
    ),
  );
}

/**
 * What the piece holds, at its upper right.
 * @param {Piece} piece
 * @param {Looks} looks
 */
function held({ holds }, looks) {
  if (!holds) return [];
  const { symbol: drawing } = itemLook(looks, holds);
  return [
    s(
      "g",
      { class: "pb-held", transform: "translate(29 -29)" },
      s("circle", { class: "pb-item", r: 19 }),
      drawing ? symbol(drawing, 0.28) : text(holds.slice(0, 1).toUpperCase(), 24, 1),
    ),
  ];
}

/**
 * A condition that does not fade the piece: its symbol at the upper left, or its name on top.
 * @param {Piece} piece
 * @param {Looks} looks
 */
function badge({ condition }, looks) {
  if (!condition) return [];
  const { show, symbol: drawing, name } = conditionLook(looks, condition);
  if (show === "faded") return [];
  if (drawing)
    return [
      s(
        "g",
        { class: "pb-condition", transform: "translate(-30 -30)" },
        s("circle", { class: "pb-note", r: 17 }),
        symbol(drawing, 0.24),
      ),
    ];
  const words = t(name);
  const width = Math.min(92, words.length * 9.5 + 10);
  const fits = words.length * 9.5 > width ? { textLength: width - 8 } : {};
  return [
    s(
      "g",
      { class: "pb-condition" },
      s("rect", { class: "pb-note", x: -width / 2, y: -48, width, height: 19, rx: 6 }),
      s("text", { class: "pb-note-text", y: -38, "font-size": 15, ...fits }, words),
    ),
  ];
}
