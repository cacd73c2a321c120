// Predictions about a recorded run: where a question stands, what its right answer is, and why.
//
// Knows no page and also runs under Node, where the tests hold it against the trace.

import { count, list, sentence } from "./page.js";
import { bit, valuesOf } from "./puzzle.js";
import { Cursor, LOOKING, VERB } from "./recording.js";
import { atMost } from "./run.js";

/** What can be predicted: the text of the choice, and what is said of a run that has none of it.
 * @type {Record<string, [text: string, none: string]>} */
export const QUIZ_KINDS = {
  prune: ["what is pruned", "No look of this search removes a value"],
  cell: ["which cell", "This search selects no cell"],
  value: ["which value", "This search tries no value"],
  backtrack: ["where back to", "This search never gives a cell up"],
  reason: ["why it goes", "No value is removed because of a cell"],
  next: ["what next", "This run ends before its search begins"],
};

/** The kinds of events that a search has, by the names of the board's verbs.
 * @type {[verb: number, name: string][]} */
const QUIZ_VERBS = [
  [VERB.ASSIGN, "assign"],
  [VERB.CHECK, "check"],
  [VERB.PRUNE, "prune"],
  [VERB.WIPE_OUT, "wipe-out"],
  [VERB.ACCEPT, "accept"],
  [VERB.RESTORE, "restore"],
  [VERB.BACKTRACK, "backtrack"],
  [VERB.SKIP, "skip"],
  [VERB.SOLUTION, "solution"],
];

/** A value of a cell as one number, as answers have it. @param {number} cell
 * @param {number} value */
export const spot = (cell, value) => cell * 64 + value;
/** @param {number} place of `spot` @returns {[cell: number, value: number]} */
export const unspot = place => [Math.floor(place / 64), place % 64];

/** What is asked at `step`, about what has happened at `end`. Answers are sets of numbers: a cell
 * (-1 is nowhere), a
 * value, a verb, or values of cells as `spot` has them.
 * @typedef {{kind: string, step: number, end: number, cell: number, text: string,
 *   right: number[]}} Asked
 * @typedef {{given: number[], shown: boolean}} Given an answer; `shown`: who gave it wanted to be
 * shown the right one
 * @typedef {{right: boolean, found: number[], missing: number[], extra: number[],
 *   words: string, reasons: string[]}} Judged */

/** The questions of one kind about a run, and the answers that were given. */
export class Quiz {
  /** @type {Map<number, Given>} */ answers = new Map(); // by the steps of the questions

  /** @param {import("./run.js").Run} run @param {string} kind a key of `QUIZ_KINDS` */
  constructor(run, kind) {
    this.run = run;
    this.kind = kind;
    this.cursor = new Cursor(run);
    // what each question is about; of a look, the last that removes a value
    this.ends = Uint32Array.from(this.events());
    this.steps = this.ends.map(end => this.stepOf(end)); // at which each one stands, ascending
    this.rights = 0; // how many of the answers were right
    [, this.select = "", this.order = ""] = run.header.settings.split(", ");
    const found = new Set(run.verbs);
    // whether there is one is not told
    this.verbs = QUIZ_VERBS.filter(([verb]) => found.has(verb) || verb === VERB.SOLUTION);
  }

  events() {
    const { run, kind } = this,
      begin = run.verbs.indexOf(VERB.BEGIN) + 1;
    if (kind === "prune") return this.looks();
    if (kind === "cell") return this.selections();
    if (kind === "reason") return [...run.steps.prune].filter(at => this.reasons(at).length);
    if (kind !== "next") return run.steps[kind === "value" ? "node" : kind];
    // How the givens are placed is not asked.
    return begin ? Array.from({ length: run.length - begin }, (_, at) => begin + 1 + at) : [];
  }

  /** The cells because of which a value is removed. @param {number} step */
  reasons(step) {
    const { other, reason } = this.run.event(step);
    return reason ? reason.cells : other >= 0 ? [other] : [];
  }

  /** The looks that remove values which can be seen, each by the last of them. */
  looks() {
    const { run } = this,
      board = new Cursor(run),
      ends = [];
    let looking = false,
      last = 0;
    for (let step = 1; step <= run.length; step++) {
      const verb = run.verbs[step - 1],
        value = run.values[step - 1],
        cell = run.cellOf(step);
      if (
        looking &&
        verb === VERB.PRUNE &&
        board.values[cell] < 0 &&
        board.domains[cell] & bit(value)
      )
        last = step;
      else if (last && verb === VERB.WIPE_OUT) last = step;
      board.seek(step);
      if (LOOKING.has(verb)) continue;
      if (last) ends.push(last);
      last = 0;
      looking = verb === VERB.ASSIGN;
    }
    return ends; // without a look that was cut off: nobody knows what it would have removed
  }

  /** The first values of cells that have just been selected. */
  selections() {
    const { run } = this,
      child = new Int32Array(run.nodes).fill(-1); // the cell of a node's last child
    return [...run.steps.node].filter((_, at) => {
      const node = at + 1,
        parent = run.parent[node],
        before = child[parent];
      child[parent] = run.nodeCell[node];
      return before !== run.nodeCell[node];
    });
  }

  /** Where a question about an event stands: just before it; of a look, right after the assignment;
   * of a cell, before
   * the checks of an order or a selection, which would give it away. @param {number} end */
  stepOf(end) {
    const { run, kind } = this;
    if (kind === "prune") return run.first[run.nodeAt(end)];
    let step = end - 1;
    if (kind !== "cell") return step;
    while (step && run.verbs[step - 1] === VERB.CHECK) step--;
    return [VERB.ACCEPT, VERB.BEGIN].includes(run.verbs[step - 1]) ? step : end - 1;
  }

  /** How far a move forward comes: to the first question that has no answer yet.
   * @param {number} from @param {number} to */
  halt(from, to) {
    const { steps } = this;
    for (let at = atMost(steps, from - 1); steps[at] < to; at++)
      if (!this.answers.has(steps[at])) return steps[at];
    return to;
  }

  /** The question at a step, if there is one. @param {number} step @returns {Asked | null} */
  at(step) {
    const at = atMost(this.steps, step) - 1;
    if (at < 0 || this.steps[at] !== step) return null;
    const { run, kind } = this,
      end = this.ends[at],
      event = run.event(end),
      name = run.name(event.cell);
    const node = run.nodeAt(step);
    this.cursor.seek(step);
    const look = `${run.name(run.nodeCell[node])} = ${run.word(run.nodeValue[node])}`;
    /** @type {Record<string, [text: string, cell: number, right: () => number[]]>} */
    const asked = {
      prune: [
        `The look at ${look} removes values. Which ones in all, until it ends?`,
        run.nodeCell[node],
        () => this.prunes(step, end).map(at => this.spotAt(at)),
      ],
      cell: ["Which cell does the search select next?", -1, () => [event.cell]],
      value: [`Which value does the search try next for ${name}?`, event.cell, () => [event.value]],
      backtrack: [
        `The search gives ${name} up. To which cell does it go back?`,
        event.cell,
        () => [this.backTo(end)],
      ],
      reason: [
        `Why does ${event.value} go from ${name}? Click the cell because of which it goes.`,
        event.cell,
        () => this.reasons(end),
      ],
      next: ["Which kind of event comes next?", -1, () => [event.verb]],
    };
    const [text, cell, right] = asked[kind];
    return { kind, step, end, text, cell, right: right() };
  }

  /** The cell to which the search goes back at a backtrack; -1 if it ends. @param {number} step */
  backTo(step) {
    const jump = this.run.jumpAt(step);
    return (jump ? jump.culprits : this.cursor.path()).at(-1) ?? -1;
  }

  spotAt(/** @type {number} */ step) {
    return spot(this.run.event(step).cell, this.run.event(step).value);
  }

  /** The steps at which a look removes values that were there to be seen. @param {number} step
   * @param {number} end */
  prunes(step, end) {
    const { run } = this,
      board = this.cursor,
      found = [];
    board.seek(step);
    for (let at = step + 1; at <= end; at++) {
      const cell = run.cellOf(at),
        value = run.values[at - 1];
      if (
        run.verbs[at - 1] === VERB.PRUNE &&
        board.values[cell] < 0 &&
        board.domains[cell] & bit(value)
      )
        found.push(at);
      board.seek(at);
    }
    board.seek(step);
    return found;
  }

  /** The values that a cell can still be given where a question stands. @param {Asked} asked
   * @param {number} cell */
  left({ step }, cell) {
    this.cursor.seek(step);
    const stands = this.cursor.values[cell] >= 0 || this.run.givens[cell];
    return stands ? [] : valuesOf(this.cursor.domains[cell]);
  }

  /** Why something cannot be an answer at all; "" if it can. @param {Asked} asked
   * @param {number} one */
  refuse(asked, one) {
    const { run } = this,
      { kind } = asked,
      [cell, value] =
        kind === "prune" ? unspot(one) : kind === "value" ? [asked.cell, one] : [one, 0];
    if (asked.right.includes(one) || kind === "next" || cell < 0) return "";
    const left = this.left(asked, cell),
      name = run.name(cell),
      stands = this.cursor.values[cell] >= 0;
    if (kind === "reason") return cell === asked.cell ? `${name} is the cell that loses it.` : "";
    if (kind === "backtrack") {
      if (cell === asked.cell) return `${name} is the cell that is given up.`;
      if (this.cursor.path().includes(cell)) return "";
      return `The search has given ${name} no value${run.givens[cell] ? ": it is given" : ""}.`;
    }
    if (stands || run.givens[cell]) return `${name} has a value.`;
    if (!value || left.includes(value)) return "";
    return `${run.word(value)} is not in the domain of ${name} any more.`;
  }

  /** Right or wrong, and why. @param {Asked} asked @param {Given} answer @returns {Judged} */
  judge(asked, { given, shown }) {
    const found = given.filter(one => asked.right.includes(one)),
      extra = given.filter(one => !found.includes(one));
    const any = asked.kind === "reason" && found.length > 0; // one of several cells will do
    const missing = any ? [] : asked.right.filter(one => !found.includes(one)),
      right = !shown && !missing.length && !extra.length;
    const all = asked.kind === "prune";
    const [words, reasons] = all
      ? [this.manyWords(found, missing, extra, shown), this.manyReasons(asked, missing, extra)]
      : [this.oneWords(asked, right, found, extra, shown), this.oneReasons(asked)];
    return { right, found, missing, extra, words, reasons };
  }

  /** @param {number[]} found @param {number[]} missing @param {number[]} extra
   * @param {boolean} shown */
  manyWords(found, missing, extra, shown) {
    const total = found.length + missing.length,
      values = count(total, "value");
    if (shown) return `It removes ${values}.`;
    if (!missing.length && !extra.length)
      return `✓ Right: it removes ${total === 1 ? "this value" : `these ${values}`}, and no other.`;
    // the shapes are those on the board
    const parts = [`${found.length} of ${total} found${found.length ? "\u00a0○" : ""}`];
    if (missing.length) parts.push(`${missing.length} missing\u00a0◌`);
    if (extra.length) parts.push(`${extra.length} too many\u00a0□`);
    return `✗ Wrong: ${parts.join(", ")}.`;
  }

  /** @param {Asked} asked @param {boolean} right @param {number[]} found @param {number[]} extra
   * @param {boolean} shown */
  oneWords(asked, right, found, extra, shown) {
    const is = this.answerWords(asked, found[0] ?? asked.right[0]);
    if (shown) return `It is ${is}.`;
    if (right) return `✓ Right: ${is}.`;
    return `✗ Wrong: not ${this.answerWords(asked, extra[0])}, but ${is}.`;
  }

  /** @param {Asked} asked @param {number} one */
  answerWords({ kind }, one) {
    if (kind === "value") return String(one);
    if (kind === "next") return QUIZ_VERBS.find(([verb]) => verb === one)?.[1] ?? "another event";
    return one < 0 ? "nowhere" : this.run.name(one);
  }

  /** Each value with its constraint; of those that are too many, that they stay. A right answer has
   * them all. @param {Asked} asked @param {number[]} missing @param {number[]} extra */
  manyReasons({ step, end }, missing, extra) {
    const { run } = this,
      wrong = missing.length + extra.length,
      wiped = run.event(end);
    const told = this.prunes(step, end).filter(at => !wrong || missing.includes(this.spotAt(at)));
    const lines = told.map(at => `${wrong ? "◌ " : ""}${run.tell(at)}`);
    for (const [cell, value] of extra.map(unspot))
      lines.push(`□ ${run.word(value)} stays in ${run.name(cell)}`);
    if (wiped.verb === VERB.WIPE_OUT && !LOOKING.has(run.verbs[end]))
      lines.push(`The look ends there: ${run.name(wiped.cell)} has no value left`);
    return lines;
  }

  /** The run's own sentence, and what the selection or the order went by. @param {Asked} asked */
  oneReasons(asked) {
    const reasons = [this.run.tell(asked.end)];
    if (asked.kind === "cell") reasons.push(this.whyCell(asked));
    if (asked.kind === "value") reasons.push(this.whyValue(asked));
    return reasons.filter(Boolean).map(sentence);
  }

  /** @param {Asked} asked */
  whyCell(asked) {
    const { run } = this,
      [cell] = asked.right,
      name = run.name(cell),
      open = [...Array(run.cells).keys()];
    const many = open.map(one => this.left(asked, one).length),
      least = many[cell];
    const free = open.filter(one => this.cursor.values[one] < 0);
    if (this.select === "reading" && free[0] === cell)
      return `by reading order: ${name} is the first cell without a value`;
    if (!this.select?.startsWith("mrv") || free.some(one => many[one] < least)) return "";
    const alone = free.every(one => one === cell || many[one] > least);
    const few = alone ? "the fewest of all" : "and no cell has fewer";
    return `by ${this.select}: ${name} has ${count(least, "value")} left, ${few}`;
  }

  /** @param {Asked} asked */
  whyValue(asked) {
    const { run } = this,
      node = atMost(run.steps.node, asked.end),
      tried = [];
    for (let one = run.parent[node] + 1; one < node; one += run.below[one] + 1) {
      if (run.nodeCell[one] === asked.cell) tried.push(run.nodeValue[one]);
    }
    const domain = `by ${this.order} order from {${this.left(asked, asked.cell).join(", ")}}`;
    if (!tried.length) return domain;
    return `${domain}; ${list(tried)} ${tried.length === 1 ? "was" : "were"} tried before`;
  }

  /** Keep an answer. @param {Asked} asked @param {Given} given */
  answer(asked, given) {
    this.answers.set(asked.step, given);
    this.rights += Number(this.judge(asked, given).right);
  }

  /** How many of the answers were right, in words; "" before the first. */
  get score() {
    return this.answers.size ? `${this.rights} of ${this.answers.size} right` : "";
  }
}
