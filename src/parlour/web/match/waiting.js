/** A match that has not begun: the links to send, or the seat to take. */

import { fill, h } from "../core/dom.js";
import { ticketLink } from "../core/codes.js";
import { post } from "../core/api.js";
import { session } from "../core/session.js";
import { invitesOf, takeSeat } from "../core/start.js";
import { recall, remember } from "../core/storage.js";
import { t } from "../core/text.js";
import { linkBox } from "../parts/invite.js";
import { actionButton } from "../parts/notices.js";

/** @typedef {import("./room.js").Room} Room */

/**
 * Draws what is still missing, until the match begins.
 * @param {Room} room
 */
export function waiting(room) {
  const part = h("section", { class: "waiting", "aria-live": "polite" });
  let shown = "";
  const draw = () => {
    part.hidden = room.status !== "open";
    const state = JSON.stringify([room.status, room.seats, room.chairs.map(({ name }) => name)]);
    if (state === shown) return;
    shown = state;
    const empty = room.chairs.flatMap(({ name }, seat) => (name ? [] : [seat]));
    const invited = room.seats.find((seat) => empty.includes(seat));
    if (part.hidden) fill(part);
    else if (invited !== undefined) fill(part, invitation(room, invited));
    else if (room.seats.length) fill(part, links(room, empty, draw));
    else fill(part, openSeats(room, empty));
  };
  return { part, draw };
}

/**
 * @param {Room} room
 * @param {number} seat
 */
function invitation(room, seat) {
  const { title = "" } = room.terms ?? {};
  const host = room.chairs.find(({ name }) => name)?.name ?? "";
  const name = h("input", { type: "text", maxlength: 20, ".value": session.shownName, autocomplete: "nickname", placeholder: t("page.anonymous") });
  const field = session.account ? null : h("label", { class: "field" }, h("span", null, t("page.your_name")), name);
  const sit = actionButton(t("page.sit_down"), async () => {
    if (!session.account) remember("name", name.value.trim() || null);
    await session.guest();
    await room.sit(seat, (session.account ? session.who.name : name.value.trim()) || session.who.name || t("page.anonymous"));
  }, { class: "main" });
  return h(
    "div",
    { class: "card" },
    h("h2", null, host ? t("page.invited_by", { player: host, game: title }) : t("page.invited", { game: title })),
    field,
    h("div", { class: "row end" }, sit),
  );
}

/**
 * @param {Room} room
 * @param {number[]} empty
 * @param {() => void} draw
 */
function links(room, empty, draw) {
  const codes = invitesOf(room.match);
  const withLinks = empty.filter((seat) => codes[seat]);
  const text = withLinks.length ? "page.send_link" : "page.waiting_about";
  const parts = withLinks.map((seat) =>
    h(
      "div",
      null,
      empty.length > 1 ? h("h3", null, room.chairs[seat]?.seat) : null,
      linkBox(ticketLink(room.match, codes[seat]), t("page.link_for", { seat: room.chairs[seat]?.seat ?? "" })),
    ),
  );
  return h("div", { class: "card" }, h("h2", null, t("page.waiting_title")), h("p", null, t(text)), parts, newLink(room, empty, draw));
}

/**
 * A link for a seat that was open to anyone, or whose link is lost.
 * @param {Room} room
 * @param {number[]} empty
 * @param {() => void} draw
 */
function newLink(room, empty, draw) {
  const seat = empty.find((each) => !invitesOf(room.match)[each]);
  if (seat === undefined) return null;
  return h(
    "p",
    null,
    actionButton(t("page.make_link"), async () => {
      const { code } = await post(`/api/matches/${room.match}/seats/${seat}/invitation`);
      const own = { ...invitesOf(room.match), [seat]: code };
      remember("invites", { ...recall("invites", {}), [room.match]: own });
      room.chairs = [...room.chairs];
      room.chairs[seat] = { ...room.chairs[seat], seat: room.chairs[seat]?.seat ?? "" };
      redraw(room, draw);
    }),
  );
}

/**
 * @param {Room} room
 * @param {() => void} draw
 */
function redraw(room, draw) {
  room.dispatchEvent(new Event("room"));
  draw();
}

/**
 * @param {Room} room
 * @param {number[]} empty
 */
function openSeats(room, empty) {
  const [seat] = empty;
  return h(
    "div",
    { class: "card" },
    h("h2", null, t("page.waiting_title")),
    h("p", null, t("page.waiting_watch")),
    seat !== undefined && room.terms?.listed !== false
      ? actionButton(t("page.sit_down"), () => takeSeat(room.match, seat), { class: "main" })
      : null,
  );
}
