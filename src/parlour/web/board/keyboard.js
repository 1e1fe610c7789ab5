/** The keyboard on a board: a cursor on the cells, which arrows move and Enter touches. */

/** @import { Stage } from "./stage.js" */

import { neighbour, rowsOf } from "./layout.js";
import { showCursor } from "./lighting.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * @typedef {object} Keys what a board does with keys; false if it had nothing to do
 * @property {(site: string) => void} touch
 * @property {() => boolean} back
 * @property {() => boolean} clear
 * @property {(site: string) => boolean} isNext
 * @property {(site: string) => void} moved
 */

export class Cursor {
  /**
   * @param {HTMLElement} host of the picture, which itself must not get the focus by listening
   * @param {Stage} stage
   * @param {Keys} keys
   */
  constructor(host, stage, keys) {
    this.stage = stage;
    this.keys = keys;
    this.site = "";
    stage.svg.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusout", () => showCursor(stage, null));
    host.addEventListener("focusin", ({ target }) => {
      const site = target instanceof SVGElement ? target.getAttribute("data-site") : null;
      if (site === null) return;
      this.move(site, false);
      if (this.element?.matches(":focus-visible")) showCursor(stage, site);
    });
  }

  /** The cell on which the cursor is. */
  get element() {
    return this.stage.touchable.get(this.site);
  }

  /** Has the board the focus of the keyboard? */
  get focused() {
    return this.stage.svg.contains(document.activeElement);
  }

  /**
   * @param {string} site
   * @param {boolean} focus
   */
  move(site, focus) {
    this.element?.setAttribute("tabindex", "-1");
    this.site = site;
    this.element?.setAttribute("tabindex", "0");
    if (focus) this.element?.focus();
  }

  /** Put the cursor on a cell of a board that has been drawn anew. */
  restore() {
    const sites = [...this.stage.layout.cells.keys()];
    const there = this.stage.cell(this.site) ? this.site : sites[Math.floor(sites.length / 2)];
    this.move(there ?? "", false);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.#handle(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  #handle(key) {
    if (key === "Enter" || key === " ") this.keys.touch(this.site);
    else if (key === "Backspace") return this.keys.back();
    else if (key === "Escape") return this.keys.clear();
    else {
      const site = this.#toward(key);
      if (site === undefined) return false;
      this.move(site ?? this.site, true);
      this.keys.moved(this.site);
    }
    return true;
  }

  /**
   * Where a key leads: null where there is no cell, undefined if it is not for the cursor.
   * @param {string} key
   */
  #toward(key) {
    const cells = [...this.stage.layout.cells.values()];
    const here = this.stage.cell(this.site);
    const arrow = ARROWS[key];
    if (arrow && here) return neighbour(cells, here, ...arrow)?.site ?? null;
    const rows = rowsOf(cells);
    const row = rows.find((each) => each.some(({ site }) => site === this.site));
    if (key === "Home") return row?.[0]?.site;
    if (key === "End") return row?.at(-1)?.site;
    if (key !== "n") return undefined;
    const sites = rows.flat().map(({ site }) => site);
    const later = sites.slice(sites.indexOf(this.site) + 1);
    return [...later, ...sites].find((site) => this.keys.isNext(site)) ?? null;
  }
}
