// A game: what is entered and noted in each cell, and every move, so that undo has no end; and what
// is said about it.
//
// Knows no page and also runs under Node. A note of a value is one of three: nothing, noted (it may
// go here), struck out (it may not). A sign can be marked as done.

import { count, list } from "../../stepper/browser/page.js";
import { bit, maskOf, valuesOf } from "../../stepper/browser/puzzle.js";

/** @import { Reason } from "../../stepper/browser/marks.js" */
/** @import { Puzzle } from "../../stepper/browser/puzzle.js" */

const VERSION = 1; // of what is kept of a game

/** @typedef {[place: number, value: number, noted: number, struck: number]} Contents of a cell, and
 * its notes as masks; places from n² on are the signs, with 1 for done as their value */

/** What is kept of a game may be anything: numbers in their bounds, or it is not a game. */
const whole = (one, most) => Number.isInteger(one) && one >= 0 && one <= most;

export class Game {
  /** @type {Contents[][]} */ moves = []; // each a list of new contents
  at = 0; // how many of the moves are made; the rest can be redone
  seconds = 0;
  hints = 0; // how many were shown
  peeked = false; // whether the solution was
  tidy = true; // whether a value takes the notes away that it makes impossible
  lit = 0; // the value that is highlighted, or 0

  constructor(/** @type {Puzzle} */ puzzle) {
    this.puzzle = puzzle;
    this.all = 2 ** puzzle.n - 1;
    this.places = puzzle.cells + puzzle.signs.length;
    this.entered = new Uint8Array(this.places);
    this.noted = new Uint32Array(this.places);
    this.struck = new Uint32Array(this.places);
    this.values = this.entered.subarray(0, puzzle.cells);
    this.done = this.entered.subarray(puzzle.cells);
    this.go(0);
  }

  go(at) {
    if (at < 0 || at > this.moves.length) return false;
    for (const column of [this.entered, this.noted, this.struck]) column.fill(0);
    this.values.set(this.puzzle.givens);
    for (const [place, value, noted, struck] of this.moves.slice(0, at).flat()) {
      this.entered[place] = value;
      this.noted[place] = noted;
      this.struck[place] = struck;
    }
    this.at = at;
    return true;
  }

  redo() {
    return this.go(this.at + 1);
  }
  undo() {
    return this.go(this.at - 1);
  }

  /** @param {number} place a cell or a sign @returns {Contents} */
  contents(place) {
    return [place, this.entered[place], this.noted[place], this.struck[place]];
  }

  /** Make one move of new contents; what stays as it is takes no part.
   * @param {Contents[]} contents */
  move(contents) {
    const changes = contents
      .map(([place, value, ...notes]) => [place, value, ...notes.map(mask => mask >>> 0)])
      .filter(one => !this.puzzle.givens[one[0]] && one.join() !== this.contents(one[0]).join());
    if (!changes.length) return false;
    this.moves.length = this.at;
    this.moves.push(/** @type {Contents[]} */ (changes));
    return this.redo();
  }

  /** The cells and signs of the move that was made last. */
  get touched() {
    return this.at ? this.moves[this.at - 1].map(([place]) => place) : [];
  }
  enter(cell, value) {
    return this.apply({ places: [[cell, value]], removes: [], wrong: null });
  }

  /** Do what a hint concludes, as one move; what is wrong, an entry or the notes of a cell, goes. A
   * value takes the notes away that it makes impossible.
   * @param {Pick<Hint, "places" | "removes" | "wrong">} hint */
  apply({ places, removes, wrong }) {
    const { puzzle, tidy } = this,
      cells = [...places, ...removes].map(([cell]) => cell),
      contents = new Map(cells.map(cell => [cell, this.contents(cell)])),
      of = cell => contents.get(cell) ?? this.contents(cell);
    if (wrong !== null) contents.set(wrong, this.cleared(wrong));
    for (const [cell, value] of places) {
      of(cell)[1] = value;
      for (const other of tidy ? puzzle.neighbours(cell) : []) {
        const [, own, noted, struck] = of(other),
          left = valuesOf(noted).filter(one => puzzle.goes(other, one, cell, value));
        if (!own) contents.set(other, [other, 0, maskOf(left), struck]);
      }
    }
    for (const [cell, values] of removes) {
      of(cell)[2] &= ~maskOf(values);
      of(cell)[3] |= maskOf(values);
    }
    return this.move([...contents.values()]);
  }

  markSign(sign) {
    return this.move([[this.puzzle.cells + sign, 1 - this.done[sign], 0, 0]]);
  }

  /** Nothing becomes noted, noted becomes struck out, struck out becomes nothing. */
  note(cell, value) {
    const [, own, noted, struck] = this.contents(cell),
      one = bit(value);
    const now = (noted | struck) & one ? noted & ~one : noted | one;
    return this.move([[cell, own, now, noted & one ? struck | one : struck & ~one]]);
  }

  /** Take the value away; where there is none, the notes. */
  clear(cell) {
    return this.move([this.cleared(cell)]);
  }

  /** @returns {Contents} */
  cleared(cell) {
    const [, value, noted, struck] = this.contents(cell);
    return value ? [cell, 0, noted, struck] : [cell, 0, 0, 0];
  }

  cells(fits) {
    return [...this.values.keys()].filter(fits);
  }

  /** Note in every empty cell all that its line's values and its signs leave. */
  noteAll() {
    const { puzzle, struck, values } = this,
      left = cell => puzzle.allowed(cell, values) & ~struck[cell];
    return this.move(
      this.cells(cell => !values[cell]).map(cell => [cell, 0, left(cell), struck[cell]]),
    );
  }

  restart() {
    const { givens } = this.puzzle;
    return this.move([...this.entered.keys()].map(place => [place, givens[place] ?? 0, 0, 0]));
  }

  fill(solution) {
    const { noted, struck } = this;
    return this.move(solution.map((value, cell) => [cell, value, noted[cell], struck[cell]]));
  }

  litNotes(value) {
    return this.cells(
      cell => !this.values[cell] && this.noted[cell] & ~this.struck[cell] & bit(value),
    );
  }

  /** The values that the notes leave to an empty cell, as a mask: all, where nothing is noted. */
  possible(cell) {
    return ((this.noted[cell] || this.all) & ~this.struck[cell]) >>> 0;
  }

  conflicts() {
    return this.puzzle.broken(this.values);
  }
  get left() {
    return this.cells(cell => !this.values[cell]).length;
  }
  get solved() {
    return this.left === 0 && this.conflicts().length === 0;
  }

  plain(key) {
    const { moves, at, seconds, hints, peeked, tidy, lit } = this;
    const kept = { version: VERSION, key, moves, at, seconds: Math.round(seconds) };
    return { ...kept, hints, peeked, tidy, lit };
  }

  /** Go on with what was kept. False, and nothing changes, where it is not of this puzzle. */
  load(kept, key) {
    if (!this.canRead(kept, key)) return false;
    const { moves, seconds, hints, peeked, tidy, lit } = kept;
    Object.assign(this, { moves: structuredClone(moves), seconds, tidy: tidy !== false });
    this.hints = whole(hints, 1e9) ? hints : 0;
    this.peeked = peeked === true;
    this.lit = whole(lit, this.puzzle.n) ? lit : 0;
    return this.go(kept.at);
  }

  canRead(kept, key) {
    const { givens, n, cells } = this.puzzle,
      { version, moves, at, seconds } = kept ?? {};
    if (version !== VERSION || kept.key !== key || !Array.isArray(moves)) return false;
    const fits = contents => {
      if (!Array.isArray(contents) || contents.length !== 4) return false;
      const bounds = contents[0] < cells ? [n, this.all, this.all] : [1, 0, 0];
      const most = [this.places - 1, ...bounds];
      return contents.every((one, at) => whole(one, most[at])) && !givens[contents[0]];
    };
    const counts = whole(at, moves.length) && whole(seconds, 1e9);
    return counts && moves.every(one => Array.isArray(one) && one.length > 0 && one.every(fits));
  }

  // -- what is said about it ---------------------------------------------------------------------

  get progress() {
    return this.left
      ? count(this.left, "empty cell")
      : this.solved
        ? "solved"
        : "full, but not solved";
  }

  /** That it is solved, with how much help. @param {boolean} timed whether to say the time */
  solvedWords(timed) {
    const { seconds, hints, peeked } = this,
      helps = [hints ? count(hints, "hint") : "", peeked ? "a look at the solution" : ""],
      some = list(helps.filter(Boolean)),
      time = timed ? ` in ${clock(seconds)}` : "";
    return `Solved${time}${some && ` with ${some}`}. Every row, column and sign holds.`;
  }

  brokenWords([cell, other]) {
    const { puzzle, values } = this,
      [v, w, row] = [values[cell], values[other], puzzle.row(cell)],
      not = puzzle.relation(cell, other) === "<" ? "not less" : "not greater";
    if (v !== w) return `the sign ${puzzle.rule(cell, other)} is broken: ${v} is ${not} than ${w}`;
    const line = row === puzzle.row(other) ? `row ${row + 1}` : `column ${puzzle.column(cell) + 1}`;
    return `${line} has ${v} twice: ${puzzle.name(cell)} and ${puzzle.name(other)}`;
  }

  noteWords(cell, value) {
    if (this.noted[cell] & bit(value)) return "noted";
    return this.struck[cell] & bit(value) ? "crossed out" : "no note any more";
  }

  placeName(place) {
    const { puzzle } = this;
    if (place < puzzle.cells) return puzzle.name(place);
    const [cell, other] = [...puzzle.signs[place - puzzle.cells]].sort((a, b) => a - b);
    return puzzle.rule(cell, other);
  }

  litWords(value) {
    const stands = this.cells(cell => this.values[cell] === value).length,
      where = `stands in ${count(stands, "cell")} and is noted in ${this.litNotes(value).length}`;
    return `Highlighted: ${value}, which ${where}; f hides it again.`;
  }

  /** What a check says, where no rule is broken yet. @param {number[]} wrong the cells that are
   * @param {number | null} solutions how many the puzzle has */
  verdict(wrong, solutions) {
    const names = list(wrong.map(cell => this.puzzle.name(cell)));
    if (wrong.length === 1) return `No rule is broken yet, but ${names} is wrong.`;
    if (wrong.length)
      return `No rule is broken yet, but ${wrong.length} entries are wrong: ${names}.`;
    if (solutions === 1) return `All right so far: ${this.progress}.`;
    if (solutions === 0) return "No rule is broken so far, but this puzzle has no solution.";
    if (solutions) return "No rule is broken so far; this puzzle has several solutions.";
    return "No rule is broken so far; whether it can be completed is not known.";
  }

  /** A cell as a screen reader is told of it. */
  describe(cell) {
    const { puzzle, values, noted, struck, done } = this,
      value = values[cell],
      parts = [puzzle.name(cell), `${puzzle.givens[cell] ? "given " : ""}${value || "empty"}`];
    if (!value && noted[cell]) parts.push(`noted ${list(valuesOf(noted[cell]))}`);
    if (!value && struck[cell]) parts.push(`crossed out ${list(valuesOf(struck[cell]))}`);
    puzzle.signs.forEach(([smaller, larger], sign) => {
      const end = done[sign] ? " (done)" : "";
      if (cell === smaller) parts.push(`less than ${puzzle.name(larger)}${end}`);
      if (cell === larger) parts.push(`greater than ${puzzle.name(smaller)}${end}`);
    });
    return parts.join(", ");
  }

  /** What applying a hint does, said before it is done. @param {Hint} hint */
  appliedWords({ places, removes, wrong }) {
    const { puzzle, values } = this,
      done = [
        ...places.map(([cell, value]) => `${puzzle.name(cell)} = ${value}`),
        ...removes.map(([cell, gone]) => `${list(gone)} crossed out in ${puzzle.name(cell)}`),
      ],
      gone = values[wrong ?? -1] ? "is empty again" : "has no notes any more";
    if (wrong !== null) done.push(`${puzzle.name(wrong)} ${gone}`);
    return `${done.slice(0, 3).join("; ")}${done.length > 3 ? " …" : "."}`;
  }

  /** What is entered and noted, as the kernel is asked about it. */
  get position() {
    const marked = this.cells(cell => !this.values[cell] && this.possible(cell) !== this.all);
    const marks = marked.map(cell => [cell, valuesOf(this.possible(cell))]);
    return { values: [...this.values], marks };
  }
}

/** The shorter form of a time: 4:05, 1:04:05. */
export function clock(seconds) {
  const hours = Math.floor(seconds / 3600),
    parts = [...(hours ? [hours] : []), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** @typedef {{
 *   where: string, rule: string, why: string, cells: number[],
 *   places: [cell: number, value: number][], removes: [cell: number, values: number[]][],
 *   wrong: number | null, reason?: Reason | null,
 * }} Hint as answers.py gives it: three texts, the cells to look at, what follows, and what to
 * light where it is a reason */

/** The cells that a hint concludes something about. @param {Hint} hint */
export function targets({ places, removes, wrong }) {
  return [...[...places, ...removes].map(([cell]) => cell), ...(wrong === null ? [] : [wrong])];
}

/** The texts of a hint up to a strength; each step of a proof in a line of its own.
 * @param {Hint} hint @param {number} strength */
export function hintWords({ where, rule, why }, strength) {
  const texts = [`Hint ${strength} of 3`, ...[where, rule, why].slice(0, strength)];
  return texts.join("\n").replaceAll(", then ", ",\nthen ");
}

/** Why there is no hint: a page carries them for some puzzles only; a kernel has one for every
 * board. @param {number | null} solutions how many the puzzle has */
export function noHint(solutions) {
  if (solutions === 0) return "This puzzle has no solution, so no hint leads to one: ask “why?”.";
  if (solutions === 1)
    return "This page carries no hints for a board of this size; a notebook gives them.";
  if (solutions === null) return "There are no hints for this puzzle here; a notebook gives them.";
  const several = "This puzzle has several solutions, so that no value follows";
  return `${several}; a notebook hints at one of them.`;
}
