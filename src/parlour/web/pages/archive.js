/** Ended matches, to search and to page through. */

import { fetchJson } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { listGames } from "../core/games.js";
import { go } from "../core/router.js";
import { t } from "../core/text.js";
import { matchRows } from "../parts/match-rows.js";
import { actionButton } from "../parts/notices.js";

const FIELDS = ["game", "player", "result", "since", "until"];

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, query, title, signal }) {
  title(t("page.nav_archive"));
  const games = await listGames();
  const list = h("div", null);
  const more = h("div", { class: "row end" });
  fill(
    outlet,
    h("div", { class: "page" }, h("h1", null, t("page.nav_archive")), searchForm(games, query), h("section", { class: "card" }, list, more)),
  );
  const load = async (/** @type {string} */ before) => {
    const wanted = new URLSearchParams(FIELDS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])));
    if (before) wanted.set("before", before);
    /** @type {{matches: import("../parts/match-rows.js").Ended[], before: string}} */
    const { matches, before: next } = await fetchJson(`/api/archive?${wanted}`, { signal });
    if (matches.length) list.append(matchRows(matches));
    else if (!before) fill(list, h("p", { class: "quiet" }, t("page.no_results")));
    fill(more, next ? actionButton(t("page.more"), () => load(next)) : null);
  };
  await load("");
}

/**
 * @param {{slug: string, title: string}[]} games
 * @param {URLSearchParams} query
 */
function searchForm(games, query) {
  const game = h("select", { name: "game" }, h("option", { value: "" }, t("page.any_game")), games.map(({ slug, title }) => h("option", { value: slug, selected: query.get("game") === slug }, title)));
  const result = h("select", { name: "result" }, ["", "won", "lost", "drawn"].map((value) => h("option", { value, selected: (query.get("result") ?? "") === value }, t(`page.result_${value || "any"}`))));
  const field = (/** @type {string} */ name, /** @type {string} */ type) => h("input", { type, name, maxlength: 40, ".value": query.get(name) ?? "" });
  const labelled = (/** @type {string} */ name, /** @type {Node} */ control) => h("label", { class: "field" }, h("span", null, t(`page.search_${name}`)), control);
  const form = h(
    "form",
    { class: "card search", role: "search" },
    labelled("game", game),
    labelled("player", field("player", "search")),
    labelled("result", result),
    labelled("since", field("since", "date")),
    labelled("until", field("until", "date")),
    h("button", { type: "submit", class: "main" }, t("page.search")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = [...new FormData(form)].filter(([, value]) => value);
    go(`/archive?${new URLSearchParams(/** @type {[string, string][]} */ (wanted))}`);
  });
  return form;
}
