/** Signing in and out, the password, and where one is signed in. */

import { fetchJson, post } from "../core/api.js";
import { fill, h, isolated } from "../core/dom.js";
import { session } from "../core/session.js";
import { language, t } from "../core/text.js";
import { actionButton, explain, notice } from "../parts/notices.js";

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, title, signal }) {
  title(t("page.nav_account"));
  const draw = async () => {
    const page = h("div", { class: "page narrow account" });
    fill(outlet, page);
    if (session.account) await drawAccount(page);
    else drawEntrance(page);
  };
  session.addEventListener("change", () => void draw(), { signal });
  await draw();
}

/** @param {HTMLElement} page */
function drawEntrance(page) {
  fill(
    page,
    h("h1", null, t("page.nav_account")),
    h("p", { class: "quiet" }, t("page.account_about")),
    credentials("sign_in", "current-password", (given) => session.signIn(given)),
    credentials("sign_up", "new-password", (given) => session.signUp(given)),
  );
}

/**
 * @param {"sign_in" | "sign_up"} id
 * @param {"current-password" | "new-password"} kind
 * @param {(given: {name: string, password: string}) => Promise<void>} enter
 */
function credentials(id, kind, enter) {
  const name = h("input", { type: "text", autocomplete: "username", maxlength: 20, required: true, autocapitalize: "off", spellcheck: "false" });
  const password = h("input", { type: "password", autocomplete: kind, maxlength: 200, required: true });
  return formCard(t(`page.${id}`), [labelled("page.name", name), labelled("page.password", password)], t(`page.${id}`), async () => {
    await enter({ name: name.value.trim(), password: password.value });
  });
}

/**
 * @param {string} id
 * @param {HTMLElement} field
 */
function labelled(id, field) {
  return h("label", { class: "field" }, h("span", null, t(id)), field);
}

/**
 * @param {string} title
 * @param {HTMLElement[]} fields
 * @param {string} button
 * @param {() => Promise<void>} work
 */
function formCard(title, fields, button, work) {
  const error = h("p", { class: "error field", role: "alert", hidden: true });
  const submit = h("button", { type: "submit", class: "main" }, button);
  const form = h("form", { class: "card" }, h("h2", null, title), fields, error, h("div", { class: "row end field" }, submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    error.hidden = true;
    try {
      await work();
    } catch (reason) {
      error.textContent = explain(reason);
      error.hidden = false;
    } finally {
      submit.disabled = false;
    }
  });
  return form;
}

/** @param {HTMLElement} page */
async function drawAccount(page) {
  const { name } = session.who;
  const list = h("ul", { class: "rows" });
  const old = h("input", { type: "password", autocomplete: "current-password", maxlength: 200, required: true });
  const fresh = h("input", { type: "password", autocomplete: "new-password", maxlength: 200, required: true });
  fill(
    page,
    h("h1", null, isolated(name)),
    h("p", null, h("a", { href: `/people/${encodeURIComponent(name)}` }, t("page.your_profile"))),
    h("p", null, actionButton(t("page.sign_out"), () => session.signOut())),
    formCard(t("page.change_password"), [labelled("page.old_password", old), labelled("page.new_password", fresh)], t("page.change_password"), async () => {
      await post("/api/account/password", { old: old.value, new: fresh.value });
      old.value = fresh.value = "";
      notice(t("page.password_changed"));
    }),
    h("section", { class: "card" }, h("h2", null, t("page.sessions")), list),
  );
  await drawSessions(list);
}

/** @param {HTMLElement} list */
async function drawSessions(list) {
  const sessions = await fetchJson("/api/account/sessions");
  const moment = (/** @type {number} */ time) => new Date(time * 1000).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  fill(
    list,
    sessions.map((/** @type {any} */ { id, created, current }) =>
      h(
        "li",
        null,
        h("span", { class: "grow" }, t("page.signed_in_at", { time: moment(created) }), current ? h("span", { class: "tag" }, t("page.this_session")) : null),
        current
          ? null
          : actionButton(t("page.end_session"), async () => {
              await fetchJson(`/api/account/sessions/${id}`, { method: "DELETE" });
              await drawSessions(list);
            }),
      ),
    ),
  );
}
