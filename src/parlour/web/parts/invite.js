/** Links to send: to copy and to share. */

import { h } from "../core/dom.js";
import { t } from "../core/text.js";
import { icon } from "./icons.js";
import { actionButton, notice } from "./notices.js";

/**
 * @param {string} link
 * @param {string} label what the link is for
 */
export function linkBox(link, label) {
  const field = h("input", { type: "text", readonly: true, ".value": link, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const copy = actionButton([icon("copy"), t("page.copy")], () => copyText(link));
  const share = navigator.share
    ? actionButton(icon("share"), () => navigator.share({ url: link }).catch(() => {}), {
        class: "icon",
        "aria-label": t("page.share"),
      })
    : null;
  return h(
    "div",
    { class: "link-part" },
    h("div", { class: "link-box" }, field, copy, share),
  );
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(t("page.copied"));
  } catch {
    notice(t("page.not_copied"), { bad: true });
  }
}
