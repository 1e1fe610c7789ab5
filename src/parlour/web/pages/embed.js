/** A match in a frame of another page: the board, live, and nothing else. */

import { fill, h } from "../core/dom.js";
import { describeGame } from "../core/games.js";
import { t } from "../core/text.js";
import { Room } from "../match/room.js";
import { Table } from "../match/table.js";

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, params, signal, title }) {
  const [match = ""] = params;
  const room = new Room(match);
  const arrived = new Promise((resolve) => {
    room.addEventListener("room", () => resolve(null), { once: true });
    room.addEventListener("closed", (event) => resolve(/** @type {CustomEvent} */ (event).detail.sentence), { once: true });
  });
  room.enter();
  const refused = await arrived;
  if (refused) {
    fill(outlet, h("p", { class: "loading" }, t(refused)));
    return;
  }
  const game = await describeGame(room.terms?.game ?? "", room.terms?.settings ?? {});
  title(game.title);
  const table = new Table(room, game, signal);
  const link = h("a", { href: `/match/${match}`, target: "_blank", rel: "noopener" }, t("page.open_match"));
  fill(outlet, h("div", { class: "embedded" }, table.element, h("p", { class: "small" }, link)));
  room.addEventListener("room", () => table.replace());
  room.addEventListener("did", (event) => table.take(/** @type {CustomEvent} */ (event).detail));
  table.replace();
}
