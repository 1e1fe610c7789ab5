/** Taking a match along: its record, a link, or a frame for another page. */

import { request } from "../core/api.js";
import { codesOf, ticketLink } from "../core/codes.js";
import { h } from "../core/dom.js";
import { t } from "../core/text.js";
import { icon } from "../parts/icons.js";
import { linkBox } from "../parts/invite.js";
import { actionButton, openDialog } from "../parts/notices.js";

/** @typedef {import("./room.js").Room} Room */

/**
 * @param {Room} room
 * @param {AbortSignal} signal
 */
export function openShare(room, signal) {
  const { match } = room;
  const begun = room.status !== "open";
  const embed = `<iframe src="${location.origin}/embed/${match}" width="480" height="560"></iframe>`;
  const file = (/** @type {string} */ id, /** @type {string} */ path, /** @type {string} */ name) =>
    actionButton([icon("download"), t(id)], () => download(path, name, codesOf(match)));
  const files = begun
    ? h(
        "div",
        { class: "row" },
        file("page.download_record", `/api/matches/${match}/record`, `${match}.json`),
      )
    : null;
  const dialog = openDialog(
    t("page.share_title"),
    [
      h("p", null, t("page.watch_link")),
      linkBox(ticketLink(match), t("page.watch_link")),
      h("p", null, t("page.embed_code")),
      linkBox(embed, t("page.embed_code")),
      files,
      h("div", { class: "row end" }, h("button", { type: "button", onclick: () => dialog.close() }, t("page.close"))),
    ],
    { signal },
  );
}

/**
 * Save what a route answers as a file.
 * @param {string} path
 * @param {string} name
 * @param {string[]} codes
 */
async function download(path, name, codes) {
  const answer = await request(path, { codes });
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
