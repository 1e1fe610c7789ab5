/** New matches: made at the hall, with the visitor's own seats kept here. */

import { post } from "./api.js";
import { addCode } from "./codes.js";
import { go } from "./router.js";
import { session } from "./session.js";
import { recall, remember } from "./storage.js";

/**
 * A match to make; each seat is `me`, `link`, `anyone` or `computer:level:3`.
 * @typedef {object} NewMatch
 * @property {string} game
 * @property {string[]} seats
 * @property {import("./games.js").Settings} [settings]
 * @property {string} [clock]
 * @property {boolean} [rated]
 * @property {boolean} [listed]
 */

const MOST_INVITES = 50;

/**
 * Make a match and go there.
 * @param {NewMatch} match
 * @param {string} [query] for the page of the match, as in `?guide`
 */
export async function startMatch(match, query = "") {
  await session.guest();
  const made = await post("/api/matches", { ...match, name: session.shownName });
  keep(made);
  go(`/match/${made.match}${query}`);
}

/**
 * Play against anyone: a seat that is open, or a new match in the lobby.
 * @param {NewMatch} match
 */
export async function pairUp(match) {
  await session.guest();
  const made = await post("/api/pairing", { ...match, name: session.shownName });
  keep(made);
  go(`/match/${made.match}`);
}

/**
 * Take a seat that is open to anyone.
 * @param {string} match
 * @param {number} seat
 */
export async function takeSeat(match, seat) {
  await session.guest();
  const seated = await post(`/api/matches/${match}/seats/${seat}`, { name: session.shownName });
  addCode(match, seated.code);
  go(`/match/${match}`);
}

/** @param {{match: string, seats: {seat: number, wanted: string, code?: string}[]}} made */
function keep({ match, seats }) {
  /** @type {Record<number, string>} */
  const links = {};
  for (const { seat, wanted, code } of seats) {
    if (code && wanted === "me") addCode(match, code);
    if (code && wanted === "link") links[seat] = code;
  }
  if (Object.keys(links).length) {
    const others = Object.entries(recall("invites", {})).slice(1 - MOST_INVITES);
    remember("invites", Object.fromEntries([...others, [match, links]]));
  }
}

/**
 * The codes of the links that were made here for the seats of others, by seat.
 * @param {string} match
 * @returns {Record<number, string>}
 */
export function invitesOf(match) {
  return /** @type {Record<string, Record<number, string>>} */ (recall("invites", {}))[match] ?? {};
}
