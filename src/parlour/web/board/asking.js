/** Questions before a move: a bar below the board, or a dialog where the move is dangerous. */

import { fill, h } from "../core/dom.js";
import { t } from "../core/text.js";

/**
 * A bar with a text and two answers.
 * @param {Element} bar
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @param {(answer: boolean) => void} answered
 */
export function askInBar(bar, text, yes, no, answered) {
  fill(
    bar,
    h("span", { class: "pb-question" }, text),
    h("button", { type: "button", class: "pb-button pb-main", onclick: () => answered(true) }, yes),
    h("button", { type: "button", class: "pb-button", onclick: () => answered(false) }, no),
  );
  bar.toggleAttribute("hidden", false);
}

/** @param {Element} bar */
export function hideBar(bar) {
  fill(bar);
  bar.toggleAttribute("hidden", true);
}

let dialogs = 0;

/**
 * A dialog that says why a move is dangerous.
 * @param {Element} parent
 * @param {string} danger
 * @param {(answer: boolean) => void} answered
 */
export function askInDialog(parent, danger, answered) {
  const id = `pb-danger-${++dialogs}`;
  let answer = false;
  const choose = (/** @type {boolean} */ yes) => {
    answer = yes;
    dialog.close();
  };
  const dialog = h(
    "dialog",
    {
      class: "pb-dialog",
      role: "alertdialog",
      "aria-labelledby": id,
      onclose: () => {
        dialog.remove();
        answered(answer);
      },
    },
    h("p", { id }, t("page.board_danger", { sentence: danger })),
    h(
      "div",
      { class: "pb-answers" },
      h(
        "button",
        { type: "button", class: "pb-button", autofocus: true, onclick: () => choose(false) },
        t("page.part_back"),
      ),
      h(
        "button",
        { type: "button", class: "pb-button pb-dangerous", onclick: () => choose(true) },
        t("page.part_play"),
      ),
    ),
  );
  parent.append(dialog);
  dialog.showModal();
}
