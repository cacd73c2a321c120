// What both roles of the board know of a puzzle. Knows no page and also runs under Node.

/** @typedef {"<" | ">" | "≠"} Relation */
/** @typedef {{n: number, grid: number[][], signs: [number, number][], name: string, key: string}} SentPuzzle */

/** A value as one bit of a mask. @param {number} value */
export const bit = value => (value >= 1 && value <= 32 ? (1 << (value - 1)) >>> 0 : 0);
/** @type {Record<Relation, (a: number, b: number) => boolean>} */
export const HOLDS = { "<": (a, b) => a < b, ">": (a, b) => a > b, "≠": (a, b) => a !== b };

/** @param {number} mask */
export const valuesOf = mask => {
  const values = [];
  for (let value = 1; value <= 32; value++) if (mask & bit(value)) values.push(value);
  return values;
};

/** @param {number[]} values */
export const maskOf = values => values.reduce((mask, value) => (mask | bit(value)) >>> 0, 0);

/** A puzzle as Python sends it; its cells are numbered from 0 in reading order. */
export class Puzzle {
  /** @param {SentPuzzle} sent its signs: the smaller cell, the larger one */
  constructor({ n, grid, signs }) {
    this.n = n;
    this.cells = n * n;
    this.signs = signs;
    this.givens = Uint8Array.from(grid.flat());
    this.smaller = new Set(signs.map(([cell, other]) => cell * 1024 + other));
  }

  row(/** @type {number} */ cell) {
    return Math.floor(cell / this.n);
  }
  column(/** @type {number} */ cell) {
    return cell % this.n;
  }
  name(/** @type {number} */ cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** @param {number} cell @param {number} other @returns {Relation} */
  relation(cell, other) {
    const smaller = this.smaller.has(cell * 1024 + other);
    return smaller ? "<" : this.smaller.has(other * 1024 + cell) ? ">" : "≠";
  }

  /** The cell that an arrow key leads to; the same one at the edge. @param {number} cell
   * @param {string} arrow */
  beside(cell, arrow) {
    const row = this.row(cell),
      column = this.column(cell);
    const down = Number(arrow === "ArrowDown") - Number(arrow === "ArrowUp");
    const right = Number(arrow === "ArrowRight") - Number(arrow === "ArrowLeft");
    const inside = at => at >= 0 && at < this.n;
    return inside(row + down) && inside(column + right) ? cell + down * this.n + right : cell;
  }

  /** The cells that share its row or column, in reading order. @param {number} cell */
  neighbours(cell) {
    const row = this.row(cell),
      column = this.column(cell),
      found = [];
    for (let other = 0; other < this.cells; other++) {
      if (other !== cell && (this.row(other) === row || this.column(other) === column))
        found.push(other);
    }
    return found;
  }

  /** Why cells with values are no solution: the words of `Puzzle.faults` in Python, each with its
   * cells.
   * @param {ArrayLike<number>} values by cell, below 1 where there is none
   * @returns {{cells: number[], text: string}[]} */
  faults(values) {
    const { n, givens } = this,
      faults = [],
      cells = [...Array(this.cells).keys()];
    const at = cells.map(cell => Math.max(0, values[cell])),
      inside = (/** @type {number} */ value) => value >= 1 && value <= n;
    for (const cell of cells) {
      const is = `${this.name(cell)} = ${at[cell]}`;
      if (!inside(at[cell])) faults.push({ cells: [cell], text: `${is} is not one of 1..${n}` });
      else if (givens[cell] && givens[cell] !== at[cell])
        faults.push({ cells: [cell], text: `${is}, but ${givens[cell]} is given there` });
    }
    if (!at.every(inside)) return faults;
    for (const cell of cells) {
      for (const other of this.neighbours(cell)) {
        const relation = this.relation(cell, other);
        if (cell > other || HOLDS[relation](at[cell], at[other])) continue;
        const text = `${this.name(cell)} ${relation} ${this.name(other)} fails: ${at[cell]} and ${at[other]}`;
        faults.push({ cells: [cell, other], text });
      }
    }
    return faults;
  }

  /** The values of a cell that break no rule with those entered elsewhere, as a mask.
   * @param {number} cell @param {ArrayLike<number>} values */
  allowed(cell, values) {
    const others = this.neighbours(cell).filter(other => values[other]);
    const fits = value =>
      others.every(other => HOLDS[this.relation(cell, other)](value, values[other]));
    return maskOf(valuesOf(2 ** this.n - 1).filter(fits));
  }
}
