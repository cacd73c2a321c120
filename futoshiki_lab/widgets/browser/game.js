// A game: what is entered and noted in each cell, and every move, so that undo has no end.
//
// Knows no page and also runs under Node. A note of a value is one of three: nothing, noted (it may
// go here), struck out (it may not).

import { bit, HOLDS, maskOf } from "./puzzle.js";

const VERSION = 1; // of what is kept of a game

/** @typedef {[cell: number, value: number, noted: number, struck: number]} Contents the last two are masks */

/** What is kept of a game may be anything: numbers in their bounds, or it is not a game. @param {any} one @param {number} most */
const whole = (one, most) => Number.isInteger(one) && one >= 0 && one <= most;

export class Game {
  /** @type {Contents[][]} */ moves = []; // each a list of new contents
  /** @type {Contents[][]} */ taken = []; // of each move made, what stood in its cells
  at = 0; // how many of the moves are made; the rest can be redone
  seconds = 0;

  constructor(/** @type {import("./puzzle.js").Puzzle} */ puzzle) {
    this.puzzle = puzzle;
    this.all = 2 ** puzzle.n - 1;
    this.values = puzzle.givens.slice();
    this.noted = new Uint32Array(puzzle.cells);
    this.struck = new Uint32Array(puzzle.cells);
  }

  reset() {
    while (this.at) this.undo();
    this.moves = [];
    this.seconds = 0;
  }

  /** @param {number} cell @returns {Contents} */
  contents(cell) { return [cell, this.values[cell], this.noted[cell], this.struck[cell]]; }

  /** Make one move of new contents; what stays as it is takes no part. @param {Contents[]} contents */
  move(contents) {
    const changes = contents.filter((wanted) =>
      !this.puzzle.givens[wanted[0]] && this.contents(wanted[0]).some((one, at) => one !== wanted[at]));
    if (!changes.length) return false;
    this.moves.length = this.at;
    this.moves.push(changes);
    return this.redo();
  }

  redo() {
    const move = this.moves[this.at];
    if (!move) return false;
    this.taken[this.at++] = move.map(([cell]) => this.contents(cell));
    move.forEach((contents) => this.set(contents));
    return true;
  }

  undo() {
    if (!this.at) return false;
    this.taken[--this.at].forEach((contents) => this.set(contents));
    this.taken.length = this.at;
    return true;
  }

  set(/** @type {Contents} */ [cell, value, noted, struck]) {
    this.values[cell] = value;
    this.noted[cell] = noted;
    this.struck[cell] = struck;
  }

  /** The cells of the move that was made last. */
  get touched() { return this.at ? this.moves[this.at - 1].map(([cell]) => cell) : []; }

  enter(/** @type {number} */ cell, /** @type {number} */ value) {
    return this.move([[cell, value, this.noted[cell], this.struck[cell]]]);
  }

  /** Nothing becomes noted, noted becomes struck out, struck out becomes nothing. @param {number} cell @param {number} value */
  note(cell, value) {
    const one = bit(value), noted = this.noted[cell] & one, struck = this.struck[cell] & one;
    const now = noted || struck ? this.noted[cell] & ~one : this.noted[cell] | one;
    const gone = noted ? this.struck[cell] | one : this.struck[cell] & ~one;
    return this.move([[cell, this.values[cell], now >>> 0, gone >>> 0]]);
  }

  /** Take the value away; where there is none, the notes. @param {number} cell */
  clear(cell) { return this.move([this.cleared(cell)]); }

  /** @param {number} cell @returns {Contents} */
  cleared(cell) { return this.values[cell] ? [cell, 0, this.noted[cell], this.struck[cell]] : [cell, 0, 0, 0]; }

  /** Note in every empty cell all that its line's values and its signs leave. */
  noteAll() {
    const { puzzle, values, struck } = this, empty = [...values.keys()].filter((cell) => !values[cell]);
    return this.move(empty.map((cell) => [cell, 0, (puzzle.allowed(cell, values) & ~struck[cell]) >>> 0, struck[cell]]));
  }

  restart() { return this.move(Array.from(this.values, (_, cell) => [cell, this.puzzle.givens[cell], 0, 0])); }

  fill(/** @type {number[]} */ solution) {
    return this.move(Array.from(solution, (value, cell) => [cell, value, this.noted[cell], this.struck[cell]]));
  }

  /** What a hint concludes, as one move; what is wrong, an entry or the notes of a cell, goes.
   * @param {import("./hints.js").Hint} hint */
  apply({ places, removes, wrong }) {
    const cells = [...places, ...removes].map(([cell]) => cell).concat(wrong ?? []);
    const contents = new Map(cells.map((cell) => [cell, this.contents(cell)]));
    const of = (/** @type {number} */ cell) => /** @type {Contents} */ (contents.get(cell));
    if (wrong !== null) contents.set(wrong, this.cleared(wrong));
    for (const [cell, value] of places) of(cell)[1] = value;
    for (const [cell, values] of removes) {
      const had = of(cell), gone = maskOf(values);
      had[2] = (had[2] & ~gone) >>> 0;
      had[3] = (had[3] | gone) >>> 0;
    }
    return this.move([...contents.values()]);
  }

  /** The values that the notes leave to an empty cell, as a mask: all, where nothing is noted. @param {number} cell */
  possible(cell) { return ((this.noted[cell] || this.all) & ~this.struck[cell]) >>> 0; }

  /** Every pair of cells whose values break a rule, in reading order. @returns {[cell: number, other: number][]} */
  conflicts() {
    const { puzzle, values } = this, filled = [...values.keys()].filter((cell) => values[cell]);
    /** @type {(cell: number, other: number) => boolean} */
    const holds = (cell, other) => HOLDS[puzzle.relation(cell, other)](values[cell], values[other]);
    return filled.flatMap((cell) => puzzle.neighbours(cell)
      .filter((other) => other > cell && values[other] && !holds(cell, other))
      .map((other) => /** @type {[number, number]} */ ([cell, other])));
  }

  get left() { return this.values.reduce((many, value) => many + (value ? 0 : 1), 0); }
  get solved() { return this.left === 0 && this.conflicts().length === 0; }

  plain(/** @type {string} */ key) {
    return { version: VERSION, key, moves: this.moves, at: this.at, seconds: Math.round(this.seconds) };
  }

  /** Go on with what was kept. False, and nothing changes, where it is not of this puzzle. @param {any} kept @param {string} key */
  load(kept, key) {
    if (!this.canRead(kept, key)) return false;
    this.reset();
    this.moves = structuredClone(kept.moves);
    this.seconds = kept.seconds;
    while (this.at < kept.at) this.redo();
    return true;
  }

  canRead(/** @type {any} */ kept, /** @type {string} */ key) {
    const { givens, n, cells } = this.puzzle;
    if (typeof kept !== "object" || kept === null || kept.version !== VERSION || kept.key !== key) return false;
    const { moves, at, seconds } = kept;
    if (!Array.isArray(moves) || !whole(at, moves.length) || !whole(seconds, 1e9)) return false;
    return moves.every((move) => Array.isArray(move) && move.length > 0 && move.every((contents) => {
      if (!Array.isArray(contents) || contents.length !== 4) return false;
      const [cell, value, noted, struck] = contents;
      return whole(cell, cells - 1) && !givens[cell] && whole(value, n) && whole(noted, this.all) && whole(struck, this.all);
    }));
  }
}
