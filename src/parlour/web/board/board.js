/**
 * `<parlour-board>`: shows any view of any game, and turns touches into actions.
 *
 * Properties: `board`, `looks`, `view`, `paths`, `dangers`, `seat`, `flipped`, `interactive`,
 * `confirm`, `quiet`. Events: `act` {action, path}, `preview` (a path or null), `spoken` (a text).
 * Its style sheet is board.css; it follows the color scheme of the page, and the attribute
 * `theme="contrast"` gives it the theme of high contrast.
 */

import { fill, h, s } from "../core/dom.js";
import { t } from "../core/text.js";
import { askInBar, askInDialog, hideBar } from "./asking.js";
import { Input } from "./input.js";
import { neighbour, rowsOf } from "./layout.js";
import { light, showCursor, showGhosts } from "./lighting.js";
import { PLAIN, buttonLook } from "./looks.js";
import { Motion } from "./motion.js";
import { Pointer } from "./pointer.js";
import { awaitGesture, play, playCause } from "./sounds.js";
import { describeBoard, describeCells, describeChanges, describePrompt } from "./speech.js";
import { Stage } from "./stage.js";
import { symbol } from "./figures.js";

/** @typedef {import("./view.js").Board} Board */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Changes} Changes */
/** @typedef {import("./view.js").Sentence} Sentence */
/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./input.js").Branch} Branch */
/** @typedef {import("./input.js").Result} Result */

const HOVER = 140; // milliseconds that a pointer rests on a site before its preview is asked for
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let count = 0;
awaitGesture();

export class ParlourBoard extends HTMLElement {
  #input = new Input();
  #stage = new Stage();
  #motion = new Motion(
    this.#stage,
    (view) => this.#shown(view),
    (kind) => this.quiet || playCause(kind),
  );
  /** @type {Board} */ #board = { cells: [] };
  /** @type {Looks} */ #looks = PLAIN;
  /** @type {number | null} */ #seat = null;
  #flipped = false;
  #interactive = false;
  #sent = false;
  /** @type {string} */ #cursor = "";
  /** @type {string | null} */ #aim = null;
  /** @type {Set<string>} */ #onPaths = new Set();
  /** @type {number | undefined} */ #hovering;
  #buttons = h("div", { class: "pb-buttons", role: "group" });
  #bar = h("div", { class: "pb-ask", role: "group", hidden: true });
  #live = h("div", { class: "pb-live", "aria-live": "polite" });
  /** Without sounds and speech, as for a board that plays by itself. */
  quiet = false;

  constructor() {
    super();
    const id = `pb-art-${++count}`;
    const art = s("g", { id });
    const { svg, cells } = this.#stage;
    for (const layer of [...svg.children]) if (layer !== cells) art.append(layer);
    svg.prepend(art);
    new Pointer(this.#stage, id, {
      ready: () => this.#ready(),
      inReach: (site) => this.#input.isNext(site) || this.#input.path.includes(site),
      touch: ({ site, unsure }) => this.#touch(site, unsure),
      grab: (from) => this.#grab(from),
      drop: (from, to) => this.#drop(from, to),
      hover: (site) => this.#hover(site),
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", (event) => this.#focused(event));
    svg.addEventListener("focusout", () => showCursor(this.#stage, null));
    svg.addEventListener("click", (event) => {
      const site = siteOf(event.target); // a click without a pointer is one of a screen reader
      if (site !== null && event.detail === 0) this.touch(site);
    });
  }

  connectedCallback() {
    this.append(this.#stage.svg, this.#bar, this.#buttons, this.#live);
    this.#buttons.setAttribute("aria-label", t("page.part_buttons"));
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
    this.#changed();
    if (turn && !this.quiet) play("turn");
  }

  /** The actions that need a confirmation, by their number. @returns {Record<string, Sentence>} */
  get dangers() {
    return this.#input.dangers;
  }
  set dangers(dangers) {
    this.#input.dangers = dangers ?? {};
    this.#changed();
  }

  /** Whose seat this is, if it is one's own. */
  get seat() {
    return this.#seat;
  }
  set seat(seat) {
    this.#seat = seat;
  }

  get flipped() {
    return this.#flipped;
  }
  set flipped(flipped) {
    this.#flipped = flipped;
    this.#draw();
  }

  get interactive() {
    return this.#interactive;
  }
  set interactive(interactive) {
    this.#interactive = interactive;
    this.#changed();
  }

  /** Is every action confirmed before it is sent? */
  get confirm() {
    return this.#input.confirm;
  }
  set confirm(confirm) {
    this.#input.confirm = confirm;
  }

  /** Jump to a position, as in a list of moves. @param {View} view */
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
    if (old && now)
      this.#say([
        t(report) || describeChanges(old, now, changes, this.#looks),
        changes.status ? t(changes.status) : "",
        changes.prompt ? t(changes.prompt[0]) : "",
      ]);
    return shown;
  }

  /** Show the end of what is moving at once. */
  skip() {
    this.#motion.skip();
  }

  /** Show what the path so far, or an action, would do. @param {Changes | null} changes */
  preview(changes) {
    if (this.view) showGhosts(this.#stage, this.view, changes);
  }

  /** Say the whole position. */
  speak() {
    const { view } = this;
    if (view)
      this.#say(
        [describeBoard(this.#board, view, this.#looks), describePrompt(view, this.#looks)],
        true,
      );
  }

  #draw() {
    const { view } = this.#motion;
    if (!this.isConnected || !view || !this.#board.cells.length) return;
    this.#shown(view);
  }

  /** A position is to be drawn. @param {View} view */
  #shown(view) {
    if (!this.isConnected || !this.#board.cells.length) return;
    if (this.#stage.setBoard(this.#board, this.#looks, view.pieces, this.#flipped)) {
      const held = this.contains(document.activeElement) && siteOf(document.activeElement) !== null;
      if (!this.#stage.cell(this.#cursor)) this.#cursor = this.#middle();
      this.#moveCursor(this.#cursor, held);
    }
    this.#stage.show(view);
    this.#changed();
  }

  /** The path or what may be done has changed: light it, and put it into words. */
  #changed() {
    const { view } = this.#motion;
    if (!this.isConnected || !view) return;
    const [stage, input] = [this.#stage, this.#input];
    const path = this.#interactive ? input : new Input();
    showGhosts(stage, view, null);
    light(stage, path, view);
    stage.svg.classList.toggle("pb-interactive", this.#ready());
    stage.svg.classList.toggle("pb-sent", this.#sent);
    const describe = describeCells(this.#board, view, this.#looks, (site) =>
      this.#more(path, site),
    );
    for (const [site, cell] of stage.touchable) {
      cell.setAttribute("aria-label", describe(site));
      cell.setAttribute("aria-selected", String(path.path.includes(site)));
    }
    stage.svg.setAttribute("aria-label", t("page.board", { cells: this.#board.cells.length }));
    this.#drawButtons(view);
    this.#drawBar();
  }

  /** @param {Input} input @param {string} site */
  #more(input, site) {
    if (input.path.includes(site)) return [t("page.part_touched")];
    if (input.choice || !input.isNext(site)) return [];
    return [t(input.danger(site) ? "page.part_dangerous" : "page.part_next")];
  }

  /** @param {View} view */
  #drawButtons(view) {
    const shown = this.#interactive
      ? view.buttons.filter(({ site }) => this.#onPaths.has(site))
      : [];
    const focused = document.activeElement?.getAttribute("data-site");
    const inside = this.#buttons.contains(document.activeElement);
    fill(
      this.#buttons,
      shown.map((button) => {
        const look = buttonLook(this.#looks, button);
        const touched = this.#input.path.includes(button.site);
        const next = touched || (!this.#sent && this.#input.isNext(button.site));
        return h(
          "button",
          {
            type: "button",
            class: `pb-button pb-${look.role ?? "plain"}`,
            "data-site": button.site,
            "aria-pressed": touched,
            "aria-disabled": !next,
            onclick: () => next && this.touch(button.site),
          },
          look.symbol &&
            s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, symbol(look.symbol, 1)),
          t(look.label),
        );
      }),
    );
    this.#buttons.hidden = !shown.length;
    if (inside)
      [...this.#buttons.children]
        .find((each) => each.getAttribute("data-site") === focused)
        ?.setAttribute("tabindex", "0");
    if (inside)
      /** @type {HTMLElement | undefined} */ (
        [...this.#buttons.children].find((each) => each.getAttribute("data-site") === focused)
      )?.focus();
  }

  #drawBar() {
    const { choice } = this.#input;
    if (this.#aim !== null) {
      const site = this.#aim;
      askInBar(this.#bar, site, t("page.part_touch", { site }), t("page.part_elsewhere"), (yes) =>
        yes ? this.touch(site) : this.clear(),
      );
    } else if (choice && !this.#sent && !choice.danger) {
      askInBar(
        this.#bar,
        t("page.board_ready", { sites: choice.path.join(" ") }),
        t("page.part_play"),
        t("page.part_back"),
        (yes) => this.#answer(yes),
      );
    } else hideBar(this.#bar);
  }

  // ---- touching ---------------------------------------------------------------------------------

  #ready() {
    return this.#interactive && !!this.#input.paths && !this.#sent;
  }

  /** Touch a site, as a person does. @param {string} site */
  touch(site) {
    this.#touch(site, false);
  }

  /**
   * Touch these sites from the beginning, as for a typed move; false if they are no path.
   * @param {string[]} sites
   */
  walk(sites) {
    this.skip();
    return this.#ready() && this.#after(this.#input.walk(sites)) !== "nothing";
  }

  /** Take everything back that is not sent. */
  clear() {
    this.#aim = null;
    this.#sent = false;
    this.#after(this.#input.clear());
    this.#changed();
  }

  /** @param {string} site @param {boolean} unsure */
  #touch(site, unsure) {
    this.skip();
    if (!this.#ready()) return;
    if (
      unsure &&
      this.#input.completes(site) &&
      !this.#input.confirm &&
      !this.#input.danger(site) &&
      this.#aim !== site
    ) {
      this.#aim = site;
      this.#changed();
      showCursor(this.#stage, site);
      this.#ask([...this.#input.touched, site]);
      return;
    }
    if (this.#stage.cell(site))
      this.#moveCursor(site, this.#stage.svg.contains(document.activeElement));
    this.#after(this.#input.touch(site));
  }

  /** @param {string} from */
  #grab(from) {
    const path = this.#ready() ? this.#input.dragged(from) : null;
    if (!path) return false;
    if (path.join() !== this.#input.touched.join()) this.#after(this.#input.walk(path));
    return true;
  }

  /** @param {string} from @param {import("./pointer.js").Target | null} to */
  #drop(from, to) {
    if (to) this.#after(this.#input.drag(from, to.site));
  }

  /** @param {Result} result @returns {Result} */
  #after(result) {
    if (result === "nothing") return result;
    this.#aim = null;
    const { choice } = this.#input;
    if (result === "act" && choice) {
      this.#sent = true;
      this.#changed();
      this.#ask(null);
      this.dispatchEvent(
        new CustomEvent("act", {
          bubbles: true,
          detail: { action: choice.action, path: choice.path },
        }),
      );
      return result;
    }
    this.#changed();
    const { path } = this.#input;
    this.#ask(path.length ? path : null);
    if (path.length) this.#say([t("page.board_path", { sites: path.join(", ") })]);
    if (result === "ask" && choice?.danger)
      askInDialog(this, t(choice.danger), (yes) => this.#answer(yes));
    return result;
  }

  /** @param {boolean} yes */
  #answer(yes) {
    this.#after(this.#input.answer(yes));
    this.#touchable()?.focus();
  }

  /** Ask whoever listens what a path would do. @param {string[] | null} path */
  #ask(path) {
    clearTimeout(this.#hovering);
    this.dispatchEvent(new CustomEvent("preview", { bubbles: true, detail: path }));
  }

  /** @param {string | null} site */
  #hover(site) {
    clearTimeout(this.#hovering);
    this.#hovering = setTimeout(() => {
      if (!this.#ready() || this.#input.choice || this.#aim !== null) return;
      const { touched } = this.#input;
      const next = site !== null && this.#input.isNext(site) ? [...touched, site] : touched;
      showGhosts(this.#stage, /** @type {View} */ (this.view), null);
      this.#ask(next.length ? next : null);
    }, HOVER);
  }

  // ---- keyboard ---------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = this.#stage.cell(this.#cursor);
    const arrow = ARROWS[event.key];
    if (arrow && here)
      this.#moveCursor(
        neighbour(this.#stage.layout.cells.values(), here, ...arrow)?.site ?? this.#cursor,
      );
    else if (event.key === "Home" || event.key === "End")
      this.#moveCursor(this.#endOfRow(event.key === "Home"));
    else if (event.key === "Enter" || event.key === " ") this.touch(this.#cursor);
    else if (event.key === "n") this.#moveCursor(this.#nextLit());
    else if (event.key === "Backspace") this.#after(this.#input.back());
    else if (event.key === "Escape" && (this.#input.path.length || this.#aim !== null))
      this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#ready()) this.#hover(this.#cursor);
  }

  #touchable() {
    return this.#stage.touchable.get(this.#cursor);
  }

  /** @param {string} site @param {boolean} [focus] */
  #moveCursor(site, focus = true) {
    this.#touchable()?.setAttribute("tabindex", "-1");
    this.#cursor = site;
    this.#touchable()?.setAttribute("tabindex", "0");
    if (focus) this.#touchable()?.focus();
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const site = siteOf(event.target);
    if (site === null) return;
    if (site !== this.#cursor) this.#moveCursor(site, false);
    if (this.#touchable()?.matches(":focus-visible")) showCursor(this.#stage, site);
  }

  /** @param {boolean} first */
  #endOfRow(first) {
    const row = rowsOf(this.#stage.layout.cells.values()).find((cells) =>
      cells.some(({ site }) => site === this.#cursor),
    );
    return row?.at(first ? 0 : -1)?.site ?? this.#cursor;
  }

  #nextLit() {
    const sites = rowsOf(this.#stage.layout.cells.values())
      .flat()
      .map(({ site }) => site);
    const at = sites.indexOf(this.#cursor);
    return (
      [...sites.slice(at + 1), ...sites].find((site) => this.#input.isNext(site)) ?? this.#cursor
    );
  }

  #middle() {
    const sites = [...this.#stage.layout.cells.keys()];
    return sites[Math.floor(sites.length / 2)] ?? "";
  }

  // ---- speaking ---------------------------------------------------------------------------------

  /** @param {string[]} texts @param {boolean} [asked] */
  #say(texts, asked = false) {
    const text = texts.filter(Boolean).join(" ");
    if (!text || (this.quiet && !asked)) return;
    fill(this.#live, h("p", null, text));
    this.dispatchEvent(new CustomEvent("spoken", { bubbles: true, detail: text }));
  }
}

/** @param {EventTarget | null} target */
function siteOf(target) {
  return target instanceof Element && target.classList.contains("pb-cell")
    ? target.getAttribute("data-site")
    : null;
}

/** All sites on any path. @param {Branch | null} branch @returns {Set<string>} */
function sitesOn(branch) {
  const found = new Set();
  const add = (/** @type {Branch} */ node) => {
    for (const [site, child] of Object.entries(node)) {
      found.add(site);
      if (typeof child === "object") add(child);
    }
  };
  if (branch) add(branch);
  return found;
}

customElements.define("parlour-board", ParlourBoard);
