/** Links to send: to copy, to share and to scan. */

import { h, s } from "../core/dom.js";
import { qr, qrPath } from "../core/qr.js";
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
    picture(link),
  );
}

/** The light modules around a code, which readers need. */
const QUIET = 4;

/**
 * The link as a QR code, unless it is too long for one.
 * @param {string} link
 */
function picture(link) {
  const modules = qr(link);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const box = `${-QUIET} ${-QUIET} ${size} ${size}`;
  return s(
    "svg",
    { viewBox: box, class: "qr", role: "img", "aria-label": t("page.scan"), "shape-rendering": "crispEdges" },
    s("path", { d: qrPath(modules), fill: "#000" }),
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
