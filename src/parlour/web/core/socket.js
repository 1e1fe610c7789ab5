/**
 * One connection to the hall for the whole page; it comes back by itself.
 *
 * Whoever needs the connection listens to two kinds of events: `ready`, at which a room is entered
 * or a list is watched again, and `message`. Nothing is kept here that has to be sent again.
 */

/**
 * A message from the hall: its kind, the last entry it includes, and its data.
 * @typedef {{t: string, v?: number, d?: any}} Frame
 */
/** @typedef {"connecting" | "ready" | "waiting"} ConnectionState */

const FIRST_RETRY = 300;
const LAST_RETRY = 10_000;
const QUIET = 20_000;
const PATIENCE = 10_000;
/** The longest the hall may ask us to wait, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** @fires ready, message, state */
export class HallSocket extends EventTarget {
  /**
   * @param {string} [url]
   * @param {(url: string) => WebSocket} [open]
   */
  constructor(url = addressOf(globalThis.location), open = (address) => new WebSocket(address)) {
    super();
    this.url = url;
    /** @type {ConnectionState} */
    this.state = "waiting";
    /** The name of the user, if signed in. */
    this.name = "";
    this._open = open;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._wanted = false;
    this._tries = 0;
    this._heard = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
    this._retry = 0;
  }

  /** Connect, unless connected already, and stay connected from now on. */
  connect() {
    if (!this._wanted) {
      this._wanted = true;
      globalThis.addEventListener?.("online", this._hurry);
      globalThis.document?.addEventListener("visibilitychange", this._hurry);
    }
    if (!this._socket) this._connect();
    return this;
  }

  /** Connect anew, for instance because the user has signed in. */
  reconnect() {
    this._drop();
    this._connect();
  }

  close() {
    this._wanted = false;
    globalThis.removeEventListener?.("online", this._hurry);
    globalThis.document?.removeEventListener("visibilitychange", this._hurry);
    this._drop();
    this._become("waiting");
  }

  get ready() {
    return this.state === "ready";
  }

  /**
   * Send a message; false if there is no connection, and then it is lost.
   * @param {string} kind
   * @param {unknown} [data]
   * @param {number | null} [seen] the last entry that was seen
   */
  send(kind, data, seen = null) {
    if (!this._socket || !this.ready) return false;
    /** @type {Record<string, unknown>} */
    const frame = { t: kind };
    if (seen !== null) frame.v = seen;
    if (data !== undefined) frame.d = data;
    this._socket.send(JSON.stringify(frame));
    return true;
  }

  _connect() {
    clearTimeout(this._timer);
    this._become("connecting");
    const socket = this._open(this.url);
    this._socket = socket;
    this._heard = Date.now();
    socket.onmessage = (event) => this._receive(socket, event.data);
    socket.onclose = (event) => this._lost(socket, event.code);
    this._watch();
  }

  /**
   * @param {WebSocket} socket
   * @param {string} text
   */
  _receive(socket, text) {
    if (socket !== this._socket) return;
    this._heard = Date.now();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.t === "hello") {
      this._tries = 0;
      this.name = frame.d?.name ?? "";
      this._become("ready");
    }
    if (frame.t === "bye") this._retry = Math.min(1000 * (frame.d?.retry ?? 1), LONGEST_WAIT);
    this.dispatchEvent(new CustomEvent("message", { detail: frame }));
    if (frame.t === "hello") this.dispatchEvent(new CustomEvent("ready", { detail: frame.d }));
  }

  /**
   * The connection is gone: try again, soon at first and then less often.
   * @param {WebSocket} socket
   * @param {number} code
   */
  _lost(socket, code) {
    if (socket !== this._socket) return;
    this._drop();
    if (!this._wanted) return;
    const tooMany = code === 4029 ? LAST_RETRY : 0;
    const backoff = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this._tries);
    const wait = Math.max(this._retry || backoff, tooMany) * (0.8 + 0.4 * Math.random());
    this._retry = 0;
    this._tries = Math.min(this._tries + 1, 10);
    this._become("waiting");
    this._timer = setTimeout(() => this._connect(), wait);
  }

  /** Ask for a sign of life when it has been quiet, and give up when there is none. */
  _watch() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      const quiet = Date.now() - this._heard;
      const socket = this._socket;
      if (!socket) return;
      if (quiet > QUIET + PATIENCE || (!this.ready && quiet > PATIENCE)) {
        this._lost(socket, 0);
        socket.close();
        return;
      }
      if (quiet >= QUIET) this.send("ping");
      this._watch();
    }, PATIENCE / 2);
  }

  /** The network is back or the page is seen again: do not wait any longer. */
  _hurry = () => {
    if (globalThis.document?.visibilityState === "hidden" || !this._wanted) return;
    if (!this._socket) this._connect();
    else if (this.ready && Date.now() - this._heard > QUIET) this.send("ping");
  };

  _drop() {
    clearTimeout(this._timer);
    const socket = this._socket;
    this._socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    if (socket.readyState <= 1) socket.close();
  }

  /** @param {ConnectionState} state */
  _become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}

/** @param {Location | undefined} location */
function addressOf(location) {
  if (!location) return "";
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
}

/** @type {HallSocket | null} */
let shared = null;

/** The connection of this page. */
export function hall() {
  shared ??= new HallSocket();
  return shared;
}
