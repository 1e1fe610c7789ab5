/** Light on the board: where one may touch, the path so far, the cursor, what a touch would do. */

/** @import { Input } from "./input.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Cause, Cell, Changes, Mark, Point, View } from "./types.js" */

import { fill, s } from "../core/dom.js";
import { figure } from "./figures.js";
import { outline } from "./layout.js";
import { dye } from "./looks.js";
import { alarm, outlines, transform } from "./stage.js";
import { applyChanges, layerOf } from "./view.js";

const MANY = 24; // so many free sites are lit more softly

/**
 * @param {Stage} stage
 * @param {Input} input
 * @param {View} view
 */
export function light(stage, input, view) {
  const figures = view.pieces.filter((piece) => layerOf(piece) !== "block");
  const occupied = new Set(figures.map(({ site }) => site));
  const next = new Set(input.choice ? [] : input.next());
  const marked = new Set(view.marks.filter(isDanger).flatMap(({ sites }) => sites));
  const many = next.size > MANY && input.touched.length === 0;
  const lamps = [...next].flatMap((site) => {
    const cell = stage.cell(site);
    if (!cell) return [];
    const lit = { "data-lit": site };
    if (input.danger(site) && !marked.has(site)) return [s("g", lit, alarm(cell.x, cell.y, 1))];
    if (occupied.has(site))
      return [s("path", { ...lit, class: "pb-ring-lit", d: outline(cell, 0.86) })];
    const dot = { class: many ? "pb-dot pb-many" : "pb-dot", r: many ? 8 : 14 };
    return [s("circle", { ...lit, ...dot, cx: cell.x, cy: cell.y })];
  });
  const path = input.path.map((site) => stage.cell(site)).filter((cell) => !!cell);
  fill(stage.layer("lit"), trail(path), lamps);
  for (const [site, cell] of stage.touchable) cell.classList.toggle("pb-next", next.has(site));
}

/** @param {Mark} mark */
const isDanger = (mark) => mark.kind === "danger";

/**
 * The sites of the path, joined.
 * @param {Cell[]} cells
 */
function trail(cells) {
  const d = `M${cells.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return [
    s("path", { class: "pb-touched", d: outlines(cells, 0.95) }),
    cells.length > 1 && s("path", { class: "pb-trail", d }),
  ];
}

/**
 * Show where the keyboard is, or nothing.
 * @param {Stage} stage
 * @param {string | null} site
 */
export function showCursor(stage, site) {
  const cell = stage.cell(site ?? "");
  const d = cell && outline(cell, 0.97);
  const rings = ["pb-cursor-outer", "pb-cursor-inner"].map((name) => s("path", { class: name, d }));
  fill(stage.layer("cursor"), d ? rings : []);
}

/**
 * Show what would change, as ghosts over the position.
 * @param {Stage} stage
 * @param {View} view
 * @param {Changes | null} changes
 */
export function showGhosts(stage, view, changes) {
  const after = applyChanges(view, changes ?? {});
  const places = stage.place(after);
  const hit = new Map((changes?.causes ?? []).map((cause) => [cause.piece, cause]));
  const here = new Map(view.pieces.map(({ id, site }) => [id, site]));
  const ghosts = (changes?.put ?? []).flatMap((piece) => {
    const [placed, cause] = [places.get(piece.id), hit.get(piece.id)];
    if (!placed) return [];
    if (cause?.by && here.get(piece.id) === piece.site) return [loss(cause, placed)];
    const parts = figure(piece, stage.looks, placed.alone);
    const ghost = s("g", { class: "pb-ghost", "data-ghost": piece.id }, ...parts);
    dye(ghost, stage.tint(piece));
    ghost.style.transform = transform(placed);
    return [ghost];
  });
  const gone = new Set(changes?.gone);
  const left = view.pieces.filter(({ id }) => gone.has(id)).map(({ site }) => site);
  const crosses = left.flatMap((site) => {
    const cell = stage.cell(site);
    if (!cell || after.pieces.some((piece) => piece.site === site)) return [];
    const at = `translate(${cell.x} ${cell.y})`;
    return [s("path", { class: "pb-cross", d: "M-24-24 24 24M24-24-24 24", transform: at })];
  });
  fill(stage.layer("ghosts"), ghosts, crosses);
}

/**
 * How much a piece loses or gets back.
 * @param {Cause} cause
 * @param {Point} at
 */
export function loss({ kind, piece, by = 0 }, { x, y }) {
  const shape = { class: `pb-float pb-float-${kind}`, "data-ghost": piece, x, y };
  return s("text", shape, `${kind === "hit" ? "\u2212" : "+"}${by}`);
}
