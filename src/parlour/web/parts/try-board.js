/** A position that one can touch without a match; the hall says what each touch does. */

import { post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";
import { gameBoard } from "./game-board.js";
import { icon } from "./icons.js";
import { actionButton, complain } from "./notices.js";

/** @typedef {import("../core/games.js").Game} Game */
/** @typedef {import("../core/games.js").Example} Example */

/**
 * @param {Game} game
 * @param {Example} example
 * @param {AbortSignal} signal
 */
export async function tryBoard(game, { settings = {}, line = "" }, signal) {
  /** @type {number[]} */
  const actions = [];
  const ask = () => post("/api/try", { game: game.slug, settings, line, actions }, { signal });
  const said = h("p", { class: "small", role: "status" });
  const first = await ask();
  const board = gameBoard({ looks: game.looks, board: first.board, view: first.view, interactive: true }, signal);
  /** @param {any} tried */
  const show = (tried) => {
    board.paths = tried.paths ?? null;
    const { status, prompt } = tried.view;
    said.textContent = prompt ? `${t(status)} ${t(prompt)}` : t(status);
  };
  const go = async () => {
    const tried = await ask();
    board.show(tried.view);
    show(tried);
  };
  show(first);
  board.addEventListener("act", async (event) => {
    actions.push(/** @type {CustomEvent} */ (event).detail.action);
    try {
      await go();
    } catch (error) {
      actions.pop();
      complain(error);
    }
  });
  const undo = actionButton([icon("undo"), t("page.try_undo")], async () => {
    actions.pop();
    await go();
  });
  const part = h("div", { class: "try" });
  fill(part, board, said, h("div", { class: "row" }, undo));
  return part;
}
