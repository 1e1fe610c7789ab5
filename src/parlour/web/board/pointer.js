/**
 * Mouse, pen and fingers on a board: touches, drags, and a magnifier where cells are smaller than a
 * fingertip. What is touched there is the nearest site that may be touched.
 */

/** @import { Stage } from "./stage.js" */
/** @import { Target, Touches } from "./types.js" */

import { fill, restyle, s } from "../core/dom.js";
import { outline } from "./layout.js";
import { LAYERS, layerOf } from "./view.js";

const FINGER = 44; // pixels, the least size of a target
const SLACK = 7; // pixels that a touch may slide without being a drag
const PATIENCE = 350; // milliseconds after which a touch was aimed with the magnifier
const LOUPE = 132; // pixels
const MAGNIFIED = 54; // pixels of a cell under the magnifier

export class Pointer {
  /**
   * @param {Stage} stage
   * @param {Touches} touches
   */
  constructor(stage, touches) {
    this.stage = stage;
    this.touches = touches;
    /** The pressed site, and where and when it was pressed. @type {PointerEvent | null} */
    this.press = null;
    this.site = "";
    this.dragging = false;
    const size = { width: LOUPE, height: LOUPE };
    this.loupe = s("svg", { class: "pb-loupe", "aria-hidden": "true", ...size });
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
    svg.addEventListener("pointerleave", () => this.press ?? touches.hover(null));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.press || !this.touches.ready()) return;
    Object.assign(this, { press: event, dragging: false, site: this.target(event)?.site ?? "" });
    this.stage.svg.setPointerCapture(event.pointerId);
    if (this.#isSmall(event)) this.#magnify(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press, site } = this;
    if (press && event.pointerId !== press.pointerId) return;
    if (press) {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > SLACK;
      this.dragging ||= far && site !== "" && this.touches.grab(site);
      if (this.dragging) this.#carry(event);
      if (this.#isSmall(event)) this.#magnify(event);
      if (!far) return;
    }
    if (press || event.pointerType === "mouse")
      this.touches.hover(this.target(event)?.site ?? null);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press, dragging, site } = this;
    if (!press || event.pointerId !== press.pointerId) return;
    this.#end();
    const target = this.target(event);
    if (target && event.timeStamp - press.timeStamp > PATIENCE) target.unsure = false;
    if (dragging) {
      if (target?.site !== site) this.touches.drop(site, target);
    } else if (target && (target.site === site || this.#isSmall(event))) this.touches.touch(target);
  }

  #end() {
    this.press = null;
    this.loupe.remove();
    fill(this.stage.layer("floats"));
    for (const { element } of this.stage.shown.values()) element.classList.remove("pb-carried");
  }

  /**
   * The cell under a pointer; for a finger, rather one near it that may be touched.
   * @param {PointerEvent} event
   * @returns {Target | null}
   */
  target(event) {
    const { x, y, scale } = this.#point(event);
    const small = this.#isSmall(event);
    const reach = small ? FINGER / 2 / scale : 50;
    const near = [...this.stage.layout.cells.values()]
      .map((cell) => ({
        site: cell.site,
        far: Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y)),
      }))
      .filter(({ far }) => far <= reach)
      .sort((a, b) => a.far - b.far);
    const reachable = near.filter(({ site }) => this.touches.inReach(site));
    const hit = near.find(({ far }) => far <= 50);
    const found = (small && reachable[0]) || hit;
    return found ? { site: found.site, unsure: small && reachable.length > 1 } : null;
  }

  /**
   * Where an event is on the board, and the pixels of its unit.
   * @param {PointerEvent} event
   */
  #point({ clientX, clientY }) {
    const matrix = this.stage.svg.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y, scale: matrix.a };
  }

  /**
   * Is this a finger on cells smaller than a fingertip?
   * @param {PointerEvent} event
   */
  #isSmall(event) {
    return event.pointerType === "touch" && this.#point(event).scale * 100 < FINGER;
  }

  /**
   * The dragged piece follows the pointer.
   * @param {PointerEvent} event
   */
  #carry(event) {
    const { x, y } = this.#point(event);
    const here = [...this.stage.shown.values()]
      .filter(({ placed }) => placed.piece.site === this.site && layerOf(placed.piece) !== "block")
      .sort((a, b) => rank(a.placed.piece) - rank(b.placed.piece));
    const top = here.at(-1);
    if (!top) return;
    top.element.classList.remove("pb-carried");
    const copy = /** @type {SVGGElement} */ (top.element.cloneNode(true));
    top.element.classList.add("pb-carried");
    restyle(copy, { transform: `translate(${x}px, ${y - 10}px) scale(1.08)` });
    fill(this.stage.layer("floats"), copy);
  }

  /**
   * Show what is under the finger, above it.
   * @param {PointerEvent} event
   */
  #magnify(event) {
    const { x, y } = this.#point(event);
    const size = (LOUPE * 100) / MAGNIFIED;
    const cell = this.stage.cell(this.target(event)?.site ?? "");
    this.loupe.setAttribute("viewBox", `${x - size / 2} ${y - size / 2} ${size} ${size}`);
    fill(
      this.loupe,
      s("use", { href: `#${this.stage.art.id}` }),
      cell && s("path", { class: "pb-aim", d: outline(cell, 0.95) }),
    );
    const left = Math.min(Math.max(4, event.clientX - LOUPE / 2), innerWidth - LOUPE - 4);
    const above = event.clientY - LOUPE - 36;
    const top = above > 4 ? above : event.clientY + 40;
    restyle(this.loupe, { left: `${left}px`, top: `${top}px` });
    if (!this.loupe.isConnected) this.stage.svg.after(this.loupe);
  }
}

/** @param {import("./types.js").Piece} piece */
const rank = (piece) => LAYERS.indexOf(layerOf(piece));
