// A recorded run as Python sends it (packing.py): its columns of events, and what each is about.
//
// Knows no page and also runs under Node, as does run.js. These do again what trace/
// does in Python, and the tests hold them together, step by step.

import { count, list, number } from "./page.js";
import { bit, Puzzle, valuesOf } from "./puzzle.js";

/** The verbs of a board, as events.py numbers them. @type {Record<string, number>} */
export const VERB = Object.fromEntries(
  "PLACE ASSIGN CHECK PRUNE WIPE_OUT ACCEPT RESTORE BACKTRACK SOLUTION BEGIN SKIP"
    .split(" ")
    .map((name, at) => [name, at + 1]),
);
/** Those that a move is told by; a look is told as a whole. */
const TOLD = [VERB.ASSIGN, VERB.RESTORE, VERB.BACKTRACK, VERB.SKIP, VERB.SOLUTION];
export const LOOKING = new Set([VERB.CHECK, VERB.PRUNE, VERB.WIPE_OUT]); // what a look does
/** Those that change a board. */
const CHANGES = [VERB.PLACE, VERB.ASSIGN, VERB.PRUNE];

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
    // The changes that stand are a stack: after each step its height, and the step of its top.
    this.height = new Uint32Array(events + 1);
    this.top = new Uint32Array(events + 1);
    this.stackChanges();
  }

  stackChanges() {
    const { height, top, verbs, others } = this;
    /** @type {number[]} */ const stack = [];
    for (let step = 1; step <= this.length; step++) {
      const verb = verbs[step - 1];
      if (CHANGES.includes(verb)) stack.push(step);
      if (verb === VERB.RESTORE) stack.length = Math.min(stack.length, others[step - 1]);
      height[step] = stack.length;
      top[step] = stack.at(-1) ?? 0;
    }
  }

  cellOf(/** @type {number} */ step) {
    return this.placeCell[this.places[step - 1]];
  }

  /** Whether the check of two values at a step holds. @param {number} step */
  holds(step) {
    const { cell, other, value, otherValue } = this.event(step);
    return other >= 0 && this.goes(cell, value, other, otherValue);
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

/** The board of a run at one step; moves both ways. */
export class Cursor {
  step = 0;
  /** @type {number[]} */ trail = []; // the steps of the changes that stand
  /** @type {[cell: number, domain: number, value: number][]} */ took = []; // what each took away

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.domains = run.start.slice();
    this.values = new Int16Array(run.cells).fill(-1); // -1 where a cell has none
  }

  /** Go to a step: take back what does not stand there, then make the changes that do.
   * @param {number} step */
  seek(step) {
    const { top, height } = this.run,
      missing = [];
    let at = top[step];
    for (; at && this.trail[height[at] - 1] !== at; at = top[at - 1]) missing.push(at);
    for (let left = this.trail.length; left > height[at]; left--) this.takeBack();
    for (const change of missing.reverse()) this.make(change);
    this.step = step;
  }

  takeBack() {
    this.trail.pop();
    const [cell, domain, value] = this.took.pop() ?? [0, 0, 0];
    this.domains[cell] = domain;
    this.values[cell] = value;
  }

  make(/** @type {number} */ step) {
    const { run, domains, values } = this,
      cell = run.cellOf(step),
      value = run.values[step - 1];
    this.trail.push(step);
    this.took.push([cell, domains[cell], values[cell]]);
    const prunes = run.verbs[step - 1] === VERB.PRUNE;
    domains[cell] = prunes ? domains[cell] & ~bit(value) : bit(value);
    if (!prunes) values[cell] = value;
  }

  get counts() {
    return this.run.countsAt(this.step);
  }

  /** How many searched cells are assigned. */
  get depth() {
    return this.values.reduce((sum, value) => sum + Number(value >= 0), -this.run.given);
  }

  /** The searched cells that are assigned, in the order in which they were. */
  path() {
    const { run } = this,
      assigned = this.trail.filter(step => run.verbs[step - 1] !== VERB.PRUNE);
    return [...new Set(assigned.map(step => run.cellOf(step)))].filter(cell => !run.givens[cell]);
  }

  /** The step of the prune that keeps a value from a cell now, or 0. @param {number} cell
   * @param {number} value */
  prunedAt(cell, value) {
    const { verbs, values } = this.run;
    const took = (/** @type {number} */ row) => verbs[row] === VERB.PRUNE && values[row] === value;
    return this.trail.findLast(step => took(step - 1) && this.run.cellOf(step) === cell) ?? 0;
  }

  /** Go to a step, and say what happened there and why: the words of words.py.
   * @param {number} step */
  tell(step) {
    this.seek(Math.max(0, step - 1));
    if (!step) return "the start: nothing has happened yet";
    const event = this.run.event(step);
    const takenBack = event.value ? event.cell : -1; // a broken search may restore to a prune
    const had = this.valuesLeft(takenBack);
    this.seek(step);
    const words = this.describe(event),
      back = this.valuesLeft(takenBack) - had;
    if (event.verb !== VERB.RESTORE || !back) return words;
    return `${words && `${words} and `}give back ${count(back, "pruned value")}`;
  }

  /** Go to the end of a move, and tell all of it in one sentence. @param {number} since the step
   * before it @param {number} step */
  tellMove(since, step) {
    const { run } = this,
      verb = run.verbs[step - 1],
      checks = run.amount(step, "check") - run.amount(since, "check"),
      steps = [...Array(step - since).keys()].map(at => since + 1 + at);
    const removed = this.removals(steps),
      goes = removed ? `, which remove ${removed}` : "",
      counted = `${checks ? number(checks) : "no"} check${checks === 1 ? "" : "s"}`;
    if (TOLD.includes(verb) && step > run.begin) {
      // a jump is told by its last event
      const events = steps.filter(at => TOLD.includes(run.verbs[at - 1]));
      const words = (verb === VERB.SKIP ? [step] : events).map(at => this.tell(at)).join("; ");
      return checks || removed ? `${words}; before it ${counted}${goes}` : words;
    }
    if (step <= run.begin) {
      const given = steps.filter(at => run.verbs[at - 1] === VERB.PLACE).length;
      return `setup: ${count(given, "given")} placed; ${counted}${goes}`;
    }
    const node = run.nodeAt(step),
      tried = `${run.name(run.nodeCell[node])} = ${run.word(run.nodeValue[node])}`,
      words = this.tell(step);
    if (verb === VERB.ACCEPT) {
      const holds = steps.every(at => run.verbs[at - 1] !== VERB.CHECK || run.holds(at));
      const all = checks === 1 ? "its one check holds" : `all ${counted} hold`;
      const kept = checks && holds ? all : `${counted}${goes || ", no value goes"}`;
      const looked = checks || removed ? kept : "there is nothing to check";
      return `${tried} survives its look: ${looked}`;
    }
    const fails = run.kindAt(node, step) === KIND.FAILURE ? "fails its look" : "is looked at";
    if (verb === VERB.CHECK) return `${tried} ${fails}: ${words.slice("check ".length)}`;
    const why = verb === VERB.WIPE_OUT ? `${words.slice("wipe-out: ".length)}; ` : "";
    return `${tried} ${fails}: ${why}${counted}${goes}`;
  }

  /** Which values some events remove, in words: cells that lose the same together.
   * @param {number[]} steps */
  removals(steps) {
    const { run } = this,
      gone = steps.filter(at => run.verbs[at - 1] === VERB.PRUNE);
    /** @type {Map<number, number[]>} */ const values = new Map();
    for (const at of gone) {
      const cell = run.cellOf(at);
      values.set(cell, [...(values.get(cell) ?? []), run.values[at - 1]]);
    }
    /** @type {Map<string, string[]>} */ const cells = new Map();
    for (const [cell, some] of values) {
      const words = list(some.sort((a, b) => a - b).map(value => run.word(value)));
      cells.set(words, [...(cells.get(words) ?? []), run.name(cell)]);
    }
    if (cells.size > 2)
      return `${count(gone.length, "value")} from ${count(values.size, run.unit)}`;
    const few = (/** @type {string[]} */ names) =>
      names.length > 4 ? count(names.length, run.unit) : list(names);
    return list([...cells].map(([some, names]) => `${some} from ${few(names)}`));
  }

  /** @param {number} except a cell that is not counted */
  valuesLeft(except) {
    const others = this.domains.filter((_, cell) => cell !== except);
    return others.reduce((left, domain) => left + valuesOf(domain).length, 0);
  }

  /** @param {RunEvent} event that has just happened */
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
        return `try ${name} = ${word} (node ${this.counts[0]})`;
      case VERB.CHECK: {
        const tried = run.say(cell, other, word, run.word(otherValue)),
          verdict = run.holds(this.step) ? "holds" : "fails";
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
        const jump = run.jumpAt(this.step),
          back = jump ? jump.culprits.at(-1) : this.path().at(-1);
        const none = jump ? "the search ends" : `no ${run.unit} stands before it, the search ends`;
        const where = back === undefined ? none : `back to ${run.name(back)}`;
        const blamed = jump ? `; ${this.toBlame(jump)}` : "";
        return `all values of ${name} were tried in vain${blamed}: ${where}`;
      }
      case VERB.SKIP: {
        const jump = run.jumpAt(this.step);
        if (!jump) return `skip ${name}: its other values would not help`;
        const skipped = list(jump.skipped.map(one => run.name(one)));
        const dead = run.name(jump.deadEnd);
        return `${dead} has no value left; ${this.toBlame(jump)}; skip ${skipped}`;
      }
      case VERB.SOLUTION: {
        const faults = run.faults(this.values),
          found = `solution ${this.counts[9]}`;
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
