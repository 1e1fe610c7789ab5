/** Who is looking for a match, and what can be watched: both live. */

import { fetchJson } from "../core/api.js";
import { fill, h, isolated } from "../core/dom.js";
import { listGames } from "../core/games.js";
import { lists } from "../core/lists.js";
import { session } from "../core/session.js";
import { pairUp, takeSeat } from "../core/start.js";
import { t } from "../core/text.js";
import { controlText } from "../match/clocks.js";
import { joined, myMatches } from "../parts/my-matches.js";
import { actionButton } from "../parts/notices.js";

const REFRESH = 15_000;

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, title, signal }) {
  title(t("page.nav_lobby"));
  const games = await listGames();
  const titles = new Map(games.map((game) => [game.slug, game.title]));
  const open = h("section", { class: "card" });
  const running = h("section", { class: "card" });
  const quick = h("section", { class: "card" });
  fill(
    quick,
    h("h2", null, t("page.quick")),
    h("p", { class: "quiet" }, t("page.quick_about")),
    h("div", { class: "row" }, games.map(({ slug, title: name, seats }) => actionButton(name, () => pairUp({ game: slug, seats: ["me", ...seats.slice(1).map(() => "anyone")] })))),
  );
  fill(
    outlet,
    h("div", { class: "page lobby" }, h("h1", null, t("page.nav_lobby")), myMatches(signal), quick, h("div", { class: "two" }, open, running)),
  );
  const drawOpen = () => fill(open, h("h2", null, t("page.open_matches")), openList(titles));
  drawOpen();
  lists.addEventListener("lobby", drawOpen, { signal });
  lists.watch(signal, "lobby");
  const refresh = async () => {
    const all = await fetchJson("/api/matches/running", { signal }).catch(() => null);
    if (all && !signal.aborted) fill(running, h("h2", null, t("page.running_matches")), runningList(all, titles));
  };
  await refresh();
  const timer = setInterval(() => void refresh(), REFRESH);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** @param {Map<string, string>} titles */
function openList(titles) {
  const matches = [...lists.lobby.values()].sort((a, b) => b.created - a.created);
  if (!matches.length) return h("p", { class: "quiet" }, t("page.no_open"));
  return h("ul", { class: "rows" }, matches.map((match) => openRow(match, titles)));
}

/**
 * @param {import("../core/lists.js").Offered} match
 * @param {Map<string, string>} titles
 */
function openRow({ match, game, owner, control, rated, free }, titles) {
  const own = owner === session.who.name;
  const sit = own
    ? h("a", { class: "button", href: `/match/${match}` }, t("page.to_match"))
    : actionButton(t("page.join"), () => takeSeat(match, free[0] ?? 0), { class: "main" });
  return h(
    "li",
    null,
    h("span", { class: "grow" }, h("strong", null, titles.get(game) ?? game), " ", h("span", { class: "quiet" }, isolated(owner)), h("br", null), h("span", { class: "quiet small" }, controlText(control), rated ? ` · ${t("page.rated_short")}` : null)),
    sit,
  );
}

/**
 * @param {{match: string, game: string, players: string[]}[]} matches
 * @param {Map<string, string>} titles
 */
function runningList(matches, titles) {
  if (!matches.length) return h("p", { class: "quiet" }, t("page.no_running"));
  return h(
    "ul",
    { class: "rows" },
    matches.map(({ match, game, players }) =>
      h(
        "li",
        null,
        h("span", { class: "grow" }, h("strong", null, titles.get(game) ?? game), h("br", null), h("span", { class: "quiet small" }, joined(players.map((name) => isolated(name))))),
        h("a", { class: "button", href: `/match/${match}` }, t("page.watch")),
      ),
    ),
  );
}
