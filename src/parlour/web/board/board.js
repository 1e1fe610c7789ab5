/**
 * `<parlour-board>`: shows any view of any game, and turns touches into actions.
 *
 * Events: `act` {action, path}; `preview`, the path so far or null, of which one may show with
 * `preview(changes)` what it would do; `spoken`, a text that the board has said to screen readers.
 *
 * The style sheet is board.css. It follows the color scheme of the page; the attribute
 * `theme="contrast"` is the theme of high contrast, and `--board-height` limits the height.
 */

/** @import { Result } from "./input.js" */
/** @import { Board, Branch, Changes, Sentence, Target, View } from "./types.js" */

import { fill, h, s } from "../core/dom.js";
import { t } from "../core/text.js";
import { Controls, warn } from "./controls.js";
import { Input } from "./input.js";
import { Cursor } from "./keyboard.js";
import { light, showCursor, showGhosts } from "./lighting.js";
import { PLAIN } from "./looks.js";
import { Motion } from "./motion.js";
import { Pointer } from "./pointer.js";
import { awaitGesture, play, playCause } from "./sounds.js";
import * as speech from "./speech.js";
import { Stage } from "./stage.js";

const HOVER = 140; // milliseconds that a pointer rests on a site before its preview is asked for
const IDLE = new Input();

awaitGesture();

export class ParlourBoard extends HTMLElement {
  #input = new Input();
  #stage = new Stage();
  #controls = new Controls((site) => this.touch(site));
  #live = h("div", { class: "pb-live", "aria-live": "polite" });
  #motion = new Motion(
    this.#stage,
    () => this.#draw(),
    (kind) => this.quiet || playCause(kind),
  );
  #cursor = new Cursor(this, this.#stage, {
    touch: (site) => this.touch(site),
    back: () => this.#after(this.#input.back()) !== "nothing",
    clear: () => this.clear(),
    isNext: (site) => this.#input.isNext(site),
    moved: (site) => this.#hover(site),
  });
  /** @type {Board} */
  #board = { cells: [] };
  #looks = PLAIN;
  #flipped = false;
  #interactive = false;
  #sent = false;
  /** @type {Set<string>} */
  #onPaths = new Set();
  /** A site that was touched with a finger too large to be sure. @type {string | null} */
  #aim = null;
  /** @type {number | undefined} */
  #hovering;

  /** Whose seat this is, if it is one's own. @type {number | null} */
  seat = null;
  /** Without sounds and speech, as for a board that plays by itself. */
  quiet = false;

  constructor() {
    super();
    new Pointer(this.#stage, {
      ready: () => this.#ready,
      inReach: (site) => this.#input.isNext(site) || this.#input.path.includes(site),
      touch: (target) => this.#touch(target),
      grab: (from) => this.#grab(from),
      drop: (from, to) => to && this.#after(this.#input.drag(from, to.site)),
      hover: (site) => this.#hover(site),
    });
    this.#stage.svg.addEventListener("click", ({ target, detail }) => {
      const site = target instanceof Element && target.getAttribute("data-site");
      if (site && detail === 0) this.touch(site); // a screen reader's click, without a pointer
    });
  }

  connectedCallback() {
    this.append(this.#stage.svg, this.#controls.bar, this.#controls.buttons, this.#live);
    this.#draw();
  }

  // ---- what is shown ----------------------------------------------------------------------------

  get board() {
    return this.#board;
  }
  set board(board) {
    this.#board = board;
    this.#draw();
  }

  get looks() {
    return this.#looks;
  }
  set looks(looks) {
    this.#looks = { ...PLAIN, ...looks };
    this.#draw();
  }

  /**
   * The position, with all changes that are still to be shown; setting it jumps there.
   * @returns {View | null}
   */
  get view() {
    return this.#motion.latest;
  }
  set view(view) {
    this.#motion.jump(view);
  }

  /**
   * The paths of all legal actions, or null while there is nothing to do here.
   * @returns {Branch | null}
   */
  get paths() {
    return this.#input.paths;
  }
  set paths(paths) {
    if (paths === this.#input.paths && !this.#sent) return;
    const turn = !this.#input.paths && paths && this.#interactive;
    this.#sent = false;
    this.#aim = null;
    this.#input.start(paths);
    this.#onPaths = sitesOn(paths);
    this.#update();
    if (turn && !this.quiet) play("turn");
  }

  /**
   * The actions that need a confirmation, by their number.
   * @returns {Record<string, Sentence>}
   */
  get dangers() {
    return this.#input.dangers;
  }
  set dangers(dangers) {
    this.#input.dangers = dangers ?? {};
    this.#update();
  }

  get flipped() {
    return this.#flipped;
  }
  set flipped(flipped) {
    if (flipped === this.#flipped) return; // it must not disturb what is moving
    this.skip();
    this.#flipped = flipped;
    this.#draw();
  }

  get interactive() {
    return this.#interactive;
  }
  set interactive(interactive) {
    if (interactive === this.#interactive) return;
    this.#interactive = interactive;
    this.#update();
  }

  /** Is every action confirmed before it is sent? */
  get confirm() {
    return this.#input.confirm;
  }
  set confirm(confirm) {
    this.#input.confirm = confirm;
  }

  /**
   * Jump to a position, as in a list of moves.
   * @param {View} view
   */
  show(view) {
    this.view = view;
  }

  /**
   * Show what has happened, after what is being shown.
   * @param {Changes} changes
   * @param {Sentence | null} [report] what happened in a sentence, which is spoken
   * @returns {Promise<void>} kept when it is shown
   */
  apply(changes, report = null) {
    const old = this.view;
    const shown = this.#motion.add(changes);
    const now = this.view;
    if (old && now) {
      const { status, prompt } = changes;
      const happened = t(report) || speech.describeChanges(old, now, changes, this.#looks);
      this.#say(happened, t(status), t(prompt?.[0]));
    }
    return shown;
  }

  /** Show the end of what is moving at once. */
  skip() {
    this.#motion.skip();
  }

  /**
   * Show what the path so far, or an action, would do.
   * @param {Changes | null} changes
   */
  preview(changes) {
    if (this.#motion.view) showGhosts(this.#stage, this.#motion.view, changes);
  }

  /** Say the whole position. */
  speak() {
    const { view } = this;
    if (!view) return;
    const words = speech.describeBoard(this.#board, view, this.#looks);
    this.#speak([words, speech.describePrompt(view, this.#looks)].join(" "));
  }

  #draw() {
    const { view } = this.#motion;
    if (!this.isConnected || !view || !this.#board.cells.length) return;
    const held = this.#cursor.focused;
    if (this.#stage.setBoard(this.#board, this.#looks, view.pieces, this.#flipped)) {
      this.#cursor.restore();
      if (held) this.#cursor.element?.focus();
    }
    this.#stage.show(view);
    this.preview(null);
    this.#update();
  }

  /** The position, the path or what may be done has changed: light it, and put it into words. */
  #update() {
    const { view } = this.#motion;
    if (!this.isConnected || !view || !this.#board.cells.length) return;
    const { svg, touchable } = this.#stage;
    const input = this.#interactive ? this.#input : IDLE;
    light(this.#stage, input, view);
    svg.classList.toggle("pb-interactive", this.#ready);
    svg.classList.toggle("pb-sent", this.#sent);
    svg.setAttribute("aria-label", t("page.board", { cells: this.#board.cells.length }));
    const describe = speech.describeCells(this.#board, view, this.#looks, input);
    for (const [site, cell] of touchable) {
      cell.setAttribute("aria-label", describe(site));
      cell.setAttribute("aria-selected", String(input.path.includes(site)));
    }
    const buttons = view.buttons.filter(({ site }) => this.#onPaths.has(site));
    this.#controls.show(this.#interactive ? buttons : [], this.#looks, input);
    this.#askBelow();
  }

  #askBelow() {
    const { choice } = this.#input;
    const aim = this.#aim;
    if (aim !== null) {
      const [yes, no] = [t("page.part_touch", { site: aim }), t("page.part_elsewhere")];
      this.#controls.ask({ text: "", yes, no }, (sure) => (sure ? this.touch(aim) : this.clear()));
    } else if (choice && !this.#sent && !choice.danger) {
      const text = t("page.board_ready", { sites: choice.path.join(" ") });
      const question = { text, yes: t("page.part_play"), no: t("page.part_back") };
      this.#controls.ask(question, (yes) => this.#answer(yes));
    } else this.#controls.ask(null, () => {});
  }

  // ---- touching ---------------------------------------------------------------------------------

  get #ready() {
    return this.#interactive && !!this.#input.paths && !this.#sent;
  }

  /**
   * Touch a site, as a person does.
   * @param {string} site
   */
  touch(site) {
    this.#touch({ site, unsure: false });
  }

  /**
   * Touch these sites from the beginning, as for a typed move; false if they are no path.
   * @param {string[]} sites
   */
  walk(sites) {
    this.skip();
    return this.#ready && this.#after(this.#input.walk(sites)) !== "nothing";
  }

  /** Take everything back, also what was sent and refused; false if there is nothing. */
  clear() {
    const something = this.#aim !== null || this.#input.path.length > 0;
    this.#aim = null;
    this.#sent = false;
    this.#after(this.#input.clear());
    this.#update();
    return something;
  }

  /** @param {Target} target */
  #touch({ site, unsure }) {
    this.skip();
    if (!this.#ready) return;
    if (this.#stage.cell(site)) this.#cursor.move(site, this.#cursor.focused);
    const asked = this.#input.confirm || this.#input.danger(site) || this.#aim === site;
    if (unsure && !asked && this.#input.completes(site)) {
      this.#aim = site;
      this.#update();
      showCursor(this.#stage, site);
      this.#ask([...this.#input.touched, site]);
    } else this.#after(this.#input.touch(site));
  }

  /** @param {string} from */
  #grab(from) {
    this.skip();
    const path = this.#input.dragged(from);
    if (path && path.join() !== this.#input.touched.join()) this.#after(this.#input.walk(path));
    return path !== null;
  }

  /**
   * @param {Result} result
   * @returns {Result}
   */
  #after(result) {
    if (result === "nothing") return result;
    this.#aim = null;
    const { choice } = this.#input;
    this.#sent = result === "act";
    this.preview(null);
    this.#update();
    const { path } = this.#input;
    this.#ask(this.#sent || !path.length ? null : path);
    if (choice && this.#sent) this.#tell("act", { action: choice.action, path: choice.path });
    else if (path.length) this.#say(t("page.board_path", { sites: path.join(", ") }));
    if (choice?.danger && result === "ask")
      warn(this, t(choice.danger), (yes) => this.#answer(yes));
    return result;
  }

  /** @param {boolean} yes */
  #answer(yes) {
    this.#after(this.#input.answer(yes));
    this.#cursor.element?.focus();
  }

  /**
   * Ask whoever listens what a path would do.
   * @param {string[] | null} path
   */
  #ask(path) {
    clearTimeout(this.#hovering);
    this.#tell("preview", path);
  }

  /** @param {string | null} site */
  #hover(site) {
    clearTimeout(this.#hovering);
    const [cell, view] = [this.#stage.touchable.get(site ?? ""), this.#motion.view];
    if (cell && view && site) {
      const words = [cell.getAttribute("aria-label"), ...speech.explain(view, this.#looks, site)];
      fill(cell, s("title", null, words.join("\n")));
    }
    this.#hovering = setTimeout(() => {
      if (!this.#ready || this.#input.choice || this.#aim !== null) return;
      const { touched } = this.#input;
      const next = site !== null && this.#input.isNext(site) ? [...touched, site] : touched;
      this.preview(null);
      this.#tell("preview", next.length ? next : null);
    }, HOVER);
  }

  // ---- telling ----------------------------------------------------------------------------------

  /** @param {string[]} texts */
  #say(...texts) {
    if (!this.quiet) this.#speak(texts.filter(Boolean).join(" "));
  }

  /** @param {string} text */
  #speak(text) {
    if (!text) return;
    fill(this.#live, h("p", null, text));
    this.#tell("spoken", text);
  }

  /**
   * @param {string} kind
   * @param {unknown} detail
   */
  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail }));
  }
}

/**
 * All sites on any path.
 * @param {Branch | null} branch
 * @returns {Set<string>}
 */
function sitesOn(branch) {
  const found = new Set();
  for (const [site, child] of Object.entries(branch ?? {})) {
    found.add(site);
    if (typeof child === "object") for (const each of sitesOn(child)) found.add(each);
  }
  return found;
}

customElements.define("parlour-board", ParlourBoard);
