/** Light on the board: where one may touch, the path so far, the cursor, what a touch would do. */

/** @import { Input } from "./input.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Cell, Changes, View } from "./types.js" */

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
  const many = next.size > MANY && input.touched.length === 0;
  const lamps = [...next].flatMap((site) => {
    const cell = stage.cell(site);
    if (!cell) return [];
    const lit = { "data-lit": site };
    if (input.danger(site)) return [s("g", lit, alarm(cell.x, cell.y, 1))];
    if (occupied.has(site))
      return [s("path", { ...lit, class: "pb-ring-lit", d: outline(cell, 0.86) })];
    const dot = { class: many ? "pb-dot pb-many" : "pb-dot", r: many ? 8 : 14 };
    return [s("circle", { ...lit, ...dot, cx: cell.x, cy: cell.y })];
  });
  const path = input.path.map((site) => stage.cell(site)).filter((cell) => !!cell);
  fill(stage.layer("lit"), s("path", { class: "pb-touched", d: outlines(path, 0.95) }), lamps);
  fill(stage.layer("trail"), trail(path));
  for (const [site, cell] of stage.touchable) cell.classList.toggle("pb-next", next.has(site));
}

/**
 * The sites of the path, joined.
 * @param {Cell[]} cells
 */
function trail(cells) {
  if (cells.length < 2) return [];
  const d = `M${cells.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return [s("path", { class: "pb-trail", d }), s("path", { class: "pb-trail pb-trail-top", d })];
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
  const ghosts = (changes?.put ?? []).flatMap((piece) => {
    const placed = places.get(piece.id);
    if (!placed) return [];
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
