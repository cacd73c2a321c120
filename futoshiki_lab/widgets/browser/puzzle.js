// What both roles of the board know of a puzzle. Knows no page and also runs under Node.

const bit = (value) => (value >= 1 && value <= 32 ? (1 << (value - 1)) >>> 0 : 0);
const MIRROR = { "<": ">", ">": "<", "≠": "≠" };
const HOLDS = { "<": (a, b) => a < b, ">": (a, b) => a > b, "≠": (a, b) => a !== b };

function popcount(x) {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const valuesOf = (mask) => {
  const values = [];
  for (let value = 1; value <= 32; value++) if (mask & bit(value)) values.push(value);
  return values;
};

const maskOf = (values) => values.reduce((mask, value) => (mask | bit(value)) >>> 0, 0);

/** A puzzle as Python sends it; its cells are numbered from 0 in reading order. */
export class Puzzle {
  /** @param {{n: number, grid: number[][], signs: [number, number][]}} sent signs: smaller, larger */
  constructor({ n, grid, signs }) {
    this.n = n;
    this.cells = n * n;
    this.signs = signs;
    this.givens = Uint8Array.from(grid.flat());
    this.smaller = new Set(signs.map(([cell, other]) => cell * 1024 + other));
  }

  row(cell) {
    return Math.floor(cell / this.n);
  }

  column(cell) {
    return cell % this.n;
  }

  name(cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  relation(cell, other) {
    const smaller = this.smaller.has(cell * 1024 + other);
    return smaller ? "<" : this.smaller.has(other * 1024 + cell) ? ">" : "≠";
  }

  /** The cell that an arrow key leads to; the same one at the edge. */
  beside(cell, arrow) {
    const row = this.row(cell), column = this.column(cell);
    const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[arrow];
    const inside = (at) => at >= 0 && at < this.n;
    return inside(row + down) && inside(column + right) ? cell + down * this.n + right : cell;
  }

  /** The cells that share its row or column, in reading order. */
  neighbours(cell) {
    const row = this.row(cell), column = this.column(cell), found = [];
    for (let other = 0; other < this.cells; other++) {
      if (other !== cell && (this.row(other) === row || this.column(other) === column)) found.push(other);
    }
    return found;
  }

  /** The values of a cell that break no rule with those entered elsewhere, as a mask. */
  allowed(cell, values) {
    let mask = 2 ** this.n - 1;
    for (const other of this.neighbours(cell)) {
      if (!values[other]) continue;
      const holds = HOLDS[this.relation(cell, other)];
      for (const value of valuesOf(mask)) if (!holds(value, values[other])) mask = (mask & ~bit(value)) >>> 0;
    }
    return mask >>> 0;
  }
}
