/** A game's settings as a form, from their description. */

import { h } from "../core/dom.js";
import { known, t } from "../core/text.js";

/** @typedef {import("../core/games.js").Setting} Setting */
/** @typedef {import("../core/games.js").Settings} Settings */

/** As many numbers fit well into a menu. */
const MENU = 24;

/**
 * The fields of all settings; `changed` is told all values whenever one is chosen.
 * @param {Setting[]} settings
 * @param {(values: Settings) => void} changed
 */
export function settingsForm(settings, changed) {
  /** @type {Settings} */
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  return settings.map((setting) =>
    field(setting, (value) => {
      values[setting.name] = value;
      changed({ ...values });
    }),
  );
}

/**
 * A text with a capital at its beginning.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {Setting} setting
 * @param {(value: import("../core/games.js").Value) => void} chosen
 */
function field(setting, chosen) {
  const label = capital(t(setting.label));
  const text = known(setting.about.id) ? capital(t(setting.about)) : "";
  const about = text ? h("span", { class: "about" }, text) : null;
  if (setting.kind === "switch") {
    const box = h("input", { type: "checkbox", name: setting.name, ".checked": setting.value });
    box.addEventListener("change", () => chosen(box.checked));
    return h("label", { class: "switch field" }, h("span", { class: "text" }, label, about), box);
  }
  const input = control(setting);
  input.addEventListener("change", () => {
    if (input.checkValidity()) chosen(setting.kind === "number" ? Number(input.value) : input.value);
    else input.reportValidity();
  });
  return h("label", { class: "field" }, h("span", null, label), input, about);
}

/** @param {Setting} setting */
function control({ name, kind, value, low = 0, high = 0, choices = {} }) {
  if (kind === "text")
    return h("textarea", { name, rows: 3, maxlength: high || 3000, ".value": String(value), spellcheck: "false" });
  if (kind === "number" && high - low > MENU)
    return h("input", { type: "number", name, min: low, max: high, required: true, ".value": String(value) });
  const options =
    kind === "choice"
      ? Object.entries(choices).map(([key, label]) => [key, capital(t(label))])
      : Array.from({ length: high - low + 1 }, (_, i) => [String(low + i), String(low + i)]);
  return h(
    "select",
    { name },
    options.map(([key, label]) => h("option", { value: key, selected: key === String(value) }, label)),
  );
}
