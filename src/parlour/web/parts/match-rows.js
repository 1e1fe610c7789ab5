/** Ended matches as a list: who played, how it ended, when. */

import { h, isolated } from "../core/dom.js";
import { t } from "../core/text.js";
import { joined } from "./my-matches.js";
import { day } from "./rating-graph.js";

/**
 * @typedef {object} Ended
 * @property {string} match
 * @property {string} game
 * @property {string} [title]
 * @property {{name: string}[]} players
 * @property {import("../core/text.js").Sentence | string | null} [result]
 * @property {number} [ended]
 * @property {boolean} [rated]
 */

/** @param {Ended[]} matches */
export function matchRows(matches) {
  return h("ul", { class: "rows" }, matches.map((match) => h("li", null, row(match))));
}

/** @param {Ended} ended */
function row({ match, game, title, players, result, ended, rated }) {
  const how = typeof result === "string" ? result : t(result ?? null);
  const facts = [ended ? day(ended) : "", rated ? t("page.rated_short") : ""].filter(Boolean).join(" · ");
  return h(
    "a",
    { href: `/match/${match}`, class: "row-link" },
    h("span", { class: "grow" }, h("strong", null, title ?? game), " ", joined(players.map(({ name }) => isolated(name))), h("br", null), h("span", { class: "quiet small" }, how)),
    h("span", { class: "quiet small" }, facts),
  );
}
