/**
 * A room of the hall as this page sees it, kept up to date by messages.
 *
 * What the visitor does is sent as a command with an id of its own until the hall has answered it:
 * after a break of the connection it is sent again, and the hall does it once.
 */

import { applyChanges } from "../board/view.js";
import { addCode, codesOf, newCode } from "../core/codes.js";
import { hall } from "../core/socket.js";

/** @typedef {import("../core/text.js").Sentence} Sentence */
/** @typedef {import("../board/view.js").View} View */
/** @typedef {import("../board/view.js").Board} Board */
/** @typedef {{seat: string, name?: string, kind?: string, online?: boolean}} Chair */
/** @typedef {{seat: number, what?: string, kind?: string, clock?: number | null, hidden?: boolean, action?: number, sites?: string[], report?: Sentence | null}} Event */
/** @typedef {{left: number[], running: number[]}} Clocks */
/** @typedef {{what: "draw" | "undo", seat: number, agreed: number[]}} Offer */
/** @typedef {{ranks: number[], payoffs: number[], code: string, sentence: Sentence}} Outcome */
/** @typedef {{match: string, game: string, title: string, rules: number, settings: Record<string, any>, control?: {start: number, increment: number} | null, rated?: boolean, listed?: boolean}} Terms */
/** @typedef {{name: string, text: string, at: number, seat?: number | null, to?: string}} Said */
/** @typedef {{do: string, [field: string]: unknown}} Deed */

/**
 * A command that the hall has not answered yet.
 * @typedef {object} Pending
 * @property {Deed} deed
 * @property {number | undefined} seat
 * @property {number} seen the last entry when it was decided
 * @property {() => void} done
 * @property {(error: Refusal) => void} refused
 */

const OURS = new Set(["room", "did", "chairs", "said", "error", "ack", "watching", "previewed"]);
const MOST_SAID = 500;

/**
 * Events with what they did; only the last ones have a report.
 * @param {{events: Event[], reports?: Partial<Event>[]}} moves
 * @returns {Event[]}
 */
function reported({ events, reports = [] }) {
  const first = events.length - reports.length;
  return events.map((event, at) => (at < first ? event : { ...event, ...reports[at - first] }));
}

/** The hall has refused a command. */
export class Refusal extends Error {
  /**
   * @param {Sentence} sentence
   * @param {string} code
   */
  constructor(sentence, code) {
    super(sentence.id);
    this.sentence = sentence;
    this.code = code;
  }
}

/**
 * Tells `room` (all of it is new), `did` with its news, `said` with a message, `watching` and
 * `closed` with a refusal (there is no such room, or it is not ours).
 */
export class Room extends EventTarget {
  /** @param {string} match */
  constructor(match) {
    super();
    this.match = match;
    /** @type {Terms | null} */
    this.terms = null;
    /** @type {number[]} */
    this.seats = [];
    /** @type {Board | null} */
    this.board = null;
    /** @type {View | null} */
    this.view = null;
    this.status = "";
    /** @type {Chair[]} */
    this.chairs = [];
    /** @type {Event[]} */
    this.moves = [];
    /** @type {any} */
    this.paths = null;
    /** @type {Record<string, Sentence>} */
    this.dangers = {};
    /** @type {Clocks | null} */
    this.clocks = null;
    this.clocksAt = 0;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Outcome | null} */
    this.outcome = null;
    /** @type {number[]} */
    this.again = [];
    this.next = "";
    /** @type {string[] | null} */
    this.may = null;
    this.spectators = 0;
    /** @type {Said[]} */
    this.said = [];
    this.seq = 0;
    /** @type {Map<string, Pending>} */
    this._pending = new Map();
    /** @type {Map<string, (answer: any) => void>} */
    this._previews = new Map();
    this._leave = new AbortController();
    this._inside = false;
  }

  /** Enter, now and whenever the connection is back. */
  enter() {
    const { signal } = this._leave;
    hall().addEventListener("ready", () => this._enter(), { signal });
    hall().addEventListener("state", () => (this._inside &&= hall().ready), { signal });
    hall().addEventListener(
      "message",
      (event) => this._receive(/** @type {CustomEvent} */ (event).detail),
      { signal },
    );
    if (hall().ready) this._enter();
  }

  leave() {
    this._leave.abort();
    hall().send("leave");
  }

  /** The seats of the visitor that may act now. */
  get acting() {
    const acting = this.view?.panels.filter((panel) => panel.acting).map((panel) => panel.seat) ?? [];
    return this.seats.filter((seat) => acting.includes(seat));
  }

  /** The seat that the visitor looks from. */
  get viewer() {
    return this.view?.seat ?? (this.seats.length === 1 ? (this.seats[0] ?? null) : null);
  }

  /** Do several seats of this match belong to the visitor? */
  get shared() {
    return this.seats.length > 1;
  }

  /**
   * Do something in the match; resolves once it is done and stored.
   * @param {Deed} deed
   * @param {number} [seat] if the visitor has several
   * @returns {Promise<void>}
   */
  do(deed, seat) {
    const command = newCode().slice(0, 16);
    return new Promise((resolve, reject) => {
      /** @type {Pending} */
      const pending = { deed, seat, seen: this.seq, done: resolve, refused: reject };
      this._pending.set(command, pending);
      if (this._inside) this._send(command, pending);
    });
  }

  /** Is something on its way to the hall? */
  get busy() {
    return this._pending.size > 0;
  }

  /**
   * Take a seat that we are invited to, or that is open to anyone.
   * @param {number} seat
   * @param {string} name
   */
  async sit(seat, name) {
    const code = newCode();
    addCode(this.match, code);
    await this.do({ do: "sit", name, code }, seat);
  }

  /**
   * @param {string} text
   * @param {string} to
   */
  say(text, to) {
    return hall().send("say", to === "room" ? { text } : { text, to });
  }

  /**
   * What these touches would do; null if the hall does not say.
   * @param {string[]} path
   * @returns {Promise<any>}
   */
  preview(path) {
    const id = newCode().slice(0, 8);
    return new Promise((resolve) => {
      if (!this._inside || !hall().send("preview", { id, path }, this.seq)) resolve(null);
      else this._previews.set(id, resolve);
    });
  }

  _enter() {
    /** @type {Record<string, unknown>} */
    const data = { match: this.match };
    const codes = codesOf(this.match);
    if (codes.length) data.codes = codes.slice(0, 16);
    data.heard = this.said.at(-1)?.at ?? 0;
    hall().send("enter", data, this.view || this.status === "open" ? this.seq : null);
  }

  /**
   * @param {string} command
   * @param {Pending} pending
   */
  _send(command, { deed, seat, seen }) {
    const data = seat === undefined ? { command, deed } : { command, deed, seat };
    hall().send("do", data, seen);
  }

  /** @param {import("../core/socket.js").Frame} frame */
  _receive({ t, v = 0, d = {} }) {
    if (!OURS.has(t)) return;
    if (t === "room" && d.terms.match === this.match) this._takeRoom(d, v);
    else if (t === "did" && this.terms) this._takeNews(d, v);
    else if (t === "chairs") {
      this.chairs = d;
      this._tell("did", {});
    } else if (t === "said") this._hear(d);
    else if (t === "watching") {
      this.spectators = d.count ?? 0;
      this._tell("watching");
    } else if (t === "ack") this._complete([d.command]);
    else if (t === "previewed") {
      this._previews.get(d.id)?.(d);
      this._previews.delete(d.id);
    } else if (t === "error") this._refuse(d);
  }

  /**
   * @param {{terms: Terms, seats: number[], board?: Board | null, news: any}} entered
   * @param {number} seq
   */
  _takeRoom({ terms, seats, board, news }, seq) {
    this.terms = terms;
    this.seats = seats;
    this.board = board ?? this.board;
    this.view = news.view ?? this.view;
    this.paths = null;
    this.offer = null;
    this.outcome = null;
    this._merge(news, seq);
    this._inside = true;
    this._tell("room");
    for (const [command, pending] of this._pending) this._send(command, pending);
  }

  /**
   * @param {any} news
   * @param {number} seq
   */
  _takeNews(news, seq) {
    if (news.changes && this.view) this.view = applyChanges(this.view, news.changes);
    this._merge(news, seq);
    this._complete(news.commands ?? []);
    this._tell("did", news);
  }

  /**
   * @param {any} news
   * @param {number} seq
   */
  _merge(news, seq) {
    this.seq = seq;
    this.status = news.status ?? this.status;
    this.chairs = news.chairs ?? this.chairs;
    if (news.moves) this.moves = [...this.moves.slice(0, news.moves.at), ...reported(news.moves)];
    if (news.paths || news.moves || news.view) {
      this.paths = news.paths ?? null;
      this.dangers = news.dangers ?? {};
    }
    if (news.clocks) {
      this.clocks = news.clocks;
      this.clocksAt = performance.now();
    }
    if (news.status) {
      this.offer = news.offer ?? null;
      this.outcome = news.outcome ?? null;
      this.again = news.again ?? [];
      this.next = news.next ?? "";
    }
    if (news.may) this.may = news.may;
    if (news.spectators !== undefined) this.spectators = news.spectators;
  }

  /** @param {string[]} commands */
  _complete(commands) {
    for (const command of commands) {
      this._pending.get(command)?.done();
      this._pending.delete(command);
    }
  }

  /** @param {{sentence: Sentence, code: string, command?: string, retry?: number}} error */
  _refuse({ sentence, code, command = "", retry }) {
    const pending = this._pending.get(command);
    if (pending && retry && (code === "fast" || code === "away")) {
      setTimeout(() => {
        if (this._inside && this._pending.has(command)) this._send(command, pending);
      }, retry * 1000);
      return;
    }
    if (this._previews.has(command)) {
      this._previews.get(command)?.(null);
      this._previews.delete(command);
      return;
    }
    const refusal = new Refusal(sentence, code);
    if (pending) {
      this._pending.delete(command);
      pending.refused(refusal);
    } else if (!command && code !== "bad") this._tell(this._inside ? "refused" : "closed", refusal);
  }

  /** @param {Said} said */
  _hear(said) {
    const known = this.said.some(({ at, name, text }) => at === said.at && name === said.name && text === said.text);
    if (known) return;
    this.said = [...this.said, said].slice(-MOST_SAID);
    this._tell("said", said);
  }

  /**
   * @param {string} kind
   * @param {unknown} [detail]
   */
  _tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
