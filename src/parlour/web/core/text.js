/**
 * Sentences as the hall sends them, an id with values, and their texts in the reader's language.
 *
 * The texts are those of the Python catalogues, at `/api/words/{language}`.
 */

import { fetchJson } from "./api.js";
import { recall, remember } from "./storage.js";

/** @typedef {{id: string, values?: Record<string, string | number>}} Sentence */
/** @typedef {Record<string, string>} Words */

/** @type {Words} */
let english = {};
/** @type {Words} */
let words = {};
let current = "en";

/** The language of the texts. */
export function language() {
  return current;
}

/** The language that the reader has chosen, or else the first of the browser's that is there. */
export function preferredLanguages() {
  const chosen = recall("language", "");
  const browsers = globalThis.navigator?.languages ?? [];
  return [...new Set([chosen, ...browsers.map((tag) => tag.split("-")[0] ?? "")])].filter(Boolean);
}

/**
 * Load the texts; a language that the hall does not have leaves English.
 * @param {string[]} [languages] the preferred ones, best first
 */
export async function loadWords(languages = preferredLanguages()) {
  english = await fetchJson("/api/words/en");
  useWords("en", english);
  for (const code of languages) {
    if (code === "en") return;
    const found = await fetchJson(`/api/words/${encodeURIComponent(code)}`).catch(() => null);
    if (found) {
      useWords(code, found);
      return;
    }
  }
}

/**
 * Use these texts from now on.
 * @param {string} code
 * @param {Words} texts
 */
export function useWords(code, texts) {
  if (code === "en") english = texts;
  current = code;
  words = texts;
  if (globalThis.document) document.documentElement.lang = code;
}

/**
 * Remember the reader's choice and load the texts.
 * @param {string} code
 */
export async function chooseLanguage(code) {
  remember("language", code);
  await loadWords([code]);
}

/**
 * The text of a sentence, or of an id with values.
 *
 * A sentence that is shown to somebody who touches, rather than types, may have its own text under
 * `<id>_touch`; where `count` is 1, the singular is under `<id>_one`.
 * @param {Sentence | string | null | undefined} sentence
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(sentence, values) {
  if (!sentence) return "";
  const id = typeof sentence === "string" ? sentence : sentence.id;
  const given = values ?? (typeof sentence === "string" ? {} : (sentence.values ?? {}));
  const template = find(words, id, given) ?? find(english, id, given);
  if (template !== undefined) return format(template, given);
  return [id, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/**
 * Is there a text with this id?
 * @param {string} id
 */
export function known(id) {
  return id in words || id in english;
}

/**
 * @param {Words} texts
 * @param {string} id
 * @param {Record<string, string | number>} values
 * @returns {string | undefined}
 */
function find(texts, id, values) {
  const one = values.count === 1 ? texts[`${id}_one`] : undefined;
  return texts[`${id}_touch`] ?? one ?? texts[id];
}

/**
 * Fill in the placeholders of a template: `{name}`, or `{name:.1f}` for a number of decimals.
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function format(template, values) {
  return template.replace(
    /\{\{|\}\}|\{([^{}:!]*)(?::\.(\d)f)?\}/g,
    (whole, /** @type {string | undefined} */ name, /** @type {string | undefined} */ decimals) => {
      if (whole === "{{") return "{";
      if (whole === "}}") return "}";
      const value = values[name ?? ""];
      if (value === undefined) return whole;
      return decimals === undefined ? String(value) : Number(value).toFixed(Number(decimals));
    },
  );
}
