/** Which page an address shows, and how the visitor gets from one to another without loading. */

import { fill } from "./dom.js";

/**
 * What a page gets: where it draws itself, what its address says, and when it is left.
 * @typedef {object} Visit
 * @property {HTMLElement} outlet
 * @property {string[]} params the parts of the path that the route left open
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborted when the visitor goes on
 * @property {(text: string) => void} title name the page
 */
/** @typedef {(visit: Visit) => void | Promise<void>} Show */
/**
 * A path with open parts, as in `/game/*`, and the module that shows it.
 * @typedef {{path: string, load: () => Promise<{show: Show}>}} Route
 */

/** @type {(path: string, options?: {replace?: boolean}) => void} */
let navigate = (path) => location.assign(path);

/**
 * Go to a page.
 * @param {string} path
 * @param {{replace?: boolean}} [options]
 */
export function go(path, options) {
  navigate(path, options);
}

/**
 * The open parts of a path that a pattern fits, or null.
 * @param {string} pattern
 * @param {string} path
 * @returns {string[] | null}
 */
export function fit(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  if (wanted.length !== given.length) return null;
  /** @type {string[]} */
  const open = [];
  for (const [at, part] of wanted.entries()) {
    const word = given[at] ?? "";
    if (part === "*" && word) open.push(decode(word));
    else if (part !== word) return null;
  }
  return open;
}

/** @param {string} word */
function decode(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

/** Shows pages in an outlet, and follows links between them. */
export class Router {
  /**
   * @param {HTMLElement} outlet
   * @param {Route[]} routes
   * @param {Route["load"]} otherwise what an address without a page shows
   * @param {(visit: Visit, error: unknown) => void} failed
   */
  constructor(outlet, routes, otherwise, failed) {
    this._outlet = outlet;
    this._routes = routes;
    this._otherwise = otherwise;
    this._failed = failed;
    this._leave = new AbortController();
    this._first = true;
  }

  start() {
    navigate = (path, { replace = false } = {}) => {
      if (replace) history.replaceState(null, "", path);
      else history.pushState(null, "", path);
      void this.show();
    };
    addEventListener("popstate", () => void this.show());
    document.addEventListener("click", (event) => this._follow(event));
    return this.show();
  }

  /** Show the page of the current address. */
  async show() {
    this._leave.abort();
    this._leave = new AbortController();
    const { signal } = this._leave;
    const { load, params } = this._find(location.pathname);
    /** @type {Visit} */
    const visit = {
      outlet: this._outlet,
      params,
      query: new URLSearchParams(location.search),
      signal,
      title: (text) => {
        if (!signal.aborted) document.title = text ? `${text} · Parlour` : "Parlour";
      },
    };
    try {
      const page = await load();
      if (signal.aborted) return;
      visit.title("");
      fill(this._outlet);
      await page.show(visit);
    } catch (error) {
      if (!signal.aborted) this._failed(visit, error);
    }
    if (!signal.aborted) this._arrive();
  }

  /** @param {string} path */
  _find(path) {
    for (const { path: pattern, load } of this._routes) {
      const params = fit(pattern, path);
      if (params) return { load, params };
    }
    return { load: this._otherwise, params: [path] };
  }

  /** Begin at the top, also for a reader who hears the page. */
  _arrive() {
    dispatchEvent(new CustomEvent("arrived"));
    if (!this._first) {
      scrollTo(0, 0);
      this._outlet.focus({ preventScroll: true });
    }
    this._first = false;
  }

  /** @param {MouseEvent} event */
  _follow(event) {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    const other = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || other || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    const url = new URL(link.href, location.href);
    const ours = url.origin === location.origin && !/^\/(api|web)\//.test(url.pathname);
    if (!ours || (url.hash && url.pathname === location.pathname)) return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
  }
}
