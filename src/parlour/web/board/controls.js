/** What is below a board: the buttons of the position, and questions before a move. */

/** @import { Input } from "./input.js" */
/** @import { Button, Looks } from "./types.js" */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";
import { buttonLook } from "./looks.js";

let dialogs = 0;

export class Controls {
  /** @param {(site: string) => void} touch */
  constructor(touch) {
    this.touch = touch;
    this.buttons = h("div", { class: "pb-buttons", role: "group" });
    this.bar = h("div", { class: "pb-ask", role: "group" });
  }

  /**
   * Show the buttons that have a part in what one may do.
   * @param {Button[]} buttons
   * @param {Looks} looks
   * @param {Input} input
   */
  show(buttons, looks, input) {
    const focused = this.buttons.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-site")
      : null;
    const elements = buttons.map((button) => {
      const { label, role = "plain" } = buttonLook(looks, button);
      const { site } = button;
      const at = input.path.indexOf(site);
      const touched = at >= 0;
      const ready = touched || input.isNext(site);
      return h(
        "button",
        {
          type: "button",
          class: `pb-button pb-${role}`,
          "data-site": site,
          "aria-pressed": String(touched),
          "aria-disabled": String(!ready),
          onclick: () => ready && this.touch(site),
        },
        touched && input.path.length > 1 ? `${at + 1}. ${t(label)}` : t(label),
      );
    });
    this.buttons.setAttribute("aria-label", t("page.part_buttons"));
    fill(this.buttons, elements);
    this.buttons.hidden = !elements.length;
    elements.find((element) => element.getAttribute("data-site") === focused)?.focus();
  }

  /**
   * Ask below the board, or nothing.
   * @param {{text: string, yes: string, no: string} | null} question
   * @param {(yes: boolean) => void} answered
   */
  ask(question, answered) {
    this.bar.hidden = !question;
    fill(
      this.bar,
      question && h("span", null, question.text),
      question && answer(question.yes, "main", () => answered(true)),
      question && answer(question.no, "plain", () => answered(false)),
    );
  }
}

/**
 * @param {string} label
 * @param {string} role
 * @param {() => void} onclick
 */
const answer = (label, role, onclick) =>
  h("button", { type: "button", class: `pb-button pb-${role}`, onclick }, label);

/**
 * A dialog that says why a move is dangerous.
 * @param {Element} parent
 * @param {string} danger
 * @param {(yes: boolean) => void} answered
 */
export function warn(parent, danger, answered) {
  const id = `pb-danger-${++dialogs}`;
  const close = (/** @type {boolean} */ yes) => () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    answered(yes);
  };
  const dialog = h(
    "dialog",
    { class: "pb-dialog", role: "alertdialog", "aria-labelledby": id },
    h("p", { id }, t("page.board_danger", { sentence: danger })),
    h(
      "div",
      { class: "pb-answers" },
      answer(t("page.part_back"), "plain", close(false)),
      answer(t("page.part_play"), "dangerous", close(true)),
    ),
  );
  dialog.addEventListener("cancel", close(false));
  parent.append(dialog);
  dialog.showModal();
}
