// A game: what is entered and noted in each cell, and every move, so that undo has no end.
//
// Knows no page and also runs under Node. A note of a value is one of three: nothing, noted (it may
// go here), struck out (it may not). A sign can be marked as done.

import { bit, HOLDS, maskOf, valuesOf } from "./puzzle.js";

const VERSION = 1; // of what is kept of a game

/** @typedef {[place: number, value: number, noted: number, struck: number]} Contents of a cell, and
 * its notes as masks;
 * places from n² on are the signs, with 1 for done as their value */

/** What is kept of a game may be anything: numbers in their bounds, or it is not a game.
 * @param {any} one @param {number} most */
const whole = (one, most) => Number.isInteger(one) && one >= 0 && one <= most;

export class Game {
  /** @type {Contents[][]} */ moves = []; // each a list of new contents
  /** @type {Contents[][]} */ taken = []; // of each move made, what stood in its cells
  at = 0; // how many of the moves are made; the rest can be redone
  seconds = 0;
  hints = 0; // how many were shown
  peeked = false; // whether the solution was
  tidy = true; // whether a value takes the notes away that it makes impossible
  lit = 0; // the value that is highlighted, or 0

  constructor(/** @type {import("./puzzle.js").Puzzle} */ puzzle) {
    this.puzzle = puzzle;
    this.all = 2 ** puzzle.n - 1;
    this.values = puzzle.givens.slice();
    this.noted = new Uint32Array(puzzle.cells);
    this.struck = new Uint32Array(puzzle.cells);
    this.done = new Uint8Array(puzzle.signs.length);
  }

  reset() {
    while (this.at) this.undo();
    this.moves = [];
    Object.assign(this, { seconds: 0, hints: 0, peeked: false });
  }

  /** @param {number} place a cell or a sign @returns {Contents} */
  contents(place) {
    if (place >= this.puzzle.cells) return [place, this.done[place - this.puzzle.cells], 0, 0];
    return [place, this.values[place], this.noted[place], this.struck[place]];
  }

  /** Make one move of new contents; what stays as it is takes no part.
   * @param {Contents[]} contents */
  move(contents) {
    const changes = contents.filter(([place, ...wanted]) => {
      const [, ...had] = this.contents(place);
      return !this.puzzle.givens[place] && had.some((one, at) => one !== wanted[at]);
    });
    if (!changes.length) return false;
    this.moves.length = this.at;
    this.moves.push(changes);
    return this.redo();
  }

  redo() {
    const move = this.moves[this.at];
    if (!move) return false;
    this.taken[this.at++] = move.map(([cell]) => this.contents(cell));
    move.forEach(contents => this.set(contents));
    return true;
  }

  undo() {
    if (!this.at) return false;
    this.taken[--this.at].forEach(contents => this.set(contents));
    this.taken.length = this.at;
    return true;
  }

  set(/** @type {Contents} */ [place, value, noted, struck]) {
    if (place >= this.puzzle.cells) {
      this.done[place - this.puzzle.cells] = value;
      return;
    }
    this.values[place] = value;
    this.noted[place] = noted;
    this.struck[place] = struck;
  }

  /** The cells and signs of the move that was made last. */
  get touched() {
    return this.at ? this.moves[this.at - 1].map(([place]) => place) : [];
  }

  enter(/** @type {number} */ cell, /** @type {number} */ value) {
    /** @type {Contents} */ const own = [cell, value, this.noted[cell], this.struck[cell]];
    const contents = new Map([[cell, own]]);
    this.takeNotes(contents, cell, value);
    return this.move([...contents.values()]);
  }

  /** Add to a move that the notes go which a value makes impossible.
   * @param {Map<number, Contents>} contents by cell @param {number} cell @param {number} value */
  takeNotes(contents, cell, value) {
    if (!this.tidy) return;
    const { puzzle } = this;
    for (const other of puzzle.neighbours(cell)) {
      const had = contents.get(other) ?? this.contents(other),
        relation = puzzle.relation(other, cell);
      const gone = maskOf(valuesOf(had[2]).filter(one => !HOLDS[relation](one, value)));
      if (gone && !had[1]) contents.set(other, [other, 0, (had[2] & ~gone) >>> 0, had[3]]);
    }
  }

  /** Mark a sign as done, or take the mark away. @param {number} sign its number */
  markSign(sign) {
    return this.move([[this.puzzle.cells + sign, 1 - this.done[sign], 0, 0]]);
  }

  /** Nothing becomes noted, noted becomes struck out, struck out becomes nothing.
   * @param {number} cell @param {number} value */
  note(cell, value) {
    const one = bit(value),
      noted = this.noted[cell] & one,
      struck = this.struck[cell] & one;
    const now = noted || struck ? this.noted[cell] & ~one : this.noted[cell] | one;
    const gone = noted ? this.struck[cell] | one : this.struck[cell] & ~one;
    return this.move([[cell, this.values[cell], now >>> 0, gone >>> 0]]);
  }

  /** Take the value away; where there is none, the notes. @param {number} cell */
  clear(cell) {
    return this.move([this.cleared(cell)]);
  }

  /** @param {number} cell @returns {Contents} */
  cleared(cell) {
    return this.values[cell] ? [cell, 0, this.noted[cell], this.struck[cell]] : [cell, 0, 0, 0];
  }

  /** Note in every empty cell all that its line's values and its signs leave. */
  noteAll() {
    const { puzzle, values, struck } = this,
      empty = [...values.keys()].filter(cell => !values[cell]);
    const left = (/** @type {number} */ cell) => puzzle.allowed(cell, values) & ~struck[cell];
    return this.move(empty.map(cell => [cell, 0, left(cell) >>> 0, struck[cell]]));
  }

  restart() {
    const { cells, givens } = this.puzzle,
      places = [...this.values.keys(), ...Array.from(this.done, (_, sign) => cells + sign)];
    return this.move(places.map(place => [place, givens[place] ?? 0, 0, 0]));
  }

  fill(/** @type {number[]} */ solution) {
    const { noted, struck } = this;
    return this.move(solution.map((value, cell) => [cell, value, noted[cell], struck[cell]]));
  }

  /** What a hint concludes, as one move; what is wrong, an entry or the notes of a cell, goes.
   * @param {import("./game_words.js").Hint} hint */
  apply({ places, removes, wrong }) {
    const cells = [...places, ...removes].map(([cell]) => cell).concat(wrong ?? []);
    const contents = new Map(cells.map(cell => [cell, this.contents(cell)]));
    const of = (/** @type {number} */ cell) => /** @type {Contents} */ (contents.get(cell));
    if (wrong !== null) contents.set(wrong, this.cleared(wrong));
    for (const [cell, value] of places) {
      of(cell)[1] = value;
      this.takeNotes(contents, cell, value);
    }
    for (const [cell, values] of removes) {
      const had = of(cell),
        gone = maskOf(values);
      had[2] = (had[2] & ~gone) >>> 0;
      had[3] = (had[3] | gone) >>> 0;
    }
    return this.move([...contents.values()]);
  }

  /** The empty cells where a value is noted. @param {number} value */
  litNotes(value) {
    return [...this.values.keys()].filter(
      cell => !this.values[cell] && this.noted[cell] & ~this.struck[cell] & bit(value),
    );
  }

  /** The values that the notes leave to an empty cell, as a mask: all, where nothing is noted.
   * @param {number} cell */
  possible(cell) {
    return ((this.noted[cell] || this.all) & ~this.struck[cell]) >>> 0;
  }

  /** Every pair of cells whose values break a rule, in reading order.
   * @returns {[cell: number, other: number][]} */
  conflicts() {
    const { puzzle, values } = this,
      filled = [...values.keys()].filter(cell => values[cell]);
    /** @type {(cell: number, other: number) => boolean} */
    const holds = (cell, other) => HOLDS[puzzle.relation(cell, other)](values[cell], values[other]);
    return filled.flatMap(cell =>
      puzzle
        .neighbours(cell)
        .filter(other => other > cell && values[other] && !holds(cell, other))
        .map(other => /** @type {[number, number]} */ ([cell, other])),
    );
  }

  get left() {
    return this.values.reduce((many, value) => many + (value ? 0 : 1), 0);
  }
  get solved() {
    return this.left === 0 && this.conflicts().length === 0;
  }

  plain(/** @type {string} */ key) {
    const { moves, at, seconds, hints, peeked, tidy, lit } = this;
    const kept = { version: VERSION, key, moves, at, seconds: Math.round(seconds) };
    return { ...kept, hints, peeked, tidy, lit };
  }

  /** Go on with what was kept. False, and nothing changes, where it is not of this puzzle.
   * @param {any} kept @param {string} key */
  load(kept, key) {
    if (!this.canRead(kept, key)) return false;
    this.reset();
    this.moves = structuredClone(kept.moves);
    const { seconds, hints, peeked, tidy, lit } = kept;
    Object.assign(this, {
      seconds,
      hints: whole(hints, 1e9) ? hints : 0,
      peeked: peeked === true,
      tidy: tidy !== false,
      lit: whole(lit, this.puzzle.n) ? lit : 0,
    });
    while (this.at < kept.at) this.redo();
    return true;
  }

  canRead(/** @type {any} */ kept, /** @type {string} */ key) {
    const { givens, n, cells } = this.puzzle;
    if (typeof kept !== "object" || kept === null || kept.version !== VERSION || kept.key !== key)
      return false;
    const { moves, at, seconds } = kept;
    if (!Array.isArray(moves) || !whole(at, moves.length) || !whole(seconds, 1e9)) return false;
    const fits = (/** @type {any} */ contents) => {
      if (!Array.isArray(contents) || contents.length !== 4) return false;
      const sign = contents[0] - cells,
        most =
          sign < 0 ? [cells - 1, n, this.all, this.all] : [cells + this.done.length - 1, 1, 0, 0];
      return contents.every((one, at) => whole(one, most[at])) && !givens[contents[0]];
    };
    return moves.every(move => Array.isArray(move) && move.length > 0 && move.every(fits));
  }
}
