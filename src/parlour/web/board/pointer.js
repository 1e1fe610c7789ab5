/**
 * Mouse, pen and fingers on a board: touches, drags, and a magnifier where cells are smaller than a
 * fingertip. What is touched there is the nearest site that may be touched.
 */

import { fill, restyle, s } from "../core/dom.js";

/** @typedef {import("./stage.js").Stage} Stage */
/**
 * @typedef {{site: string, unsure: boolean}} Target a cell; unsure where a finger covers several
 * that may be touched
 */

/**
 * @typedef {object} Touches what a board does with them
 * @property {() => boolean} ready
 * @property {(site: string) => boolean} inReach may it be touched next?
 * @property {(target: Target) => void} touch
 * @property {(from: string) => boolean} grab may a drag begin here?
 * @property {(from: string, to: Target | null) => void} drop
 * @property {(site: string | null) => void} hover
 */

const FINGER = 44; // pixels, the least size of a target
const SLACK = 7; // pixels that a touch may slide without being a drag
const PATIENCE = 350; // milliseconds after which a touch was made with the magnifier, and is sure
const LOUPE = 132; // pixels
const ZOOM = 2.6;

export class Pointer {
  /**
   * @param {Stage} stage
   * @param {string} art the id of what the magnifier shows
   * @param {Touches} touches
   */
  constructor(stage, art, touches) {
    this.stage = stage;
    this.touches = touches;
    /**
     * @type {{id: number, x: number, y: number, at: number, site: string | null, dragging: boolean}
     * | null}
     */
    this.press = null;
    this.loupe = s(
      "svg",
      { class: "pb-loupe", "aria-hidden": "true", width: LOUPE, height: LOUPE },
      s("use", { href: `#${art}` }),
    );
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
    svg.addEventListener("pointerleave", () => this.press ?? this.touches.hover(null));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.press || !this.touches.ready()) return;
    const target = this.target(event);
    this.press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
      site: target?.site ?? null,
      dragging: false,
    };
    this.stage.svg.setPointerCapture(event.pointerId);
    if (this.#small(event)) this.#magnify(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (!press) {
      if (event.pointerType === "mouse") this.touches.hover(this.target(event)?.site ?? null);
      return;
    }
    if (event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (far && !press.dragging && press.site !== null && this.touches.grab(press.site))
      press.dragging = true;
    if (press.dragging && press.site !== null) this.#carry(event, press.site);
    if (this.#small(event)) this.#magnify(event);
    if (far) this.touches.hover(this.target(event)?.site ?? null);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    this.#end();
    const target = this.target(event);
    if (target && event.timeStamp - press.at > PATIENCE) target.unsure = false;
    if (press.dragging && press.site !== null) {
      if (target?.site !== press.site) this.touches.drop(press.site, target);
    } else if (target && (target.site === press.site || this.#small(event)))
      this.touches.touch(target);
  }

  #end() {
    this.press = null;
    this.loupe.remove();
    fill(this.stage.layers.floats);
    for (const { element } of this.stage.shown.values()) element.classList.remove("pb-carried");
  }

  /** The cell under a pointer. @param {PointerEvent} event @returns {Target | null} */
  target(event) {
    const at = this.#point(event);
    if (!at) return null;
    const reach = this.#small(event) ? FINGER / 2 / at.scale : 50;
    /** @type {{site: string, far: number}[]} */
    const near = [];
    for (const { site, x, y } of this.stage.layout.cells.values()) {
      const far = Math.max(Math.abs(x - at.x), Math.abs(y - at.y));
      if (far <= Math.max(reach, 50)) near.push({ site, far });
    }
    near.sort((a, b) => a.far - b.far);
    const reachable = near.filter(({ site }) => this.touches.inReach(site));
    const hit = near.find(({ far }) => far <= 50);
    const found =
      hit && this.touches.inReach(hit.site) ? hit : (this.#small(event) && reachable[0]) || hit;
    return found ? { site: found.site, unsure: this.#small(event) && reachable.length > 1 } : null;
  }

  /** Where an event is on the board, and the pixels of its unit. @param {PointerEvent} event */
  #point(event) {
    const matrix = this.stage.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y, scale: matrix.a };
  }

  /** Is this a finger on cells smaller than a fingertip? @param {PointerEvent} event */
  #small(event) {
    return event.pointerType === "touch" && (this.stage.svg.getScreenCTM()?.a ?? 1) * 100 < FINGER;
  }

  /** The dragged piece follows the pointer. @param {PointerEvent} event @param {string} from */
  #carry(event, from) {
    const at = this.#point(event);
    const top = [...this.stage.shown.values()]
      .filter(({ placed }) => placed.piece.site === from)
      .sort(
        (a, b) =>
          "ground block guard unit".indexOf(a.placed.piece.layer ?? "unit") -
          "ground block guard unit".indexOf(b.placed.piece.layer ?? "unit"),
      )
      .at(-1);
    if (!at || !top || top.placed.piece.layer === "block") return;
    const copy = /** @type {SVGGElement} */ (top.element.cloneNode(true));
    top.element.classList.add("pb-carried");
    copy.classList.remove("pb-carried");
    restyle(copy, { transform: `translate(${at.x}px, ${at.y - 10}px) scale(1.08)` });
    fill(this.stage.layers.floats, copy);
  }

  /** Show what is under the finger, above it. @param {PointerEvent} event */
  #magnify(event) {
    const at = this.#point(event);
    const target = this.target(event);
    if (!at) return;
    const size = LOUPE / at.scale / ZOOM;
    this.loupe.setAttribute("viewBox", `${at.x - size / 2} ${at.y - size / 2} ${size} ${size}`);
    const cell = target && this.stage.cell(target.site);
    fill(
      this.loupe,
      this.loupe.firstElementChild,
      cell &&
        s("rect", {
          class: "pb-aim",
          x: cell.x - 48,
          y: cell.y - 48,
          width: 96,
          height: 96,
          rx: 6,
        }),
    );
    const left = Math.min(Math.max(4, event.clientX - LOUPE / 2), innerWidth - LOUPE - 4);
    const above = event.clientY - LOUPE - 36;
    restyle(this.loupe, { left: `${left}px`, top: `${above > 4 ? above : event.clientY + 40}px` });
    if (!this.loupe.isConnected) this.stage.svg.after(this.loupe);
  }
}
