import assert from "node:assert/strict";
import { test } from "node:test";

import { Input } from "../../src/parlour/web/board/input.js";
import { PLAIN } from "../../src/parlour/web/board/looks.js";
import * as speech from "../../src/parlour/web/board/speech.js";
import { useWords } from "../../src/parlour/web/core/text.js";

useWords("en", {
  "page.board": "{cells} fields.",
  "page.board_side": "{side}: {pieces}.",
  "page.board_unowned": "Nobody: {pieces}.",
  "page.board_cell": "{site}: {things}.",
  "page.board_buttons": "Choices: {buttons}.",
  "page.board_moved": "{piece} moves from {start} to {site}.",
  "page.board_hit": "{piece} loses {by}.",
  "page.board_took": "{piece} takes {item}.",
  "page.board_turned": "{site} becomes {piece}.",
  "page.board_more": "And {count} more.",
  "page.part_piece": "{colour} {name}",
  "page.part_on": "{name} on {site}",
  "page.part_stat": "{stat} {value}",
  "page.part_stat_of": "{stat} {value} of {most}",
  "page.part_holds": "with {item}",
  "page.part_empty": "empty",
  "page.part_next": "can be chosen",
  "page.part_touched": "chosen",
  "page.part_dangerous": "dangerous",
  "table.named": "{name}",
  "table.hidden_piece": "Hidden piece",
  "x.king": "King",
  "x.axe": "Axe",
  "x.hp": "Hit points",
  "x.tired": "Tired",
  "x.water": "Water",
  "x.last": "Last turn",
  "x.red": "Red",
  "x.end": "End the turn",
});

const looks = {
  ...PLAIN,
  pieces: { king: { name: { id: "x.king" } } },
  stats: { hp: { name: { id: "x.hp" }, most: "max" } },
  conditions: { tired: { name: { id: "x.tired" } } },
  items: { axe: { name: { id: "x.axe" } } },
  buttons: { end: { label: { id: "x.end" } } },
  grounds: { water: { name: { id: "x.water" } } },
  colours: { red: { name: { id: "x.red" } } },
  marks: { last: { name: { id: "x.last" } } },
};
const board = {
  cells: [
    { site: "a1", x: 0, y: 0, ground: "dark" },
    { site: "b1", x: 1, y: 0, ground: "water" },
  ],
};
const king = {
  id: "k",
  site: "a1",
  kind: "king",
  letter: "K",
  seat: 0,
  colour: "red",
  stats: { hp: 2, max: 3, speed: 4 },
  holds: "axe",
  condition: "tired",
};
const view = (...pieces) => ({
  seat: 0,
  pieces,
  marks: [{ kind: "last", sites: ["b1"] }],
  buttons: [{ site: "end", label: "end" }],
  panels: [],
  status: { id: "Red to move." },
  prompt: null,
});

test("a piece is told with everything that is on it", () => {
  assert.equal(
    speech.describePiece(king, looks),
    "Red King, Hit points 2 of 3, speed 4, with Axe, Tired",
  );
});

test("of a hidden piece nothing is told but whose it is", () => {
  const hidden = { ...king, kind: "hidden", hidden: true };
  assert.equal(speech.describePiece(hidden, looks), "Red Hidden piece");
});

test("a cell is told with its ground, its marks and what one may do there", () => {
  const input = new Input();
  input.start({ a1: { b1: 1 }, b1: 2 });
  input.dangers = { 2: { id: "x" } };
  const describe = () => speech.describeCells(board, view(), looks, input);
  assert.equal(describe()("a1"), "a1: empty, can be chosen.");
  assert.equal(describe()("b1"), "b1: Water, Last turn, dangerous.");
  input.touch("a1");
  assert.equal(describe()("a1"), "a1: empty, chosen.");
});

test("several pieces on a cell are told from the top down", () => {
  const pieces = [king, { id: "t", site: "a1", kind: "stone_wall", letter: "w", layer: "block" }];
  const words = speech.describeCells(board, view(...pieces), looks, new Input())("a1");
  assert.match(words, /^a1: Red King.*, stone wall\.$/);
});

test("the whole board is told side by side, then what one may do", () => {
  const axe = { id: "a", site: "b1", kind: "axe", letter: "A", layer: "ground" };
  const plain = { ...king, stats: {}, holds: "", condition: "" };
  const words = speech.describeBoard(board, view(plain, axe), looks);
  assert.equal(words, "2 fields. Red: King on a1. Nobody: axe on b1.");
  assert.equal(speech.describePrompt(view(), looks), "Red to move. Choices: End the turn.");
});

test("what happened is told in its order", () => {
  const now = view({ ...king, site: "b1" });
  const causes = [
    { kind: "moved", piece: "k", sites: ["a1", "b1"] },
    { kind: "hit", piece: "k", sites: ["b1"], by: 2 },
    { kind: "took", piece: "k", sites: ["b1"] },
  ];
  assert.equal(
    speech.describeChanges(view(king), now, { causes }, looks),
    "Red King moves from a1 to b1. Red King loses 2. Red King takes Axe.",
  );
});

test("many of a kind are counted", () => {
  const pieces = ["p", "q", "r", "s", "t"].map((id) => ({ ...king, id, site: id }));
  const causes = pieces.map(({ id }) => ({ kind: "turned", piece: id, sites: [id] }));
  assert.equal(
    speech.describeChanges(view(), view(...pieces), { causes }, looks),
    "p becomes Red King. And 4 more.",
  );
});

test("pieces that have left are told by what they were", () => {
  const causes = [{ kind: "hit", piece: "k", sites: ["a1"], by: 3 }];
  assert.equal(
    speech.describeChanges(view(king), view(), { gone: ["k"], causes }, looks),
    "Red King loses 3.",
  );
});
