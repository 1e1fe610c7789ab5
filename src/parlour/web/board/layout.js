/** Where everything is: cells, labels and pieces, in units of a hundredth of a cell. */

/** @typedef {import("./view.js").Board} Board */
/** @typedef {import("./view.js").Cell} Cell */
/** @typedef {import("./view.js").Piece} Piece */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {size: number}} Place */
/** @typedef {Place & {piece: Piece, alone: boolean}} Placed */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export const UNIT = 100;
const MARGIN = 0.12; // of the frame, in cells
const EDGE = 0.2; // the thickness of an edge
const LABEL = 0.44; // from one row of labels to the cells or the next row

/**
 * @typedef {object} Layout
 * @property {Map<string, Cell & Point>} cells with their places, also those of the tray
 * @property {(Cell & Point)[]} tray sites that are not on the board, in a row below it
 * @property {{text: string, x: number, y: number}[]} labels
 * @property {{colour: string, x1: number, y1: number, x2: number, y2: number}[]} edges
 * @property {Box} box everything that is drawn
 */

/**
 * @param {Board} board
 * @param {Piece[]} pieces
 * @param {boolean} flipped is the board turned by half a turn?
 * @returns {Layout}
 */
export function layoutOf(board, pieces, flipped) {
  const turn = flipped ? -1 : 1;
  const cells = board.cells.map((cell) => ({ ...cell, x: cell.x * turn, y: cell.y * turn }));
  const inner = bounds(cells);
  const tray = trayOf(board, pieces, inner, board.labels?.length ? 1.1 : 0.7);
  const beyond = board.edges?.length ? EDGE + 0.08 : MARGIN;
  const labels = (board.labels ?? []).map(({ text, x, y }) => ({
    text,
    x: outside(x * turn, inner.x - 0.5, inner.x + inner.width + 0.5, beyond),
    y: outside(y * turn, inner.y - 0.5, inner.y + inner.height + 0.5, beyond),
  }));
  const all = bounds(
    [...cells, ...tray]
      .map(({ x, y }) => ({ x, y, r: 0.5 + beyond }))
      .concat(labels.map(({ x, y }) => ({ x, y, r: 0.2 }))),
  );
  const places = new Map([...cells, ...tray].map((cell) => [cell.site, scaled(cell)]));
  return {
    cells: places,
    tray: tray.map(scaled),
    labels: labels.map(scaled),
    edges: (board.edges ?? []).map((edge) => outwards(edge, turn, inner)),
    box: { x: all.x * UNIT, y: all.y * UNIT, width: all.width * UNIT, height: all.height * UNIT },
  };
}

/** @template {Point} T @param {T} thing @returns {T} */
const scaled = (thing) => ({ ...thing, x: thing.x * UNIT, y: thing.y * UNIT });

/**
 * A label beyond the cells comes near to them.
 * @param {number} at
 * @param {number} low
 * @param {number} high
 * @param {number} beyond
 */
function outside(at, low, high, beyond) {
  if (at < low) return low - beyond - LABEL / 2;
  if (at > high) return high + beyond + LABEL / 2;
  return at;
}

/** @param {(Point & {r?: number})[]} things @returns {Box} */
function bounds(things) {
  if (!things.length) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...things.map((thing) => thing.x - (thing.r ?? 0)));
  const y = Math.min(...things.map((thing) => thing.y - (thing.r ?? 0)));
  const right = Math.max(...things.map((thing) => thing.x + (thing.r ?? 0)));
  const bottom = Math.max(...things.map((thing) => thing.y + (thing.r ?? 0)));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Cells below the board for pieces that are not on it.
 * @param {Board} board
 * @param {Piece[]} pieces
 * @param {Box} inner
 * @param {number} below
 * @returns {Cell[]}
 */
function trayOf(board, pieces, inner, below) {
  const on = new Set(board.cells.map((cell) => cell.site));
  const sites = [...new Set(pieces.map((piece) => piece.site))].filter((site) => !on.has(site));
  const columns = Math.max(1, Math.floor(inner.width) + 1);
  return sites.sort().map((site, i) => ({
    site,
    x: inner.x + (i % columns),
    y: inner.y + inner.height + below + 0.5 + Math.floor(i / columns),
  }));
}

/**
 * An edge, moved away from the cells.
 * @param {import("./view.js").Edge} edge
 * @param {number} turn
 * @param {Box} inner
 */
function outwards({ colour, x1, y1, x2, y2 }, turn, inner) {
  const [dx, dy] = [(x2 - x1) * turn, (y2 - y1) * turn];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: ((x1 + x2) / 2) * turn, y: ((y1 + y2) / 2) * turn };
  const centre = { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 };
  const side = Math.sign((middle.x - centre.x) * -dy + (middle.y - centre.y) * dx) || 1;
  const by = { x: ((-dy / length) * side * EDGE) / 1.7, y: ((dx / length) * side * EDGE) / 1.7 };
  const move = (/** @type {number} */ at, /** @type {number} */ shift) =>
    (at * turn + shift) * UNIT;
  return { colour, x1: move(x1, by.x), y1: move(y1, by.y), x2: move(x2, by.x), y2: move(y2, by.y) };
}

/**
 * Where the pieces of one site are: blocks fill it, the others share it.
 * @param {Piece[]} pieces
 * @param {Point} cell
 * @returns {Placed[]}
 */
export function spread(pieces, { x, y }) {
  const alone = pieces.length === 1;
  const of = (/** @type {string[]} */ ...layers) =>
    pieces.filter((piece) => layers.includes(piece.layer ?? "unit"));
  const [blocks, tokens, figures] = [of("block"), of("ground"), of("guard", "unit")];
  /** @type {Placed[]} */
  const placed = blocks.map((piece) => ({ piece, x, y, size: 1, alone }));
  let [left, top, room] = [x, y, 1];
  if (figures.length && tokens.length) {
    const step = Math.min(32, 64 / tokens.length);
    tokens.forEach((piece, i) =>
      placed.push({
        piece,
        x: x - 30 + (i % 2) * 2,
        y: y + 30 - i * step,
        size: 0.55,
        alone: false,
      }),
    );
    [left, top, room] = [x + 9, y - 4, 0.8];
  }
  const grid = figures.length ? figures : tokens;
  const columns = Math.ceil(Math.sqrt(grid.length));
  const two = grid.length === 2;
  grid.forEach((piece, i) => {
    const column = (i % columns) - (columns - 1) / 2;
    const row = two ? column : Math.floor(i / columns) - (columns - 1) / 2;
    const step = (90 / columns) * room;
    const size = room * (two ? 0.66 : Math.min(1, 1.08 / columns));
    placed.push({ piece, x: left + column * step, y: top + row * step, size, alone });
  });
  return placed;
}

/** The outline of a cell, scaled by `size`. @param {Cell & Point} cell @param {number} [size] */
export function outline({ shape, x, y }, size = 1) {
  const side = UNIT * size;
  if (shape === "circle") {
    const r = side * 0.46;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if (shape === "hex") {
    const radius = side / Math.sqrt(3);
    const corners = [1, 3, 5, 7, 9, 11].map((i) => {
      const angle = (Math.PI * i) / 6;
      const [dx, dy] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return `${(x + dx).toFixed(2)} ${(y + dy).toFixed(2)}`;
    });
    return `M${corners.join(" ")}z`;
  }
  return `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`;
}

/**
 * The cell that lies next in a direction, on any layout: near, and not far off to the side.
 * @param {Iterable<Cell & Point>} cells
 * @param {Point} from
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(cells, from, dx, dy) {
  let [best, least] = [/** @type {(Cell & Point) | null} */ (null), Infinity];
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (along < 1 || aside > along * 1.8) continue;
    if (along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
  }
  return best;
}

/**
 * The cells in rows, as they are read.
 * @param {Iterable<Cell & Point>} cells
 * @returns {(Cell & Point)[][]}
 */
export function rowsOf(cells) {
  /** @type {Map<number, (Cell & Point)[]>} */
  const rows = new Map();
  for (const cell of cells) rows.set(cell.y, [...(rows.get(cell.y) ?? []), cell]);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x));
}
