/**
 * How the things of a game look and what they are called, as the hall describes them; what a game
 * does not describe looks plain and is called by its key.
 */

/** @typedef {import("./view.js").Sentence} Sentence */
/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {{solid?: string, lines?: string, cuts?: string}} Drawing */
/** @typedef {{fill: string, ink: string}} Tint */
/**
 * @typedef {{name: Sentence, about?: Sentence | null, symbol?: Drawing | null, base?: string |
 * null, layer?: string, letter?: boolean}} PieceLook
 */
/**
 * @typedef {{name: Sentence, show?: "bar" | "number", most?: string, symbol?: Drawing | null}}
 * StatLook
 */
/** @typedef {{name: Sentence, show?: "faded" | "badge"}} ConditionLook */
/** @typedef {{name: Sentence, about?: Sentence | null, symbol?: Drawing | null}} ItemLook */
/**
 * @typedef {{label: Sentence, role?: "plain" | "main" | "pass" | "dangerous", symbol?: Drawing |
 * null}} ButtonLook
 */
/** @typedef {{name: Sentence, light: Tint, dark: Tint}} ColourLook */
/** @typedef {{name: Sentence, light: Tint, dark: Tint, symbol?: Drawing | null}} GroundLook */
/** @typedef {{name: Sentence, light: string, dark: string}} MarkLook */

/**
 * @typedef {object} Looks
 * @property {Record<string, PieceLook>} pieces
 * @property {Record<string, StatLook>} stats
 * @property {Record<string, ConditionLook>} conditions
 * @property {Record<string, ItemLook>} items
 * @property {Record<string, Sentence>} counters
 * @property {Record<string, ButtonLook>} buttons
 * @property {Record<string, GroundLook>} grounds
 * @property {Record<string, ColourLook>} colours
 * @property {Record<string, MarkLook>} marks
 */

/** A stat as it is shown: its value, and its bound if it has one. */
/** @typedef {{key: string, look: StatLook, value: number, most: number | null}} ShownStat */

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
/** @type {Tint} */
const NOBODYS = { fill: "light-dark(#efe3c4, #6d6453)", ink: `light-dark(${NIGHT}, ${WHITE})` };

/** A name for what a game does not describe: its key as words. @param {string} key */
export const named = (key) => ({ id: "table.named", values: { name: key.replaceAll("_", " ") } });

/** @param {Looks} looks @param {Piece} piece @returns {PieceLook} */
export function pieceLook(looks, piece) {
  if (piece.hidden) return { name: { id: "table.hidden_piece" } };
  return looks.pieces[piece.kind] ?? { name: named(piece.kind) };
}

/** What the symbol of a piece is drawn on. @param {Looks} looks @param {Piece} piece */
export function baseOf(looks, piece) {
  return pieceLook(looks, piece).base ?? BASES[piece.layer ?? "unit"];
}

/**
 * The stats of a piece that are shown by themselves.
 * @param {Looks} looks
 * @param {Piece} piece
 * @returns {ShownStat[]}
 */
export function shownStats(looks, piece) {
  const stats = piece.stats ?? {};
  const all = Object.entries(stats).map(([key, value]) => {
    const look = looks.stats[key] ?? { name: named(key) };
    return { key, look, value, most: look.most ? (stats[look.most] ?? null) : null };
  });
  const bounds = new Set(all.map(({ look }) => look.most));
  return all.filter(({ key }) => !bounds.has(key));
}

/** @param {Looks} looks @param {string} key @returns {ConditionLook} */
export const conditionLook = (looks, key) => looks.conditions[key] ?? { name: named(key) };

/** Is the piece drawn faded because of its condition? @param {Looks} looks @param {Piece} piece */
export function isFaded(looks, piece) {
  return !!piece.condition && conditionLook(looks, piece.condition).show === "faded";
}

/** @param {Looks} looks @param {string} key @returns {ItemLook} */
export const itemLook = (looks, key) => looks.items[key] ?? { name: named(key) };

/** @param {Looks} looks @param {string} [key] @returns {GroundLook | undefined} */
export const groundLook = (looks, key) => looks.grounds[key ?? "plain"] ?? looks.grounds.plain;

/** @param {Looks} looks @param {import("./view.js").Button} button @returns {ButtonLook} */
export function buttonLook(looks, button) {
  return looks.buttons[button.site] ?? { label: named(button.label) };
}

/** The name of a colour. @param {Looks} looks @param {string} colour */
export const colourName = (looks, colour) => looks.colours[colour]?.name ?? named(colour);

/**
 * A colour with its ink, as CSS values that follow the colour scheme.
 * @param {Looks} looks
 * @param {string} [colour] a name, or an RGB value
 * @param {number | null} [seat]
 * @returns {Tint}
 */
export function tintOf(looks, colour = "", seat = null) {
  const name = colour.toLowerCase();
  const look = looks.colours[name];
  if (look) return schemed(look);
  if (/^#[0-9a-f]{6}$/.test(name)) return { fill: name, ink: inkOn(name) };
  if (seat === null) return NOBODYS;
  const other = looks.colours[BY_SEAT[seat % BY_SEAT.length] ?? "grey"];
  return other ? schemed(other) : { fill: "#8f8f8f", ink: NIGHT };
}

/**
 * The tint of a colour or a ground in both schemes.
 * @param {{light: Tint, dark: Tint}} look
 * @returns {Tint}
 */
export function schemed({ light, dark }) {
  return {
    fill: `light-dark(${light.fill}, ${dark.fill})`,
    ink: `light-dark(${light.ink}, ${dark.ink})`,
  };
}

/** @param {string} fill */
function inkOn(fill) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(fill.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.19 ? WHITE : NIGHT;
}
