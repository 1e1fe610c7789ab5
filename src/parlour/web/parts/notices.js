/** Short messages at the edge of the page, and questions in the middle of it. */

import { ApiError } from "../core/api.js";
import { h } from "../core/dom.js";
import { known, t } from "../core/text.js";

const SECONDS = 6;

/**
 * Show a message for a while.
 * @param {string} text
 * @param {{bad?: boolean}} [options]
 */
export function notice(text, { bad = false } = {}) {
  if (!text) return;
  const shown = h("div", { class: bad ? "notice bad" : "notice" }, text);
  const notices = document.getElementById("notices");
  while ((notices?.childElementCount ?? 0) > 2) notices?.firstChild?.remove();
  notices?.append(shown);
  setTimeout(() => shown.remove(), SECONDS * 1000);
}

/**
 * What went wrong, as a sentence in the reader's language.
 * @param {unknown} error
 */
export function explain(error) {
  if (!(error instanceof ApiError)) return t("page.mistake");
  const sentence = error.data?.sentence;
  if (sentence && known(sentence.id)) return t(sentence);
  return error.message || t(error.code) || t("page.mistake");
}

/** @param {unknown} error */
export function complain(error) {
  notice(explain(error), { bad: true });
}

/**
 * A button whose work may fail, and which cannot be pressed again meanwhile.
 * @param {import("../core/dom.js").Child | import("../core/dom.js").Child[]} content
 * @param {() => unknown} work
 * @param {import("../core/dom.js").Props} [props]
 */
export function actionButton(content, work, props = {}) {
  const button = h("button", { type: "button", ...props }, content);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await work();
    } catch (error) {
      complain(error);
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/**
 * A dialog over the page; closed by Escape, by its buttons, or when the page is left.
 * @param {string} title
 * @param {import("../core/dom.js").Child[]} content
 * @param {{signal?: AbortSignal | undefined}} [options]
 */
export function openDialog(title, content, { signal } = {}) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" }, heading, content);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  signal?.addEventListener("abort", () => dialog.close());
  dialog.showModal();
  return dialog;
}

/**
 * Ask a question; true if the answer is the named one.
 * @param {string} question
 * @param {string} yes what the button says
 * @param {{danger?: boolean, no?: string}} [options]
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, { danger = false, no = t("page.cancel") } = {}) {
  return new Promise((resolve) => {
    const kind = danger ? "main danger" : "main";
    const accept = h("button", { type: "button", class: kind }, yes);
    const refuse = h("button", { type: "button", autofocus: true }, no);
    const dialog = openDialog(question, [h("div", { class: "row end" }, refuse, accept)]);
    let answer = false;
    accept.addEventListener("click", () => {
      answer = true;
      dialog.close();
    });
    refuse.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => resolve(answer));
  });
}
