/** Who the visitor is to the hall: nobody, a guest or an account. */

import { ApiError, fetchJson, post, useToken } from "./api.js";
import { hall } from "./socket.js";
import { recall, remember } from "./storage.js";

/** @typedef {{name: string, kind: string}} Who */

/** Tells `change` when the visitor is somebody else. */
class Session extends EventTarget {
  constructor() {
    super();
    /** @type {Who} */
    this.who = recall("who", { name: "", kind: "" });
    /** @type {Promise<void> | null} */
    this._joining = null;
    /** Is the visitor known only to this page, for want of a cookie? */
    this._alone = false;
  }

  /** Does the visitor have an account, and not just a session as a guest? */
  get account() {
    return this.who.name !== "" && this.who.kind !== "guest";
  }

  /** The name to sit down with, which a guest may choose. */
  get shownName() {
    return this.account ? this.who.name : recall("name", "");
  }

  /** Follow the connection, which says who the hall takes us for. */
  watch() {
    hall().addEventListener("ready", (event) => {
      const { name = "" } = /** @type {CustomEvent} */ (event).detail ?? {};
      if (name === this.who.name || (!name && this._alone)) return;
      if (name) void this._ask();
      else this._become({ name: "", kind: "" });
    });
  }

  /** Make the visitor a guest, unless the hall knows them already. */
  async guest() {
    if (this.who.name) return;
    this._joining ??= this._enter("/api/guests", { name: recall("name", "") }).finally(() => {
      this._joining = null;
    });
    await this._joining;
  }

  /** @param {{name: string, password: string}} credentials */
  signIn(credentials) {
    return this._enter("/api/sessions", credentials);
  }

  /** @param {{name: string, password: string}} credentials */
  signUp(credentials) {
    return this._enter("/api/accounts", credentials);
  }

  async signOut() {
    await fetchJson("/api/sessions", { method: "DELETE" });
    useToken("");
    this._alone = false;
    this._become({ name: "", kind: "" });
    hall().reconnect();
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  async _enter(path, body) {
    const { name, kind, token } = await post(path, body);
    await this._reconnected();
    // Where the browser keeps no cookie, the token serves until the page is closed.
    this._alone = hall().ready && !hall().name;
    useToken(this._alone ? token : "");
    this._become({ name, kind });
  }

  /** Connect again as somebody else, and wait for it, though not for ever. */
  _reconnected() {
    return new Promise((resolve) => {
      const done = () => resolve(undefined);
      hall().addEventListener("ready", done, { once: true });
      setTimeout(done, 6_000);
      hall().reconnect();
    });
  }

  async _ask() {
    try {
      const { name, kind } = await fetchJson("/api/account");
      this._become({ name, kind });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** @param {Who} who */
  _become(who) {
    this.who = who;
    remember("who", who.name ? who : null);
    this.dispatchEvent(new Event("change"));
  }
}

export const session = new Session();
