/** Where everything is: cells, labels and pieces, in hundredths of a cell. */

/** @import { Board, Box, Cell, Edge, Layout, Piece, PlacedPiece, Point } from "./types.js" */

const UNIT = 100;
const FRAME = 10; // around the cells
const EDGE = 12; // from the cells to the middle of an edge

/**
 * @param {Board} board
 * @param {Piece[]} pieces
 * @param {boolean} flipped is the board turned by half a turn?
 * @returns {Layout}
 */
export function layoutOf(board, pieces, flipped) {
  const turn = flipped ? -UNIT : UNIT;
  const scaled = (/** @type {Cell} */ cell) => ({ ...cell, x: cell.x * turn, y: cell.y * turn });
  const cells = board.cells.map(scaled);
  const inner = bounds(cells, UNIT / 2);
  const lettering = Math.min(46, Math.max(17, inner.width * 0.042));
  const beyond = board.edges?.length ? EDGE * 2 : FRAME;
  const labels = (board.labels ?? []).map(({ text, x, y }) => ({
    text,
    x: beside(x * turn, inner.x, inner.width, beyond + lettering * 0.75, flipped),
    y: beside(y * turn, inner.y, inner.height, beyond + lettering * 0.75, flipped),
  }));
  const tray = trayOf(cells, pieces, inner, labels.length ? beyond + lettering * 1.5 : beyond);
  const box = bounds([
    ...corners(bounds([...cells, ...tray], UNIT / 2 + beyond)),
    ...labels.flatMap(({ text, x, y }) => [
      { x: x - lettering * letters(text), y: y - lettering * 0.62 },
      { x: x + lettering * letters(text), y: y + lettering * 0.62 },
    ]),
  ]);
  return {
    cells: new Map([...cells, ...tray].map((cell) => [cell.site, cell])),
    tray,
    labels,
    lettering,
    edges: (board.edges ?? []).map((edge) => outwards(edge, turn, inner)),
    box,
  };
}

/**
 * A label beyond the cells comes near to them, on the same side of a flipped board.
 * @param {number} at
 * @param {number} low
 * @param {number} length
 * @param {number} distance
 * @param {boolean} flipped
 */
function beside(at, low, length, distance, flipped) {
  const high = low + length;
  if (at >= low && at <= high) return at;
  return at < low !== flipped ? low - distance : high + distance;
}

/**
 * @param {Point[]} points
 * @param {number} [around]
 * @returns {Box}
 */
function bounds(points, around = 0) {
  if (!points.length) return { x: 0, y: 0, width: 0, height: 0 };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - around, Math.min(...ys) - around];
  return { x, y, width: Math.max(...xs) + around - x, height: Math.max(...ys) + around - y };
}

/**
 * Half the width of a label, in heights of its letters.
 * @param {string} text
 */
const letters = (text) => Math.max(0.62, text.length * 0.32);

/** @param {Box} box */
const corners = ({ x, y, width, height }) => [
  { x, y },
  { x: x + width, y: y + height },
];

/**
 * Cells below the board for pieces that are not on it.
 * @param {Cell[]} cells
 * @param {Piece[]} pieces
 * @param {Box} inner
 * @param {number} below
 * @returns {Cell[]}
 */
function trayOf(cells, pieces, inner, below) {
  const columns = Math.max(1, Math.floor(inner.width / UNIT));
  return sitesBeside(cells, pieces).map((site, i) => ({
    site,
    x: inner.x + UNIT * ((i % columns) + 0.5),
    y: inner.y + inner.height + below + UNIT * (Math.floor(i / columns) + 0.5),
  }));
}

/**
 * The sites of pieces that are not on the board.
 * @param {Cell[]} cells
 * @param {Piece[]} pieces
 */
export function sitesBeside(cells, pieces) {
  const on = new Set(cells.map(({ site }) => site));
  return [...new Set(pieces.map(({ site }) => site))].filter((site) => !on.has(site)).sort();
}

/**
 * An edge, moved away from the cells.
 * @param {Edge} edge
 * @param {number} turn
 * @param {Box} inner
 */
function outwards({ colour, ...line }, turn, inner) {
  const [x1, y1, x2, y2] = [line.x1 * turn, line.y1 * turn, line.x2 * turn, line.y2 * turn];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(y1 - y2) / length, (x2 - x1) / length];
  const middle = { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 };
  const side = ((x1 + x2) / 2 - middle.x) * dx + ((y1 + y2) / 2 - middle.y) * dy < 0 ? -EDGE : EDGE;
  const [x, y] = [dx * side, dy * side];
  return { colour, x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y };
}

/**
 * Where the pieces of one site are: blocks fill it, the others share it.
 * @param {Piece[]} pieces
 * @param {Point} cell
 * @returns {PlacedPiece[]}
 */
export function spread(pieces, { x, y }) {
  const alone = pieces.length === 1;
  const of = (/** @type {string[]} */ ...layers) =>
    pieces.filter((piece) => layers.includes(piece.layer ?? "unit"));
  const [blocks, tokens, figures] = [of("block"), of("ground"), of("guard", "unit")];
  const placed = blocks.map((piece) => ({ piece, x, y, size: 1, alone }));
  let room = 1;
  if (figures.length && tokens.length) {
    const step = Math.min(32, 64 / tokens.length); // tokens stay visible at the left of figures
    for (const [i, piece] of tokens.entries())
      placed.push({ piece, x: x - 29, y: y + 29 - i * step, size: 0.58, alone });
    [x, y, room] = [x + 9, y - 5, 0.8];
  }
  const grid = figures.length ? figures : tokens;
  const columns = Math.ceil(Math.sqrt(grid.length));
  const two = grid.length === 2;
  for (const [i, piece] of grid.entries()) {
    const column = (i % columns) - (columns - 1) / 2;
    const row = two ? column : Math.floor(i / columns) - (columns - 1) / 2;
    const step = (90 / columns) * room;
    const size = room * (two ? 0.66 : Math.min(1, 1.08 / columns));
    placed.push({ piece, x: x + column * step, y: y + row * step, size, alone });
  }
  return placed;
}

/**
 * The outline of a cell, scaled by `size`.
 * @param {Cell} cell
 * @param {number} [size]
 */
export function outline({ shape, x, y }, size = 1) {
  const side = UNIT * size;
  if (shape === "circle") {
    const r = side * 0.46;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if (shape === "hex") {
    const radius = side / Math.sqrt(3);
    const points = [1, 3, 5, 7, 9, 11].map((i) => {
      const angle = (Math.PI * i) / 6;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return `M${points.map((point) => point.map((n) => n.toFixed(2)).join(" ")).join("L")}z`;
  }
  return `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`;
}

/**
 * The cell that lies next in a direction, on any layout: near, and not far off to the side.
 * @param {Iterable<Cell>} cells
 * @param {Point} from
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(cells, from, dx, dy) {
  let [best, least] = [/** @type {Cell | null} */ (null), Infinity];
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
 * @param {Iterable<Cell>} cells
 * @returns {Cell[][]}
 */
export function rowsOf(cells) {
  /** @type {Map<number, Cell[]>} */
  const rows = new Map();
  for (const cell of cells) rows.set(cell.y, [...(rows.get(cell.y) ?? []), cell]);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x));
}
