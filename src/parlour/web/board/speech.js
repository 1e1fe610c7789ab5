/** A board in words: for screen readers, and for whoever cannot look at it now. */

/** @import { Input } from "./input.js" */
/** @import { Board, Cause, Changes, Looks, Piece, View } from "./types.js" */

import { t } from "../core/text.js";
import { buttonLook, colourName, conditionLook, itemLook, pieceLook, shownStats } from "./looks.js";
import { bySite } from "./view.js";

const COMMON = ["plain", "light", "dark"]; // grounds that need no words
const SEVERAL = 4; // with more events of one kind, only the first and their number are told

/** @param {string[]} parts */
const listed = (parts) => parts.filter(Boolean).join(", ");

/**
 * A piece by its colour and name.
 * @param {Piece} piece
 * @param {Looks} looks
 */
export function nameOf(piece, looks) {
  const name = t(pieceLook(looks, piece).name);
  if (!piece.colour) return name;
  return t("page.part_piece", { colour: t(colourName(looks, piece.colour)), name });
}

/**
 * A piece with everything that is shown of it.
 * @param {Piece} piece
 * @param {Looks} looks
 */
export function describePiece(piece, looks) {
  const { holds, condition, hidden } = piece;
  if (hidden) return nameOf(piece, looks);
  const stats = shownStats(looks, piece).map(({ look, value, most }) => {
    const stat = t(look.name);
    if (most === null) return t("page.part_stat", { stat, value });
    return t("page.part_stat_of", { stat, value, most });
  });
  return listed([
    nameOf(piece, looks),
    ...stats,
    holds ? t("page.part_holds", { item: t(itemLook(looks, holds).name) }) : "",
    condition ? t(conditionLook(looks, condition).name) : "",
  ]);
}

/**
 * Each cell with everything on it, and what one may do there.
 * @param {Board} board
 * @param {View} view
 * @param {Looks} looks
 * @param {Input} input
 * @returns {(site: string) => string}
 */
export function describeCells(board, view, looks, input) {
  const pieces = bySite(view);
  const grounds = new Map(board.cells.map((cell) => [cell.site, cell.ground ?? "plain"]));
  return (site) => {
    const things = (pieces.get(site) ?? []).map((piece) => describePiece(piece, looks)).reverse();
    const ground = grounds.get(site) ?? "plain";
    if (!COMMON.includes(ground)) things.push(t(looks.grounds[ground]?.name));
    if (!things.filter(Boolean).length) things.push(t("page.part_empty"));
    const marks = view.marks.filter(({ sites }) => sites.includes(site));
    const marked = marks.map(({ kind }) => t(looks.marks[kind]?.name));
    return t("page.board_cell", { site, things: listed([...things, ...marked, may(input, site)]) });
  };
}

/**
 * What the pieces on a site do, for who does not know them yet.
 * @param {View} view
 * @param {Looks} looks
 * @param {string} site
 */
export function explain(view, looks, site) {
  const here = view.pieces.filter((piece) => piece.site === site);
  return here.map((piece) => t(pieceLook(looks, piece).about)).filter(Boolean);
}

/**
 * What one may do on a site.
 * @param {Input} input
 * @param {string} site
 */
function may(input, site) {
  if (input.path.includes(site)) return t("page.part_touched");
  if (input.choice || !input.isNext(site)) return "";
  return t(input.danger(site) ? "page.part_dangerous" : "page.part_next");
}

/**
 * The whole board, side by side.
 * @param {Board} board
 * @param {View} view
 * @param {Looks} looks
 */
export function describeBoard(board, view, looks) {
  /** @type {Map<string, string[]>} */
  const sides = new Map();
  for (const piece of view.pieces) {
    const { colour: side = "", ...plain } = piece;
    const words = t("page.part_on", { name: describePiece(plain, looks), site: piece.site });
    sides.set(side, [...(sides.get(side) ?? []), words]);
  }
  const told = [...sides].map(([colour, each]) => {
    const pieces = listed(each);
    if (!colour) return t("page.board_unowned", { pieces });
    return t("page.board_side", { side: t(colourName(looks, colour)), pieces });
  });
  return [t("page.board", { cells: board.cells.length }), ...told].join(" ");
}

/**
 * Whose turn it is, what one has to choose, and the buttons.
 * @param {View} view
 * @param {Looks} looks
 */
export function describePrompt(view, looks) {
  const labels = view.buttons.map((button) => t(buttonLook(looks, button).label));
  const buttons = labels.length ? t("page.board_buttons", { buttons: listed(labels) }) : "";
  return [t(view.status), t(view.prompt), buttons].filter(Boolean).join(" ");
}

/**
 * What happened between two positions.
 * @param {View} old
 * @param {View} now
 * @param {Changes} changes
 * @param {Looks} looks
 */
export function describeChanges(old, now, changes, looks) {
  const before = new Map(old.pieces.map((piece) => [piece.id, piece]));
  const after = new Map(now.pieces.map((piece) => [piece.id, piece]));
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const cause of changes.causes ?? []) {
    const piece = after.get(cause.piece) ?? before.get(cause.piece);
    if (!piece) continue;
    const words = describeCause(cause, piece, looks);
    kinds.set(cause.kind, [...(kinds.get(cause.kind) ?? []), words]);
  }
  const told = [...kinds.values()].flatMap((each) =>
    each.length > SEVERAL
      ? [each[0] ?? "", t("page.board_more", { count: each.length - 1 })]
      : each,
  );
  return told.join(" ");
}

/**
 * @param {Cause} cause
 * @param {Piece} piece
 * @param {Looks} looks
 */
function describeCause({ kind, sites, by = 0 }, piece, looks) {
  return t(`page.board_${kind}`, {
    piece: nameOf(piece, looks),
    start: sites[0] ?? "",
    site: sites.at(-1) ?? "",
    by,
    item: piece.holds ? t(itemLook(looks, piece.holds).name) : "",
  });
}
