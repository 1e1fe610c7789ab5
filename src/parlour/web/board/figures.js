/**
 * The pieces as SVG, each drawn around the origin of a cell of 100 units: a base of its layer in
 * the colour of its owner, a symbol in the ink of that colour, and what it has and holds.
 *
 * Colour is never the only sign: each seat has a ring or a border of its own.
 */

import { s } from "../core/dom.js";
import {
  baseOf,
  conditionLook,
  isFaded,
  itemLook,
  pieceLook,
  shownStats,
  tintOf,
} from "./looks.js";
import { t } from "../core/text.js";

/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./looks.js").Drawing} Drawing */

const SHIELD = "M0-42Q17-31 36-31V-2C36 19 20 34 0 43C-20 34-36 19-36-2V-31Q-17-31 0-42Z";
const RINGS = ["", "7 3", "2 3", "9 3 2 3"]; // dash patterns, by seat

/**
 * A symbol in a box of 100, scaled. Its ink and what it stands on are `--ink` and `--fill`.
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

/** The dashes of a seat's ring. @param {number | null | undefined} seat @param {number} [scale] */
export function dashes(seat, scale = 1) {
  const ring = RINGS[(seat ?? 0) % RINGS.length] ?? "";
  return ring
    ? ring
        .split(" ")
        .map((dash) => Number(dash) * scale)
        .join(" ")
    : null;
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
  const body = s("g", { class: isFaded(looks, piece) ? "pb-faded" : null }, ...bodyOf(piece, base));
  if (piece.hidden) {
    body.append(text("?", 46, 0, 1));
    return [body];
  }
  const numbers = stats(piece, looks);
  const raised = numbers.length && base !== "tile" ? -7 : 0;
  body.append(...face(piece, looks, base, alone, raised));
  return [body, ...numbers, ...held(piece, looks), ...badge(piece, looks)];
}

/** @param {Piece} piece @param {string} base @returns {SVGElement[]} */
function bodyOf(piece, base) {
  const ring = { class: "pb-ring", "stroke-dasharray": dashes(piece.seat) };
  const ringed =
    piece.seat !== null &&
    piece.seat !== undefined &&
    !["black", "white"].includes(piece.colour ?? "");
  const back = piece.hidden ? " pb-back" : "";
  const shadow = () => s("circle", { class: "pb-shadow", cy: 4, r: 42 });
  switch (base) {
    case "none":
      return [];
    case "tile":
      return [
        s("rect", { class: `pb-tile${back}`, x: -49, y: -49, width: 98, height: 98, rx: 7 }),
        s("rect", {
          class: "pb-border",
          x: -43.5,
          y: -43.5,
          width: 87,
          height: 87,
          rx: 5,
          "stroke-dasharray": dashes(piece.seat, 1.6),
        }),
      ];
    case "shield":
      return [
        s("path", { class: "pb-shadow", d: SHIELD, transform: "translate(0 4)" }),
        s("path", { class: `pb-face${back}`, d: SHIELD }),
        ...(ringed ? [s("path", { ...ring, d: SHIELD, transform: "scale(.83)" })] : []),
      ];
    case "token":
      return [
        s("rect", {
          class: `pb-face pb-token${back}`,
          x: -34,
          y: -34,
          width: 68,
          height: 68,
          rx: 14,
        }),
      ];
    default:
      return [
        shadow(),
        s("circle", { class: `pb-face${back}${base === "stone" ? " pb-stone" : ""}`, r: 41 }),
        ...(ringed ? [s("circle", { ...ring, r: 34.5 })] : []),
      ];
  }
}

/**
 * The symbol and the letter of a piece.
 * @param {Piece} piece
 * @param {Looks} looks
 * @param {string} base
 * @param {boolean} alone
 * @param {number} y
 * @returns {SVGElement[]}
 */
function face(piece, looks, base, alone, y) {
  if (base === "stone") return [];
  const look = pieceLook(looks, piece);
  const letters = look.letter !== false ? piece.letter : "";
  if (base === "tile") {
    if (!alone) return [];
    if (look.symbol) return [symbol(look.symbol, 0.52)];
    return letters ? [text(letters, 30, 0, 1)] : [];
  }
  if (!look.symbol) return [text(letters, 44, y, 1)];
  if (!letters) return [symbol(look.symbol, base === "token" ? 0.5 : 0.54, 0, y)];
  return [symbol(look.symbol, 0.4, 0, y - 9), text(letters, 22, y + 21, 1)];
}

/**
 * A text in the middle, made smaller to fit.
 * @param {string} words
 * @param {number} size
 * @param {number} y
 * @param {number} [x]
 */
function text(words, size, y, x = 0) {
  const fits = Math.min(size, 100 / Math.max(1, words.length));
  return s("text", { class: "pb-letter", x: x === 1 ? 0 : x, y, "font-size": fits }, words);
}

/**
 * Bars and numbers along the lower rim.
 * @param {Piece} piece
 * @param {Looks} looks
 * @returns {SVGElement[]}
 */
function stats(piece, looks) {
  const all = shownStats(looks, piece);
  const bars = all.filter(({ look, most }) => look.show === "bar" && most !== null);
  const numbers = all.filter((stat) => !bars.includes(stat));
  const parts = bars.map(({ value, most }, i) => bar(value, most ?? value, 33 - i * 18));
  const step = numbers.length > 1 ? 84 / numbers.length : 0;
  numbers.forEach(({ look, value, most }, i) => {
    const words = most === null ? String(value) : `${value}/${most}`;
    const x = (i - (numbers.length - 1) / 2) * step;
    parts.push(pill(words, x, bars.length ? 14 : 34, 25, look.symbol ?? null));
  });
  return parts;
}

/**
 * A bar in as many parts as can be counted, and its number.
 * @param {number} value
 * @param {number} most
 * @param {number} y
 */
function bar(value, most, y) {
  const level = value * 3 <= most ? "low" : value < most ? "some" : "full";
  const count = most > 8 ? 1 : most;
  const room = 50 / count;
  const parts = [];
  for (let i = 0; i < count; i++) {
    const x = -16 + i * room;
    const share = count > 1 ? (i < value ? 1 : 0) : Math.max(0, value / most);
    parts.push(
      s("rect", { class: "pb-bar-room", x, y: y - 6, width: room - 2.5, height: 12, rx: 2 }),
    );
    if (share)
      parts.push(
        s("rect", {
          class: `pb-bar-${level}`,
          x,
          y: y - 6,
          width: (room - 2.5) * share,
          height: 12,
          rx: 2,
        }),
      );
  }
  const number = s(
    "text",
    { class: "pb-pill-text", x: -28, y: y + 0.5, "font-size": 20 },
    String(value),
  );
  return s(
    "g",
    { class: "pb-bar" },
    s("rect", { class: "pb-pill", x: -41, y: y - 11.5, width: 80, height: 23, rx: 8 }),
    number,
    ...parts,
  );
}

/**
 * A small text, after a symbol if it has one.
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {Drawing | null} drawing
 */
function pill(words, x, y, height, drawing) {
  const letters = words.length * height * 0.52;
  const sign = drawing ? height * 0.72 : 0;
  const width = Math.max(height, letters + sign + height * 0.4);
  const from = x - (letters + sign) / 2;
  return s(
    "g",
    { class: "pb-badge" },
    s("rect", {
      class: "pb-pill",
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      rx: height / 3,
    }),
    drawing && symbol(drawing, (height * 0.64) / 100, from + sign / 2 - 1, y),
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
 * @returns {SVGElement[]}
 */
function held({ holds }, looks) {
  if (!holds) return [];
  const { symbol: drawing } = itemLook(looks, holds);
  return [
    s(
      "g",
      { class: "pb-held", transform: "translate(30 -30)" },
      s("circle", { class: "pb-item", r: 18 }),
      drawing ? symbol(drawing, 0.27) : text(holds.slice(0, 1).toUpperCase(), 24, 1),
    ),
  ];
}

/**
 * A condition that is told by a word, or a sign of it.
 * @param {Piece} piece
 * @param {Looks} looks
 * @returns {SVGElement[]}
 */
function badge({ condition }, looks) {
  if (!condition) return [];
  const look = conditionLook(looks, condition);
  if (look.show === "faded") return [];
  const words = t(look.name);
  const width = Math.min(92, words.length * 9.5 + 10);
  return [
    s(
      "g",
      { class: "pb-condition" },
      s("rect", { class: "pb-note", x: -width / 2, y: -48, width, height: 19, rx: 6 }),
      s(
        "text",
        {
          class: "pb-note-text",
          y: -38,
          "font-size": 15,
          textLength: words.length * 9.5 > 82 ? 84 : null,
          lengthAdjust: "spacingAndGlyphs",
        },
        words,
      ),
    ),
  ];
}

/**
 * Give an element the colours of a piece.
 * @param {SVGElement} element
 * @param {Piece} piece
 * @param {Looks} looks
 */
export function dye(element, piece, looks) {
  const { fill, ink } = tintOf(looks, piece.colour, piece.seat ?? null);
  element.style.setProperty("--fill", fill);
  element.style.setProperty("--ink", ink);
}
