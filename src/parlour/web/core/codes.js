/** The secrets of the visitor's own seats, which this browser keeps. */

import { recall, remember } from "./storage.js";

const MOST = 200;

/** @returns {Record<string, string[]>} */
function all() {
  return recall("codes", {});
}

/**
 * The secrets of the seats in a match.
 * @param {string} match
 * @returns {string[]}
 */
export function codesOf(match) {
  return all()[match] ?? [];
}

/**
 * Keep the secret of a seat, and forget the oldest matches.
 * @param {string} match
 * @param {string} code
 */
export function addCode(match, code) {
  const { [match]: own = [], ...others } = all();
  const kept = Object.entries(others).slice(1 - MOST);
  const codes = [...new Set([code, ...own])].slice(0, 16);
  remember("codes", Object.fromEntries([...kept, [match, codes]]));
}

/**
 * Forget secrets that the hall no longer accepts.
 * @param {string} match
 */
export function dropCodes(match) {
  const { [match]: _, ...others } = all();
  remember("codes", others);
}

/** A new secret, as hard to guess as the hall's own. */
export function newCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A match, and the secret of a seat, in the part of an address that is not sent: `#MATCH.CODE`.
 * @param {string} hash
 */
export function readTicket(hash) {
  const found = /^#([0-9a-f]{10})(?:\.([\w-]{16,64}))?$/.exec(hash);
  return found ? { match: found[1] ?? "", code: found[2] ?? "" } : null;
}

/**
 * The link to a seat, or to watch.
 * @param {string} match
 * @param {string} [code]
 */
export function ticketLink(match, code = "") {
  return `${location.origin}/#${match}${code && `.${code}`}`;
}
