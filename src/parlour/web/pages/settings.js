/** What the visitor chooses for this browser. */

import { fetchJson } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { prefer, preference } from "../core/preferences.js";
import { recall, remember } from "../core/storage.js";
import { chooseLanguage, language, t } from "../core/text.js";

/** @param {import("../core/router.js").Visit} visit */
export async function show({ outlet, title, signal }) {
  title(t("page.nav_settings"));
  const languages = h("div", null);
  fill(
    outlet,
    h(
      "div",
      { class: "page narrow" },
      h("h1", null, t("page.nav_settings")),
      h(
        "section",
        { class: "card" },
        h("h2", null, t("page.appearance")),
        choice("theme", t("page.theme"), { "": "page.theme_system", light: "page.theme_light", dark: "page.theme_dark" }),
        choice("boardTheme", t("page.board_theme"), { "": "page.board_wood", contrast: "page.board_contrast" }),
        toggle("coordinates", t("page.coordinates")),
        languages,
      ),
      h(
        "section",
        { class: "card" },
        h("h2", null, t("page.playing")),
        toggle("sounds", t("page.sounds")),
        toggle("confirm", t("page.confirm_moves"), t("page.confirm_moves_about")),
        guestName(),
      ),
    ),
  );
  /** @type {Record<string, string>} */
  const known = await fetchJson("/api/words").catch(() => ({ en: "English" }));
  if (!signal.aborted) fill(languages, languageChoice(known));
}

/**
 * @template {"theme" | "boardTheme"} Name
 * @param {Name} name
 * @param {string} label
 * @param {Record<string, string>} options values and the ids of their texts
 */
function choice(name, label, options) {
  const items = Object.entries(options).map(([value, id]) => {
    const radio = h("input", { type: "radio", name, value, checked: preference(name) === value });
    radio.addEventListener("change", () => prefer(name, /** @type {any} */ (value)));
    return h("label", { class: "choice" }, radio, t(id));
  });
  return h("fieldset", { class: "field" }, h("legend", null, label), h("div", { class: "choices" }, items));
}

/**
 * @param {"sounds" | "confirm" | "coordinates"} name
 * @param {string} label
 * @param {string} [about]
 */
function toggle(name, label, about) {
  const box = h("input", { type: "checkbox", ".checked": preference(name) });
  box.addEventListener("change", () => prefer(name, box.checked));
  const more = about ? h("span", { class: "about" }, about) : null;
  return h("label", { class: "switch field" }, h("span", { class: "text" }, label, more), box);
}

/** @param {Record<string, string>} known the names of the languages, by code */
function languageChoice(known) {
  const menu = h(
    "select",
    null,
    Object.entries(known).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language() }, name)),
  );
  menu.addEventListener("change", async () => {
    await chooseLanguage(menu.value);
    dispatchEvent(new Event("language"));
  });
  return h("label", { class: "field" }, h("span", null, t("page.language")), menu);
}

function guestName() {
  const field = h("input", { type: "text", maxlength: 20, ".value": recall("name", ""), autocomplete: "nickname" });
  field.addEventListener("change", () => remember("name", field.value.trim() || null));
  const about = h("span", { class: "about" }, t("page.guest_name_about"));
  return h("label", { class: "field" }, h("span", null, t("page.guest_name")), field, about);
}
