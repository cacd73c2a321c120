// A recorded run as Python sends it (pack.py): its columns of events, and what each event is about.
//
// Knows no page and also runs under Node, as do cursor.js and run.js. These do again what trace/
// does in Python, and the tests hold them together, step by step.

import { bit, Puzzle } from "./puzzle.js";

export const [
  PLACE,
  ASSIGN,
  CHECK,
  PRUNE,
  WIPE_OUT,
  ACCEPT,
  RESTORE,
  BACKTRACK,
  SOLUTION,
  BEGIN,
  SKIP,
] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** Kinds of nodes, in the order of tree.py. */
export const [OPEN, FAILURE, BRANCH, SOLVED, WRONG, SKIPPED] = [0, 1, 2, 3, 4, 5];

/** The counters with their definitions, word for word those of docs/COUNTING.md. */
export const COUNTERS = {
  nodes:
    "the search tries a value for a cell (every tried value, also one that fails at once). The root is no node; givens are no nodes",
  accepted:
    'a tried value survives its look (below). What some course material publishes as "assignments" or "calls" is accepted + 1',
  checks: "one binary constraint is evaluated on one pair of values, during search",
  setup_checks: "the same, while the givens are placed, before the first node",
  prunes:
    "a value is removed from a domain during search (removals of the setup are counted apart, as setup_prunes)",
  setup_prunes:
    "a value is removed from a domain while the givens are placed, before the first node",
  wipeouts: "a domain becomes empty, setup included",
  backtracks:
    "all values of a cell have been tried in vain and the search returns to the cell before it",
  max_depth: "the largest number of searched cells assigned at once",
  solutions: "a complete assignment is reached",
  skipped:
    "with jump: a cell is left without trying its remaining values, because it is not in the conflict set that comes back. 0 without jump",
};

/** @typedef {ReturnType<Recording["event"]>} RunEvent */

/** @typedef {import("./puzzle.js").SentPuzzle & {
 *   settings: string, jump: boolean, outcome: string, ended: string, violations: string[], events:
 * number,
 *   reasons: {rule: string, text: string, cells: number[]}[], functions:
 * {name: string, text: string}[],
 *   sites: [number, number][],
 * }} Header all of a trace but its columns */

/** @typedef {Record<"verbs" | "values" | "others" | "places" | "sites", Uint8Array> & {header: string}} SentRun */

/** A column as it arrives (little-endian bytes, one entry for each event), aligned and typed. */
function column(/** @type {Uint8Array} */ bytes, /** @type {number} */ length) {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const width = length ? copy.byteLength / length : 1;
  return width === 1
    ? new Uint8Array(copy)
    : width === 2
      ? new Uint16Array(copy)
      : new Uint32Array(copy);
}

export class Recording extends Puzzle {
  /** @type {[trail: Uint32Array, counts: Uint32Array, inSetup: boolean][]} */
  checkpoints = []; // the board after every `EVERY` events, for cursors to start from

  /** @param {SentRun} sent what `pack` in pack.py made of a trace */
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
    this.start = Uint32Array.from(this.givens, given => (given ? bit(given) : 2 ** n - 1));
    this.given = this.givens.filter(Boolean).length;
    // What an event can be about, numbered as in recorder.py: cells, constraints, nothing.
    const cells = [...Array(this.cells).keys()];
    const pairs = cells.flatMap(cell => this.neighbours(cell).map(other => [cell, other]));
    this.placeCell = Int32Array.from([...cells, ...pairs.map(([cell]) => cell), -1]);
    this.placeOther = Int32Array.from([
      ...cells.map(() => -1),
      ...pairs.map(([, other]) => other),
      -1,
    ]);
  }

  /** The jump that a backtrack or skip belongs to, if the run jumps: run.js knows that.
   * @param {number} _step
   * @returns {import("./blame.js").Jump | null} */
  jumpAt(_step) {
    return null;
  }

  /** What happened at a step, from 1. @param {number} step */
  event(step) {
    const row = step - 1,
      verb = this.verbs[row],
      place = this.places[row],
      other = this.placeOther[place];
    const deduced = other < 0 && (verb === PRUNE || verb === WIPE_OUT);
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
