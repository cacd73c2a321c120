// How a board stands on the page where it is not rows and columns with signs between: as the graph
// of its constraints, whatever the problem is; as cells in boxes; as a chess board with a queen in
// each row. A board is dressed in one of these ways, and stays the board that it is.

import { LABELS } from "./board.js";
import { CELL } from "./marks.js";
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
    ring = graph && puzzle.problem?.ring,
    pencil = new PencilMarks(puzzle.n, CELL);
  board.wide = view === "chess" ? puzzle.n * CELL : CELL;
  if (view === "chess") {
    const slot = value => [(value - 0.5) * CELL, CELL / 2];
    Object.assign(pencil, { columns: 1, rows: 1, wide: CELL, high: CELL, slot });
  }
  for (const name of board.dressed) Reflect.deleteProperty(board, name);
  const own = { graph: asGraph, board: asBoxes, chess: asChess }[view]?.(board) ?? {};
  const places = cell => (ring ? ring[cell] : puzzle.place(cell));
  Object.assign(board, own, { dressed: Object.keys(own), pencil, places });
  board.pitch = APART[view] ?? board.pitchOfSigns;
  put(board.node, "data-view", view);
  board.arrange();
}

/** Its own name over each node; the edges lie below. @param {Board} board */
function asGraph(board) {
  const { puzzle } = board,
    cells = [...Array(puzzle.cells).keys()],
    middle = cell => board.middle(cell);
  /** A line between two nodes, past those between in a bow. */
  const way = (one, two) => {
    const [[ax, ay], [bx, by]] = [one, two].sort((a, b) => a - b).map(middle),
      [dx, dy] = [bx - ax, by - ay],
      span = Math.hypot(dx, dy);
    const between = cells.map(middle).some(([x, y]) => {
      const along = ((x - ax) * dx + (y - ay) * dy) / span,
        off = Math.abs((x - ax) * dy - (y - ay) * dx) / span;
      return along > 1 && along < span - 1 && off < CELL * 0.55;
    });
    const bow = between ? 0.22 + CELL / span / 3 : 0,
      [x, y] = [(ax + bx) / 2 + dy * bow, (ay + by) / 2 - dx * bow], // what pulls the curve
      half = [(ax + bx + 2 * x) / 4, (ay + by + 2 * y) / 4];
    return { path: `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`, middle: half, beside: [0, 0] };
  };
  const drawAxes = part => {
    const up = Math.max(11, part * board.side) * 0.6;
    board.drawNames(cells.map(cell => [puzzle.name(cell), middle(cell)[0], board.y(cell) - up]));
    return part * board.side;
  };
  const makeSign = (one, two) => {
    const relation = puzzle.relation(one, two),
      { path, middle: half } = way(one, two),
      tip = middle(relation === "<" ? one : two),
      turn = Math.atan2(tip[1] - half[1], tip[0] - half[0]);
    const [up, down] = [turn + 0.7, turn - 0.7].map(to => [
      half[0] - 9 * Math.cos(to),
      half[1] - 9 * Math.sin(to),
    ]);
    const sign = "<>".includes(relation) ? `M${up}L${half}L${down}` : "",
      edge = svg("path", { d: path + sign, "data-edge": relation });
    board.signs.set(board.pair(one, two), edge);
    board.edges.append(edge);
  };
  const makeSigns = () => {
    for (const one of cells)
      for (const two of puzzle.neighbours(one)) if (one < two) makeSign(one, two);
  };
  return { way, drawAxes, makeSigns };
}

/** Cells in boxes, as in a Sudoku. @param {Board} board */
function asBoxes(board) {
  const makeSigns = () => {
    for (const box of board.puzzle.problem?.boxes ?? []) {
      const [x, y, width, height] = box.map(one => one * APART.board),
        place = { x: LABELS + x - 3, y: LABELS + y - 3, width, height };
      board.edges.append(svg("rect", { ...place, class: "fsl-region" }));
    }
  };
  return { makeSigns };
}

/** A row for each queen. @param {Board} board */
function asChess(board) {
  const { puzzle } = board,
    rows = [...Array(puzzle.cells).keys()],
    columns = [...Array(puzzle.n).keys()];
  const drawAxes = part => {
    board.drawNames([
      ...columns.map(at => [puzzle.word(at + 1), LABELS + (at + 0.5) * CELL, LABELS / 2]),
      ...rows.map(cell => [puzzle.name(cell), LABELS / 2 - 2, board.middle(cell)[1]]),
    ]);
    return part * board.side;
  };
  const way = (...ends) => {
    // from where a queen stands, or is tried
    const [[ax, ay], [bx, by]] = ends.map(cell => {
      const value = board.cells[cell].value || board.probed.get(cell);
      return value ? board.slot(cell, value) : board.middle(cell);
    });
    const middle = [(ax + bx) / 2, (ay + by) / 2];
    return { path: `M${ax} ${ay}L${bx} ${by}`, middle, beside: [0, 0] };
  };
  const makeSigns = () => {
    const dark = rows.flatMap(row =>
      columns
        .filter(at => (puzzle.place(row)[1] + at) % 2)
        .map(at => `M${LABELS + at * CELL} ${board.y(row)}h50v50h-50z`),
    );
    board.edges.append(svg("path", { d: dark.join(""), class: "fsl-dark" }));
  };
  return { drawAxes, way, makeSigns };
}
