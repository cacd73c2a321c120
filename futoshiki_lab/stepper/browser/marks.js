// What is drawn on boards beside their cells: marks, as many of a kind as are needed; who is to
// blame; why a value cannot stand. And how a board stands on the page where it is not rows and
// columns with signs between: as the graph of its constraints, whatever the problem is; as cells in
// boxes; as a chess board with a queen in each row.

import { put, shape, svg, write } from "./page.js";
import { PencilMarks } from "./pencil.js";

export const CELL = 50; // the side of a cell, in the units of the drawing
export const LABELS = 20; // the room for the names of rows and columns
const HEAD = 6; // how long the head of an arrow is

/** As many marks of one kind as are needed. */
export class Spares {
  /** @type {SVGElement[]} */ made = [];

  /** @param {SVGElement} layer @param {string} markup of one mark */
  constructor(layer, markup) {
    this.layer = layer.appendChild(svg("g"));
    this.markup = markup;
  }

  /** @template I @param {I[]} items @param {(mark: SVGElement, item: I) => void} draw draws the
   * mark of an item */
  each(items, draw) {
    while (this.made.length < items.length)
      this.made.push(this.layer.appendChild(shape(this.markup)));
    this.made.forEach((mark, at) => {
      put(mark, "visibility", at < items.length ? "visible" : "hidden");
      if (at < items.length) draw(mark, items[at]);
    });
  }
}

/** A line between two cells, cut off at both, past the cells between in a bow: to the right of a
 * column, below a row. @param {number[]} from @param {number[]} to their middles @param {number}
 * bow how far out its middle is @param {number} lean which part of that its ends are */
export function bend(from, to, cut, bow, lean) {
  const span = Math.hypot(to[0] - from[0], to[1] - from[1]),
    along = from.map((at, axis) => (to[axis] - at) / span),
    beside = [Math.abs(along[1]), Math.abs(along[0])],
    middle = from.map((at, axis) => (at + to[axis]) / 2 + beside[axis] * bow);
  const [start, end] = [from, to].map((place, way) =>
    place.map((at, axis) => at + (way ? -cut : cut) * along[axis] + beside[axis] * bow * lean),
  );
  return { start, middle, end, beside };
}

/** @typedef {import("./blame.js").Fault} Fault */
/** @type {Fault} */ const NONE = { culprits: [], dead: -1, back: -1, skipped: [], from: -1 };

/** The cells to blame, each with the sign or an arrow that blames it, the dead end, what a jump
 * skips. Letters in the corners tell them apart: ! to blame, ↩ where a jump leads, ∅ no value left,
 * » skipped. */
export class BlameMarks {
  constructor(/** @type {Board} */ board) {
    this.board = board;
    this.arrows = new Spares(board.play, "<path></path>");
    const badge = '<g class="fsl-badge"><circle r="9"></circle><text></text></g>';
    const frame = '<rect class="fsl-culprit" rx="5"></rect>';
    this.frames = new Spares(board.marks, `<g>${frame}${badge}</g>`);
  }

  /** @param {Fault | null} fault @param {import("./recording.js").Cursor} cursor */
  draw(fault, { run, values, domains }) {
    const { board } = this,
      { culprits, dead, back, skipped } = fault ?? NONE,
      signOf = cell => board.signs.get(board.pair(cell, dead));
    /** @type {[cell: number, letter: string, kind: string][]} */
    const marks = culprits.map(({ cell, node, direct }) => [
      cell,
      node === back ? "↩\uFE0E" : "!",
      direct ? "" : " fsl-far",
    ]);
    for (const cell of skipped) marks.push([cell, "»", " fsl-skipped"]);
    if (dead >= 0 && values[dead] < 0 && domains[dead]) marks.push([dead, "∅", " fsl-dead"]);
    this.frames.each(marks, (mark, [cell, letter, kind]) => {
      board.place(mark, cell, -3);
      put(mark, "class", `fsl-blamed${kind}`);
      put(mark.children[1], "transform", `scale(${Math.max(1, board.fine / 12)})`);
      write(mark.children[1].children[1], letter);
    });
    const far = culprits.filter(({ cell, direct }) => !direct || !signOf(cell));
    this.arrows.each(far, (mark, { cell, direct }) => {
      put(mark, "d", this.arrow(board.middle(cell), board.middle(dead)));
      put(mark, "class", direct ? "fsl-blames" : "fsl-blames fsl-far");
    });
    for (const { cell, direct } of culprits)
      if (direct) signOf(cell)?.setAttribute("class", "fsl-blames-sign");
    put(board.node, "data-blamed", culprits.map(({ cell }) => run.name(cell)).join(" ") || null);
  }

  /** From a cell to another one: in one line a bow past those between, else straight. */
  arrow(from, to) {
    const [dx, dy] = from.map((at, axis) => Math.abs(to[axis] - at)),
      steps = Math.hypot(dx, dy) / this.board.pitch,
      bow = steps < 1.5 || (dx && dy) ? 0 : CELL * 0.45 + 9 * (steps - 1);
    const cut = (CELL / 2) * (Math.hypot(dx, dy) / Math.max(dx, dy)),
      { start, middle, end } = bend(from, to, cut, bow, 0.3),
      turn = Math.atan2(end[1] - middle[1], end[0] - middle[0]);
    const head = [turn + 0.5, turn - 0.5].map(
      way => `M${end}l${-HEAD * Math.cos(way)} ${-HEAD * Math.sin(way)}`,
    );
    return `M${start}Q${middle} ${end}${head.join("")}`;
  }
}

/** As answers.py gives it: sentences, whether the value can stand after all, whether there are few
 * facts; and these, which are lit if they are few: entries, cells whose marks count, signs,
 * lines by their ends; entries that are wrong; for a node a sentence about where it was so already.
 * @typedef {{
 *   text: string, can: boolean, short: boolean, cell: number, value: number,
 *   entries: [cell: number, value: number][], marks: number[],
 *   signs: [smaller: number, larger: number][], lines: [first: number, last: number][],
 *   wrong: number[], since?: [text: string, step: number],
 * }} Reason */

/** What a reason lights: bands along lines, frames around entries, thick signs; the value is struck
 * through. */
export class ReasonMarks {
  constructor(/** @type {Board} */ board) {
    const [at, side] = [4 - CELL / 2, CELL - 8],
      veil = `<rect x="${at}" y="${at}" width="${side}" height="${side}"></rect>`;
    this.board = board;
    this.bands = new Spares(board.play, '<rect class="fsl-band" rx="8"></rect>');
    this.entries = new Spares(board.play, '<rect class="fsl-fact" rx="3"></rect>');
    const asked = `${veil}<text></text><path d="M-15 13L15 -13"></path>`;
    this.asked = new Spares(board.marks, `<g class="fsl-refused">${asked}</g>`);
  }

  /** @param {Reason | null} reason @param {ArrayLike<number>} values on the board, none where they
   * are not positive */
  draw(reason, values) {
    const { board } = this,
      { cell = -1, value = 0 } = reason ?? {},
      { lines = [], entries = [], marks = [], signs = [] } = reason?.short ? reason : {};
    this.bands.each(lines, (band, [first, last]) => {
      board.place(band, first, 6);
      put(band, "width", board.x(last) - board.x(first) + CELL + 12);
      put(band, "height", board.y(last) - board.y(first) + CELL + 12);
    });
    const facts = [...entries.map(([entry]) => entry), ...marks];
    this.entries.each(facts, (mark, lit) => board.place(mark, lit, 0));
    const lit = new Set(signs.map(([one, other]) => board.pair(one, other)));
    for (const [pair, sign] of board.signs) put(sign, "data-reason", lit.has(pair) ? "true" : null);
    const refused = reason && !reason.can && value > 0 && !(values[cell] > 0);
    this.asked.each(refused ? [cell] : [], mark => {
      write(mark.children[1], String(value));
      put(mark, "transform", `translate(${board.middle(cell).join(" ")})`);
    });
    put(board.node, "data-reason", reason && !reason.can ? reason.text : null);
  }
}

/** @typedef {import("./board.js").Board} Board */

/** From one cell to the next. @type {Record<string, number>} */
const APART = { graph: 78, board: 56, chess: CELL };

/** Let a board show its problem in that problem's own way, or as a graph.
 * @param {Board} board @param {boolean} [graph] */
export function dress(board, graph = false) {
  const { puzzle } = board,
    view = graph ? "graph" : puzzle.view,
    chess = view === "chess",
    ring = graph && puzzle.problem?.ring,
    pencil = new PencilMarks(puzzle.n, CELL),
    slot = value => [(value - 0.5) * CELL, CELL / 2],
    places = cell => (ring ? ring[cell] : puzzle.place(cell));
  if (chess) Object.assign(pencil, { columns: 1, rows: 1, wide: CELL, high: CELL, slot });
  board.wide = chess ? puzzle.n * CELL : CELL;
  board.pitch = APART[view] ?? CELL + (puzzle.n > 9 ? 9 : puzzle.n > 6 ? 11 : 15);
  const own = { graph: asGraph, board: asBoxes, chess: asChess }[view] ?? asRows;
  Object.assign(board, { pencil, places, ...own(board) });
  put(board.node, "data-view", view);
  board.arrange();
}

/** Rows and columns with signs between. @param {Board} board */
function asRows(board) {
  const { n, signs } = board.puzzle,
    middle = cell => board.middle(cell);
  /** Without room for "c12" it is "12". */
  const drawAxes = part => {
    const digits = String(n).length,
      long = board.margin(part, digits + 1),
      fits = long.wide * long.fine < board.pitch,
      { free, fine, x, y } = fits ? long : board.margin(part, digits),
      lines = Array.from({ length: n }, (_, at) => LABELS + at * board.pitch + CELL / 2),
      columns = lines.map((at, index) => [`${fits ? "c" : ""}${index + 1}`, at, y]),
      rows = lines.map((at, index) => [`${fits ? "r" : ""}${index + 1}`, x, at]);
    board.drawNames([...columns, ...rows], free);
    return fine;
  };
  /** From edge to edge of two cells, past those between. */
  const way = (cell, other) => {
    const [from, to] = [middle(cell), middle(other)],
      near = Math.hypot(to[0] - from[0], to[1] - from[1]) < board.pitch * 1.5,
      bent = bend(from, to, CELL / 2, near ? 0 : CELL / 2 + 3, 0.4),
      pull = bent.middle.map((at, axis) => at + bent.beside[axis] * 6);
    return { ...bent, near, path: `M${bent.start}${near ? "L" : `Q${pull} `}${bent.end}` };
  };
  const makeSigns = () => {
    const size = board.pitch > 62 ? 5.5 : 4.2,
      d = `M ${size / 1.4} ${-size} L ${-size / 1.4} 0 L ${size / 1.4} ${size}`;
    for (const [smaller, larger] of signs) {
      const [[ax, ay], [bx, by]] = [middle(smaller), middle(larger)],
        turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI,
        place = `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`,
        sign = svg("path", { d, transform: place }),
        grown = () => Math.max(1, (0.25 * board.fine) / size);
      board.enlarge.push(() => put(sign, "transform", `${place} scale(${grown()})`));
      board.signs.set(board.pair(smaller, larger), sign);
      board.above.append(sign);
    }
  };
  return { drawAxes, way, makeSigns };
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
    const up = Math.max(11, part * board.side) * 0.85; // above the frame of a cell, too
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
  return { ...asRows(board), makeSigns };
}

/** A row for each queen. @param {Board} board */
function asChess(board) {
  const { puzzle } = board,
    rows = [...Array(puzzle.cells).keys()],
    columns = [...Array(puzzle.n).keys()],
    longest = Math.max(...rows.map(cell => puzzle.name(cell).length));
  const drawAxes = part => {
    const { free, fine, x, y } = board.margin(part, longest);
    const above = columns.map(at => [puzzle.word(at + 1), LABELS + (at + 0.5) * CELL, y]),
      beside = rows.map(cell => [puzzle.name(cell), x, board.middle(cell)[1]]);
    board.drawNames([...above, ...beside], free);
    return fine;
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
