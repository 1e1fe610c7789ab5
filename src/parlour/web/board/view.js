/**
 * What a seat or a spectator sees of a position, as the hall sends it, and how changes turn it into
 * the next one. Fields that have their default value are left out.
 */

/** @typedef {import("../core/text.js").Sentence} Sentence */
/**
 * @typedef {{site: string, x: number, y: number, shape?: string, ground?: string, label?: string}}
 * Cell
 */
/** @typedef {{text: string, x: number, y: number}} Label */
/** @typedef {{colour: string, x1: number, y1: number, x2: number, y2: number}} Edge */
/** @typedef {{cells: Cell[], labels?: Label[], edges?: Edge[]}} Board */
/** @typedef {"ground" | "block" | "guard" | "unit"} Layer */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} site
 * @property {string} kind
 * @property {string} letter
 * @property {number | null} [seat]
 * @property {string} [colour]
 * @property {Layer} [layer]
 * @property {Record<string, number>} [stats]
 * @property {string} [holds]
 * @property {string} [condition]
 * @property {boolean} [hidden]
 */

/** @typedef {{kind: string, sites: string[], seat?: number | null}} Mark */
/** @typedef {{site: string, label: string}} Button */
/**
 * @typedef {{seat: number, name: string, colour?: string, alive?: boolean, acting?: boolean,
 * counters?: Record<string, number>}} Panel
 */

/**
 * @typedef {object} View
 * @property {number | null} seat
 * @property {Piece[]} pieces
 * @property {Mark[]} marks
 * @property {Button[]} buttons
 * @property {Panel[]} panels
 * @property {Sentence} status
 * @property {Sentence | null} prompt
 */

/** @typedef {{kind: string, piece: string, sites: string[], by?: number}} Cause */

/**
 * @typedef {object} Changes
 * @property {string[]} [gone]
 * @property {Piece[]} [put]
 * @property {Mark[] | null} [marks]
 * @property {Button[] | null} [buttons]
 * @property {Panel[] | null} [panels]
 * @property {Sentence | null} [status]
 * @property {[Sentence | null] | null} [prompt]
 * @property {Cause[]} [causes]
 */

/** The layers in drawing order. @type {Layer[]} */
export const LAYERS = ["ground", "block", "guard", "unit"];

/** @param {Piece} piece @returns {Layer} */
export const layerOf = (piece) => piece.layer ?? "unit";

/**
 * The view after the changes.
 * @param {View} old
 * @param {Changes} by
 * @returns {View}
 */
export function applyChanges(old, by) {
  const pieces = new Map(old.pieces.map((piece) => [piece.id, piece]));
  for (const id of by.gone ?? []) pieces.delete(id);
  for (const piece of by.put ?? []) pieces.set(piece.id, piece);
  return {
    seat: old.seat,
    pieces: [...pieces.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
    marks: by.marks ?? old.marks,
    buttons: by.buttons ?? old.buttons,
    panels: by.panels ?? old.panels,
    status: by.status ?? old.status,
    prompt: by.prompt ? by.prompt[0] : old.prompt,
  };
}

/**
 * The pieces on each site, from the ground upwards.
 * @param {View} view
 * @returns {Map<string, Piece[]>}
 */
export function bySite(view) {
  /** @type {Map<string, Piece[]>} */
  const sites = new Map();
  for (const piece of view.pieces) {
    const here = sites.get(piece.site);
    if (here) here.push(piece);
    else sites.set(piece.site, [piece]);
  }
  for (const here of sites.values())
    here.sort((a, b) => LAYERS.indexOf(layerOf(a)) - LAYERS.indexOf(layerOf(b)));
  return sites;
}
