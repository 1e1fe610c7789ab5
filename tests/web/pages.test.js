import assert from "node:assert/strict";
import { test } from "node:test";

import { readTicket } from "../../src/parlour/web/core/codes.js";
import { fit } from "../../src/parlour/web/core/router.js";
import { useWords } from "../../src/parlour/web/core/text.js";
import { clockText, controlText, secondsLeft } from "../../src/parlour/web/match/clocks.js";
import { turnsOf } from "../../src/parlour/web/match/moves.js";
import { ticksBetween } from "../../src/parlour/web/parts/rating-graph.js";

test("a path fits a route with open parts", () => {
  assert.deepEqual(fit("/match/*", "/match/d18f69e54e"), ["d18f69e54e"]);
  assert.deepEqual(fit("/people/*", "/people/A%20B"), ["A B"]);
  assert.deepEqual(fit("/lobby", "/lobby/"), []);
  assert.deepEqual(fit("/people/*", "/people/%E0%A4%A"), ["%E0%A4%A"]);
  assert.equal(fit("/match/*", "/match/a/b"), null);
  assert.equal(fit("/match/*", "/match/"), null);
  assert.deepEqual(fit("/", "/"), []);
});

test("only a match and the secret of a seat are a ticket", () => {
  assert.deepEqual(readTicket("#d18f69e54e"), { match: "d18f69e54e", code: "" });
  const ticket = readTicket("#d18f69e54e.IUKRptqyP1vuYtXhPv34YA");
  assert.deepEqual(ticket, { match: "d18f69e54e", code: "IUKRptqyP1vuYtXhPv34YA" });
  for (const hash of ["", "#", "#rules", "#d18f69e54e.", "#d18f69e54e.short", "#D18F69E54E", "#d18f69e54e.<script>aaaaaaaaaa"])
    assert.equal(readTicket(hash), null, hash);
});

test("clocks count down between messages, and show tenths at the end", () => {
  useWords("en", { "page.days": "{count} days", "page.minutes": "{count} min", "page.seconds": "{count} s", "page.no_clock": "No clock" });
  assert.equal(clockText(185), "3:05");
  assert.equal(clockText(9.43), "0:09.4");
  assert.equal(clockText(3723), "1:02:03");
  assert.equal(clockText(259_200), "3 days");
  assert.equal(controlText({ start: 300, increment: 3 }), "5 min + 3 s");
  assert.equal(controlText(null), "No clock");
  const room = { status: "running", clocks: { left: [60, 60], running: [0] }, clocksAt: performance.now() - 5_000 };
  assert.ok(secondsLeft(room, 0) <= 55);
  assert.equal(secondsLeft(room, 1), 60);
  assert.equal(secondsLeft({ ...room, status: "over" }, 0), 60);
  assert.equal(secondsLeft({ ...room, clocks: null }, 0), null);
});

test("what a seat does in one turn is one line of the list", () => {
  const events = [0, 0, 1, -1, 0].map((seat) => ({ seat }));
  assert.deepEqual(turnsOf(events).map(({ seat, from, events }) => [seat, from, events.length]), [
    [0, 0, 2],
    [1, 2, 1],
    [-1, 3, 1],
    [0, 4, 1],
  ]);
});

test("a graph has a few round lines", () => {
  assert.deepEqual(ticksBetween(1460, 1540), [1460, 1480, 1500, 1520, 1540]);
  assert.ok(ticksBetween(0, 5000).length <= 6);
});
