// The judge of free play, without an algorithm, which writes down the learner's own run.
//
// Knows no page and also runs under Node.

import { Judge } from "./drive.js";
import { bit } from "../../stepper/browser/puzzle.js";
import { VERB } from "../../stepper/browser/recording.js";
import { Run } from "../../stepper/browser/run.js";

/** @import { Move } from "./drive.js" */
/** @import { SentRun } from "../../stepper/browser/recording.js" */

/** Any free cell, any value that has not come to nothing there, back to any choice. A failed value
 * is one that is given back before another one is tried below it, as in every search.
 * @extends {Judge<any>} */
export class Free extends Judge {
  look = "bt"; // a value that breaks a rule fails at once, and nothing is struck out
  /** @type {Uint32Array<ArrayBuffer>[]} */ above = []; // by depth, what is left of each cell
  /** @type {number[][]} */ next = []; // what is known to come: a value that fails is given back
  /** @type {SentRun} */ sent;

  /** @param {Run} run of which only the setup is there @param {Move[]} [done] */
  constructor(run, done = []) {
    super(run);
    const { verbs, values, others, places, cells, begin, steps } = run,
      open = begin < Infinity ? "" : "unsatisfiable"; // givens may break a rule
    this.events = Array.from(verbs, (verb, at) => [verb, values[at], others[at], places[at]]);
    this.domains = Uint32Array.from({ length: cells }, (_, cell) => run.all(cell));
    this.write([], steps.solution.length ? "solved" : open);
    for (const one of done) {
      this.cell = one.cell;
      this.make(one);
    }
  }

  /** Write down what happened. All views have this run: it stays the same object. Until the search
   * is over it ends with what comes next, known or not. @param {number[][]} events
   * @param {string} [outcome] @param {number[][]} [next] */
  write(events, outcome = "", next = []) {
    const { run } = this,
      ahead = next.length ? next : [[0, 0, 0, 0]];
    this.events.push(...events);
    this.next = next;
    this.phase = outcome ? "over" : "free";
    const all = outcome ? this.events : [...this.events, ...ahead],
      header = JSON.stringify({ ...run.header, outcome, events: all.length }),
      column = at => new Uint8Array(Uint32Array.from(all, event => event[at] ?? 0).buffer),
      [verbs, values, others, places, sites] = [0, 1, 2, 3, 4].map(column);
    this.sent = { header, verbs, values, others, places, sites };
    Object.assign(run, new Run(this.sent));
    this.step = this.events.length;
    this.cursor.seek(this.step);
    this.nodes = run.steps.node.length;
    this.failed_values = run.steps["failed value"].length;
  }

  /** Whether nothing but to go back is left: a rule is broken, or a cell has no value. */
  get dead() {
    return this.next.length > 0 || this.domains.includes(0);
  }

  allows(/** @type {Move} */ move) {
    return !this.refuse(move);
  }

  /** @param {Move} move @returns {string} "" if it can be made */
  refuse({ kind, cell, value }) {
    const path = this.cursor.path();
    if (kind === "restore") return path.length ? "" : "There is nothing to take back.";
    if (kind === "back") return cell < 0 || path.includes(cell) ? "" : "{cell} is given.";
    if (kind !== "value") return "Here you try values, and take them back.";
    if (!this.free.includes(this.cell)) return "First choose a cell.";
    if (this.next.length) return "A rule is broken: first take the value back.";
    return this.domains[this.cell] & bit(value) ? "" : "{value} is not left in {here}.";
  }

  take(/** @type {Move} */ { kind, cell, value }) {
    const tries = kind === "value";
    this.done.push({ kind, cell: tries ? this.cell : cell, value });
    if (tries) this.assign(value);
    else if (kind === "restore" || cell >= 0) this.goBack(cell);
    else {
      if (this.next.length) this.goBack(-1);
      this.write([], this.run.header.outcome || "stopped");
    }
  }

  assign(/** @type {number} */ value) {
    const { run, cell, step, values } = this,
      { placeCell, placeOther, known, nodeCell, nodeValue } = run,
      node = run.nodeAt(step),
      events = [[VERB.ASSIGN, value, 0, cell]];
    if (node && !known[node]) events.unshift([VERB.ACCEPT, nodeValue[node], 0, nodeCell[node]]);
    const fails = other => values[other] >= 0 && !run.goes(cell, value, other, values[other]),
      pair = placeOther.findIndex((other, at) => placeCell[at] === cell && fails(other));
    this.above.push(this.domains);
    this.domains = this.domains.slice();
    if (pair >= 0) {
      events.push([VERB.CHECK, value, values[placeOther[pair]], pair]);
      this.write(events, "", [[VERB.RESTORE, value, run.height[step], cell]]);
    } else if (this.free.length > 1) this.write(events);
    else this.write([...events, [VERB.SOLUTION, 0, 0, placeCell.length - 1]], "solved");
    this.cell = -1;
  }

  /** Give the last value back, or all from a cell's on; one with nothing left below it came to
   * nothing.
   * @param {number} to the cell, or -1 */
  goBack(to) {
    const { run, dead } = this,
      node = run.nodeAt(this.step),
      [cell, value] = [run.nodeCell[node], run.nodeValue[node]],
      back = [VERB.RESTORE, value, run.height[run.first[node]] - 1, cell];
    this.domains = this.above.pop() ?? this.domains;
    if (dead) this.domains[cell] &= ~bit(value);
    this.write([back], this.domains.includes(0) && !this.above.length ? "unsatisfiable" : "");
    this.cell = cell;
    if (to >= 0 && cell !== to) this.goBack(to);
  }
}
