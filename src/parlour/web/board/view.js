/** What a seat or a spectator sees of a position, and how changes turn it into the next one. */

/** @import { Layer, Piece } from "./types.js" */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Changes} Changes */

/**
 * The layers in drawing order.
 * @type {Layer[]}
 */
export const LAYERS = ["ground", "block", "guard", "unit"];

/** @param {Piece} piece */
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
    pieces: [...pieces.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
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
  for (const layer of LAYERS)
    for (const piece of view.pieces)
      if (layerOf(piece) === layer)
        sites.set(piece.site, [...(sites.get(piece.site) ?? []), piece]);
  return sites;
}
