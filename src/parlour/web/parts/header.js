/** The bar at the top of every page, with the state of the connection below it. */

import { fill, h, isolated } from "../core/dom.js";
import { session } from "../core/session.js";
import { hall } from "../core/socket.js";
import { t } from "../core/text.js";
import { icon } from "./icons.js";

const LINKS = [
  ["/", "page.nav_play"],
  ["/lobby", "page.nav_lobby"],
  ["/archive", "page.nav_archive"],
  ["/replay", "page.nav_replay"],
];
/** A short break is not worth a word. */
const PATIENCE = 1_500;

/** @param {HTMLElement} header */
export function mountHeader(header) {
  const connection = h("div", { id: "connection", role: "status", hidden: true });
  const bar = h("div", { class: "bar" });
  fill(header, bar, connection);
  draw(bar);
  session.addEventListener("change", () => draw(bar));
  addEventListener("arrived", () => markCurrent(bar));
  addEventListener("language", () => draw(bar));
  watchConnection(connection);
}

/** @param {HTMLElement} bar */
function draw(bar) {
  const { name } = session.who;
  const links = LINKS.map(([path = "", id = ""]) => h("a", { href: path }, t(id)));
  fill(
    bar,
    h("a", { href: "/", class: "brand" }, h("img", { src: "/web/icons/icon.svg", alt: "" }), "Parlour"),
    h("nav", { "aria-label": t("page.nav") }, links),
    tool("/settings", "settings", null, t("page.nav_settings")),
    tool("/account", "account", session.account ? isolated(name) : null, t("page.nav_account")),
  );
  markCurrent(bar);
}

/**
 * @param {string} href
 * @param {"settings" | "account"} name
 * @param {Node | null} text
 * @param {string} label
 */
function tool(href, name, text, label) {
  const shown = text ? h("span", null, text) : h("span", { class: "only-heard" }, label);
  return h("a", { href, class: "tool", title: label }, icon(name), shown);
}

/** @param {HTMLElement} bar */
function markCurrent(bar) {
  for (const link of bar.querySelectorAll("nav a")) {
    const here = new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname;
    if (here === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {HTMLElement} line */
function watchConnection(line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let lost = false;
  const show = () => {
    line.textContent = t(lost ? "page.reconnecting" : "page.connecting");
    line.hidden = hall().ready;
  };
  hall().addEventListener("state", () => {
    clearTimeout(timer);
    if (hall().ready) lost = true;
    timer = hall().ready ? undefined : setTimeout(show, PATIENCE);
    if (hall().ready) line.hidden = true;
  });
}
