/** Ratings over time as a drawing, and as a table for whoever cannot see it. */

import { h, s } from "../core/dom.js";
import { language, t } from "../core/text.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 220, 44, 28, 10];
/** The least difference that fills the drawing, so that small changes look small. */
const SPAN = 80;

/** @typedef {[number, number]} Point a time in seconds, and the rating from then on */

/**
 * @param {Point[]} points
 * @param {string} title
 */
export function ratingGraph(points, title) {
  const times = points.map(([time]) => time);
  const values = points.map(([, rating]) => rating);
  const first = Math.min(...times);
  const length = Math.max(...times) - first || 1;
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const span = Math.max(SPAN, Math.max(...values) - Math.min(...values)) * 1.15;
  const x = (/** @type {number} */ time) => LEFT + ((time - first) / length) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ rating) =>
    TOP + (0.5 - (rating - middle) / span) * (HEIGHT - TOP - BOTTOM);
  const line = points.map(([time, rating], at) => `${at ? "L" : "M"}${x(time).toFixed(1)} ${y(rating).toFixed(1)}`);
  const ticks = ticksBetween(middle - span / 2, middle + span / 2);
  const last = points.at(-1) ?? [0, 0];
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": t("page.graph", { title, rating: Math.round(last[1]) }) },
    ticks.map((tick) =>
      s("g", null, s("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(tick), y2: y(tick) }), s("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick))),
    ),
    s("path", { class: "curve", d: line.join("") }),
    s("circle", { class: "end", cx: x(last[0]), cy: y(last[1]), r: 4 }),
    s("text", { x: LEFT, y: HEIGHT - 6 }, day(first)),
    s("text", { x: WIDTH - 4, y: HEIGHT - 6, "text-anchor": "end" }, day(first + length)),
  );
  return h("figure", { class: "rating" }, drawing);
}

/**
 * Round values within a range.
 * @param {number} low
 * @param {number} high
 */
export function ticksBetween(low, high) {
  const step = [10, 20, 25, 50, 100, 200, 250, 500].find((each) => (high - low) / each <= 5) ?? 1000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, i) => first + i * step);
}

/** @param {number} time in seconds */
export function day(time) {
  return new Date(time * 1000).toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}
