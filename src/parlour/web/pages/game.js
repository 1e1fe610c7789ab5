/** A game: its rules with boards one can touch, and the form for a new match. */

import { ApiError } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { describeGame } from "../core/games.js";
import { startMatch } from "../core/start.js";
import { t } from "../core/text.js";
import { gameBoard } from "../parts/game-board.js";
import { icon } from "../parts/icons.js";
import { renderMarkdown } from "../parts/markdown.js";
import { newMatchForm } from "../parts/new-match.js";
import { actionButton, complain } from "../parts/notices.js";
import { tryBoard } from "../parts/try-board.js";
import { GENTLE } from "./home.js";
import { show as showNotFound } from "./not-found.js";

/** @typedef {import("../core/games.js").Game} Game */

/** @param {import("../core/router.js").Visit} visit */
export async function show(visit) {
  const { outlet, params, title, signal } = visit;
  const [slug = ""] = params;
  const game = await describeGame(slug).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (signal.aborted) return;
  if (!game) {
    showNotFound(visit);
    return;
  }
  title(game.title);
  const preview = h("div", { class: "preview" });
  const drawBoard = (/** @type {Game} */ { board, looks, view }) =>
    fill(preview, gameBoard({ board, looks, view }, signal));
  drawBoard(game);
  fill(
    outlet,
    h(
      "div",
      { class: "page wide game-page" },
      h(
        "div",
        { class: "beside" },
        h("h1", null, game.title),
        h("p", null, t(game.about)),
        firstMatch(game),
        newMatchForm(game, drawBoard),
        preview,
      ),
      h("article", { class: "rules" }, rules(game, signal)),
    ),
  );
}

/** @param {Game} game */
function firstMatch({ slug, seats }) {
  const match = { game: slug, seats: ["me", ...seats.slice(1).map(() => GENTLE)], listed: false };
  return h(
    "p",
    null,
    actionButton([icon("hint"), t("page.first_match")], () => startMatch(match, "?guide"), { class: "main" }),
  );
}

/**
 * @param {Game} game
 * @param {AbortSignal} signal
 */
function rules(game, signal) {
  const text = game.rulebook.replace(/^# .*\n+/, "");
  return [h("h2", { class: "only-heard" }, t("page.rules")), ...renderMarkdown(text, (source, about) => picture(game, source, about, signal))];
}

/**
 * A picture of the rulebook, and the same position to touch.
 * @param {Game} game
 * @param {string} source
 * @param {string} about
 * @param {AbortSignal} signal
 */
function picture(game, source, about, signal) {
  const name = /^pictures\/([a-z_]+)\.svg$/.exec(source)?.[1];
  if (!name) return h("em", null, about);
  const image = h("img", { src: `/api/games/${game.slug}/pictures/${name}.svg`, alt: "", loading: "lazy" });
  const figure = h("figure", null, image, h("figcaption", { class: "small" }, about));
  const example = game.examples?.[name];
  if (!example) return figure;
  const open = actionButton(t("page.try_it"), async () => {
    const board = await tryBoard(game, example, signal).catch(complain);
    if (board) {
      image.replaceWith(board);
      open.remove();
    }
  });
  figure.append(open);
  return figure;
}
