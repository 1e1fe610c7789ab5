/** Somebody's page: their ratings over time and what they have played. */

import { fetchJson } from "../core/api.js";
import { fill, h, isolated } from "../core/dom.js";
import { listGames } from "../core/games.js";
import { t } from "../core/text.js";
import { matchRows } from "../parts/match-rows.js";
import { day, ratingGraph } from "../parts/rating-graph.js";

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} [games]
 * @property {boolean} [prov]
 * @property {import("../parts/rating-graph.js").Point[]} [history]
 */

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, params, title, signal }) {
  const [name = ""] = params;
  title(name);
  const [person, games] = await Promise.all([fetchJson(`/api/people/${encodeURIComponent(name)}`), listGames()]);
  if (signal.aborted) return;
  const titles = new Map(games.map((game) => [game.slug, game.title]));
  /** @type {[string, Rating][]} */
  const ratings = Object.entries(person.ratings ?? {});
  const since = person.since ? t("page.since", { day: day(person.since) }) : "";
  fill(
    outlet,
    h(
      "div",
      { class: "page profile" },
      h("div", { class: "page-head" }, h("h1", null, isolated(person.name ?? name)), h("span", { class: "quiet" }, t(`page.kind_${person.kind}`), since ? ` · ${since}` : null)),
      ratings.length ? ratings.map(([slug, rating]) => ratingCard(titles.get(slug) ?? slug, rating)) : h("p", { class: "quiet" }, t("page.unrated")),
      h(
        "section",
        { class: "card" },
        h("h2", null, t("page.recent")),
        person.matches?.length ? matchRows(person.matches) : h("p", { class: "quiet" }, t("page.no_matches")),
        h("p", null, h("a", { href: `/archive?player=${encodeURIComponent(name)}` }, t("page.all_matches"))),
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {Rating} rating
 */
function ratingCard(title, { rating, games = 0, prov, history = [] }) {
  return h(
    "section",
    { class: "card" },
    h("div", { class: "page-head" }, h("h2", null, title), h("span", null, h("strong", { class: "numeric" }, `${Math.round(rating)}${prov ? "?" : ""}`), " ", h("span", { class: "quiet small" }, t("page.rated_matches", { count: games })))),
    history.length > 1 ? ratingGraph(history, title) : null,
  );
}
