// A reason on the board: the entries, signs, rows and columns that rule a value out, or all that is
// left.

import { CELL, Spares } from "./board.js";
import { put, shape, svg, write } from "./page.js";

/** As reasons.py gives it: a sentence, whether the value can stand after all, whether there are few
 * facts; and these, which are
 * lit if they are few: entries, cells whose marks count, signs, lines by their ends.
 * @typedef {{
 *   text: string, can: boolean, short: boolean, cell: number, value: number, entries:
 * [cell: number, value: number][], marks: number[],
 *   signs: [smaller: number, larger: number][], lines: [first: number, last: number][],
 * }} Reason */

/** What a reason lights: bands along lines, frames around entries, thick signs; the value is struck
 * through. */
export class ReasonMarks {
  constructor(/** @type {import("./board.js").Board} */ board) {
    const place = `x="${4 - CELL / 2}" y="${4 - CELL / 2}" width="${CELL - 8}" height="${CELL - 8}"`;
    const asked = `<rect ${place}></rect><text></text><path d="M-15 13L15 -13"></path>`;
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
