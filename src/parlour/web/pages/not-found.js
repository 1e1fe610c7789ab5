/** An address without a page. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";

/** @param {import("../core/router.js").Visit} visit */
export function show({ outlet, title }) {
  title(t("page.not_found"));
  fill(
    outlet,
    h(
      "div",
      { class: "page narrow" },
      h("h1", null, t("page.not_found")),
      h("p", null, t("page.not_found_about")),
      h("p", null, h("a", { class: "button", href: "/" }, t("page.to_games"))),
    ),
  );
}
