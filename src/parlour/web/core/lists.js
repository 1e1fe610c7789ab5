/** The hall's live lists: the lobby, and the visitor's own matches. */

import { hall } from "./socket.js";

/** @typedef {"lobby" | "mine"} ListName */
/**
 * A match with a seat for anyone.
 * @typedef {{match: string, game: string, settings?: Record<string, unknown>, control?: {start: number, increment: number} | null, rated?: boolean, created: number, owner: string, free: number[]}} Offered
 */
/**
 * A match of the visitor.
 * @typedef {{match: string, game: string, title: string, status: string, seats: number[], names: string[], turn: boolean, since: number, result?: import("./text.js").Sentence | null}} Mine
 */

/** Tells `lobby` or `mine` when that list has changed. */
class Lists extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, Offered>} */
    this.lobby = new Map();
    /** @type {Map<string, Mine>} */
    this.mine = new Map();
    /** How many parts of the page look at each list. */
    this._wanted = { lobby: 0, mine: 0 };
    this._following = false;
  }

  /**
   * Follow a list until the signal is aborted.
   * @param {AbortSignal} signal
   * @param {ListName} name
   */
  watch(signal, name) {
    this._follow();
    this._wanted[name] += 1;
    this._ask();
    signal.addEventListener("abort", () => {
      this._wanted[name] -= 1;
      queueMicrotask(() => this._ask());
    });
  }

  _follow() {
    if (this._following) return;
    this._following = true;
    hall().addEventListener("ready", () => {
      this._asked = "";
      this._ask();
    });
    hall().addEventListener("message", (event) => {
      const { t, d } = /** @type {CustomEvent} */ (event).detail;
      if (t === "lobby" || t === "mine") this._take(t, d);
    });
  }

  _ask() {
    const names = /** @type {ListName[]} */ (["lobby", "mine"]);
    const lists = names.filter((name) => this._wanted[name] > 0);
    if (lists.join() !== this._asked && hall().send("watch", { lists })) this._asked = lists.join();
  }

  /**
   * @param {ListName} name
   * @param {{matches?: any[], put?: any[], gone?: string[]}} news
   */
  _take(name, { matches, put = [], gone = [] }) {
    /** @type {Map<string, any>} */
    const list = this[name];
    if (matches) list.clear();
    for (const match of gone) list.delete(match);
    for (const match of matches ?? put) list.set(match.match, match);
    this.dispatchEvent(new Event(name));
  }

  _asked = "";
}

export const lists = new Lists();
