/**
 * Light on the board: where one may touch, the path so far, the cursor, and what a touch would do.
 */

import { fill, s } from "../core/dom.js";
import { dye, figure } from "./figures.js";
import { outline } from "./layout.js";
import { transform } from "./stage.js";
import { applyChanges } from "./view.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./input.js").Input} Input */
/** @typedef {import("./view.js").View} View */

const MANY = 24; // so many lit sites are lit more softly

/** @param {Stage} stage @param {Input} input @param {View} view */
export function light(stage, input, view) {
  const occupied = new Set(
    view.pieces.filter((piece) => (piece.layer ?? "unit") !== "block").map((piece) => piece.site),
  );
  const next = input.choice ? [] : input.next().filter((site) => stage.cell(site));
  const many = next.filter((site) => !occupied.has(site)).length > MANY ? " pb-many" : "";
  fill(
    stage.layers.lit,
    trail(stage, input.path),
    next.map((site) => lamp(stage, site, occupied.has(site), many, input.danger(site) !== null)),
  );
  for (const [site, cell] of stage.touchable) cell.classList.toggle("pb-next", next.includes(site));
}

/**
 * @param {Stage} stage
 * @param {string} site
 * @param {boolean} occupied
 * @param {string} many
 * @param {boolean} danger
 */
function lamp(stage, site, occupied, many, danger) {
  const cell = stage.cell(site);
  if (!cell) return null;
  const at = `translate(${cell.x} ${cell.y})`;
  if (danger)
    return s(
      "g",
      { class: "pb-alarm", "data-lit": site, transform: at },
      s("path", { d: "M0-22 24 19H-24Z" }),
      s("text", { y: 5, "font-size": 32 }, "!"),
    );
  if (occupied)
    return s("path", {
      class: "pb-ringed",
      "data-lit": site,
      d: outline({ ...cell, x: 0, y: 0 }, 0.9),
      transform: at,
    });
  return s("circle", { class: `pb-dot${many}`, "data-lit": site, r: many ? 7 : 14, transform: at });
}

/** The sites of the path, joined. @param {Stage} stage @param {string[]} path */
function trail(stage, path) {
  const cells = path.map((site) => stage.cell(site)).filter((cell) => cell !== undefined);
  if (!cells.length) return [];
  const line = cells.map(({ x, y }) => `${x} ${y}`).join("L");
  return [
    s("path", { class: "pb-touched", d: cells.map((cell) => outline(cell, 0.95)).join("") }),
    cells.length > 1 && s("path", { class: "pb-trail", d: `M${line}` }),
    cells.length > 1 && s("path", { class: "pb-trail pb-trail-top", d: `M${line}` }),
  ];
}

/** Show where the keyboard is, or nothing. @param {Stage} stage @param {string | null} site */
export function showCursor(stage, site) {
  const cell = site === null ? undefined : stage.cell(site);
  const d = cell && outline(cell, 0.97);
  fill(
    stage.layers.cursor,
    d && s("path", { class: "pb-cursor-outer", d }),
    d && s("path", { class: "pb-cursor-inner", d }),
  );
}

/**
 * Show what would change, as ghosts over the position.
 * @param {Stage} stage
 * @param {View} view
 * @param {import("./view.js").Changes | null} changes
 */
export function showGhosts(stage, view, changes) {
  const looks = stage.looks;
  if (!changes || !looks) return fill(stage.layers.ghosts);
  const before = new Map(view.pieces.map((piece) => [piece.id, piece]));
  const after = applyChanges(view, changes);
  const places = stage.place(after);
  const ghosts = (changes.put ?? []).flatMap((piece) => {
    const placed = places.get(piece.id);
    if (!placed) return [];
    const ghost = s(
      "g",
      { class: "pb-ghost", "data-ghost": piece.id },
      ...figure(piece, looks, placed.alone),
    );
    dye(ghost, piece, looks);
    ghost.style.transform = transform(placed);
    return [ghost];
  });
  const kept = new Set(after.pieces.map((piece) => piece.site));
  const crosses = (changes.gone ?? []).flatMap((id) => {
    const cell = stage.cell(before.get(id)?.site ?? "");
    if (!cell || kept.has(before.get(id)?.site ?? "")) return [];
    return [
      s("path", {
        class: "pb-cross",
        d: "M-24-24 24 24M24-24-24 24",
        transform: `translate(${cell.x} ${cell.y})`,
      }),
    ];
  });
  fill(stage.layers.ghosts, ghosts, crosses);
}
