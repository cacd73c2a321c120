// What is written small in the cells of a board: the values that are left, each in its fixed slot,
// so that a gap can be read. Knows no page and also runs under Node.

import { bit, valuesOf } from "./puzzle.js";

export const SMALLEST = 16; // the largest size whose pencil digits can be read at all

const WIDE = 0.6,
  HIGH = 0.75; // a digit's, beside the size of its font

/** Digits; where they could not be read, dots in the same slots, and digits for the last two
 * values. */
export class PencilMarks {
  least = 0; // nothing is written smaller, in the units of the drawing

  /** @param {number} n the size of the board @param {number} cell the side of a cell */
  constructor(n, cell) {
    this.n = n;
    this.inside = cell - 8;
    this.columns = Math.ceil(Math.sqrt(n));
    this.rows = Math.ceil(n / this.columns);
    this.wide = this.inside / this.columns; // a slot
    this.high = this.inside / this.rows;
  }

  get size() {
    const { columns, rows, n, least } = this;
    return Math.max(least, Math.min(15, 40 / rows, n > 9 ? 38 / columns : 15));
  }

  get dotted() {
    const { n, size, wide, high } = this;
    return n > SMALLEST || WIDE * String(n).length * size > wide * 1.1 || HIGH * size > high;
  }

  /** The middle of a value's slot, from the corner of its cell. @param {number} value
   * @returns {[x: number, y: number]} */
  slot(value) {
    const column = (value - 1) % this.columns,
      row = Math.floor((value - 1) / this.columns);
    return [4 + (column + 0.5) * this.wide, 4 + (row + 0.5) * this.high];
  }

  /** The value whose slot holds a place in a cell, 0 for none. */
  valueAt(x, y) {
    const part = (at, size, many) => Math.max(0, Math.min(many - 1, Math.floor((at - 4) / size))),
      column = part(x, this.wide, this.columns),
      value = part(y, this.high, this.rows) * this.columns + column + 1;
    return value <= this.n && this.n <= SMALLEST ? value : 0;
  }

  /** How far a mark of a value may reach: the dot behind it where it is tried, the stroke through
   * it. */
  get reach() {
    return this.dotted ? Math.min(this.wide, this.high) * 0.48 : Math.min(10, 23 / this.rows);
  }

  /** The last values as they are written over a cell's dots, and the size of their font; no text
   * where it has no room. @param {string[]} left @returns {[text: string, size: number]} */
  few(left) {
    const text = left.join(" ");
    const size = Math.min(22, (this.inside + 6) / (WIDE * (text.length - (left.length - 1) / 2)));
    const fits = this.dotted && (left.length === 1 || left.length === 2) && size >= this.least;
    return fits ? [text, size] : ["", 0];
  }

  /** Dots for the values that are left. @param {number} open a mask */
  dots(open) {
    const r = Math.min(this.wide, this.high) * 0.3,
      arcs = `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    return this.dotted ? this.path(open, (x, y) => `M${x - r} ${y}${arcs}`) : "";
  }

  strikes(gone) {
    const r = this.dotted ? Math.min(this.wide, this.high) * 0.15 : Math.min(6, 17 / this.rows),
      rise = this.dotted ? 0 : r / 2;
    return this.path(gone, (x, y) => `M${x - r} ${y + rise}L${x + r} ${y - rise}`);
  }

  /** @param {number} values a mask @param {(x: number, y: number) => string} draw in a slot */
  path(values, draw) {
    return valuesOf(values)
      .map(value => draw(...this.slot(value)))
      .join("");
  }

  shown(value, open, gone) {
    return bit(value) & gone ? "fsl-gone" : bit(value) & open ? null : "fsl-none";
  }
}
