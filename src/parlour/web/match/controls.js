/** What the visitor may do besides acting: resign, offer a draw, take back, play again. */

import { fill, h } from "../core/dom.js";
import { go } from "../core/router.js";
import { t } from "../core/text.js";
import { icon } from "../parts/icons.js";
import { actionButton, ask } from "../parts/notices.js";

/** @typedef {import("./room.js").Room} Room */

/** The operations in their order, with their icons; those that ask first. */
const OPERATIONS = /** @type {const} */ ([
  ["undo", "undo"],
  ["draw", "draw"],
  ["resign", "flag"],
  ["abort", "close"],
  ["stand", "close"],
  ["rematch", "again"],
]);

/**
 * What the visitor's seats may do now; derived where the hall does not tell.
 * @param {Room} room
 * @returns {string[]}
 */
export function operationsOf(room) {
  if (!room.seats.length) return [];
  if (room.may) return room.may;
  if (room.status === "open") return ["stand"];
  if (room.status === "over") return room.next ? [] : ["rematch"];
  const began = room.chairs.every((_, seat) => room.moves.some((move) => move.seat === seat));
  const answer = mustAnswer(room) ? ["agree", "decline"] : [];
  return ["undo", "draw", began ? "resign" : "abort", ...answer];
}

/** @param {Room} room */
export function mustAnswer({ offer, seats }) {
  return !!offer && seats.some((seat) => seat !== offer.seat && !offer.agreed.includes(seat));
}

export class Controls {
  /** @param {Room} room */
  constructor(room) {
    this._room = room;
    this.bar = h("div", { class: "controls row", role: "group", "aria-label": t("page.controls") });
    this.offers = h("div", { class: "offers", role: "status" });
  }

  draw() {
    const may = operationsOf(this._room);
    // As long as a match can be called off, nobody needs to resign.
    const early = may.includes("abort") ? "resign" : "";
    const shown = OPERATIONS.filter(([name]) => may.includes(name) && name !== early);
    fill(this.bar, shown.map(([name, drawing]) => this._button(name, drawing)));
    this.bar.hidden = shown.length === 0;
    this._drawOffer(may);
  }

  /**
   * @param {typeof OPERATIONS[number][0]} name
   * @param {typeof OPERATIONS[number][1]} drawing
   */
  _button(name, drawing) {
    const room = this._room;
    const waits = name === "rematch" && room.seats.some((seat) => room.again.includes(seat));
    const kind = name === "resign" || name === "abort" || name === "stand" ? "danger" : name === "rematch" ? "main" : "";
    const label = waits ? t("page.rematch_waiting") : t(`page.${name}`);
    return actionButton([icon(drawing), label], () => this._do(name), { class: kind, disabled: waits });
  }

  /** @param {typeof OPERATIONS[number][0]} name */
  async _do(name) {
    const room = this._room;
    if (name === "resign" && !(await ask(t("page.resign_question"), t("page.resign"), { danger: true }))) return;
    if (name === "abort" && !(await ask(t("page.abort_question"), t("page.abort"), { danger: true }))) return;
    await room.do({ do: name }, this._seat(name));
    if (name === "stand") go("/");
  }

  /**
   * The seat for which somebody with several of them does something.
   * @param {string} name
   */
  _seat(name) {
    const { seats, offer, acting, again } = this._room;
    if (seats.length < 2) return undefined;
    if (name === "rematch") return seats.find((seat) => !again.includes(seat));
    if (name === "agree" || (name === "decline" && offer))
      return seats.find((seat) => seat !== offer?.seat && !offer?.agreed.includes(seat)) ?? seats[0];
    return acting[0] ?? seats[0];
  }

  /** @param {string[]} may */
  _drawOffer(may) {
    const { offer, chairs, seats } = this._room;
    if (!offer) {
      fill(this.offers);
      return;
    }
    const player = chairs[offer.seat]?.name ?? "";
    const own = seats.includes(offer.seat) && seats.length === 1;
    const text = own ? t(`page.offered_${offer.what}`) : t(`page.offers_${offer.what}`, { player });
    const answer = (/** @type {"agree" | "decline"} */ name, /** @type {string} */ kind) =>
      may.includes(name) && !(own && name === "agree")
        ? actionButton(t(own ? "page.withdraw" : `page.${name}`), () => this._room.do({ do: name }, this._seat(name)), { class: kind })
        : null;
    fill(
      this.offers,
      h("div", { class: "card offer" }, h("p", null, text), h("div", { class: "row" }, answer("agree", "main"), answer("decline", ""))),
    );
  }
}
