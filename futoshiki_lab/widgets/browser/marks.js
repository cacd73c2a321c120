// Marks on a board: as many of a kind as are needed; who is to blame; why a value cannot stand.

import { put, shape, svg, write } from "./page.js";

export const CELL = 50; // the side of a cell, in the units of the drawing
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
 * column, below a row. @param {number[]} from @param {number[]} to their middles
 * @param {number} cut @param {number} bow how far out its middle is @param {number} lean which part
 * of that its ends are */
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
  constructor(/** @type {import("./board.js").Board} */ board) {
    this.board = board;
    this.arrows = new Spares(board.play, "<path></path>");
    const badge = '<g class="fsl-badge"><circle r="9"></circle><text></text></g>';
    this.frames = new Spares(
      board.marks,
      `<g><rect class="fsl-culprit" rx="5"></rect>${badge}</g>`,
    );
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
  constructor(/** @type {import("./board.js").Board} */ board) {
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
