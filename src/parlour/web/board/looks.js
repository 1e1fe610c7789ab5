/**
 * How the things of a game look and what they are called, as the hall describes them; what a game
 * does not describe looks plain and is called by its key.
 */

/**
 * @import { Button, ButtonLook, ConditionLook, ItemLook, Piece, PieceLook, ShownStat, Tint, Tints }
 *   from "./types.js"
 */
/** @typedef {import("./types.js").Looks} Looks */

/** @type {Looks} */
export const PLAIN = {
  pieces: {},
  stats: {},
  conditions: {},
  items: {},
  counters: {},
  buttons: {},
  grounds: {},
  colours: {},
  marks: {},
};

const BASES = { ground: "token", block: "tile", guard: "shield", unit: "disc" };
const BY_SEAT = ["purple", "teal", "orange", "pink", "brown", "grey"];
const WHITE = "#ffffff";
const NIGHT = "#1b1714";
const NOBODYS = { fill: "light-dark(#efe3c4, #6d6453)", ink: `light-dark(${NIGHT}, ${WHITE})` };

/**
 * A name for what a game does not describe: its key as words.
 * @param {string} key
 */
const named = (key) => ({ id: "table.named", values: { name: key.replaceAll("_", " ") } });

/**
 * @param {Looks} looks
 * @param {Piece} piece
 * @returns {PieceLook}
 */
export function pieceLook(looks, piece) {
  if (piece.hidden) return { name: { id: "table.hidden_piece" } };
  return looks.pieces[piece.kind] ?? { name: named(piece.kind) };
}

/**
 * What the symbol of a piece is drawn on.
 * @param {Looks} looks
 * @param {Piece} piece
 */
export const baseOf = (looks, piece) =>
  pieceLook(looks, piece).base ?? BASES[piece.layer ?? "unit"];

/**
 * The stats of a piece that are shown by themselves, and not as the bound of another.
 * @param {Looks} looks
 * @param {Piece} piece
 * @returns {ShownStat[]}
 */
export function shownStats(looks, { stats = {} }) {
  const all = Object.entries(stats).map(([key, value]) => {
    const look = looks.stats[key] ?? { name: named(key) };
    return { key, look, value, most: look.most ? (stats[look.most] ?? null) : null };
  });
  return all.filter(({ key }) => all.every(({ look }) => look.most !== key));
}

/**
 * @param {Looks} looks
 * @param {string} key
 * @returns {ConditionLook}
 */
export const conditionLook = (looks, key) => looks.conditions[key] ?? { name: named(key) };

/**
 * @param {Looks} looks
 * @param {string} key
 * @returns {ItemLook}
 */
export const itemLook = (looks, key) => looks.items[key] ?? { name: named(key) };

/**
 * @param {Looks} looks
 * @param {string} [key]
 */
export const groundLook = (looks, key = "plain") => looks.grounds[key] ?? looks.grounds.plain;

/**
 * @param {Looks} looks
 * @param {Button} button
 * @returns {ButtonLook}
 */
export const buttonLook = (looks, { site, label }) =>
  looks.buttons[site] ?? { label: named(label) };

/**
 * The name of a colour.
 * @param {Looks} looks
 * @param {string} colour
 */
export const colourName = (looks, colour) => looks.colours[colour]?.name ?? named(colour);

/**
 * A colour with its ink, as CSS values that follow the colour scheme.
 * @param {Looks} looks
 * @param {string} [colour] a name, or an RGB value
 * @param {number | null} [seat] whose usual colour is taken without one
 * @returns {Tint}
 */
export function tintOf(looks, colour = "", seat = null) {
  const name = colour.toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(name)) return { fill: name, ink: inkOn(name) };
  const usual = seat === null ? "" : (BY_SEAT[seat % BY_SEAT.length] ?? "");
  const look = looks.colours[name] ?? looks.colours[usual];
  return look ? schemed(look) : NOBODYS;
}

/**
 * A tint in both schemes.
 * @param {Tints} tints
 * @returns {Tint}
 */
export const schemed = ({ light, dark }) => ({
  fill: `light-dark(${light.fill}, ${dark.fill})`,
  ink: `light-dark(${light.ink}, ${dark.ink})`,
});

/**
 * Give an element a tint, which its style sheet uses.
 * @param {SVGElement} element
 * @param {Tint} tint
 */
export function dye(element, { fill, ink }) {
  element.style.setProperty("--fill", fill);
  element.style.setProperty("--ink", ink);
}

/** @param {string} fill */
function inkOn(fill) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(fill.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.19 ? WHITE : NIGHT;
}
