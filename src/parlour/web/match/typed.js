/** A line to type moves into, for whoever finds that quicker than touching. */

import { h } from "../core/dom.js";
import { t } from "../core/text.js";
import { notice } from "../parts/notices.js";
import { Refusal } from "./room.js";

/**
 * @param {(text: string) => Promise<void>} act
 */
export function typedMoves(act) {
  const field = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 200,
    "aria-label": t("page.type_move"),
    placeholder: t("page.type_move"),
  });
  const form = h("form", { class: "typed" }, field);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    try {
      await act(text);
      field.value = "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notice(t(error.sentence), { bad: true });
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.blur();
  });
  return { form, field };
}
