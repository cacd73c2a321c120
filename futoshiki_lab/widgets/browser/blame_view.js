// Who is to blame, as a stepper shows it: marks on the board, and the conflict sets beside it.

import { CELL, Spares } from "./board.js";
import { dom, h, put, shape, svg, write } from "./page.js";

const HEAD = 6; // how long the head of an arrow is
/** @type {Fault} */ const NONE = { culprits: [], dead: -1, back: -1, skipped: [], from: -1 };

/** @typedef {import("./blame.js").Fault} Fault */

/** Marks on a board: the cells to blame, each with the sign or an arrow that blames it, the dead
 * end, what a jump skips. Letters in the corners tell them apart: ! to blame, ↩ where a jump leads,
 * ∅ no value left, » skipped. */
export class BlameMarks {
  constructor(/** @type {import("./board.js").Board} */ board) {
    this.board = board;
    this.arrows = new Spares(board.play, () => svg("path", { class: "fsl-blames" }));
    const badge = '<g class="fsl-badge"><circle r="9"></circle><text></text></g>';
    const frame = () => svg("g", {}, board.frame("fsl-culprit", -3), shape(badge));
    this.frames = new Spares(board.marks, frame);
  }

  /** @param {Fault | null} fault @param {import("./recording.js").Cursor} cursor */
  draw(fault, { run, values, domains }) {
    const { board } = this,
      { culprits, dead, back, skipped } = fault ?? NONE;
    const signOf = (/** @type {number} */ cell) => board.signs.get(board.pair(cell, dead));
    /** @type {[cell: number, letter: string, kind: string][]} */
    const marks = culprits.map(({ cell, node, direct }) => [
      cell,
      node === back ? "↩\uFE0E" : "!",
      direct ? "fsl-blamed" : "fsl-blamed fsl-far",
    ]);
    for (const cell of skipped) marks.push([cell, "»", "fsl-blamed fsl-skipped"]);
    if (dead >= 0 && values[dead] < 0 && domains[dead])
      marks.push([dead, "∅", "fsl-blamed fsl-dead"]);
    const size = Math.max(1, board.fine / 12);
    this.frames.each(marks, (mark, [cell, letter, kind]) => {
      const [frame, badge] = mark.children;
      board.place(mark, cell, 0);
      put(mark, "class", kind);
      put(frame, "visibility", "inherit");
      put(frame, "transform", "translate(3 3)");
      put(badge, "transform", `translate(3 3) scale(${size})`);
      write(badge.children[1], letter);
    });
    const shown = culprits.filter(({ cell, direct }) => !direct || !signOf(cell));
    this.arrows.each(shown, (mark, { cell, direct }) => {
      put(mark, "d", this.arrow(cell, dead));
      put(mark, "class", direct ? "fsl-blames" : "fsl-blames fsl-far");
    });
    const signs = culprits.map(({ cell, direct }) => (direct ? signOf(cell) : null));
    for (const sign of signs) if (sign) put(sign, "class", "fsl-blames-sign");
    put(board.node, "data-blamed", culprits.map(({ cell }) => run.name(cell)).join(" ") || null);
  }

  /** From a cell to another one: in one line a bow past those between, else straight.
   * @param {number} cell @param {number} dead */
  arrow(cell, dead) {
    const { board } = this,
      [ax, ay] = board.middle(cell),
      [bx, by] = board.middle(dead);
    const dx = bx - ax,
      dy = by - ay,
      span = Math.hypot(dx, dy),
      near = span < board.pitch * 1.5;
    const [ux, uy] = [dx / span, dy / span],
      aligned = !dx || !dy;
    const bow = near || !aligned ? 0 : CELL * 0.45 + 9 * (span / board.pitch - 1);
    // to the right of a column, below a row
    const [px, py] = [Math.abs(uy) * bow, Math.abs(ux) * bow];
    const cut = aligned ? CELL / 2 : CELL / 2 / Math.max(Math.abs(ux), Math.abs(uy));
    const start = [ax + ux * cut + px * 0.3, ay + uy * cut + py * 0.3],
      end = [bx - ux * cut + px * 0.3, by - uy * cut + py * 0.3];
    const [mx, my] = [(ax + bx) / 2 + px, (ay + by) / 2 + py],
      turn = Math.atan2(end[1] - my, end[0] - mx);
    const head = [0.5, -0.5].map(
      way => `M${end}l${-HEAD * Math.cos(turn + way)} ${-HEAD * Math.sin(turn + way)}`,
    );
    return `M${start}Q${mx} ${my} ${end}${head.join("")}`;
  }
}

/** The conflict set of each visited cell, the innermost last: as it grows, and as it is handed
 * up. */
export class Conflicts {
  /** @type {[row: HTMLElement, cell: Node, set: Node][]} */ rows = [];

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.list = h("ol", {});
    const label = "conflict sets of the visited cells, the innermost last";
    this.node = dom`<div class="fsl-conflicts" tabindex="0" role="group" aria-label=${label}>
      <p>conflict sets</p>${this.list}</div>`;
  }

  draw(/** @type {number} */ step) {
    const { run, rows } = this,
      found = run.blame.conflicts(step);
    found.forEach(({ cell, culprits, since }, at) => {
      const [row, name, set] = rows[at] ?? this.more();
      write(name, run.name(cell));
      write(set, `{${culprits.map(one => run.name(one)).join(", ")}}`);
      put(row, "class", since === step ? "fsl-up" : null);
    });
    for (const [row] of rows.splice(found.length)) row.remove();
    this.scroll();
  }

  /** The innermost are in view. */
  scroll() {
    this.node.scrollTop = this.node.scrollHeight;
  }

  /** @returns {[row: HTMLElement, cell: Node, set: Node]} */
  more() {
    const cell = h("b"),
      set = h("span"),
      row = h("li", {}, cell, " ", set);
    this.list.append(row);
    this.rows.push([row, cell, set]);
    return [row, cell, set];
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
    const [at, side] = [4 - CELL / 2, CELL - 8];
    const veil = `<rect x="${at}" y="${at}" width="${side}" height="${side}"></rect>`;
    const asked = `${veil}<text></text><path d="M-15 13L15 -13"></path>`;
    const fact = { class: "fsl-fact", width: CELL, height: CELL, rx: 3 };
    this.board = board;
    this.bands = new Spares(board.play, () => svg("rect", { class: "fsl-band", rx: 8 }));
    this.entries = new Spares(board.play, () => svg("rect", fact));
    this.asked = new Spares(board.marks, () => shape(`<g class="fsl-refused">${asked}</g>`));
  }

  /** @param {Reason | null} reason @param {ArrayLike<number>} values on the board, none where they
   * are not positive */
  draw(reason, values) {
    const { board } = this,
      { cell = -1, value = 0 } = reason ?? {},
      out = 6;
    const { lines = [], entries = [], marks = [], signs = [] } = reason?.short ? reason : {};
    this.bands.each(lines, (band, [first, last]) => {
      put(band, "transform", `translate(${board.x(first) - out} ${board.y(first) - out})`);
      put(band, "width", board.x(last) - board.x(first) + CELL + 2 * out);
      put(band, "height", board.y(last) - board.y(first) + CELL + 2 * out);
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
