/** Hints for somebody's first match of a game, made from what the game says about itself. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../core/games.js").Game} Game */

/**
 * The kinds of pieces on the board, with what each does, in the order of the looks.
 * @param {Game} game
 * @param {import("../board/view.js").View | null} view
 */
function kinds(game, view) {
  const shown = new Set(view?.pieces.filter(({ hidden }) => !hidden).map(({ kind }) => kind));
  return Object.entries(game.looks.pieces).filter(([kind, { about }]) => about && shown.has(kind));
}

/** One short hint for each of the visitor's turns, until everything has been said. */
export class Guide {
  /**
   * @param {Room} room
   * @param {Game} game
   */
  constructor(room, game) {
    this._room = room;
    this._game = game;
    this._told = 0;
    this._turn = -1;
    /** @type {Set<string>} */
    this._explained = new Set();
    this.element = h("aside", { class: "guide card", "aria-live": "polite", hidden: true });
  }

  /** It may be the visitor's turn again: say the next thing. */
  update() {
    const room = this._room;
    if (room.status === "over") this._say(t("page.guide_over"));
    if (room.status !== "running" || !room.paths || this._turn === room.moves.length) return;
    this._turn = room.moves.length;
    const texts = this._next();
    this._told += 1;
    if (texts.length) this._say(...texts);
    else this.element.hidden = true;
  }

  /** @returns {(string | Node)[]} */
  _next() {
    const basics = [
      [t(this._game.about), t("page.guide_touch")],
      [t("page.guide_last"), t("page.guide_undo")],
      [t("page.guide_danger"), t("page.guide_rules")],
    ];
    const texts = basics[this._told] ?? [];
    const fresh = kinds(this._game, this._room.view).filter(([kind]) => !this._explained.has(kind));
    const about = fresh.slice(0, 2).map(([kind, { name, about }]) => {
      this._explained.add(kind);
      return h("span", null, h("strong", null, `${t(name)}: `), t(about));
    });
    return [...texts, ...about];
  }

  /** @param {...(string | Node)} texts */
  _say(...texts) {
    const close = h("button", { type: "button", class: "plain small", onclick: () => this.element.remove() }, t("page.guide_close"));
    fill(this.element, texts.map((text) => h("p", null, text)), close);
    this.element.hidden = false;
  }
}
