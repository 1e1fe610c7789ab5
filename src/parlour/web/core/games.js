/** The games of the hall as data, fetched once. */

import { fetchJson } from "./api.js";

/** @typedef {import("./text.js").Sentence} Sentence */
/** @typedef {boolean | number | string} Value */
/** @typedef {Record<string, Value>} Settings */

/**
 * @typedef {object} Setting
 * @property {string} name
 * @property {"number" | "switch" | "choice" | "text"} kind
 * @property {Sentence} label
 * @property {Sentence} about
 * @property {Value} default
 * @property {Value} value
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [example]
 * @property {Record<string, Sentence>} [choices]
 */
/** @typedef {{level: number, name: Sentence, about: Sentence, elo: number}} Level */
/** @typedef {{settings?: Settings, line?: string, play?: string[]}} Example */

/**
 * @typedef {object} Game
 * @property {string} slug
 * @property {string} title
 * @property {Sentence} about
 * @property {number} version of the rules
 * @property {string[]} seats
 * @property {string[]} colours
 * @property {Setting[]} settings
 * @property {Level[]} levels
 * @property {import("../board/looks.js").Looks} looks
 * @property {import("../board/view.js").Board} board
 * @property {import("../board/view.js").View} view
 * @property {string} rulebook
 * @property {Record<string, Example>} [examples] the positions of the rulebook's pictures
 * @property {string[]} [sides]
 * @property {boolean} [draws]
 */

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
function once(path) {
  let answer = fetched.get(path);
  if (!answer) {
    answer = fetchJson(path);
    answer.catch(() => fetched.delete(path));
    fetched.set(path, answer);
  }
  return answer;
}

/** @returns {Promise<{slug: string, title: string, seats: string[]}[]>} */
export function listGames() {
  return once("/api/games");
}

/**
 * A game with these settings.
 * @param {string} slug
 * @param {Settings} [settings]
 * @returns {Promise<Game>}
 */
export function describeGame(slug, settings = {}) {
  const query = new URLSearchParams(
    Object.entries(settings).map(([name, value]) => [name, written(value)]),
  );
  query.sort();
  const path = `/api/games/${encodeURIComponent(slug)}`;
  return once(query.size ? `${path}?${query}` : path);
}

/** @param {Value} value */
function written(value) {
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}

/**
 * The settings that differ from the game's own.
 * @param {Game} game
 * @param {Settings} settings
 */
export function changedSettings(game, settings) {
  return Object.fromEntries(
    game.settings
      .map(({ name, default: usual }) => /** @type {const} */ ([name, settings[name], usual]))
      .filter(([, value, usual]) => value !== undefined && value !== usual)
      .map(([name, value]) => [name, /** @type {Value} */ (value)]),
  );
}
