// How a board stands on the page where it is not rows and columns with signs between: as the graph
// of its constraints, whatever the problem is; as cells in boxes; as a chess board with a queen in
// each row. A board is dressed in one of these ways, and stays the board that it is.

import { CELL, LABELS } from "./board.js";
import { put, svg } from "./page.js";
import { PencilMarks } from "./pencil.js";

/** @typedef {import("./board.js").Board} Board */

/** From one cell to the next. @type {Record<string, number>} */
const APART = { graph: 78, board: 56, chess: CELL };

/** Let a board show its problem in that problem's own way, or as a graph.
 * @param {Board} board @param {boolean} [graph] */
export function dress(board, graph = false) {
  const { puzzle } = board,
    view = graph ? "graph" : puzzle.view,
    chess = view === "chess",
    pencil = new PencilMarks(puzzle.n, CELL);
  if (chess) {
    const slot = (/** @type {number} */ value) => [(value - 0.5) * CELL, CELL / 2];
    Object.assign(pencil, { columns: 1, rows: 1, wide: CELL, high: CELL, slot });
  }
  for (const name of board.dressed) Reflect.deleteProperty(board, name);
  const own = { graph: asGraph, board: asBoxes, chess: asChess }[view]?.(board) ?? {};
  const ring = graph && puzzle.problem?.ring;
  const places = (/** @type {number} */ cell) => (ring ? ring[cell] : puzzle.place(cell));
  Object.assign(board, own, { dressed: Object.keys(own), pencil, places });
  board.pitch = APART[view] ?? board.pitchOfSigns;
  board.wide = chess ? puzzle.n * CELL : CELL;
  put(board.node, "data-view", view);
  for (const frame of board.node.querySelectorAll("[data-out]"))
    put(frame, "width", board.wide + 2 * Number(frame.getAttribute("data-out")));
  board.arrange();
}

/** Its own name over each node; the edges lie below. @param {Board} board */
function asGraph(board) {
  const { puzzle } = board,
    cells = [...Array(puzzle.cells).keys()],
    middle = (/** @type {number} */ cell) => board.middle(cell);
  /** A line between two nodes, past those between in a bow. @param {number} one
   * @param {number} two */
  const way = (one, two) => {
    const [[ax, ay], [bx, by]] = [one, two].sort((a, b) => a - b).map(middle),
      [dx, dy] = [bx - ax, by - ay],
      span = Math.hypot(dx, dy);
    const between = cells.map(middle).some(([x, y]) => {
      const along = ((x - ax) * dx + (y - ay) * dy) / span;
      const off = Math.abs((x - ax) * dy - (y - ay) * dx) / span;
      return along > 1 && along < span - 1 && off < CELL * 0.55;
    });
    const bow = between ? 0.22 + CELL / span / 3 : 0;
    const [x, y] = [(ax + bx) / 2 + dy * bow, (ay + by) / 2 - dx * bow]; // what pulls the curve
    const half = [(ax + bx + 2 * x) / 4, (ay + by + 2 * y) / 4];
    return { path: `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`, middle: half, beside: [0, 0] };
  };
  return {
    way,
    drawAxes: (/** @type {number} */ part) => {
      const up = Math.max(11, part * board.side) * 0.6;
      board.drawNames(cells.map(cell => [puzzle.name(cell), middle(cell)[0], board.y(cell) - up]));
      return part * board.side;
    },
    makeSigns: () => {
      const pairs = cells.flatMap(one => puzzle.neighbours(one).map(two => [one, two]));
      for (const [one, two] of pairs.filter(([cell, other]) => cell < other)) {
        const relation = puzzle.relation(one, two),
          { path, middle: half } = way(one, two),
          tip = middle(relation === "<" ? one : two);
        const turn = Math.atan2(tip[1] - half[1], tip[0] - half[0]);
        const [up, down] = [0.7, -0.7].map(off => [
          half[0] - 9 * Math.cos(turn + off),
          half[1] - 9 * Math.sin(turn + off),
        ]);
        const sign = "<>".includes(relation) ? `M${up}L${half}L${down}` : "";
        const edge = svg("path", { d: path + sign, "data-edge": relation });
        board.signs.set(board.pair(one, two), edge);
        board.edges.append(edge);
      }
    },
  };
}

/** Cells in boxes, as in a Sudoku. @param {Board} board */
function asBoxes(board) {
  const makeSigns = () => {
    for (const box of board.puzzle.problem?.boxes ?? []) {
      const [x, y, width, height] = box.map(one => one * APART.board);
      const corner = { x: LABELS + x - 3, y: LABELS + y - 3 };
      board.edges.append(svg("rect", { ...corner, width, height, class: "fsl-region" }));
    }
  };
  return { makeSigns };
}

/** A row for each queen. @param {Board} board */
function asChess(board) {
  const { puzzle } = board,
    rows = [...Array(puzzle.cells).keys()],
    columns = [...Array(puzzle.n).keys()];
  /** Where a queen stands, or is tried. @param {number} cell */
  const stands = cell => {
    const value = board.cells[cell].value || board.probed.get(cell);
    return value ? board.slot(cell, value) : board.middle(cell);
  };
  return {
    drawAxes: (/** @type {number} */ part) => {
      const middle = (/** @type {number} */ at) => LABELS + (at + 0.5) * CELL;
      board.drawNames([
        ...columns.map(at => [puzzle.word(at + 1), middle(at), LABELS / 2]),
        ...rows.map(cell => [puzzle.name(cell), LABELS / 2 - 2, board.middle(cell)[1]]),
      ]);
      return part * board.side;
    },
    way: (/** @type {number} */ cell, /** @type {number} */ other) => {
      const [[ax, ay], [bx, by]] = [stands(cell), stands(other)];
      const middle = [(ax + bx) / 2, (ay + by) / 2];
      return { path: `M${ax} ${ay}L${bx} ${by}`, middle, beside: [0, 0] };
    },
    makeSigns: () => {
      const squares = rows.flatMap(row => columns.map(at => [row, at]));
      const dark = squares.filter(([row, at]) => (puzzle.place(row)[1] + at) % 2);
      const d = dark.map(([row, at]) => `M${LABELS + at * CELL} ${board.y(row)}h50v50h-50z`);
      board.edges.append(svg("path", { d: d.join(""), class: "fsl-dark" }));
    },
  };
}
