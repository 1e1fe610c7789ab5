/** Two people at one device, in a match where something is hidden: the one looks away. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";

/** @typedef {import("../board/view.js").View} View */

/**
 * Is there something in a position that another seat may not see?
 * @param {View | null} view
 */
export function hasSecrets(view) {
  return !!view?.pieces.some((piece) => piece.hidden);
}

/** Covers the board whenever another of the visitor's seats is to look at it. */
export class HandOver {
  /** @param {() => void} taken the next person is there */
  constructor(taken) {
    this._taken = taken;
    /** @type {number | null | undefined} */
    this._seat = undefined;
    this._secret = false;
    this.cover = h("div", { class: "cover card", hidden: true });
  }

  get covered() {
    return !this.cover.hidden;
  }

  /**
   * @param {View | null} view
   * @param {string} name of the seat that looks now
   */
  update(view, name) {
    const seat = view?.seat ?? null;
    const secret = hasSecrets(view);
    const changed = this._seat !== undefined && seat !== null && seat !== this._seat;
    if (changed && (secret || this._secret)) this._ask(name);
    if (seat !== null) this._seat = seat;
    this._secret = secret;
    if (!view || seat === null) this.cover.hidden = true;
  }

  /** @param {string} name */
  _ask(name) {
    const ready = h("button", { type: "button", class: "main" }, t("page.hand_over_ready"));
    ready.addEventListener("click", () => {
      this.cover.hidden = true;
      this._taken();
    });
    fill(this.cover, h("h2", null, t("page.hand_over", { seat: name })), h("p", null, t("page.hand_over_about")), ready);
    this.cover.hidden = false;
    ready.focus();
  }
}
