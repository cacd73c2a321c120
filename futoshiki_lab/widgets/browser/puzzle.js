// What both roles of the board know of a puzzle. Knows no page and also runs under Node.

/** @typedef {"<" | ">" | "≠"} Relation */
/** @typedef {{n: number, grid: number[][], signs: [number, number][], name: string,
 *   key: string}} SentPuzzle */

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
   * cells. @param {ArrayLike<number>} values by cell, below 1 where there is none
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
        const rule = `${this.name(cell)} ${relation} ${this.name(other)}`;
        const text = `${rule} fails: ${at[cell]} and ${at[other]}`;
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

const LARGEST = 32;
/** @type {[flag: string, down: number, right: number][]} */
const SIDES = [
  ["U", -1, 0],
  ["R", 0, 1],
  ["D", 1, 0],
  ["L", 0, -1],
];

/** The neighbour on a side, or -1 off the board. @param {number} n @param {number} cell
 * @param {number} down @param {number} right */
function neighbour(n, cell, down, right) {
  const row = Math.floor(cell / n) + down,
    column = (cell % n) + right;
  return row >= 0 && row < n && column >= 0 && column < n ? row * n + column : -1;
}

/** The ID of a puzzle, as in Simon Tatham's Unequal (game_id.py does the same); "" where it has a
 * sign between cells that do not touch.
 * @param {Puzzle} puzzle */
export function idOf(puzzle) {
  const { n, givens, signs } = puzzle;
  const cells = Array.from(givens, (value, cell) => {
    const less = SIDES.filter(([, down, right]) => {
      const other = neighbour(n, cell, down, right);
      return other >= 0 && puzzle.relation(cell, other) === ">";
    });
    return [String(value), ...less.map(([flag]) => flag)];
  });
  const written = cells.reduce((many, [, ...flags]) => many + flags.length, 0);
  return written === signs.length
    ? `${n}:${cells.map(parts => `${parts.join("")},`).join("")}`
    : "";
}

/** The puzzle of an ID; an error says what was expected, and where.
 * @param {string} text @returns {SentPuzzle} */
export function puzzleOf(text) {
  const id = text.trim(),
    head = /^(\d+)(a?)(?:d[tekxr])?:/.exec(id);
  if (!head) throw new Error("an ID begins with the size and a colon, as in 5:");
  const n = Number(head[1]);
  if (head[2]) throw new Error("IDs like 5a: are another puzzle, Adjacent");
  if (n < 1 || n > LARGEST) throw new Error(`the size is 1 to ${LARGEST}, not ${head[1]}`);
  const { values, signs } = cellsOf(id, head[0].length, n);
  const grid = Array.from({ length: n }, (_, row) => values.slice(row * n, row * n + n));
  return { n, grid, signs, name: "", key: `id ${id}` };
}

/** @param {string} id @param {number} at where its cells begin @param {number} n */
function cellsOf(id, at, n) {
  const item = /([a-z])|(\d+)([URDL]*)/y,
    cells = n * n;
  /** @type {number[]} */ const values = [];
  /** @type {Map<number, [smaller: number, larger: number]>} */ const signs = new Map();
  while (at < id.length) {
    item.lastIndex = at;
    const found = item.exec(id),
      cell = values.length,
      place = `at character ${at + 1}`;
    if (!found) throw new Error(`expected a cell ${place}, found “${id.slice(at, at + 10)}”`);
    if (Number(found[2]) > n)
      throw new Error(`the numbers are 0 to ${n}, but there is ${found[2].slice(0, 10)} ${place}`);
    const many = found[1] ? found[1].charCodeAt(0) - 96 : 1;
    for (let one = 0; one < many; one++) values.push(Number(found[2] ?? 0));
    if (values.length > cells) throw new Error(`expected ${cells} cells, found more`);
    for (const flag of found[3] ?? "") addSign(signs, n, cell, flag);
    at = item.lastIndex;
    const comma = id[at] === ",";
    if (!comma && at < id.length && !found[1] && !/[a-z]/.test(id[at])) {
      throw new Error(`expected a comma at character ${at + 1}, found “${id.slice(at, at + 10)}”`);
    }
    at += Number(comma);
  }
  if (values.length < cells) throw new Error(`expected ${cells} cells, found ${values.length}`);
  return { values, signs: [...signs.values()].sort(([a, b], [c, d]) => a - c || b - d) };
}

/** @param {Map<number, [smaller: number, larger: number]>} signs by their pair of cells
 * @param {number} n @param {number} larger @param {string} flag */
function addSign(signs, n, larger, flag) {
  const [, down, right] = SIDES.find(([letter]) => letter === flag) ?? ["", 0, 0];
  const smaller = neighbour(n, larger, down, right),
    name = (/** @type {number} */ cell) => `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
  if (smaller < 0) throw new Error(`${flag} at ${name(larger)} points off the board`);
  const pair = Math.min(smaller, larger) * 1024 + Math.max(smaller, larger),
    had = signs.get(pair);
  if (had && had[0] !== smaller) {
    const [cell, other] = [...had].sort((a, b) => a - b);
    throw new Error(`${name(cell)} and ${name(other)} are each greater than the other`);
  }
  signs.set(pair, [smaller, larger]);
}
