/** What people say in a room. */

import { fill, h, isolated } from "../core/dom.js";
import { t } from "../core/text.js";
import { notice } from "../parts/notices.js";

const LONGEST = 300;

/**
 * @param {import("./room.js").Room} room
 * @param {AbortSignal} signal
 */
export function chat(room, signal) {
  const list = h("div", { class: "said", tabindex: 0, "aria-label": t("page.chat"), role: "log" });
  const field = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", "aria-label": t("page.say"), placeholder: t("page.say") });
  const to = h(
    "select",
    { "aria-label": t("page.say_to") },
    ["room", "players", "spectators"].map((name) => h("option", { value: name }, t(`page.to_${name}`))),
  );
  const form = h("form", { class: "say" }, field, to);
  const draw = () => {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    fill(list, room.said.map((said) => line(said, room)));
    if (atEnd) list.scrollTop = list.scrollHeight;
    to.hidden = room.status === "open" || room.seats.length === 0;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    const audience = to.hidden ? "room" : to.value;
    if (room.say(text, audience)) field.value = "";
    else notice(t("page.not_said"), { bad: true });
  });
  room.addEventListener("said", draw, { signal });
  room.addEventListener("room", draw, { signal });
  draw();
  return h("section", { class: "chat card", "aria-label": t("page.chat") }, list, form);
}

/**
 * @param {import("./room.js").Said} said
 * @param {import("./room.js").Room} room
 */
function line({ name, text, seat, to }, room) {
  const who = (seat !== null && seat !== undefined && room.chairs[seat]?.name) || name;
  const tag = to && to !== "room" ? h("span", { class: "tag" }, t(`page.to_${to}`)) : null;
  return h("p", null, h("strong", null, isolated(who)), " ", tag, tag ? " " : null, h("bdi", null, text));
}
