import assert from "node:assert/strict";
import { test } from "node:test";

import { format, t, useWords } from "../../src/parlour/web/core/text.js";

test("a sentence's values fill its template", () => {
  useWords("en", { "feud.not_adjacent": "{a} {b}: these tiles are not adjacent." });
  const sentence = { id: "feud.not_adjacent", values: { a: "A2", b: "A4" } };
  assert.equal(t(sentence), "A2 A4: these tiles are not adjacent.");
});

test("another language wins, and what it lacks is in English", () => {
  useWords("en", { "page.one": "One.", "page.two": "Two." });
  useWords("de", { "page.one": "Eins." });
  assert.equal(t("page.one"), "Eins.");
  assert.equal(t("page.two"), "Two.");
});

test("one of something is in the singular", () => {
  useWords("en", { "page.n": "{count} spectators", "page.n_one": "{count} spectator" });
  assert.equal(t("page.n", { count: 1 }), "1 spectator");
  assert.equal(t("page.n", { count: 2 }), "2 spectators");
});

test("who touches reads the text for touching", () => {
  useWords("en", { "g.move": "Type a move.", "g.move_touch": "Choose a piece." });
  assert.equal(t("g.move"), "Choose a piece.");
});

test("a sentence that nobody knows is shown with its values", () => {
  useWords("en", {});
  assert.equal(t({ id: "x.y", values: { n: 3 } }), "x.y n=3");
});

test("braces, decimals and missing values", () => {
  assert.equal(format("{{{a:.1f}}} {b}", { a: 1.25 }), "{1.3} {b}");
  assert.equal(format("{name}", { name: "{name} $& <b>" }), "{name} $& <b>");
});
