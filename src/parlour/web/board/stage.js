/** The picture of a board: everything that is drawn, in layers, and the cells that are touched. */

/**
 * @import { Board, Cell, Layout, Looks, Mark, Piece, Place, PlacedPiece, Shown, View }
 *   from "./types.js"
 */

import { fill, restyle, s } from "../core/dom.js";
import { figure, symbol } from "./figures.js";
import { layoutOf, outline, rowsOf, sitesBeside, spread } from "./layout.js";
import { PLAIN, dye, groundLook, pieceLook, schemed, tintOf } from "./looks.js";
import { LAYERS, bySite, layerOf } from "./view.js";

const ART = /** @type {const} */ ([
  ...["cells-below", "around", "ground", "block", "marks", "lit", "guard", "unit"],
  ...["ghosts", "floats", "cursor"],
]);
let count = 0;

export class Stage {
  constructor() {
    /** @type {Record<string, SVGGElement>} */
    this.layers = Object.fromEntries(ART.map((name) => [name, s("g", { class: `pb-${name}` })]));
    /** The picture without what is touched; a magnifier shows it, too. */
    this.art = s(
      "g",
      { id: `pb-art-${++count}`, "aria-hidden": "true" },
      Object.values(this.layers),
    );
    this.cells = s("g", { class: "pb-cells", role: "rowgroup" });
    this.svg = s("svg", { class: "pb-board", role: "grid" }, this.art, this.cells);
    /** @type {Layout} */
    this.layout = layoutOf({ cells: [] }, [], false);
    /** @type {Looks} */
    this.looks = PLAIN;
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Map<string, SVGPathElement>} */
    this.touchable = new Map();
    this.key = ""; // what the cells were drawn from
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.layers[name]);
  }

  /** @param {string} site */
  cell(site) {
    return this.layout.cells.get(site);
  }

  /**
   * Draw the cells, unless they are drawn already.
   * @param {Board} board
   * @param {Looks} looks
   * @param {Piece[]} pieces
   * @param {boolean} flipped
   * @returns {boolean} have they been drawn anew?
   */
  setBoard(board, looks, pieces, flipped) {
    const key = JSON.stringify([board, sitesBeside(board.cells, pieces), flipped]);
    if (key === this.key && looks === this.looks) return false;
    Object.assign(this, { key, looks, layout: layoutOf(board, pieces, flipped) });
    const { x, y, width, height } = this.layout.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    for (const id of [...this.shown.keys()]) this.remove(id);
    this.#drawCells();
    this.#drawAround();
    this.#makeTouchable();
    return true;
  }

  #drawCells() {
    const { cells, tray } = this.layout;
    const onBoard = [...cells.values()].filter((cell) => !tray.includes(cell));
    const below = this.layer("cells-below");
    fill(
      below,
      s("path", { class: "pb-frame", d: outlines(onBoard) }),
      tray.map((cell) => s("path", { class: "pb-tray", d: outline(cell, 0.96) })),
    );
    for (const ground of new Set(onBoard.map((cell) => cell.ground))) {
      const look = groundLook(this.looks, ground);
      const same = onBoard.filter((cell) => cell.ground === ground);
      const group = s(
        "g",
        { "data-ground": ground },
        s("path", { class: "pb-field", d: outlines(same) }),
      );
      if (look) dye(group, schemed(look));
      for (const { label, x, y } of same) {
        if (look?.symbol) group.append(symbol(look.symbol, 0.5, x, y));
        if (label) group.append(s("text", { class: "pb-cell-label", x: x - 44, y: y - 36 }, label));
      }
      below.append(group);
    }
  }

  #drawAround() {
    const { edges, labels, lettering } = this.layout;
    fill(
      this.layer("around"),
      edges.flatMap(({ colour, ...line }) => {
        const edge = s("line", { class: "pb-edge", ...line });
        dye(edge, tintOf(this.looks, colour));
        return [s("line", { class: "pb-edge-rim", ...line }), edge];
      }),
      labels.map(({ text, x, y }) =>
        s("text", { class: "pb-label", x, y, "font-size": lettering }, text),
      ),
    );
  }

  #makeTouchable() {
    this.touchable.clear();
    const rows = rowsOf(this.layout.cells.values()).map((row) => {
      const cells = row.map((cell) => {
        const shape = { class: "pb-cell", d: outline(cell), "data-site": cell.site };
        const element = s("path", { ...shape, role: "gridcell", tabindex: -1 });
        this.touchable.set(cell.site, element);
        return element;
      });
      return s("g", { role: "row" }, cells);
    });
    fill(this.cells, rows);
  }

  // ---- pieces -----------------------------------------------------------------------------------

  /**
   * Show a position at once.
   * @param {View} view
   */
  show(view) {
    const places = this.place(view);
    for (const id of [...this.shown.keys()]) if (!places.has(id)) this.remove(id);
    for (const placed of places.values()) this.put(placed);
    for (const layer of LAYERS) this.#order(layer);
    this.#mark(view);
  }

  /**
   * Where each piece of a position is drawn.
   * @param {View} view
   * @returns {Map<string, PlacedPiece>}
   */
  place(view) {
    /** @type {Map<string, PlacedPiece>} */
    const places = new Map();
    for (const [site, pieces] of bySite(view)) {
      const cell = this.cell(site);
      if (cell) for (const placed of spread(pieces, cell)) places.set(placed.piece.id, placed);
    }
    return places;
  }

  /**
   * Draw a piece, where it is now and as it is now.
   * @param {PlacedPiece} placed
   * @returns {Shown}
   */
  put(placed) {
    const { piece, alone } = placed;
    let shown = this.shown.get(piece.id);
    if (!shown) {
      const body = s("g", { class: "pb-body" });
      const element = s("g", { class: "pb-piece", "data-id": piece.id }, body);
      shown = { element, body, placed, drawn: "" };
      this.shown.set(piece.id, shown);
    }
    const drawn = JSON.stringify([piece, alone]);
    if (shown.drawn !== drawn) {
      dye(shown.element, this.tint(piece));
      fill(shown.body, figure(piece, this.looks, alone));
      const layer = this.layer(layerOf(piece));
      if (shown.element.parentNode !== layer) layer.append(shown.element);
    }
    Object.assign(shown, { placed, drawn });
    restyle(shown.element, { transform: transform(placed) });
    return shown;
  }

  /** @param {Piece} piece */
  tint(piece) {
    const ground = this.looks.grounds[pieceLook(this.looks, piece).ground ?? ""];
    return ground ? schemed(ground) : tintOf(this.looks, piece.colour, piece.seat);
  }

  /** @param {string} id */
  remove(id) {
    this.shown.get(id)?.element.remove();
    this.shown.delete(id);
  }

  /**
   * Pieces that overlap are drawn from the top to the bottom.
   * @param {string} layer
   */
  #order(layer) {
    const group = this.layer(layer);
    const sorted = [...this.shown.values()]
      .filter(({ element }) => element.parentNode === group)
      .sort(({ placed: a }, { placed: b }) => a.y - b.y || a.x - b.x);
    if (sorted.some(({ element }, i) => group.children[i] !== element))
      group.append(...sorted.map(({ element }) => element));
  }

  // ---- marks ------------------------------------------------------------------------------------

  /** @param {View} view */
  #mark(view) {
    const colours = new Map(view.panels.map((panel) => [panel.seat, panel.colour]));
    const marks = view.marks.flatMap((mark) => {
      const cells = mark.sites.map((site) => this.cell(site)).filter((cell) => !!cell);
      return cells.length ? [this.#drawMark(mark, cells, colours)] : [];
    });
    fill(this.layer("marks"), marks);
  }

  /**
   * @param {Mark} mark
   * @param {Cell[]} cells
   * @param {Map<number, string | undefined>} colours
   */
  #drawMark({ kind, seat }, cells, colours) {
    const look = this.looks.marks[kind];
    const group = s(
      "g",
      { class: `pb-mark pb-mark-${kind}`, "data-mark": kind },
      s("path", { class: "pb-area", d: outlines(cells, 0.94) }),
      kind === "last" && cells.map(({ x, y }) => corners(x, y)),
      kind === "danger" && cells.map(({ x, y }) => alarm(x - 33, y - 33, 0.65)),
    );
    if (look) restyle(group, { "--mark": `light-dark(${look.light}, ${look.dark})` });
    if (typeof seat === "number") {
      const owners = tintOf(this.looks, colours.get(seat), seat).fill;
      restyle(group, { [kind === "area" ? "--mark" : "--rim"]: owners });
    }
    return group;
  }
}

/**
 * @param {Cell[]} cells
 * @param {number} [size]
 */
export const outlines = (cells, size) => cells.map((cell) => outline(cell, size)).join("");

/**
 * @param {number} x
 * @param {number} y
 */
const corners = (x, y) =>
  s("path", {
    class: "pb-corners",
    d: "M-47-30V-47H-30M30-47H47V-30M47 30V47H30M-30 47H-47V30",
    transform: `translate(${x} ${y})`,
  });

/**
 * The sign of a danger.
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export const alarm = (x, y, scale) =>
  s(
    "g",
    { class: "pb-alarm", transform: `translate(${x} ${y}) scale(${scale})` },
    s("path", { d: "M0-22 24 19H-24Z" }),
    s("text", { y: 5, "font-size": 32 }, "!"),
  );

/** @param {Place} place */
export const transform = ({ x, y, size }) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size.toFixed(3)})`;
