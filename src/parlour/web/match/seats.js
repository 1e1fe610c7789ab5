/** The seats around the board: who sits there, their clocks, counters and result. */

import { tintOf } from "../board/looks.js";
import { fill, h, isolated, restyle } from "../core/dom.js";
import { t } from "../core/text.js";
import { icon } from "../parts/icons.js";
import { capital } from "../parts/settings-form.js";
import { clockText, secondsLeft } from "./clocks.js";

/** What the seats show of a room, or of a record. @typedef {Pick<import("./room.js").Room, "chairs" | "seats" | "status" | "outcome" | "clocks" | "clocksAt">} Seated */
/** @typedef {import("../core/games.js").Game} Game */

const TICK = 100;

/**
 * The order of seats above and below the board, as the viewer sits.
 * @param {string[]} sides the side of each seat
 * @param {boolean} flipped
 * @param {number | null} own
 * @returns {{above: number[], below: number[]}}
 */
export function arrange(sides, flipped, own) {
  /** @type {number[]} */
  const above = [];
  /** @type {number[]} */
  const below = [];
  const nearSide = flipped ? "top" : "bottom";
  for (const [seat, side] of sides.entries())
    (side === nearSide || seat === own ? below : above).push(seat);
  if (!below.length) below.push(...above.splice(-Math.floor(above.length / 2)));
  if (!above.length) {
    const near = own ?? below[0];
    above.push(...below.splice(0).filter((seat) => seat !== near));
    below.push(near ?? 0);
  }
  return { above, below };
}

/** Draws the seats and keeps their clocks running. */
export class Seats {
  /**
   * @param {Seated} room
   * @param {Game} game
   * @param {AbortSignal} signal
   */
  constructor(room, game, signal) {
    this._room = room;
    this._game = game;
    this.above = h("div", { class: "seats" });
    this.below = h("div", { class: "seats" });
    /** @type {Map<number, HTMLElement>} */
    this._clocks = new Map();
    const timer = setInterval(() => this._tick(), TICK);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /**
   * @param {{above: number[], below: number[]}} order
   * @param {import("../board/view.js").View | null} view the position that is shown
   */
  draw({ above, below }, view) {
    this._clocks.clear();
    fill(this.above, above.map((seat) => this._plate(seat, view)));
    fill(this.below, below.map((seat) => this._plate(seat, view)));
    this._tick();
  }

  /**
   * @param {number} seat
   * @param {import("../board/view.js").View | null} view
   */
  _plate(seat, view) {
    const room = this._room;
    const panel = view?.panels.find((panel) => panel.seat === seat);
    const chair = room.chairs[seat];
    const out = panel?.alive === false;
    const acting = !!panel?.acting && room.status === "running";
    const names = ["seat", acting && "acting", out && "out", room.seats.includes(seat) && "own"];
    return h(
      "div",
      { class: names.filter(Boolean).join(" "), "data-seat": seat },
      swatch(this._game, panel?.colour ?? this._game.colours[seat] ?? "", seat),
      h(
        "div",
        { class: "who" },
        nameOf(chair, panel?.name ?? chair?.seat ?? ""),
        h("span", { class: "quiet small" }, this._state(seat, panel)),
      ),
      this._counters(panel),
      acting ? h("span", { class: "only-heard" }, t("page.to_move")) : null,
      this._clock(seat),
    );
  }

  /**
   * @param {number} seat
   * @param {import("../board/view.js").Panel | undefined} panel
   */
  _state(seat, panel) {
    const { outcome, chairs, status } = this._room;
    const chair = chairs[seat];
    if (outcome) {
      const first = outcome.ranks[seat] === 1;
      const shared = outcome.ranks.every((rank) => rank === 1);
      return t(shared ? "page.no_winner" : first ? "page.winner" : "page.loser");
    }
    if (panel?.alive === false) return t("page.out");
    if (!chair?.name) return t("page.empty_seat");
    if (chair.kind !== "computer" && !chair.online && status !== "over") return t("page.offline");
    return chair.seat === chair.name ? "" : chair.seat;
  }

  /** @param {import("../board/view.js").Panel | undefined} panel */
  _counters(panel) {
    const entries = Object.entries(panel?.counters ?? {});
    if (!entries.length) return null;
    const items = entries.map(([key, value]) => {
      const name = this._game.looks.counters[key];
      const label = capital(name ? t(name) : key.replaceAll("_", " "));
      return h("div", null, h("dt", null, label), h("dd", { class: "numeric" }, value));
    });
    return h("dl", { class: "counters" }, items);
  }

  /** @param {number} seat */
  _clock(seat) {
    if (secondsLeft(this._room, seat) === null) return null;
    const clock = h("span", { class: "clock numeric", role: "timer" });
    this._clocks.set(seat, clock);
    return clock;
  }

  _tick() {
    for (const [seat, clock] of this._clocks) {
      const left = secondsLeft(this._room, seat) ?? 0;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("runs", !!this._room.clocks?.running.includes(seat));
      clock.classList.toggle("hurry", left < 20);
    }
  }
}

/**
 * @param {Game} game
 * @param {string} colour
 * @param {number} seat
 */
export function swatch(game, colour, seat) {
  const mark = h("span", { class: "swatch", "aria-hidden": "true" });
  if (seat >= 0) restyle(mark, { background: tintOf(game.looks, colour, seat).fill });
  return mark;
}

/**
 * @param {import("./room.js").Chair | undefined} chair
 * @param {string} otherwise
 */
function nameOf(chair, otherwise) {
  const name = chair?.name ?? "";
  if (!name) return h("span", { class: "name" }, otherwise);
  if (chair?.kind === "computer")
    return h("span", { class: "name" }, icon("computer"), computerName(name));
  // Only accounts have a page; whoever is no account is told so there.
  const link = /^[\w-]+$/.test(name);
  const shown = link ? h("a", { href: `/people/${encodeURIComponent(name)}` }, isolated(name)) : isolated(name);
  return h("span", { class: "name" }, shown);
}

/**
 * A computer player's name for people: `Computer, level 3` is level 3.
 * @param {string} name
 */
export function computerName(name) {
  const level = /^Computer, level (\d+)$/.exec(name);
  return level ? t("table.level", { number: Number(level[1]) }) : isolated(name);
}
