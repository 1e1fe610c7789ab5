// @ts-check
/** The page: which module shows which path. */

import { addCode, readTicket } from "./core/codes.js";
import { fill, h } from "./core/dom.js";
import { Router } from "./core/router.js";
import { session } from "./core/session.js";
import { hall } from "./core/socket.js";
import { loadWords, t } from "./core/text.js";
import { mountHeader } from "./parts/header.js";
import { explain } from "./parts/notices.js";

/** @typedef {import("./core/router.js").Route} Route */

/** @type {Route[]} */
const ROUTES = [
  { path: "/", load: () => import("./pages/home.js") },
  { path: "/game/*", load: () => import("./pages/game.js") },
  { path: "/lobby", load: () => import("./pages/lobby.js") },
  { path: "/match/*", load: () => import("./pages/match.js") },
  { path: "/embed/*", load: () => import("./pages/embed.js") },
  { path: "/people/*", load: () => import("./pages/profile.js") },
  { path: "/archive", load: () => import("./pages/archive.js") },
  { path: "/replay", load: () => import("./pages/replay.js") },
  { path: "/account", load: () => import("./pages/account.js") },
  { path: "/settings", load: () => import("./pages/settings.js") },
];

/**
 * A link to a seat, `/#MATCH.CODE`: this browser keeps the code, and the address loses it.
 */
function acceptTicket() {
  const ticket = readTicket(location.hash);
  if (!ticket) return false;
  if (ticket.code) addCode(ticket.match, ticket.code);
  history.replaceState(null, "", `/match/${ticket.match}`);
  return true;
}

/**
 * @param {import("./core/router.js").Visit} visit
 * @param {unknown} error
 */
function showFailure(visit, error) {
  visit.title(t("page.failed"));
  fill(
    visit.outlet,
    h(
      "div",
      { class: "page narrow" },
      h("h1", null, t("page.failed")),
      h("p", null, explain(error)),
      h("p", null, h("a", { class: "button", href: location.pathname + location.search }, t("page.try_again"))),
    ),
  );
}

async function start() {
  acceptTicket();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  await loadWords().catch(() => {});
  const skip = /** @type {HTMLElement} */ (document.querySelector(".skip"));
  skip.textContent = t("page.skip");
  skip.hidden = false;
  session.watch();
  const header = /** @type {HTMLElement} */ (document.getElementById("header"));
  if (location.pathname.startsWith("/embed/")) header.remove();
  else mountHeader(header);
  const router = new Router(main, ROUTES, () => import("./pages/not-found.js"), showFailure);
  addEventListener("hashchange", () => acceptTicket() && void router.show());
  addEventListener("language", () => void router.show());
  hall().connect();
  await router.start();
  if ("serviceWorker" in navigator && isSecureContext)
    navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}

void start();
