/** A board in words: for screen readers, tooltips and whoever cannot look at it now. */

import { t } from "../core/text.js";
import { buttonLook, colourName, conditionLook, itemLook, pieceLook, shownStats } from "./looks.js";
import { bySite } from "./view.js";

/** @typedef {import("./view.js").Board} Board */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {import("./view.js").Cause} Cause */
/** @typedef {import("./view.js").Changes} Changes */
/** @typedef {import("./looks.js").Looks} Looks */

const COMMON = ["plain", "light", "dark"]; // grounds that need no words
const SEVERAL = 4; // so many events of one kind are told one by one

/** @param {string[]} parts */
const listed = (parts) => parts.filter(Boolean).join(", ");

/** A piece by its colour and name. @param {Piece} piece @param {Looks} looks */
export function nameOf(piece, looks) {
  const name = t(pieceLook(looks, piece).name);
  if (!piece.colour) return name;
  return t("page.part_piece", { colour: t(colourName(looks, piece.colour)), name });
}

/** A piece with everything that is shown of it. @param {Piece} piece @param {Looks} looks */
export function describePiece(piece, looks) {
  if (piece.hidden) return nameOf(piece, looks);
  const stats = shownStats(looks, piece).map(({ look, value, most }) =>
    most === null
      ? t("page.part_stat", { stat: t(look.name), value })
      : t("page.part_stat_of", { stat: t(look.name), value, most }),
  );
  return listed([
    nameOf(piece, looks),
    ...stats,
    piece.holds ? t("page.part_holds", { item: t(itemLook(looks, piece.holds).name) }) : "",
    piece.condition ? t(conditionLook(looks, piece.condition).name) : "",
  ]);
}

/**
 * Everything about one cell.
 * @param {Board} board
 * @param {View} view
 * @param {Looks} looks
 * @param {string} site
 * @param {string[]} [more] what else there is to say of it, in words
 */
export function describeCell(board, view, looks, site, more = []) {
  return describeOn(
    board,
    looks,
    site,
    bySite(view).get(site) ?? [],
    marksOn(view, looks, site),
    more,
  );
}

/**
 * Every cell in words, by its site.
 * @param {Board} board
 * @param {View} view
 * @param {Looks} looks
 * @param {(site: string) => string[]} more
 */
export function describeCells(board, view, looks, more) {
  const pieces = bySite(view);
  return (/** @type {string} */ site) =>
    describeOn(board, looks, site, pieces.get(site) ?? [], marksOn(view, looks, site), more(site));
}

/**
 * @param {Board} board
 * @param {Looks} looks
 * @param {string} site
 * @param {Piece[]} pieces
 * @param {string[]} marks
 * @param {string[]} more
 */
function describeOn(board, looks, site, pieces, marks, more) {
  const ground = board.cells.find((cell) => cell.site === site)?.ground ?? "plain";
  const look = COMMON.includes(ground) ? undefined : looks.grounds[ground];
  const things = [...pieces].reverse().map((piece) => describePiece(piece, looks));
  if (look) things.push(t(look.name));
  if (!things.length) things.push(t("page.part_empty"));
  return t("page.board_cell", { site, things: listed([...things, ...marks, ...more]) });
}

/** @param {View} view @param {Looks} looks @param {string} site */
function marksOn(view, looks, site) {
  return view.marks
    .filter((mark) => mark.sites.includes(site))
    .map((mark) => {
      const look = looks.marks[mark.kind];
      return t("page.part_marked", { mark: look ? t(look.name) : mark.kind });
    });
}

/** The whole board, side by side. @param {Board} board @param {View} view @param {Looks} looks */
export function describeBoard(board, view, looks) {
  /** @type {Map<string, string[]>} */
  const sides = new Map();
  for (const piece of view.pieces) {
    const { colour, ...plain } = piece;
    const side = colour ?? "";
    const words = t("page.part_on", { name: describePiece(plain, looks), site: piece.site });
    sides.set(side, [...(sides.get(side) ?? []), words]);
  }
  const told = [...sides].map(([colour, pieces]) =>
    colour
      ? t("page.board_side", { side: t(colourName(looks, colour)), pieces: listed(pieces) })
      : t("page.board_unowned", { pieces: listed(pieces) }),
  );
  return [t("page.board", { cells: board.cells.length }), ...told].join(" ");
}

/**
 * Whose turn it is, what one has to choose, and the buttons.
 * @param {View} view
 * @param {Looks} looks
 */
export function describePrompt(view, looks) {
  const buttons = view.buttons.map((button) => t(buttonLook(looks, button).label));
  return [
    t(view.status),
    t(view.prompt),
    buttons.length ? `${t("page.part_buttons")}: ${listed(buttons)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
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
    const piece =
      (cause.kind === "moved" ? before : after).get(cause.piece) ?? before.get(cause.piece);
    if (piece) kinds.set(cause.kind, [...(kinds.get(cause.kind) ?? []), told(cause, piece, looks)]);
  }
  return [...kinds.values()]
    .flatMap((each) =>
      each.length > SEVERAL
        ? [t("page.board_several", { count: each.length, kind: each[0] ?? "" })]
        : each,
    )
    .join(" ");
}

/** @param {Cause} cause @param {Piece} piece @param {Looks} looks */
function told(cause, piece, looks) {
  return t(`page.board_${cause.kind}`, {
    piece: nameOf(piece, looks),
    start: cause.sites[0] ?? "",
    site: cause.sites.at(-1) ?? "",
    by: cause.by ?? 0,
    item: piece.holds ? t(itemLook(looks, piece.holds).name) : "",
  });
}
