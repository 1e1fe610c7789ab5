/** Earlier positions of a match, fetched in pieces and kept. */

import { applyChanges } from "../board/view.js";

/** @typedef {import("../board/view.js").View} View */
/** @typedef {import("../board/view.js").Changes} Changes */
/** @typedef {{event: import("./room.js").Event, changes: Changes, report?: import("../core/text.js").Sentence | null}} Ply */
/** @typedef {{from: number, count: number, board?: any, view: View, plies: Ply[]}} Plies */

const PIECE = 40;

export class History {
  /** @param {(from: number, to: number) => Promise<Plies>} fetchPlies */
  constructor(fetchPlies) {
    this._fetch = fetchPlies;
    /** @type {Map<number, View>} */
    this._views = new Map();
    /** @type {Map<number, Ply>} */
    this._last = new Map();
  }

  /**
   * The position after so many events.
   * @param {number} ply
   * @returns {Promise<View>}
   */
  async at(ply) {
    const known = this._views.get(ply);
    if (known) return known;
    const from = Math.floor(ply / PIECE) * PIECE;
    const { view, plies } = await this._fetch(from, from + PIECE);
    let now = view;
    this._views.set(from, now);
    for (const [at, last] of plies.entries()) {
      now = applyChanges(now, last.changes);
      this._views.set(from + at + 1, now);
      this._last.set(from + at + 1, last);
    }
    return this._views.get(ply) ?? now;
  }

  /**
   * The last event before a position and what it has changed, if that is known.
   * @param {number} ply
   */
  lastOf(ply) {
    return this._last.get(ply) ?? null;
  }

  /**
   * Forget what comes after so many events: it has been taken back, or more of it may be seen now.
   * @param {number} ply
   */
  forget(ply) {
    for (const known of [this._views, this._last])
      for (const at of [...known.keys()]) if (at > ply || ply === 0) known.delete(at);
  }
}

/**
 * What is different between two positions, by the ids of their pieces.
 * @param {View} old
 * @param {View} now
 * @returns {Changes}
 */
export function differences(old, now) {
  const before = new Map(old.pieces.map((piece) => [piece.id, JSON.stringify(piece)]));
  const after = new Set(now.pieces.map(({ id }) => id));
  const { marks, buttons, panels, status, prompt } = now;
  return {
    gone: [...before.keys()].filter((id) => !after.has(id)),
    put: now.pieces.filter((piece) => before.get(piece.id) !== JSON.stringify(piece)),
    marks,
    buttons,
    panels,
    status,
    prompt: [prompt],
  };
}
