/** The picture of a board: everything that is drawn, in layers, and the cells that are touched. */

import { fill, restyle, s } from "../core/dom.js";
import { dye, figure, symbol } from "./figures.js";
import { layoutOf, outline, rowsOf, spread } from "./layout.js";
import { groundLook, schemed, tintOf } from "./looks.js";
import { LAYERS, bySite, layerOf } from "./view.js";

/** @typedef {import("./view.js").Board} Board */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {import("./looks.js").Looks} Looks */
/** @typedef {import("./layout.js").Placed} Placed */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{element: SVGGElement, body: SVGGElement, placed: Placed, drawn: string}} Shown */

const ART = [
  "ground",
  "tray",
  "edges",
  "labels",
  ...LAYERS.slice(0, 2),
  "marks",
  ...LAYERS.slice(2),
  "lit",
  "ghosts",
  "floats",
  "cursor",
];

export class Stage {
  constructor() {
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of ART)
      this.layers[name] = s("g", { class: `pb-${name}`, "aria-hidden": "true" });
    this.cells = s("g", { class: "pb-cells", role: "rowgroup" });
    this.svg = s(
      "svg",
      { class: "pb-board", role: "grid", preserveAspectRatio: "xMidYMid meet" },
      ...ART.map((name) => this.layers[name] ?? null),
      this.cells,
    );
    /** @type {Layout} */
    this.layout = layoutOf({ cells: [] }, [], false);
    /** @type {Looks | null} */
    this.looks = null;
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Map<string, SVGPathElement>} */
    this.touchable = new Map();
    this.#key = "";
  }

  /** What the drawn cells were made from. */
  #key;

  /**
   * Draw the cells, unless they are drawn already.
   * @param {Board} board
   * @param {Looks} looks
   * @param {Piece[]} pieces
   * @param {boolean} flipped
   * @returns {boolean} have they been drawn anew?
   */
  setBoard(board, looks, pieces, flipped) {
    const on = new Set(board.cells.map((cell) => cell.site));
    const tray = [...new Set(pieces.map((piece) => piece.site))]
      .filter((site) => !on.has(site))
      .sort();
    const key = JSON.stringify([board, tray, flipped]);
    if (key === this.#key && looks === this.looks) return false;
    this.#key = key;
    this.looks = looks;
    this.layout = layoutOf(board, pieces, flipped);
    const { x, y, width, height } = this.layout.box;
    this.svg.setAttribute("viewBox", [x, y, width, height].map((n) => n.toFixed(1)).join(" "));
    for (const [id] of this.shown) this.remove(id);
    this.#drawGround(board, looks);
    this.#drawAround(looks);
    this.#makeTouchable();
    return true;
  }

  /** @param {Board} board @param {Looks} looks */
  #drawGround(board, looks) {
    const cells = board.cells
      .map((cell) => this.cell(cell.site))
      .filter((cell) => cell !== undefined);
    const all = cells.map((cell) => outline(cell)).join("");
    /** @type {SVGElement[]} */
    const parts = [s("path", { class: "pb-frame", d: all })];
    for (const ground of new Set(cells.map((cell) => cell.ground ?? "plain"))) {
      const look = groundLook(looks, ground);
      const same = cells.filter((cell) => (cell.ground ?? "plain") === ground);
      const group = s(
        "g",
        { "data-ground": ground },
        s("path", { class: "pb-field", d: same.map((cell) => outline(cell)).join("") }),
      );
      if (look) dyeWith(group, schemed(look));
      for (const { x, y } of look?.symbol ? same : [])
        if (look?.symbol) group.append(symbol(look.symbol, 0.5, x, y));
      for (const { label, x, y } of same)
        if (label) group.append(s("text", { class: "pb-cell-label", x: x - 44, y: y - 36 }, label));
      parts.push(group);
    }
    fill(this.layers.ground, parts);
    fill(
      this.layers.tray,
      this.layout.tray.map((cell) => s("path", { class: "pb-tray-cell", d: outline(cell, 0.96) })),
    );
  }

  /** @param {Looks} looks */
  #drawAround(looks) {
    fill(
      this.layers.edges,
      this.layout.edges.flatMap(({ colour, ...line }) => {
        const edge = s("line", { class: "pb-edge", ...line });
        dyeWith(edge, tintOf(looks, colour));
        return [s("line", { class: "pb-edge-rim", ...line }), edge];
      }),
    );
    fill(
      this.layers.labels,
      this.layout.labels.map(({ text, x, y }) => s("text", { x, y }, text)),
    );
  }

  #makeTouchable() {
    this.touchable.clear();
    const rows = rowsOf(this.layout.cells.values()).map((row) =>
      s(
        "g",
        { role: "row" },
        ...row.map((cell) => {
          const element = s("path", {
            class: "pb-cell",
            role: "gridcell",
            tabindex: -1,
            d: outline(cell),
            "data-site": cell.site,
          });
          this.touchable.set(cell.site, element);
          return element;
        }),
      ),
    );
    fill(this.cells, rows);
  }

  /** A cell with its place. @param {string} site */
  cell(site) {
    return this.layout.cells.get(site);
  }

  // ---- pieces -----------------------------------------------------------------------------------

  /** Show a position at once. @param {View} view */
  show(view) {
    const ids = new Set(view.pieces.map((piece) => piece.id));
    for (const id of this.shown.keys()) if (!ids.has(id)) this.remove(id);
    for (const placed of this.place(view).values()) this.put(placed);
    this.#order(view);
    this.showMarks(view);
  }

  /** Where each piece of a position is drawn. @param {View} view @returns {Map<string, Placed>} */
  place(view) {
    /** @type {Map<string, Placed>} */
    const places = new Map();
    for (const [site, pieces] of bySite(view)) {
      const cell = this.cell(site);
      if (cell) for (const placed of spread(pieces, cell)) places.set(placed.piece.id, placed);
    }
    return places;
  }

  /** Draw a piece, or draw it anew where it is now. @param {Placed} placed */
  put(placed) {
    const { piece, alone } = placed;
    const drawn = JSON.stringify([piece, alone]);
    let shown = this.shown.get(piece.id);
    if (!shown) {
      const body = s("g", { class: "pb-body" });
      const element = s("g", { class: "pb-piece", "data-id": piece.id }, body);
      shown = { element, body, placed, drawn: "" };
      this.shown.set(piece.id, shown);
      this.layers[layerOf(piece)]?.append(element);
    }
    if (shown.drawn !== drawn && this.looks) {
      dye(shown.element, piece, this.looks);
      fill(shown.body, figure(piece, this.looks, alone));
      if (layerOf(piece) !== layerOf(shown.placed.piece))
        this.layers[layerOf(piece)]?.append(shown.element);
    }
    Object.assign(shown, { placed, drawn });
    restyle(shown.element, { transform: transform(placed) });
    return shown;
  }

  /** @param {string} id */
  remove(id) {
    this.shown.get(id)?.element.remove();
    this.shown.delete(id);
  }

  /** Pieces that overlap are drawn from the top to the bottom. @param {View} view */
  #order(view) {
    for (const layer of LAYERS) {
      const group = this.layers[layer];
      const pieces = view.pieces.filter((piece) => layerOf(piece) === layer);
      const elements = pieces
        .map((piece) => this.shown.get(piece.id))
        .filter((shown) => shown !== undefined)
        .sort((a, b) => a.placed.y - b.placed.y || a.placed.x - b.placed.x)
        .map((shown) => shown.element);
      if (group && elements.some((element, i) => group.children[i] !== element))
        group.append(...elements);
    }
  }

  // ---- marks ------------------------------------------------------------------------------------

  /** @param {View} view */
  showMarks(view) {
    const looks = this.looks;
    if (!looks) return;
    const colours = new Map(view.panels.map((panel) => [panel.seat, panel.colour]));
    fill(
      this.layers.marks,
      view.marks.flatMap((mark) => {
        const cells = mark.sites
          .map((site) => this.cell(site))
          .filter((cell) => cell !== undefined);
        if (!cells.length) return [];
        const look = looks.marks[mark.kind];
        const group = s(
          "g",
          { class: `pb-mark pb-mark-${mark.kind}`, "data-mark": mark.kind },
          s("path", { d: cells.map((cell) => outline(cell, 0.94)).join("") }),
          ...cells.map((cell) => signOf(mark.kind, cell)),
        );
        if (look) group.style.setProperty("--mark", `light-dark(${look.light}, ${look.dark})`);
        if (mark.seat !== null && mark.seat !== undefined) {
          const { fill: owners } = tintOf(looks, colours.get(mark.seat), mark.seat);
          group.style.setProperty(mark.kind === "area" ? "--mark" : "--rim", owners);
        }
        return [group];
      }),
    );
  }
}

/**
 * What tells the kind of a mark without its colour.
 * @param {string} kind
 * @param {import("./layout.js").Point} cell
 */
function signOf(kind, { x, y }) {
  if (kind === "last")
    return s("path", {
      class: "pb-sign",
      d: "M-47-30V-47H-30M30-47H47V-30M47 30V47H30M-30 47H-47V30",
      transform: `translate(${x} ${y})`,
    });
  if (kind === "danger")
    return s(
      "g",
      { class: "pb-alarm", transform: `translate(${x - 34} ${y - 34})` },
      s("path", { d: "M0-15 16 13H-16Z" }),
      s("text", { y: 3, "font-size": 22 }, "!"),
    );
  return null;
}

/** @param {import("./layout.js").Place} place */
export function transform({ x, y, size }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size.toFixed(3)})`;
}

/** @param {SVGElement} element @param {import("./looks.js").Tint} tint */
function dyeWith(element, tint) {
  element.style.setProperty("--fill", tint.fill);
  element.style.setProperty("--ink", tint.ink);
}
