/** What the visitor has chosen for this browser. */

import { recall, remember } from "./storage.js";

/**
 * @typedef {object} Preferences
 * @property {"" | "light" | "dark"} theme empty: as the system
 * @property {"" | "contrast"} boardTheme
 * @property {boolean} sounds
 * @property {boolean} confirm ask before the last step of an action
 * @property {boolean} coordinates
 */

/** @type {Preferences} */
const DEFAULTS = { theme: "", boardTheme: "", sounds: true, confirm: false, coordinates: true };

/** Tells `change` with the name of what was chosen. */
export const changes = new EventTarget();

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @returns {Preferences[Name]}
 */
export function preference(name) {
  return recall(name, DEFAULTS[name]);
}

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @param {Preferences[Name]} value
 */
export function prefer(name, value) {
  remember(name, value);
  if (name === "theme") {
    if (value) document.documentElement.dataset.theme = String(value);
    else delete document.documentElement.dataset.theme;
  }
  changes.dispatchEvent(new CustomEvent("change", { detail: name }));
}
