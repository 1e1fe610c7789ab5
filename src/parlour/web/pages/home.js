/** The first page: the games as live boards, one click away from a match. */

import { post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { describeGame, listGames } from "../core/games.js";
import { startMatch } from "../core/start.js";
import { t } from "../core/text.js";
import { gameBoard } from "../parts/game-board.js";
import { icon } from "../parts/icons.js";
import { myMatches } from "../parts/my-matches.js";
import { actionButton } from "../parts/notices.js";

/** @typedef {import("../core/games.js").Game} Game */

/** A level that somebody may beat in the first match. */
export const GENTLE = "computer:level:1";

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, signal }) {
  const games = h("div", { class: "games" });
  fill(
    outlet,
    h(
      "div",
      { class: "page home" },
      h("h1", { class: "only-heard" }, t("page.home")),
      myMatches(signal),
      h("p", { class: "tagline" }, t("page.tagline")),
      games,
    ),
  );
  const all = await listGames();
  const cards = all.map(({ title }) => h("article", { class: "card game" }, h("h2", null, title)));
  fill(games, cards, anyoneCard());
  await Promise.all(
    all.map(async ({ slug }, at) => {
      const game = await describeGame(slug);
      const card = cards[at];
      if (card && !signal.aborted) await fillCard(card, game, signal);
    }),
  );
}

/**
 * @param {HTMLElement} card
 * @param {Game} game
 * @param {AbortSignal} signal
 */
async function fillCard(card, game, signal) {
  const { slug, title, seats } = game;
  const others = seats.length - 1;
  const place = h("a", { href: `/game/${slug}`, class: "little", tabindex: -1, "aria-hidden": "true" });
  fill(
    card,
    place,
    h("h2", null, h("a", { href: `/game/${slug}` }, title)),
    h("p", { class: "quiet" }, t(game.about)),
    h(
      "div",
      { class: "starts" },
      actionButton(
        [icon("computer"), t("page.play_computer")],
        () => startMatch({ game: slug, seats: ["me", ...Array(others).fill(GENTLE)], listed: false }),
        { class: "main" },
      ),
      actionButton([icon("link"), t("page.invite")], () =>
        startMatch({ game: slug, seats: ["me", ...Array(others).fill("link")], listed: false }),
      ),
      actionButton([icon("people"), t(others > 1 ? "page.several_here" : "page.two_here")], () =>
        startMatch({ game: slug, seats: seats.map(() => "me"), listed: false }),
      ),
    ),
  );
  const shown = await samplePosition(game);
  if (signal.aborted) return;
  const board = gameBoard({ board: shown.board, view: shown.view, looks: game.looks, quiet: true }, signal);
  board.inert = true; // it is a picture: no key stops at its fields
  place.append(board);
}

/**
 * A position in the middle of a match if the rulebook shows one, otherwise the first one.
 * @param {Game} game
 */
async function samplePosition(game) {
  const { line, settings = {} } = game.examples?.match ?? {};
  if (!line) return game;
  const { slug, version, seats } = game;
  const record = { game: slug, rules: version, players: seats, settings, start: line };
  return post("/api/plies", record);
}

function anyoneCard() {
  return h(
    "article",
    { class: "card game anyone" },
    h("h2", null, t("page.anyone_title")),
    h("p", { class: "quiet" }, t("page.anyone_about")),
    h("div", { class: "starts" }, h("a", { class: "button", href: "/lobby" }, icon("eye"), t("page.to_lobby"))),
  );
}
