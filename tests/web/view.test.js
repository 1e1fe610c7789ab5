import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutOf, neighbour, rowsOf, spread } from "../../src/parlour/web/board/layout.js";
import { inPhases } from "../../src/parlour/web/board/motion.js";
import { applyChanges, bySite } from "../../src/parlour/web/board/view.js";

const stone = (id, site, more = {}) => ({ id, site, kind: "stone", letter: "B", ...more });
const view = (...pieces) => ({
  seat: 0,
  pieces,
  marks: [],
  buttons: [],
  panels: [],
  status: { id: "s" },
  prompt: { id: "p" },
});

test("changes put, move and remove pieces, and keep what they do not name", () => {
  const old = view(stone("a", "a1"), stone("b", "b1"), stone("c", "c1"));
  const now = applyChanges(old, { gone: ["b"], put: [stone("c", "c3"), stone("aa", "a2")] });
  assert.deepEqual(
    now.pieces.map((piece) => `${piece.id}@${piece.site}`),
    ["a@a1", "aa@a2", "c@c3"],
  );
  assert.equal(now.prompt, old.prompt);
  assert.equal(old.pieces.length, 3);
});

test("a prompt may become empty", () => {
  assert.equal(applyChanges(view(), { prompt: [null] }).prompt, null);
  assert.deepEqual(applyChanges(view(), { prompt: [{ id: "q" }] }).prompt, { id: "q" });
});

test("the pieces of a site are sorted from the ground upwards", () => {
  const here = bySite(view(stone("u", "a1"), stone("b", "a1", { layer: "block" }))).get("a1");
  assert.deepEqual(
    here?.map((piece) => piece.id),
    ["b", "u"],
  );
});

const square = (size) => ({
  cells: Array.from({ length: size * size }, (_, i) => ({
    site: `${i % size},${Math.floor(i / size)}`,
    x: i % size,
    y: Math.floor(i / size),
  })),
});

test("a flipped board is turned by half a turn", () => {
  const cells = layoutOf(square(3), [], true).cells;
  assert.deepEqual([cells.get("0,0")?.x, cells.get("0,0")?.y], [-0, -0]);
  assert.deepEqual([cells.get("2,1")?.x, cells.get("2,1")?.y], [-200, -100]);
});

test("pieces that are not on the board lie in a tray below it, inside the picture", () => {
  const { cells, tray, box } = layoutOf(square(3), [stone("x", "hand")], false);
  assert.equal(tray.length, 1);
  const place = cells.get("hand");
  assert.ok(place && place.y > 250);
  assert.ok(place && place.y + 50 <= box.y + box.height);
});

test("labels that are far away come near, and are inside the picture", () => {
  const board = {
    ...square(3),
    labels: [
      { text: "a", x: 0, y: -2 },
      { text: "1", x: -2, y: 0 },
    ],
  };
  const { labels, box } = layoutOf(board, [], false);
  assert.ok(labels.every(({ x, y }) => x > -120 && y > -120));
  assert.ok(labels.every(({ x, y }) => x > box.x && y > box.y));
});

test("labels keep their side of a flipped board, and go along with their cells", () => {
  const board = { ...square(3), labels: [{ text: "1", x: -1, y: 0 }] };
  const [label] = layoutOf(board, [], true).labels;
  assert.ok(label && label.x < -250);
  assert.equal(label?.y, layoutOf(board, [], true).cells.get("0,0")?.y);
});

test("edges are beside the cells, also of a flipped board", () => {
  const board = {
    ...square(3),
    edges: [{ colour: "black", x1: -0.5, y1: -0.5, x2: 2.5, y2: -0.5 }],
  };
  assert.ok((layoutOf(board, [], false).edges[0]?.y1 ?? 0) < -50);
  assert.ok((layoutOf(board, [], true).edges[0]?.y1 ?? 0) > 50);
});

test("arrows go to the next cell; over a gap, and around a corner", () => {
  const { cells } = layoutOf(square(3), [], false);
  const all = [...cells.values()];
  const from = cells.get("1,1");
  assert.equal(neighbour(all, from, 1, 0)?.site, "2,1");
  assert.equal(neighbour(all, from, 0, -1)?.site, "1,0");
  assert.equal(neighbour(all, cells.get("2,1"), 1, 0), null);
  const gap = all.filter(({ site }) => site !== "1,1");
  assert.equal(neighbour(gap, cells.get("0,1"), 1, 0)?.site, "2,1");
  const corner = all.filter(({ site }) => site !== "1,0");
  assert.equal(neighbour(corner, from, 0, -1)?.site, "0,0");
});

test("cells in rows, from the top and from the left", () => {
  const rows = rowsOf(layoutOf(square(2), [], true).cells.values());
  assert.deepEqual(
    rows.map((row) => row.map(({ site }) => site)),
    [
      ["1,1", "0,1"],
      ["1,0", "0,0"],
    ],
  );
});

test("several pieces on one site do not cover each other", () => {
  const placed = spread([stone("a", "s"), stone("b", "s"), stone("t", "s", { layer: "ground" })], {
    x: 0,
    y: 0,
  });
  const spots = new Set(placed.map(({ x, y }) => `${x} ${y}`));
  assert.equal(spots.size, 3);
  assert.ok(placed.every(({ alone }) => !alone));
  assert.ok(placed.every(({ size }) => size < 1));
});

test("causes of one kind happen together, in their order", () => {
  const cause = (kind, piece) => ({ kind, piece, sites: [] });
  const phases = inPhases([cause("moved", "a"), cause("moved", "b"), cause("hit", "c")]);
  assert.deepEqual(
    phases.map((phase) => phase.map(({ piece }) => piece)),
    [["a", "b"], ["c"]],
  );
});
