// A recorded run as Python sends it (packing.py): its columns of events, and what each is about.
//
// Knows no page and also runs under Node, as does run.js. These do again what trace/
// does in Python, and the tests hold them together, step by step.

import { list } from "./page.js";
import { bit, Puzzle, valuesOf } from "./puzzle.js";

/** The verbs of a board, as events.py numbers them. */
export const VERB = {
  PLACE: 1,
  ASSIGN: 2,
  CHECK: 3,
  PRUNE: 4,
  WIPE_OUT: 5,
  ACCEPT: 6,
  RESTORE: 7,
  BACKTRACK: 8,
  SOLUTION: 9,
  BEGIN: 10,
  SKIP: 11,
};

/** Kinds of nodes, in the order of tree.py. */
export const KIND = { OPEN: 0, FAILURE: 1, BRANCH: 2, SOLVED: 3, WRONG: 4, SKIPPED: 5 };

/** The counters with their definitions, word for word those of docs/COUNTING.md. */
export const COUNTERS = {
  nodes:
    "the search tries a value for a cell (every tried value, also one that fails at once). " +
    "The root is no node; givens are no nodes",
  accepted:
    "a tried value survives its look (below). What some course material publishes as " +
    '"assignments" or "calls" is accepted + 1',
  checks: "one binary constraint is evaluated on one pair of values, during search",
  setup_checks: "the same, while the givens are placed, before the first node",
  prunes:
    "a value is removed from a domain during search " +
    "(removals of the setup are counted apart, as setup_prunes)",
  setup_prunes:
    "a value is removed from a domain while the givens are placed, before the first node",
  wipeouts: "a domain becomes empty, setup included",
  backtracks:
    "all values of a cell have been tried in vain and the search returns to the cell before it",
  max_depth: "the largest number of searched cells assigned at once",
  solutions: "a complete assignment is reached",
  skipped:
    "with jump: a cell is left without trying its remaining values, " +
    "because it is not in the conflict set that comes back. 0 without jump",
};

/** @typedef {ReturnType<Recording["event"]>} RunEvent */

/** @typedef {import("./puzzle.js").SentPuzzle & {
 *   settings: string, jump: boolean, outcome: string, ended: string, violations: string[], events:
 * number,
 *   reasons: {rule: string, text: string, cells: number[]}[], functions:
 * {name: string, text: string}[],
 *   sites: [number, number][],
 * }} Header all of a trace but its columns */

/** @typedef {Record<"verbs" | "values" | "others" | "places" | "sites", Uint8Array>
 *   & {header: string}} SentRun */

/** A column as it arrives (little-endian bytes, one entry for each event), aligned and typed. */
function column(/** @type {Uint8Array} */ bytes, /** @type {number} */ length) {
  const copy = new Uint8Array(bytes).buffer;
  const wide = [Uint8Array, Uint8Array, Uint16Array][length && copy.byteLength / length];
  return new (wide ?? Uint32Array)(copy);
}

export class Recording extends Puzzle {
  /** @type {[trail: Uint32Array, counts: Uint32Array, inSetup: boolean][]} */
  checkpoints = []; // the board after every `EVERY` events, for cursors to start from

  /** @param {SentRun} sent what `pack_trace` in packing.py made of a trace */
  constructor(sent) {
    /** @type {Header} */ const header = JSON.parse(sent.header);
    super(header);
    const { n, events } = header;
    this.header = header;
    this.length = events;
    this.verbs = column(sent.verbs, events);
    this.values = column(sent.values, events);
    this.others = column(sent.others, events);
    this.places = column(sent.places, events);
    this.sites = column(sent.sites, events);
    this.start = Uint32Array.from(this.givens, (given, cell) =>
      given ? bit(given) : this.all(cell),
    );
    this.given = this.givens.filter(Boolean).length;
    // What an event can be about, numbered as in recorder.py: cells, constraints, nothing.
    const cells = [...Array(this.cells).keys()];
    const pairs = cells.flatMap(cell => this.neighbours(cell).map(other => [cell, other]));
    this.placeCell = Int32Array.from([...cells, ...pairs.map(([cell]) => cell), -1]);
    const others = pairs.map(([, other]) => other);
    this.placeOther = Int32Array.from([...cells.map(() => -1), ...others, -1]);
  }

  /** The jump that a backtrack or skip belongs to, if the run jumps: run.js knows that.
   * @param {number} _step @returns {import("./blame.js").Jump | null} */
  jumpAt(_step) {
    return null;
  }

  /** What happened at a step, from 1. @param {number} step */
  event(step) {
    const row = step - 1,
      verb = this.verbs[row],
      place = this.places[row],
      other = this.placeOther[place];
    const deduced = other < 0 && [VERB.CHECK, VERB.PRUNE, VERB.WIPE_OUT].includes(verb);
    return {
      verb,
      cell: this.placeCell[place],
      value: this.values[row],
      other,
      otherValue: other < 0 ? 0 : this.others[row],
      // one of several cells
      reason: deduced ? this.header.reasons[this.others[row] - 1] : undefined,
    };
  }
}

export const EVERY = 1024; // events between two checkpoints

/** Where each counter stands in `COUNTERS`. */
const COUNT = {
  nodes: 0,
  accepted: 1,
  checks: 2,
  setup_checks: 3,
  prunes: 4,
  setup_prunes: 5,
  wipeouts: 6,
  backtracks: 7,
  max_depth: 8,
  solutions: 9,
  skipped: 10,
};
/** What some verbs add one to. @type {Record<number, number>} */
const COUNTED = {
  [VERB.ASSIGN]: COUNT.nodes,
  [VERB.ACCEPT]: COUNT.accepted,
  [VERB.SOLUTION]: COUNT.solutions,
  [VERB.SKIP]: COUNT.skipped,
};

/** The board of a run at one step; moves both ways. */
export class Cursor {
  step = 0;
  inSetup = true;
  assigned = 0; // how many cells have a value
  counts = new Uint32Array(Object.keys(COUNTERS).length);
  before = new Uint32Array(Object.keys(COUNTERS).length); // the counters before the last event told
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
    if (verb in COUNTED) counts[COUNTED[verb]]++;
    if (verb === VERB.CHECK) counts[this.inSetup ? COUNT.setup_checks : COUNT.checks]++;
    else if (verb === VERB.PRUNE) {
      this.change(step, cell, this.values[cell], this.domains[cell] & ~bit(value));
      counts[this.inSetup ? COUNT.setup_prunes : COUNT.prunes]++;
      if (!this.domains[cell]) counts[COUNT.wipeouts]++;
    } else if (verb === VERB.PLACE || verb === VERB.ASSIGN) {
      this.change(step, cell, value, bit(value));
      if (verb === VERB.ASSIGN)
        counts[COUNT.max_depth] = Math.max(counts[COUNT.max_depth], this.depth);
    } else if (verb === VERB.RESTORE) this.restore(run.others[row]);
    else if (verb === VERB.BACKTRACK && this.depth > 0) counts[COUNT.backtracks]++;
    else if (verb === VERB.BEGIN) this.inSetup = false;
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
      if (this.run.verbs[step - 1] !== VERB.PRUNE && !this.run.givens[cell]) cells.add(cell);
    }
    return [...cells];
  }

  /** The step of the prune that keeps a value from a cell now, or 0. @param {number} cell
   * @param {number} value */
  prunedAt(cell, value) {
    const { verbs, values } = this.run;
    const took = (/** @type {number} */ row) => verbs[row] === VERB.PRUNE && values[row] === value;
    return this.trail.findLast(step => took(step - 1) && this.cellOf(step) === cell) ?? 0;
  }

  /** Go to a step, and say what happened there and why: the words of words.py.
   * @param {number} step */
  tell(step) {
    this.seek(Math.max(0, step - 1));
    this.before.set(this.counts);
    if (!step) return "the start: nothing has happened yet";
    const event = this.run.event(step);
    const takenBack = event.value ? event.cell : -1; // a broken search may restore to a prune
    const had = event.verb === VERB.RESTORE ? this.valuesLeft(takenBack) : 0;
    const words = this.describe(event);
    this.apply(step);
    if (event.verb !== VERB.RESTORE) return words;
    const back = this.valuesLeft(takenBack) - had;
    const also = back ? `give back ${back} pruned value${back === 1 ? "" : "s"}` : "";
    return [words, also].filter(Boolean).join(" and ");
  }

  /** @param {number} except a cell that is not counted */
  valuesLeft(except) {
    const others = this.domains.filter((_, cell) => cell !== except);
    return others.reduce((left, domain) => left + valuesOf(domain).length, 0);
  }

  /** @param {RunEvent} event the next one */
  describe({ verb, cell, value, other, otherValue, reason }) {
    const { run } = this,
      name = run.name(cell),
      word = run.word(value);
    if (reason && verb === VERB.CHECK) return `check ${name} = ${word}: ${reason.text}`;
    switch (verb) {
      case VERB.PLACE:
        return `place the given ${name} = ${word}`;
      case VERB.BEGIN:
        return "the givens are placed: the search begins";
      case VERB.ASSIGN:
        return `try ${name} = ${word} (node ${this.counts[COUNT.nodes] + 1})`;
      case VERB.CHECK: {
        const tried = run.say(cell, other, word, run.word(otherValue)),
          verdict = run.goes(cell, value, other, otherValue) ? "holds" : "fails";
        return `check ${run.rule(cell, other)}: ${tried} ${verdict}`;
      }
      case VERB.PRUNE:
        return `remove ${word} from ${name}${this.because(cell, other, otherValue, reason)}`;
      case VERB.WIPE_OUT:
        return `wipe-out: ${name} has no value left`;
      case VERB.ACCEPT:
        return `${name} = ${word} survives its look`;
      case VERB.RESTORE:
        return value ? `take back ${name} = ${word}` : "";
      case VERB.BACKTRACK: {
        const jump = run.jumpAt(this.step + 1),
          back = jump ? jump.culprits.at(-1) : this.path().at(-1);
        const none = jump ? "the search ends" : `no ${run.unit} stands before it, the search ends`;
        const where = back === undefined ? none : `back to ${run.name(back)}`;
        const blamed = jump ? `; ${this.toBlame(jump)}` : "";
        return `all values of ${name} were tried in vain${blamed}: ${where}`;
      }
      case VERB.SKIP: {
        const jump = run.jumpAt(this.step + 1);
        if (!jump) return `skip ${name}: its other values would not help`;
        const skipped = list(jump.skipped.map(one => run.name(one)));
        const dead = run.name(jump.deadEnd);
        return `${dead} has no value left; ${this.toBlame(jump)}; skip ${skipped}`;
      }
      case VERB.SOLUTION: {
        const faults = run.faults(this.values),
          found = `solution ${this.counts[COUNT.solutions] + 1}`;
        const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
        if (!faults.length) return `${found}: every ${run.unit} has a value`;
        return `${found} is wrong: ${faults[0].text}${more}`;
      }
      default:
        return "";
    }
  }

  toBlame(/** @type {import("./blame.js").Jump} */ { culprits }) {
    const names = list(culprits.map(one => this.run.name(one))) || "no cell";
    return `${names} ${culprits.length > 1 ? "are" : "is"} to blame`;
  }

  /** Why a value went. @param {number} cell @param {number} other @param {number} otherValue
   * @param {RunEvent["reason"]} reason */
  because(cell, other, otherValue, reason) {
    if (reason) return `: ${reason.text}`;
    if (other < 0) return "";
    const { run } = this,
      seen = run.name(other);
    const rule = `: ${run.rule(other, cell)} and `;
    if (otherValue) return `${rule}${seen} = ${run.word(otherValue)}`;
    const left = run.words(this.domains[other]).join(", ");
    return `${rule}no value of ${seen} in {${left}} supports it`;
  }
}
