import assert from "node:assert/strict";
import { test } from "node:test";

import { Input } from "../../src/parlour/web/board/input.js";

/** @param {any} paths @param {any} [dangers] */
function inputOn(paths, dangers = {}) {
  const input = new Input();
  input.start(paths);
  input.dangers = dangers;
  return input;
}

// A knight strikes one or two others, in any order; a swap from either end; a pass.
const STRIKES = {
  C1: { B1: { done: 1, D1: { done: 2 } }, D1: { done: 3, B1: { done: 2 } } },
  A1: { A2: 4 },
  A2: { A1: 4 },
  skip: 5,
};

test("sites are touched one after the other, and the last one acts", () => {
  const input = inputOn(STRIKES);
  assert.deepEqual(input.next(), ["C1", "A1", "A2", "skip"]);
  assert.equal(input.touch("C1"), "changed");
  assert.deepEqual(input.next(), ["B1", "D1"]);
  assert.equal(input.touch("D1"), "changed");
  assert.equal(input.touch("B1"), "changed");
  assert.equal(input.touch("done"), "act");
  assert.deepEqual(input.choice, { action: 2, path: ["C1", "D1", "B1", "done"], danger: null });
});

test("a site that cannot be touched does nothing", () => {
  const input = inputOn(STRIKES);
  assert.equal(input.touch("Z9"), "nothing");
  assert.equal(input.touch("B1"), "nothing");
  assert.deepEqual(input.touched, []);
});

test("names of object properties are no sites", () => {
  const input = inputOn(STRIKES);
  assert.equal(input.touch("constructor"), "nothing");
  assert.equal(input.isNext("__proto__"), false);
});

test("to touch the last site again takes a step back", () => {
  const input = inputOn(STRIKES);
  input.touch("C1");
  input.touch("B1");
  assert.equal(input.touch("B1"), "changed");
  assert.deepEqual(input.touched, ["C1"]);
  input.touch("C1");
  assert.deepEqual(input.touched, []);
});

test("to touch an earlier site again takes only this one back, where that is a path", () => {
  const input = inputOn(STRIKES);
  for (const site of ["C1", "B1", "D1"]) input.touch(site);
  input.touch("B1");
  assert.deepEqual(input.touched, ["C1", "D1"]);
  input.touch("C1");
  assert.deepEqual(input.touched, []);
});

test("a touch elsewhere begins another path", () => {
  const input = inputOn(STRIKES);
  input.touch("C1");
  assert.equal(input.touch("A1"), "changed");
  assert.deepEqual(input.touched, ["A1"]);
});

test("a site that comes twice in a path is touched twice", () => {
  const input = inputOn({ d4: { d4: 7, d5: 8 } });
  input.touch("d4");
  assert.equal(input.touch("d4"), "act");
  assert.equal(input.choice?.action, 7);
});

test("step back, and clear", () => {
  const input = inputOn(STRIKES);
  input.touch("C1");
  input.touch("B1");
  assert.equal(input.back(), "changed");
  assert.deepEqual(input.path, ["C1"]);
  assert.equal(input.clear(), "changed");
  assert.equal(input.back(), "nothing");
  assert.equal(input.clear(), "nothing");
});

test("a drag is two touches", () => {
  const input = inputOn(STRIKES);
  assert.equal(input.drag("A1", "A2"), "act");
  assert.equal(input.choice?.action, 4);
});

test("a drag that leads nowhere changes nothing", () => {
  const input = inputOn(STRIKES);
  input.touch("C1");
  assert.equal(input.drag("A1", "C1"), "nothing");
  assert.equal(input.drag("Z9", "A1"), "nothing");
  assert.deepEqual(input.touched, ["C1"]);
});

test("a drag goes on with the path, from its last site or a next one", () => {
  const input = inputOn(STRIKES);
  input.touch("C1");
  assert.equal(input.drag("C1", "B1"), "changed");
  assert.deepEqual(input.touched, ["C1", "B1"]);
  const other = inputOn(STRIKES);
  other.touch("C1");
  other.drag("B1", "D1");
  assert.deepEqual(other.touched, ["C1", "B1", "D1"]);
});

test("a dangerous action is asked for first", () => {
  const input = inputOn(STRIKES, { 5: { id: "x.danger" } });
  assert.deepEqual(input.danger("skip"), { id: "x.danger" });
  assert.equal(input.danger("A1"), null);
  assert.equal(input.touch("skip"), "ask");
  assert.equal(input.answer(false), "changed");
  assert.equal(input.choice, null);
  input.touch("skip");
  assert.equal(input.answer(true), "act");
  assert.deepEqual(input.choice, { action: 5, path: ["skip"], danger: { id: "x.danger" } });
});

test("who wants to confirm every move is asked, and keeps the path but for its last step", () => {
  const input = inputOn(STRIKES);
  input.confirm = true;
  input.touch("A1");
  assert.equal(input.touch("A2"), "ask");
  assert.deepEqual(input.path, ["A1", "A2"]);
  assert.equal(input.touch("A2"), "changed");
  assert.deepEqual(input.path, ["A1"]);
});

test("a typed move is walked from the beginning", () => {
  const input = inputOn(STRIKES);
  input.touch("A1");
  assert.equal(input.walk(["C1", "B1", "done"]), "act");
  assert.equal(input.choice?.action, 1);
  assert.equal(inputOn(STRIKES).walk(["C1", "A1"]), "nothing");
  assert.equal(inputOn(STRIKES).walk([]), "nothing");
});

test("without paths nothing can be touched", () => {
  const input = inputOn(null);
  assert.equal(input.touch("A1"), "nothing");
  assert.deepEqual(input.next(), []);
});
