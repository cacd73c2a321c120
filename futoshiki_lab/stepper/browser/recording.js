// A recorded run as Python sends it (packing.py): its columns of events, and what each is about.
//
// Knows no page and also runs under Node, as does run.js. These do again what trace/ does in
// Python, and the tests hold them together, step by step.

import { count, list } from "./page.js";
import { bit, maskOf, Puzzle, valuesOf } from "./puzzle.js";

/** The verbs of a board, as core/verbs.py numbers them. @type {Record<string, number>} */
export const VERB = Object.fromEntries(
  "PLACE ASSIGN CHECK PRUNE WIPE_OUT ACCEPT RESTORE BACKTRACK SOLUTION BEGIN SKIP LEARN"
    .split(" ")
    .map((name, at) => [name, at + 1]),
);
/** Those that a move is told by; a look is told as a whole. */
const TOLD = "ASSIGN RESTORE BACKTRACK SKIP SOLUTION LEARN BEGIN".split(" ").map(v => VERB[v]);
export const LOOKING = new Set([VERB.CHECK, VERB.PRUNE, VERB.WIPE_OUT]); // what a look does
const CHANGES = [VERB.PLACE, VERB.ASSIGN, VERB.PRUNE]; // what changes a board
const BEGINS = "the setup is done";

/** Kinds of nodes, in the order of trace/replay.py. */
export const KIND = { OPEN: 0, FAILURE: 1, BRANCH: 2, SOLVED: 3, WRONG: 4, SKIPPED: 5 };

/** @typedef {ReturnType<Recording["event"]>} RunEvent */
/** All of a trace but its columns.
 * @typedef {import("./puzzle.js").SentPuzzle & {settings: string, role: string, wrong: string[],
 *   said?: Record<string, string>, jump: boolean, blames: boolean, learn: boolean, mends: boolean,
 *   outcome: string, ended: string, events: number,
 *   orders: Record<number, [since: number, standing: number[]][]>,
 *   violations: string[], sites: [number, number][], code: boolean,
 *   functions: {name: string, text: string, purpose?: string, hidden?: string}[],
 *   reasons: {rule: string, text: string, cells: number[]}[]}} Header */
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
    this.header = header;
    this.length = header.events;
    this.verbs = column(sent.verbs, this.length);
    this.values = column(sent.values, this.length);
    this.others = column(sent.others, this.length);
    this.places = column(sent.places, this.length);
    this.sites = column(sent.sites, this.length);
    this.start = Uint32Array.from(this.givens, (given, cell) => bit(given) || this.all(cell));
    this.given = this.givens.filter(Boolean).length;
    // What an event can be about, numbered as in recorder.py: cells, constraints, nothing.
    const cells = [...Array(this.cells).keys()];
    const pairs = cells.flatMap(cell => this.neighbours(cell).map(other => [cell, other]));
    const about = [...cells.map(cell => [cell, -1]), ...pairs, [-1, -1]];
    this.placeCell = Int32Array.from(about, ([cell]) => cell);
    this.placeOther = Int32Array.from(about, ([, other]) => other);
    // The changes that stand are a stack: after each step its height, and the step of its top.
    this.height = new Uint32Array(this.length + 1);
    this.top = new Uint32Array(this.length + 1);
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

  /** Which value of a cell stands at which place, if a program that is not ours has moved them.
   * @param {number} cell @param {number} step @returns {number[] | undefined} */
  standing(cell, step) {
    return this.header.orders[cell]?.findLast(([since]) => since <= step)?.[1];
  }

  holds(/** @type {number} */ step) {
    const { cell, other, value, otherValue } = this.event(step);
    return other >= 0 && this.goes(cell, value, other, otherValue);
  }

  /** What happened at a step, from 1; `reason`: one of several cells. */
  event(/** @type {number} */ step) {
    const row = step - 1,
      verb = this.verbs[row],
      cell = this.cellOf(step),
      other = this.placeOther[this.places[row]],
      otherValue = other < 0 ? 0 : this.others[row];
    const deduced = other < 0 && (LOOKING.has(verb) || verb === VERB.LEARN),
      reason = deduced ? this.header.reasons[this.others[row] - 1] : undefined;
    return { verb, cell, value: this.values[row], other, otherValue, reason };
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

  /** Go to a step: take back what does not stand there, then make the changes that do. */
  seek(/** @type {number} */ step) {
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
      value = run.values[step - 1],
      prunes = run.verbs[step - 1] === VERB.PRUNE;
    this.trail.push(step);
    this.took.push([cell, domains[cell], values[cell]]);
    domains[cell] = prunes ? domains[cell] & ~bit(value) : bit(value);
    if (!prunes) values[cell] = value;
  }

  get counts() {
    return this.run.countsAt(this.step);
  }

  get depth() {
    return this.values.reduce((sum, value) => sum + Number(value >= 0), -this.run.given);
  }

  /** The searched cells that are assigned, in the order in which they were. */
  path() {
    const { run } = this,
      assigned = this.trail.filter(step => run.verbs[step - 1] !== VERB.PRUNE);
    return [...new Set(assigned.map(step => run.cellOf(step)))].filter(cell => !run.givens[cell]);
  }

  /** The step of the prune that keeps a value from a cell now, or 0. */
  prunedAt(/** @type {number} */ cell, /** @type {number} */ value) {
    const { verbs, values } = this.run;
    const took = (/** @type {number} */ row) => verbs[row] === VERB.PRUNE && values[row] === value;
    return this.trail.findLast(step => took(step - 1) && this.run.cellOf(step) === cell) ?? 0;
  }

  /** Go to a step, and say what happened there and why: in the words of trace/events.py. */
  tell(/** @type {number} */ step) {
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
      steps = Array.from({ length: step - since }, (_, at) => since + 1 + at),
      those = (/** @type {number[]} */ verbs) =>
        steps.filter(at => verbs.includes(run.verbs[at - 1])),
      checks = those([VERB.CHECK]),
      removed = this.removals(those([VERB.PRUNE])),
      goes = removed && `, which remove${checks.length === 1 ? "s" : ""} ${removed}`,
      counted = checks.length ? count(checks.length, "check") : "no checks";
    this.seek(step);
    if (step <= run.begin)
      return `setup: ${count(those([VERB.PLACE]).length, "given")} placed; ${counted}${goes}`;
    if (TOLD.includes(verb)) {
      // a jump is told by its last event
      const events = verb === VERB.SKIP ? [step] : those(TOLD),
        words = events.map(at => this.tell(at)).join("; ");
      return checks.length || removed ? `${words}; before it ${counted}${goes}` : words;
    }
    const node = run.nodeAt(step),
      tried = `${run.name(run.nodeCell[node])} = ${run.word(run.nodeValue[node])}`,
      words = this.tell(step);
    if (verb === VERB.ACCEPT) {
      const all = checks.length === 1 ? "its one check holds" : `all ${counted} hold`;
      const kept = checks.length && checks.every(at => run.holds(at)) ? all : "";
      const looked = kept || `${counted}${goes || ", no value is removed"}`;
      const any = checks.length || removed;
      return `${tried} survives its look: ${any ? looked : "there is nothing to check"}`;
    }
    const fails = run.kindAt(node, step) === KIND.FAILURE ? "fails its look" : "is looked at";
    if (verb === VERB.CHECK) return `${tried} ${fails}: ${words.slice("check ".length)}`;
    const why = verb === VERB.WIPE_OUT ? `${words.slice("wipe-out: ".length)}; ` : "";
    return `${tried} ${fails}: ${why}${counted}${goes}`;
  }

  conflicts() {
    return this.run.broken(this.values.map(value => Math.max(0, value)));
  }

  /** Which values some prunes remove, in words: cells that lose the same together. */
  removals(/** @type {number[]} */ prunes) {
    const { run } = this,
      cells = [...new Set(prunes.map(at => run.cellOf(at)))];
    /** @type {Record<string, string[]>} */ const losers = {}; // by what they lose
    for (const cell of cells) {
      const lost = prunes.filter(at => run.cellOf(at) === cell).map(at => run.values[at - 1]);
      (losers[`${list(run.words(maskOf(lost)))} from `] ??= []).push(run.name(cell));
    }
    const groups = Object.entries(losers);
    if (groups.length > 2)
      return `${count(prunes.length, "value")} from ${count(cells.length, run.unit)}`;
    const few = (/** @type {string[]} */ names) =>
      names.length > 4 ? count(names.length, run.unit) : list(names);
    return list(groups.map(([lost, names]) => lost + few(names)));
  }

  valuesLeft(/** @type {number} */ except) {
    const others = this.domains.filter((_, cell) => cell !== except);
    return others.reduce((left, domain) => left + valuesOf(domain).length, 0);
  }

  /** @param {RunEvent} event that has just happened */
  describe(event) {
    const { verb, cell, value, other, otherValue, reason } = event,
      { run } = this,
      name = run.name(cell),
      word = run.word(value);
    /** @type {Record<number, () => string>} */
    const words = {
      [VERB.PLACE]: () => `place the given ${name} = ${word}`,
      [VERB.BEGIN]: () =>
        this.depth ? `restart: every ${run.unit} begins anew, with a random value` : BEGINS,
      [VERB.ASSIGN]: () => {
        const had = this.took.at(-1)?.[2] ?? -1;
        if (had < 0) return `try ${name} = ${word} (node ${this.counts[0]})`;
        const left = `: ${count(this.conflicts().length, "conflict")} left`;
        const done = had === value ? "stays" : `changes from ${run.word(had)} to`;
        return `${name} ${done} ${word}${this.values.includes(-1) ? "" : left}`;
      },
      [VERB.CHECK]: () => {
        if (reason) return `check ${name} = ${word}: ${reason.text}`;
        const tried = run.say(cell, other, word, run.word(otherValue)),
          verdict = run.holds(this.step) ? "holds" : "fails";
        return `check ${run.rule(cell, other)}: ${tried} ${verdict}`;
      },
      [VERB.PRUNE]: () => `remove ${word} from ${name}${this.because(event)}`,
      [VERB.WIPE_OUT]: () => `wipe-out: ${name} has no value left`,
      [VERB.ACCEPT]: () => `${name} = ${word} survives its look`,
      [VERB.RESTORE]: () => (value ? `take back ${name} = ${word}` : ""),
      [VERB.BACKTRACK]: () => {
        const jump = run.jumpAt(this.step),
          back = (jump?.culprits ?? this.path()).at(-1),
          spent = `no value of ${name} is left to try${jump ? `; ${this.toBlame(jump)}` : ""}`;
        if (back !== undefined) return `${spent}: back to ${run.name(back)}`;
        return `${spent}: ${jump ? "" : `no ${run.unit} comes before it, `}the search ends`;
      },
      [VERB.LEARN]: () => `learn: ${reason?.text}`,
      [VERB.SKIP]: () => {
        const jump = run.jumpAt(this.step);
        if (!jump) return `skip ${name}: its other values would not help`;
        const skipped = list(jump.skipped.map(one => run.name(one)));
        const dead = run.name(jump.deadEnd);
        return `${dead} has no value left; ${this.toBlame(jump)}; skip ${skipped}`;
      },
      [VERB.SOLUTION]: () => {
        const faults = run.faults(this.values),
          found = `solution ${this.counts[9]}`;
        const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
        if (!faults.length) return `${found}: every ${run.unit} has a value`;
        return `${found} is wrong: ${faults[0].text}${more}`;
      },
    };
    return words[verb]?.() ?? "";
  }

  toBlame(/** @type {import("./blame.js").Jump} */ { culprits }) {
    const names = list(culprits.map(one => this.run.name(one))) || "no cell";
    return `${names} ${culprits.length > 1 ? "are" : "is"} to blame`;
  }

  because(/** @type {RunEvent} */ { cell, other, otherValue, reason }) {
    const { run } = this;
    if (reason) return `: ${reason.text}`;
    if (other < 0) return "";
    const seen = run.name(other),
      rule = `: ${run.rule(other, cell)} and `;
    if (otherValue) return `${rule}${seen} = ${run.word(otherValue)}`;
    const left = run.words(this.domains[other], run.standing(other, this.step)).join(", ");
    return `${rule}no value of ${seen} in {${left}} supports it`;
  }
}
