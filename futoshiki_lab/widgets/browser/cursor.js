// The board of a recorded run at any step, and what happened there in words.

import { list } from "./page.js";
import { bit, HOLDS, valuesOf } from "./puzzle.js";
import {
  ACCEPT,
  ASSIGN,
  BACKTRACK,
  BEGIN,
  CHECK,
  COUNTERS,
  PLACE,
  PRUNE,
  Recording,
  RESTORE,
  SKIP,
  SOLUTION,
  WIPE_OUT,
} from "./recording.js";

export const EVERY = 1024; // events between two checkpoints

const [
  NODES,
  ACCEPTED,
  CHECKS,
  SETUP_CHECKS,
  PRUNES,
  SETUP_PRUNES,
  WIPEOUTS,
  BACKTRACKS,
  MAX_DEPTH,
  SOLUTIONS,
  SKIPS,
] = Object.keys(COUNTERS).keys();

/** The board of a run at one step; moves both ways. */
export class Cursor {
  step = 0;
  inSetup = true;
  assigned = 0; // how many cells have a value
  counts = new Uint32Array(SKIPS + 1);
  before = new Uint32Array(SKIPS + 1); // the counters before the last event told
  // the steps of the changes that stand; beside it what each took away
  /** @type {number[]} */ trail = [];
  /** @type {number[]} */ tookDomain = [];
  /** @type {number[]} */ tookValue = [];

  constructor(/** @type {Recording} */ run) {
    this.run = run;
    this.domains = run.start.slice();
    this.values = new Int16Array(run.cells).fill(-1); // -1 where a cell has none
  }

  seek(/** @type {number} */ step) {
    const at = Math.floor(step / EVERY);
    if (step < this.step || at * EVERY > this.step) {
      const [changes, counts, inSetup] = this.run.checkpoints[at];
      this.restore(0);
      for (const change of changes) this.apply(change);
      this.counts.set(counts);
      this.inSetup = inSetup;
      this.step = at * EVERY;
    }
    while (this.step < step) this.apply(this.step + 1);
  }

  /** The board's verbs, as in board.py. @param {number} step */
  apply(step) {
    const { run, counts } = this,
      row = step - 1;
    const verb = run.verbs[row],
      cell = run.placeCell[run.places[row]],
      value = run.values[row];
    this.step = step;
    switch (verb) {
      case CHECK:
        counts[this.inSetup ? SETUP_CHECKS : CHECKS]++;
        break;
      case PRUNE:
        this.change(step, cell, this.values[cell], this.domains[cell] & ~bit(value));
        counts[this.inSetup ? SETUP_PRUNES : PRUNES]++;
        if (!this.domains[cell]) counts[WIPEOUTS]++;
        break;
      case PLACE:
        this.change(step, cell, value, bit(value));
        break;
      case ASSIGN:
        this.change(step, cell, value, bit(value));
        counts[NODES]++;
        counts[MAX_DEPTH] = Math.max(counts[MAX_DEPTH], this.depth);
        break;
      case ACCEPT:
        counts[ACCEPTED]++;
        break;
      case RESTORE:
        this.restore(run.others[row]);
        break;
      case BACKTRACK:
        if (this.depth > 0) counts[BACKTRACKS]++;
        break;
      case SOLUTION:
        counts[SOLUTIONS]++;
        break;
      case SKIP:
        counts[SKIPS]++;
        break;
      case BEGIN:
        this.inSetup = false;
    }
  }

  get depth() {
    return this.assigned - this.run.given;
  }

  /** @param {number} step @param {number} cell @param {number} value @param {number} domain */
  change(step, cell, value, domain) {
    this.trail.push(step);
    this.tookDomain.push(this.domains[cell]);
    this.tookValue.push(this.values[cell]);
    this.set(cell, value, domain);
  }

  set(/** @type {number} */ cell, /** @type {number} */ value, /** @type {number} */ domain) {
    this.assigned += Number(value >= 0) - Number(this.values[cell] >= 0);
    this.values[cell] = value;
    this.domains[cell] = domain;
  }

  restore(/** @type {number} */ mark) {
    for (let at = this.trail.length - 1; at >= mark; at--) {
      this.set(this.cellOf(this.trail[at]), this.tookValue[at], this.tookDomain[at]);
    }
    const left = Math.min(mark, this.trail.length);
    this.trail.length = this.tookDomain.length = this.tookValue.length = left;
  }

  cellOf(/** @type {number} */ step) {
    return this.run.placeCell[this.run.places[step - 1]];
  }

  /** The searched cells that are assigned, in the order in which they were. */
  path() {
    const cells = new Set();
    for (const step of this.trail) {
      const cell = this.cellOf(step);
      if (this.run.verbs[step - 1] !== PRUNE && !this.run.givens[cell]) cells.add(cell);
    }
    return [...cells];
  }

  /** The step of the prune that keeps a value from a cell now, or 0. @param {number} cell
   * @param {number} value */
  prunedAt(cell, value) {
    const { verbs, values } = this.run;
    return (
      this.trail.findLast(
        step =>
          verbs[step - 1] === PRUNE && values[step - 1] === value && this.cellOf(step) === cell,
      ) ?? 0
    );
  }

  /** Go to a step, and say what happened there and why: the words of words.py.
   * @param {number} step */
  tell(step) {
    this.seek(Math.max(0, step - 1));
    this.before.set(this.counts);
    if (!step) return "the start: nothing has happened yet";
    const event = this.run.event(step);
    const takenBack = event.value ? event.cell : -1; // a broken search may restore to a prune
    const had = event.verb === RESTORE ? this.valuesLeft(takenBack) : 0;
    const words = this.describe(event);
    this.apply(step);
    if (event.verb !== RESTORE) return words;
    const back = this.valuesLeft(takenBack) - had;
    const also = back ? `give back ${back} pruned value${back === 1 ? "" : "s"}` : "";
    return [words, also].filter(Boolean).join(" and ");
  }

  /** @param {number} except a cell that is not counted */
  valuesLeft(except) {
    return this.domains.reduce(
      (left, domain, cell) => left + (cell === except ? 0 : valuesOf(domain).length),
      0,
    );
  }

  /** @param {import("./recording.js").RunEvent} event the next one */
  describe({ verb, cell, value, other, otherValue, reason }) {
    const { run } = this,
      name = run.name(cell);
    switch (verb) {
      case PLACE:
        return `place the given ${name} = ${value}`;
      case BEGIN:
        return "the givens are placed: the search begins";
      case ASSIGN:
        return `try ${name} = ${value} (node ${this.counts[NODES] + 1})`;
      case CHECK: {
        const relation = run.relation(cell, other);
        const verdict = HOLDS[relation](value, otherValue) ? "holds" : "fails";
        return `check ${name} ${relation} ${run.name(other)}: ${value} ${relation} ${otherValue} ${verdict}`;
      }
      case PRUNE:
        return `remove ${value} from ${name}${reason ? `: ${reason.text}` : this.because(cell, other, otherValue)}`;
      case WIPE_OUT:
        return `wipe-out: ${name} has no value left`;
      case ACCEPT:
        return `${name} = ${value} survives its look`;
      case RESTORE:
        return value ? `take back ${name} = ${value}` : "";
      case BACKTRACK: {
        const jump = run.jumpAt(this.step + 1),
          back = jump ? jump.culprits.at(-1) : this.path().at(-1);
        const none = jump ? "the search ends" : "no cell stands before it, the search ends";
        const where = back === undefined ? none : `back to ${run.name(back)}`;
        return `all values of ${name} were tried in vain${jump ? `; ${this.toBlame(jump)}` : ""}: ${where}`;
      }
      case SKIP: {
        const jump = run.jumpAt(this.step + 1);
        if (!jump) return `skip ${name}: its other values would not help`;
        const skipped = list(jump.skipped.map(one => run.name(one)));
        return `${run.name(jump.deadEnd)} has no value left; ${this.toBlame(jump)}; skip ${skipped}`;
      }
      case SOLUTION: {
        const faults = run.faults(this.values),
          found = `solution ${this.counts[SOLUTIONS] + 1}`;
        const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
        return faults.length
          ? `${found} is wrong: ${faults[0].text}${more}`
          : `${found}: every cell has a value`;
      }
      default:
        return "";
    }
  }

  toBlame(/** @type {import("./blame.js").Jump} */ { culprits }) {
    const names = list(culprits.map(one => this.run.name(one))) || "no cell";
    return `${names} ${culprits.length > 1 ? "are" : "is"} to blame`;
  }

  because(
    /** @type {number} */ cell,
    /** @type {number} */ other,
    /** @type {number} */ otherValue,
  ) {
    if (other < 0) return "";
    const { run } = this,
      seen = run.name(other);
    const rule = `: ${seen} ${run.relation(other, cell)} ${run.name(cell)} and `;
    if (otherValue) return `${rule}${seen} = ${otherValue}`;
    return `${rule}no value of ${seen} in {${valuesOf(this.domains[other]).join(", ")}} supports it`;
  }
}
