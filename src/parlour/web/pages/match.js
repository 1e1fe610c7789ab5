/** A match: the table, and everything around it. */

import { readTicket } from "../core/codes.js";
import { fill, h } from "../core/dom.js";
import { describeGame } from "../core/games.js";
import { go } from "../core/router.js";
import { t } from "../core/text.js";
import { Alerts, askForNotifications, notificationsOn, notificationsPossible } from "../match/alerts.js";
import { chat } from "../match/chat.js";
import { controlText } from "../match/clocks.js";
import { Controls } from "../match/controls.js";
import { Guide } from "../match/guide.js";
import { Room } from "../match/room.js";
import { openShare } from "../match/share.js";
import { Table } from "../match/table.js";
import { typedMoves } from "../match/typed.js";
import { waiting } from "../match/waiting.js";
import { icon } from "../parts/icons.js";
import { actionButton, notice } from "../parts/notices.js";

/** @typedef {import("../core/games.js").Game} Game */

/** @param {import("../core/router.js").Visit} visit */
export async function show(visit) {
  const { outlet, params, signal } = visit;
  const [match = ""] = params;
  if (!readTicket(`#${match}`)) {
    showGone(visit, t("page.no_such_match"));
    return;
  }
  fill(outlet, h("p", { class: "loading" }, t("page.connecting")));
  const room = new Room(match);
  signal.addEventListener("abort", () => room.leave());
  const arrived = new Promise((resolve) => {
    room.addEventListener("room", () => resolve(null), { once: true });
    room.addEventListener("closed", (event) => resolve(/** @type {CustomEvent} */ (event).detail.sentence), { once: true });
  });
  room.enter();
  const refused = await arrived;
  if (signal.aborted) return;
  if (refused) showGone(visit, t(refused));
  else {
    const game = await describeGame(room.terms?.game ?? "", room.terms?.settings ?? {});
    if (!signal.aborted) build(visit, room, game);
  }
}

/**
 * @param {import("../core/router.js").Visit} visit
 * @param {string} reason
 */
function showGone({ outlet, title }, reason) {
  title(t("page.no_match"));
  fill(
    outlet,
    h("div", { class: "page narrow" }, h("h1", null, t("page.no_match")), h("p", null, reason), h("p", null, h("a", { class: "button", href: "/" }, t("page.to_games")))),
  );
}

/**
 * @param {import("../core/router.js").Visit} visit
 * @param {Room} room
 * @param {Game} game
 */
function build({ outlet, query, signal, title }, room, game) {
  const table = new Table(room, game, signal);
  const controls = new Controls(room);
  const open = waiting(room);
  const guide = query.has("guide") ? new Guide(room, game) : null;
  const alerts = new Alerts(title, game.title, signal);
  const typed = typedMoves((text) => table.act(text));
  const watchers = h("span", { class: "quiet small" });
  fill(
    outlet,
    h(
      "div",
      { class: "page wide match" },
      h("div", { class: "play" }, table.element, controls.offers),
      h(
        "div",
        { class: "side" },
        head(room, game, watchers),
        guide?.element,
        open.part,
        table.moves.element,
        controls.bar,
        h("div", { class: "row tools" }, tools(room, table, signal)),
        typed.form,
        chat(room, signal),
      ),
    ),
  );
  const draw = () => {
    open.draw();
    controls.draw();
    typed.form.hidden = room.status !== "running" || !room.seats.length;
    watchers.textContent = room.spectators ? t("page.spectators", { count: room.spectators }) : "";
    alerts.show(room.status === "running" && room.acting.length > 0 && !room.shared);
    guide?.update();
    if (room.next) follow(room);
  };
  room.addEventListener("room", () => {
    table.replace();
    draw();
  }, { signal });
  room.addEventListener("did", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    table.take(news);
    draw();
    if (news.declined) tellDeclined(room, news.declined);
  }, { signal });
  room.addEventListener("watching", draw, { signal });
  room.addEventListener("refused", (event) => {
    notice(t(/** @type {CustomEvent} */ (event).detail.sentence), { bad: true });
  }, { signal });
  addEventListener("keydown", (event) => shortcuts(event, table, typed.field), { signal });
  table.replace();
  draw();
}

/**
 * @param {Room} room
 * @param {Game} game
 * @param {HTMLElement} watchers
 */
function head(room, game, watchers) {
  const { control, rated } = room.terms ?? {};
  const facts = [controlText(control), rated ? t("page.rated_short") : ""].filter(Boolean).join(" · ");
  return h(
    "header",
    { class: "match-head" },
    h("h1", null, h("a", { href: `/game/${game.slug}` }, game.title)),
    h("span", { class: "quiet small" }, facts),
    watchers,
  );
}

/**
 * @param {Room} room
 * @param {Table} table
 * @param {AbortSignal} signal
 */
function tools(room, table, signal) {
  const bell = actionButton(icon("bell"), async () => {
    if (await askForNotifications()) bell.remove();
  }, { class: "icon", "aria-label": t("page.notify"), title: t("page.notify") });
  return [
    actionButton([icon("flip"), t("page.flip")], () => table.flip()),
    actionButton([icon("share"), t("page.share")], () => openShare(room, signal)),
    notificationsPossible() && !notificationsOn() ? bell : null,
  ];
}

/**
 * Keys that work wherever the focus is, except where something is typed.
 * @param {KeyboardEvent} event
 * @param {Table} table
 * @param {HTMLInputElement} field
 */
function shortcuts(event, table, field) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select, dialog, .pb-cells") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "/") {
    event.preventDefault();
    field.focus();
  } else if (event.key === "f") table.flip();
  else table.moves.onkey(event);
}

/**
 * @param {Room} room
 * @param {{what: string, by: number}} declined
 */
function tellDeclined(room, { what, by }) {
  if (!room.seats.includes(by)) notice(t(`match.declined_${what}`, { player: room.chairs[by]?.name ?? "" }));
}

/**
 * The rematch has begun: on to it, as whoever the visitor is here.
 * @param {Room} room
 */
function follow(room) {
  if (room.seats.length) go(`/match/${room.next}`);
}
