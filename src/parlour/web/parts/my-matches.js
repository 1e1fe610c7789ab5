/** The visitor's own matches, live: where it is their turn comes first. */

import { fill, h, isolated } from "../core/dom.js";
import { lists } from "../core/lists.js";
import { t } from "../core/text.js";

/** @typedef {import("../core/lists.js").Mine} Mine */

const MOST = 12;

/**
 * @param {AbortSignal} signal
 * @returns {HTMLElement}
 */
export function myMatches(signal) {
  const part = h("section", { class: "mine", "aria-label": t("page.my_matches") });
  const draw = () => {
    const running = [...lists.mine.values()]
      .filter(({ status }) => status !== "over")
      .sort((a, b) => Number(b.turn) - Number(a.turn) || b.since - a.since);
    part.hidden = running.length === 0;
    fill(
      part,
      h("h2", null, t("page.my_matches")),
      h("ul", { class: "match-list" }, running.slice(0, MOST).map((match) => h("li", null, entry(match)))),
    );
  };
  draw();
  lists.addEventListener("mine", draw, { signal });
  lists.watch(signal, "mine");
  return part;
}

/** @param {Mine} match */
function entry({ match, title, status, seats, names, turn }) {
  const others = names.filter((name, seat) => name && !seats.includes(seat));
  const against = others.length ? others.map((name) => isolated(name)) : [t("page.nobody_yet")];
  const state = status === "open" ? t("page.waiting") : t("page.their_turn");
  return h(
    "a",
    { class: turn ? "card match-link turn" : "card match-link", href: `/match/${match}` },
    h("strong", null, title),
    h("span", { class: "quiet" }, joined(against)),
    h("span", { class: turn ? "tag turn" : "tag" }, turn ? t("page.your_turn") : state),
  );
}

/**
 * @param {(Node | string)[]} names
 * @returns {(Node | string)[]}
 */
export function joined(names) {
  return names.flatMap((name, at) => (at ? [", ", name] : [name]));
}
