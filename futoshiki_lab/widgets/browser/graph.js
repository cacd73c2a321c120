// How a board stands on the page where it is not rows and columns with signs between: as the graph
// of its constraints, whatever the problem is; as cells in boxes; as a chess board with a queen in
// each row. A board is dressed in one of these ways, and stays the board that it is.

import { CELL, LABELS } from "./board.js";
import { put, svg, write } from "./page.js";
import { PencilMarks } from "./pencil.js";

/** @typedef {import("./board.js").Board} Board */

const NODES = 78; // from one node of a graph to the next, for a distance of 1
const BOXED = 56; // from one cell to the next, on a board with boxes
const ROOM = 13; // to the right and below

/** Let a board show its problem in that problem's own way, or as a graph.
 * @param {Board} board @param {boolean} [graph] */
export function dress(board, graph = false) {
  const view = graph ? "graph" : board.puzzle.view,
    way = { graph: asGraph, board: asBoxes, chess: asChess }[view];
  for (const name of board.dressed) Reflect.deleteProperty(board, name);
  board.wide = view === "chess" ? board.puzzle.n * CELL : CELL;
  const dressed = way ? { ...asAny(board, view === "chess"), ...way(board) } : {};
  Object.assign(board, dressed, { dressed: Object.keys(dressed) });
  put(board.node, "data-view", view);
  for (const frame of board.node.querySelectorAll("[data-out]"))
    put(frame, "width", board.wide + 2 * Number(frame.getAttribute("data-out")));
  board.arrange();
}

/** What these ways have in common. @param {Board} board @param {boolean} chess */
function asAny(board, chess) {
  const { puzzle } = board,
    pencil = new PencilMarks(puzzle.n, CELL);
  if (chess) {
    const slot = (/** @type {number} */ value) => [(value - 0.5) * CELL, CELL / 2];
    Object.assign(pencil, { columns: 1, rows: 1, wide: CELL, high: CELL, slot });
  }
  return {
    pencil,
    hit: (/** @type {MouseEvent} */ event) => {
      const [x, y] = board.at(event).map(one => one + LABELS);
      for (let cell = 0; cell < puzzle.cells; cell++) {
        const right = x - board.x(cell),
          down = y - board.y(cell);
        if (right < 0 || right >= board.wide || down < 0 || down >= CELL) continue;
        return [cell, chess ? Math.floor(right / CELL) + 1 : pencil.valueAt(right, down)];
      }
      return [-1, 0];
    },
    /** A queen, a digit, or a word: in a box of its colour if it is the name of one. */
    drawValue: (/** @type {number} */ cell, /** @type {number} */ value) => {
      const { big, box } = board.cells[cell],
        word = value ? puzzle.word(value) : "",
        colour = word.length > 2 && CSS.supports("color", word);
      write(big, chess && value ? "♛" : word);
      big.style.fill = colour ? "var(--fsl-ink)" : "";
      big.style.fontSize = word.length > 2 ? `${Math.min(29, 80 / word.length)}px` : "";
      box.style.fill = colour ? `color-mix(in srgb, ${word} 40%, var(--fsl-paper))` : "";
      if (chess && value) put(big, "x", board.slot(cell, value)[0]);
    },
  };
}

/** Where cells stand, and how large that is. @param {Board} board @param {number} apart
 * @param {number[][]} [places] */
function placed(board, apart, places = board.puzzle.problem?.places ?? []) {
  const { puzzle } = board,
    left = apart === CELL ? LABELS + 8 : LABELS; // of a chess board: names have more letters
  const at = (/** @type {number} */ axis) => (/** @type {number} */ cell) =>
    (axis ? LABELS : left) + places[cell][axis] * apart;
  const [x, y] = [at(0), at(1)];
  const measure = () => {
    const ends = Array.from({ length: puzzle.cells }, (_, cell) => [
      x(cell) + board.wide,
      y(cell) + CELL,
    ]);
    board.pitch = apart;
    board.side = Math.max(...ends.flat()) + ROOM;
  };
  return { x, y, measure };
}

/** Its own name over each node; the edges lie below. @param {Board} board */
function asGraph(board) {
  const { puzzle } = board,
    cells = [...Array(puzzle.cells).keys()],
    middle = (/** @type {number} */ cell) => board.middle(cell),
    places = puzzle.problem?.ring ?? cells.map(cell => puzzle.place(cell));
  /** A line between two nodes, past those between in a bow, and its middle.
   * @param {number} one @param {number} two */
  const way = (one, two) => {
    const [[ax, ay], [bx, by]] = one < two ? [one, two].map(middle) : [two, one].map(middle),
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
    return {
      path: `M${ax} ${ay}Q${x} ${y} ${bx} ${by}`,
      middle: half,
      beside: [0, 0],
      near: false,
    };
  };
  return {
    ...placed(board, NODES, places),
    drawAxes: (/** @type {number} */ part) => {
      const size = Math.max(11, part * board.side);
      board.drawNames(
        cells.map(cell => [puzzle.name(cell), board.middle(cell)[0], board.y(cell) - size * 0.6]),
      );
      return part * board.side;
    },
    way,
    makeSigns: () => {
      for (const [cell, other] of cells.flatMap(one =>
        puzzle.neighbours(one).map(two => [one, two]),
      )) {
        if (other < cell) continue;
        const relation = puzzle.relation(cell, other),
          { path, middle } = board.way(cell, other),
          [x, y] = middle,
          [tip] = [board.middle(relation === "<" ? cell : other)];
        const turn = Math.atan2(tip[1] - y, tip[0] - x),
          at = (/** @type {number} */ off) => [
            x - 9 * Math.cos(turn + off),
            y - 9 * Math.sin(turn + off),
          ];
        const sign = "<>".includes(relation) ? `M${at(0.7)}L${middle}L${at(-0.7)}` : "";
        const edge = svg("path", { d: path + sign, "data-edge": relation });
        board.signs.set(board.pair(cell, other), edge);
        board.edges.append(edge);
      }
    },
  };
}

/** Cells in boxes, as in a Sudoku. @param {Board} board */
function asBoxes(board) {
  return {
    ...placed(board, BOXED),
    makeSigns: () => {
      for (const [x, y, wide, high] of board.puzzle.problem?.boxes ?? []) {
        const corner = {
          x: LABELS + x * BOXED - 3,
          y: LABELS + y * BOXED - 3,
          class: "fsl-region",
        };
        board.edges.append(svg("rect", { ...corner, width: wide * BOXED, height: high * BOXED }));
      }
    },
  };
}

/** A row for each queen. @param {Board} board */
function asChess(board) {
  const { puzzle } = board,
    { x, y, measure } = placed(board, CELL);
  /** Where a queen stands, or is tried. @param {number} cell */
  const stands = cell => {
    const value = board.cells[cell].value || board.probed.get(cell);
    return value ? board.slot(cell, value) : board.middle(cell);
  };
  return {
    ...{ x, y, measure },
    drawAxes: (/** @type {number} */ part) => {
      const columns = Array.from({ length: puzzle.n }, (_, at) => [
        puzzle.word(at + 1),
        x(0) + (at + 0.5) * CELL,
        LABELS / 2,
      ]);
      const rows = Array.from({ length: puzzle.cells }, (_, cell) => [
        puzzle.name(cell),
        (LABELS + 8) / 2,
        y(cell) + CELL / 2,
      ]);
      board.drawNames([...columns, ...rows]);
      return part * board.side;
    },
    way: (/** @type {number} */ cell, /** @type {number} */ other) => {
      const [[ax, ay], [bx, by]] = [stands(cell), stands(other)];
      return {
        path: `M${ax} ${ay}L${bx} ${by}`,
        middle: [(ax + bx) / 2, (ay + by) / 2],
        beside: [0, 0],
        near: true,
      };
    },
    makeSigns: () => {
      for (let cell = 0; cell < puzzle.cells; cell++)
        for (let column = 0; column < puzzle.n; column++) {
          const dark = (puzzle.place(cell)[1] + column) % 2 ? "fsl-square fsl-dark" : "fsl-square";
          board.edges.append(
            svg("rect", {
              x: x(cell) + column * CELL,
              y: y(cell),
              width: CELL,
              height: CELL,
              class: dark,
            }),
          );
        }
    },
  };
}
