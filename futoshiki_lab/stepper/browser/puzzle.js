// What both roles of the board know of a puzzle. Knows no page and also runs under Node.

/** @typedef {"<" | ">" | "≠"} Relation */
/** @typedef {[relation: Relation, turned: boolean, goes?: number[]]} Rule */
/** @typedef {{n: number, grid: number[][], signs: [number, number][], name: string,
 *   key: string, problem?: SentProblem}} SentPuzzle */
/** What is known of a problem that is no puzzle: variables are its cells, values are numbered from
 * 1; `pairs` are its constraints from both sides, each with the number of its rule; a rule has for
 * each value the mask of those that go with it; `boxes` are x, y, width and height; `ring` has the
 * places in a graph.
 * @typedef {{unit: string, names: string[], words: string[], marks: string[],
 *   domains: number[], view: string, span: number,
 *   places: [number, number][], ring: number[][], boxes: number[][],
 *   pairs: [cell: number, other: number, rule: number][], rules: Rule[]}} SentProblem */

/** A value as one bit of a mask. */
export const bit = value => (value >= 1 && value <= 32 ? (1 << (value - 1)) >>> 0 : 0);
/** @type {Record<Relation, (a: number, b: number) => boolean>} */
export const HOLDS = { "<": (a, b) => a < b, ">": (a, b) => a > b, "≠": (a, b) => a !== b };

export const valuesOf = mask => {
  const values = [];
  for (let value = 1; value <= 32; value++) if (mask & bit(value)) values.push(value);
  return values;
};

export const maskOf = values => values.reduce((mask, value) => (mask | bit(value)) >>> 0, 0);

/** A puzzle as Python sends it; its cells are numbered from 0 in reading order. */
export class Puzzle {
  /** @param {SentPuzzle} sent its signs: the smaller cell, the larger one */
  constructor({ n, grid, signs, problem }) {
    this.n = n;
    this.signs = signs;
    this.givens = Uint8Array.from(grid.flat());
    this.problem = problem;
    this.cells = problem?.names.length ?? n * n;
    this.view = problem?.view ?? "signs"; // how it is drawn (marks.js)
    this.span = problem?.span ?? n; // how wide, in cells
    this.unit = problem?.unit ?? "cell";
    this.title = problem ? `${this.cells} ${this.unit}s` : `${n} by ${n}`;
    /** @type {Map<number, Rule>[]} by cell and other cell; in a puzzle the signs */
    this.rules = Array.from({ length: this.cells }, () => new Map());
    for (const [smaller, larger] of signs) {
      this.rules[smaller].set(larger, ["<", false]);
      this.rules[larger].set(smaller, [">", false]);
    }
    for (const [cell, other, rule] of problem?.pairs ?? [])
      this.rules[cell].set(other, /** @type {SentProblem} */ (problem).rules[rule]);
  }

  word(value) {
    return this.problem?.words[value - 1] ?? String(value);
  }
  words(mask, standing = valuesOf(mask)) {
    return standing.filter(value => mask & bit(value)).map(value => this.word(value));
  }

  /** A text about cells, of a problem about its variables; names that say "cell" stay. */
  own(text) {
    const named = this.problem?.names.some(name => name.includes("cell"));
    return named ? text : text.replace(/\bcell(?=s?\b)/g, this.unit);
  }

  mark(value) {
    return this.problem?.marks[value - 1] ?? this.word(value);
  }

  /** The values that a cell may have at the start, as a mask. */
  all(cell) {
    return this.problem?.domains[cell] ?? 2 ** this.n - 1;
  }

  /** Where a cell stands: how far to the right, how far down. @returns {[x: number, y: number]} */
  place(cell) {
    return this.problem?.places[cell] ?? [this.column(cell), this.row(cell)];
  }

  /** Whether the values of two neighbours go together. */
  goes(cell, value, other, otherValue) {
    const masks = this.rules[cell]?.get(other)?.[2];
    if (masks) return Boolean(masks[value - 1] & bit(otherValue));
    return HOLDS[this.relation(cell, other)](value, otherValue);
  }

  /** The constraint between two neighbours in words, of what stands for each. */
  say(cell, other, one, two) {
    if (this.rules[cell]?.get(other)?.[1]) [one, two] = [two, one];
    return `${one} ${this.relation(cell, other)} ${two}`;
  }

  /** The constraint between two neighbours, by their names. */
  rule(cell, other) {
    return this.say(cell, other, this.name(cell), this.name(other));
  }
  row(cell) {
    return Math.floor(cell / this.n);
  }
  column(cell) {
    return cell % this.n;
  }
  name(cell) {
    return this.problem?.names[cell] ?? `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** @returns {Relation} */
  relation(cell, other) {
    return this.rules[cell]?.get(other)?.[0] ?? "≠";
  }

  /** The cell that an arrow key leads to; the same one at the edge. */
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

  /** The cells that share its row or column, in reading order. */
  neighbours(cell) {
    if (this.problem) return [...this.rules[cell].keys()];
    const row = this.row(cell),
      column = this.column(cell),
      near = other => this.row(other) === row || this.column(other) === column;
    return [...this.givens.keys()].filter(other => other !== cell && near(other));
  }

  /** Every pair of cells whose values break a rule, in reading order; 0 is none.
   * @param {ArrayLike<number>} values by cell @returns {[cell: number, other: number][]} */
  broken(values) {
    const cells = [...Array(this.cells).keys()].filter(cell => values[cell]);
    return cells.flatMap(cell => {
      const fails = other => !this.goes(cell, values[cell], other, values[other]);
      const others = this.neighbours(cell).filter(other => other > cell && values[other]);
      return others.filter(fails).map(other => /** @type {[number, number]} */ ([cell, other]));
    });
  }

  /** Why cells with values are no solution: the words of `Puzzle.faults` in Python, each with its
   * cells. @param {ArrayLike<number>} values by cell, below 1 where there is none
   * @returns {{cells: number[], text: string}[]} */
  faults(values) {
    const { n, givens, problem } = this,
      at = Array.from({ length: this.cells }, (_, cell) => Math.max(0, values[cell])),
      faults = [];
    let outside = false;
    at.forEach((value, cell) => {
      const known = value >= 1 && value <= n,
        is = `${this.name(cell)} = ${this.word(value)}`;
      if (known && givens[cell] && givens[cell] !== value) {
        const text = `${is}, but ${this.word(givens[cell])} is given there`;
        faults.push({ cells: [cell], text });
      } else if (!known || !(bit(value) & this.all(cell))) {
        const some = problem ? this.words(this.all(cell)).join(", ") : `1..${n}`;
        faults.push({ cells: [cell], text: `${is} is not one of ${some}` });
        outside = true;
      }
    });
    if (outside) return faults;
    for (const [cell, other] of this.broken(at)) {
      const values = `${this.word(at[cell])} and ${this.word(at[other])}`;
      faults.push({ cells: [cell, other], text: `${this.rule(cell, other)} fails: ${values}` });
    }
    return faults;
  }

  /** The values of a cell that break no rule with those entered elsewhere, as a mask.
   * @param {number} cell @param {ArrayLike<number>} values */
  allowed(cell, values) {
    const others = this.neighbours(cell).filter(other => values[other]);
    const fits = value => others.every(other => this.goes(cell, value, other, values[other]));
    return maskOf(valuesOf(2 ** this.n - 1).filter(fits));
  }
}
