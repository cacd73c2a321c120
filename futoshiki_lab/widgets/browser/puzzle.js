// What both roles of the board know of a puzzle. Knows no page and also runs under Node.

/** @typedef {"<" | ">" | "≠"} Relation */
/** @typedef {{n: number, grid: number[][], signs: [number, number][], name: string,
 *   key: string, problem?: SentProblem}} SentPuzzle */
/** What is known of a problem that is no puzzle: variables are its cells, values are numbered from
 * 1; `pairs` are its constraints from both sides, each with the number of its rule; a rule has for
 * each value the mask of those that go with it; `boxes` are x, y, width and height; `ring` has the
 * places in a graph.
 * @typedef {{unit: string, names: string[], words: string[], marks: string[],
 *   domains: number[], view: string, span: number,
 *   places: [number, number][], ring: number[][], boxes: number[][],
 *   pairs: [cell: number, other: number, rule: number][],
 *   rules: [relation: Relation, turned: boolean, goes: number[]][]}} SentProblem */

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
  constructor({ n, grid, signs, problem }) {
    this.n = n;
    this.cells = n * n;
    this.signs = signs;
    this.givens = Uint8Array.from(grid.flat());
    this.smaller = new Set(signs.map(([cell, other]) => cell * 1024 + other));
    this.problem = problem;
    /** @type {Map<number, SentProblem["rules"][0]>[]} */ this.rules = []; // by cell and other cell
    if (!problem) return;
    this.cells = problem.names.length;
    this.rules = problem.names.map(() => new Map());
    for (const [cell, other, rule] of problem.pairs)
      this.rules[cell].set(other, problem.rules[rule]);
  }

  /** How it is drawn (graph.js), and how wide, in cells. */
  get view() {
    return this.problem?.view ?? "signs";
  }
  get unit() {
    return this.problem?.unit ?? "cell";
  }
  get title() {
    return this.problem ? `${this.cells} ${this.unit}s` : `${this.n} by ${this.n}`;
  }
  get span() {
    return this.problem?.span ?? this.n;
  }

  /** A value in words. @param {number} value */
  word(value) {
    return this.problem?.words[value - 1] ?? String(value);
  }

  words(/** @type {number} */ mask) {
    return valuesOf(mask).map(value => this.word(value));
  }

  /** A value as a pencil mark. @param {number} value */
  mark(value) {
    return this.problem?.marks[value - 1] ?? this.word(value);
  }

  /** The values that a cell may have at the start, as a mask. @param {number} cell */
  all(cell) {
    return this.problem?.domains[cell] ?? 2 ** this.n - 1;
  }

  /** Where a cell stands: how far to the right, how far down.
   * @param {number} cell @returns {[x: number, y: number]} */
  place(cell) {
    return this.problem?.places[cell] ?? [this.column(cell), this.row(cell)];
  }

  /** Whether the values of two neighbours go together. @param {number} cell @param {number} value
   * @param {number} other @param {number} otherValue */
  goes(cell, value, other, otherValue) {
    const rule = this.rules[cell]?.get(other);
    if (rule) return Boolean(rule[2][value - 1] & bit(otherValue));
    return HOLDS[this.relation(cell, other)](value, otherValue);
  }

  /** The constraint between two neighbours in words, of what stands for each.
   * @param {number} cell @param {number} other @param {string} one @param {string} two */
  say(cell, other, one, two) {
    if (this.rules[cell]?.get(other)?.[1]) [one, two] = [two, one];
    return `${one} ${this.relation(cell, other)} ${two}`;
  }

  /** The constraint between two neighbours, by their names. @param {number} cell
   * @param {number} other */
  rule(cell, other) {
    return this.say(cell, other, this.name(cell), this.name(other));
  }

  row(/** @type {number} */ cell) {
    return Math.floor(cell / this.n);
  }
  column(/** @type {number} */ cell) {
    return cell % this.n;
  }
  name(/** @type {number} */ cell) {
    return this.problem?.names[cell] ?? `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** @param {number} cell @param {number} other @returns {Relation} */
  relation(cell, other) {
    const smaller = this.smaller.has(cell * 1024 + other),
      rule = this.rules[cell]?.get(other);
    if (rule) return rule[0];
    return smaller ? "<" : this.smaller.has(other * 1024 + cell) ? ">" : "≠";
  }

  /** The cell that an arrow key leads to; the same one at the edge. @param {number} cell
   * @param {string} arrow */
  beside(cell, arrow) {
    const [x, y] = this.place(cell),
      down = Number(arrow === "ArrowDown") - Number(arrow === "ArrowUp"),
      right = Number(arrow === "ArrowRight") - Number(arrow === "ArrowLeft");
    let nearest = cell,
      least = Infinity;
    for (let other = 0; other < this.cells; other++) {
      const [dx, dy] = this.place(other).map((at, axis) => at - [x, y][axis]),
        along = dx * right + dy * down,
        far = along + 3 * Math.abs(dx * down + dy * right);
      if (along > 0.01 && far < least) [nearest, least] = [other, far];
    }
    return nearest;
  }

  /** The cells that share its row or column, in reading order. @param {number} cell */
  neighbours(cell) {
    if (this.problem) return [...this.rules[cell].keys()];
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
      known = cells.map(cell => at[cell] >= 1 && at[cell] <= n),
      words = at.map((value, cell) => (known[cell] ? this.word(value) : String(value)));
    const some = (/** @type {number} */ cell) =>
      this.problem ? this.words(this.all(cell)).join(", ") : `1..${n}`;
    let outside = false;
    for (const cell of cells) {
      const is = `${this.name(cell)} = ${words[cell]}`,
        given = known[cell] && givens[cell];
      if (given && given !== at[cell])
        faults.push({ cells: [cell], text: `${is}, but ${this.word(given)} is given there` });
      else if (!known[cell] || !(bit(at[cell]) & this.all(cell))) {
        faults.push({ cells: [cell], text: `${is} is not one of ${some(cell)}` });
        outside = true;
      }
    }
    if (outside) return faults;
    for (const cell of cells) {
      for (const other of this.neighbours(cell)) {
        if (cell > other || this.goes(cell, at[cell], other, at[other])) continue;
        const text = `${this.rule(cell, other)} fails: ${words[cell]} and ${words[other]}`;
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
