/** The list of moves, in turns; any of them can be looked at. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";
import { icon } from "../parts/icons.js";
import { swatch } from "./seats.js";

/** @typedef {import("./room.js").Event} Event */

/**
 * Consecutive events of the same seat.
 * @param {Event[]} events
 * @returns {{seat: number, from: number, events: Event[]}[]}
 */
export function turnsOf(events) {
  /** @type {{seat: number, from: number, events: Event[]}[]} */
  const turns = [];
  for (const [at, event] of events.entries()) {
    const last = turns.at(-1);
    if (last && last.seat === event.seat && last.events.length < 24) last.events.push(event);
    else turns.push({ seat: event.seat, from: at, events: [event] });
  }
  return turns;
}

/**
 * The text of an event in the list.
 * @param {Event} event
 */
export function eventText({ kind = "action", what = "", hidden }) {
  if (hidden) return t("page.hidden_move");
  return kind === "action" ? what : t(`page.event_${kind}`);
}

/** Tells `choose` with the number of events after which the position is wanted. */
export class MoveList extends EventTarget {
  /** @param {import("../core/games.js").Game} game */
  constructor(game) {
    super();
    this._game = game;
    this.list = h("ol", { class: "moves" });
    this.bar = h("div", { class: "scrub", role: "group", "aria-label": t("page.scrub") });
    const step = (/** @type {"first" | "back" | "forward" | "last"} */ name) =>
      h("button", { type: "button", class: "icon plain", "aria-label": t(`page.scrub_${name}`), onclick: () => this._step(name) }, icon(name));
    fill(this.bar, step("first"), step("back"), step("forward"), step("last"));
    this.element = h("section", { class: "move-list card", "aria-label": t("page.moves") }, this.list, this.bar);
    /** @type {Event[]} */
    this._events = [];
    /** @type {number | null} */
    this._ply = null;
    this.mark(null);
    this.list.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this._choose(Number(button.dataset.ply));
    });
  }

  /**
   * @param {Event[]} events
   * @param {string[]} colours of the seats
   */
  draw(events, colours) {
    const at = this._events.findIndex((event, i) => event !== events[i]);
    const same = at < 0 && events.length >= this._events.length;
    if (same && events.length === this._events.length) return;
    this._events = events;
    const turns = turnsOf(events);
    fill(this.list, turns.map((turn, number) => this._turn(turn, number + 1, colours)));
    this.mark(this._ply);
  }

  /**
   * Show which position is on the board; null is the current one.
   * @param {number | null} ply
   */
  mark(ply) {
    this._ply = ply;
    const shown = ply ?? this._events.length;
    for (const button of this.list.querySelectorAll("[aria-current]"))
      button.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-ply="${shown}"]`);
    current?.setAttribute("aria-current", "step");
    if (current) scrollWithin(this.list, /** @type {HTMLElement} */ (current));
    const [first, back, forward, last] = this.bar.querySelectorAll("button");
    for (const button of [first, back]) button?.toggleAttribute("disabled", shown === 0);
    for (const button of [forward, last])
      button?.toggleAttribute("disabled", ply === null || shown >= this._events.length);
  }

  /** @param {"first" | "back" | "forward" | "last"} name */
  _step(name) {
    const shown = this._ply ?? this._events.length;
    const wanted = { first: 0, back: shown - 1, forward: shown + 1, last: this._events.length };
    this._choose(wanted[name]);
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    const steps = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" });
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    this._step(step);
  }

  /** @param {number} ply */
  _choose(ply) {
    const most = this._events.length;
    const wanted = Math.max(0, Math.min(most, ply));
    this.dispatchEvent(new CustomEvent("choose", { detail: wanted === most ? null : wanted }));
  }

  /**
   * @param {{seat: number, from: number, events: Event[]}} turn
   * @param {number} number
   * @param {string[]} colours
   */
  _turn({ seat, from, events }, number, colours) {
    const buttons = events.map((event, at) =>
      h("button", { type: "button", class: "plain move", "data-ply": from + at + 1 }, h("bdi", null, eventText(event))),
    );
    return h(
      "li",
      null,
      h("span", { class: "quiet small numeric number" }, `${number}.`),
      swatch(this._game, colours[seat] ?? "", seat),
      h("span", { class: "turn-moves" }, buttons),
    );
  }
}

/**
 * Scroll a list so that an item can be seen, and nothing else.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function scrollWithin(list, item) {
  const box = list.getBoundingClientRect();
  const { top, bottom, left, right } = item.getBoundingClientRect();
  if (top < box.top) list.scrollTop -= box.top - top;
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
  if (left < box.left) list.scrollLeft -= box.left - left;
  if (right > box.right) list.scrollLeft += right - box.right;
}
