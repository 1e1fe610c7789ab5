/** A board of a game as the page shows it: with the looks and the visitor's preferences. */

import "../board/board.js";
import { h, set } from "../core/dom.js";
import { changes, preference } from "../core/preferences.js";

/** @typedef {import("../board/board.js").ParlourBoard} ParlourBoard */

/**
 * @param {Record<string, unknown>} properties of the board element
 * @param {AbortSignal} signal
 * @returns {ParlourBoard}
 */
export function gameBoard(properties, signal) {
  const board = /** @type {ParlourBoard} */ (h(/** @type {any} */ ("parlour-board"), null));
  const apply = () => {
    set(board, { theme: preference("boardTheme") || null, class: preference("coordinates") ? "" : "bare" });
    board.confirm = preference("confirm");
  };
  apply();
  changes.addEventListener("change", apply, { signal });
  Object.assign(board, properties);
  return board;
}
