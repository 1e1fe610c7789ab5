/**
 * From touches to actions: walks the trie of paths that the hall sends, in which each site leads to
 * another branch or to the number of an action. It knows no game and draws nothing.
 */

/** @import { Branch, Choice, Sentence } from "./types.js" */

/**
 * What a touch has done: the path has changed; it is complete and is to be sent; it is complete and
 * first needs a confirmation; or nothing.
 * @typedef {"changed" | "act" | "ask" | "nothing"} Result
 */

export class Input {
  constructor() {
    /** @type {Branch | null} */
    this.paths = null;
    /** The actions that need a confirmation, and why. @type {Record<string, Sentence>} */
    this.dangers = {};
    /** Does every action need a confirmation? */
    this.confirm = false;
    /** The sites touched so far. @type {string[]} */
    this.touched = [];
    /** A complete path: to be confirmed, or the last one that was sent. @type {Choice | null} */
    this.choice = null;
  }

  /**
   * Begin again with these paths, or with none while nothing can be done.
   * @param {Branch | null} paths
   */
  start(paths) {
    this.paths = paths;
    this.touched = [];
    this.choice = null;
  }

  /** The action or the branch at the end of a path. @param {string[]} path */
  at(path) {
    /** @type {number | Branch | undefined} */
    let branch = this.paths ?? undefined;
    for (const site of path)
      branch = typeof branch === "object" && Object.hasOwn(branch, site) ? branch[site] : undefined;
    return branch;
  }

  /** The sites that may be touched next. @param {string[]} [path] */
  next(path = this.touched) {
    const branch = this.at(path);
    return typeof branch === "object" ? Object.keys(branch) : [];
  }

  /** May this site be touched next? @param {string} site */
  isNext(site) {
    return this.at([...this.touched, site]) !== undefined;
  }

  /** Would touching this site complete an action? @param {string} site */
  completes(site) {
    return typeof this.at([...this.touched, site]) === "number";
  }

  /**
   * Why the action that this site completes is dangerous.
   * @param {string} site
   * @returns {Sentence | null}
   */
  danger(site) {
    const action = this.at([...this.touched, site]);
    return (typeof action === "number" && this.dangers[action]) || null;
  }

  /**
   * One more touch: it extends the path, takes a touched site back, or begins another path.
   * @param {string} site
   * @returns {Result}
   */
  touch(site) {
    if (this.choice) {
      const last = this.choice.path.at(-1);
      this.choice = null;
      if (site === last) return "changed"; // the last step is taken back
    }
    if (this.isNext(site)) return this.#to([...this.touched, site]);
    if (this.touched.includes(site)) return this.#to(this.#without(site));
    if (this.at([site]) !== undefined) return this.#to([site]);
    return "nothing";
  }

  /**
   * From one site to another: both steps, or nothing.
   * @param {string} from
   * @param {string} to
   * @returns {Result}
   */
  drag(from, to) {
    const path = this.dragged(from);
    if (!path || this.at([...path, to]) === undefined) return "nothing";
    this.choice = null;
    return this.#to([...path, to]);
  }

  /**
   * The path that ends on the site where a drag begins.
   * @param {string} from
   * @returns {string[] | null}
   */
  dragged(from) {
    const ways = [
      this.touched.at(-1) === from ? this.touched : null,
      [...this.touched, from],
      [from],
    ];
    return ways.find((path) => path && typeof this.at(path) === "object") ?? null;
  }

  /**
   * Touch these sites one after the other, from the beginning.
   * @param {string[]} sites
   * @returns {Result}
   */
  walk(sites) {
    if (!sites.length || this.at(sites) === undefined) return "nothing";
    this.choice = null;
    return this.#to(sites);
  }

  /** Take back one step. @returns {Result} */
  back() {
    if (this.choice) this.choice = null;
    else if (this.touched.length) this.touched = this.touched.slice(0, -1);
    else return "nothing";
    return "changed";
  }

  /** Take back everything. @returns {Result} */
  clear() {
    const something = this.choice || this.touched.length;
    this.choice = null;
    this.touched = [];
    return something ? "changed" : "nothing";
  }

  /**
   * The answer to a question: send the complete path, or take its last step back.
   * @param {boolean} yes
   * @returns {Result}
   */
  answer(yes) {
    if (!this.choice) return "nothing";
    if (yes) return "act";
    return this.back();
  }

  /** The path as it is lit, with a last step that waits for its confirmation. */
  get path() {
    return this.choice?.path ?? this.touched;
  }

  /** @param {string[]} path @returns {Result} */
  #to(path) {
    const action = this.at(path);
    if (typeof action !== "number") {
      this.touched = path;
      return "changed";
    }
    const danger = this.dangers[action] ?? null;
    this.touched = path.slice(0, -1);
    this.choice = { action, path, danger };
    return danger || this.confirm ? "ask" : "act";
  }

  /**
   * The path without a touched site; what came after it stays if that is a path, too.
   * @param {string} site
   */
  #without(site) {
    const at = this.touched.lastIndexOf(site);
    const others = this.touched.filter((_, i) => i !== at);
    return typeof this.at(others) === "object" ? others : this.touched.slice(0, at);
  }
}
