// Predictions about a recorded run: where a question stands, what its right answer is, and why.
//
// Knows no page and also runs under Node, where the tests hold it against the trace.

import { count, list, sentence } from "../../stepper/browser/page.js";
import { bit, valuesOf } from "../../stepper/browser/puzzle.js";
import { Cursor, LOOKING, VERB } from "../../stepper/browser/recording.js";
import { atMost } from "../../stepper/browser/run.js";

/** @import { Run } from "../../stepper/browser/run.js" */

/** What can be predicted; asking.html has the words. */
export const QUIZ_KINDS = ["prune", "cell", "value", "backtrack", "reason", "next"];

/** The kinds of events that a search has, by the names of the board's verbs.
 * @type {[verb: number, name: string][]} */
const QUIZ_VERBS = "ASSIGN CHECK PRUNE WIPE_OUT ACCEPT RESTORE BACKTRACK SKIP SOLUTION"
  .split(" ")
  .map(name => [VERB[name], name.toLowerCase().replace("_", "-")]);

/** A value of a cell as one number, as answers have it. */
export const spot = (cell, value) => cell * 64 + value;
/** @param {number} place of `spot` @returns {[cell: number, value: number]} */
export const unspot = place => [Math.floor(place / 64), place % 64];

/** The values that were tried for a node's cell before, below the same node. @param {Run} run */
export function triedBefore(run, node) {
  const tried = [];
  for (let one = run.parent[node] + 1; one < node; one += run.below[one] + 1)
    if (run.nodeCell[one] === run.nodeCell[node]) tried.push(run.nodeValue[one]);
  return tried;
}

/** The cell to which the search goes back at a backtrack; -1 if it ends.
 * @param {Run} run @param {Cursor} cursor just before it @param {number} step */
export function backTo(run, cursor, step) {
  return (run.jumpAt(step)?.culprits ?? cursor.path()).at(-1) ?? -1;
}

/** What is asked at `step`, about what has happened at `end`. Answers are sets of numbers: a cell
 * (-1 is nowhere), a value, a verb, or values of cells as `spot` has them.
 * @typedef {{kind: string, step: number, end: number, cell: number, text: string,
 *   right: number[]}} Asked
 * @typedef {{given: number[], shown: boolean}} Given an answer; `shown`: who gave it wanted to be
 * shown the right one
 * @typedef {{right: boolean, found: number[], missing: number[], extra: number[],
 *   words: string, reasons: string[]}} Judged */

/** The questions of one kind about a run, and the answers that were given. */
export class Quiz {
  /** @type {Map<number, Given>} */ answers = new Map(); // by the steps of the questions
  /** @type {Map<number, number[]>} */ looks = new Map(); // see `findLooks`
  rights = 0; // how many of the answers were right

  /** @param {Run} run @param {string} kind one of `QUIZ_KINDS` */
  constructor(run, kind) {
    this.run = run;
    this.kind = kind;
    this.cursor = new Cursor(run);
    // what each question is about; of a look, the last that removes a value
    this.ends = Uint32Array.from(this.events());
    this.steps = this.ends.map(end => this.stepOf(end)); // at which each one stands, ascending
    [, this.select = "", this.order = ""] = run.header.settings.split(", ");
    const found = new Set(run.verbs);
    // whether there is one is not told
    this.verbs = QUIZ_VERBS.filter(([verb]) => found.has(verb) || verb === VERB.SOLUTION);
  }

  events() {
    const { run, kind } = this;
    if (kind === "prune") return this.findLooks();
    // the first value of a cell, which has just been selected
    if (kind === "cell") return run.steps.node.filter((_, at) => !triedBefore(run, at + 1).length);
    if (kind === "reason") return [...run.steps.prune].filter(at => this.reasons(at).length);
    if (kind !== "next") return run.steps[kind === "value" ? "node" : kind];
    const asked = Math.max(0, run.length - run.begin); // how the givens are placed is not asked
    return Array.from({ length: asked }, (_, at) => run.begin + 1 + at);
  }

  /** The cells because of which a value is removed. @param {number} step */
  reasons(step) {
    const { other, reason } = this.run.event(step);
    return reason ? reason.cells : other >= 0 ? [other] : [];
  }

  /** The looks that remove values which can be seen: each by its last event, with the steps of
   * these removals. None that was cut off: nobody knows what it would have removed. */
  findLooks() {
    const { run, cursor, looks } = this;
    /** @type {number[]} */ let pruned = [];
    let looking = false;
    for (let step = 1, last = 0; step <= run.length; step++) {
      const verb = run.verbs[step - 1],
        cell = run.cellOf(step);
      const seen = cursor.values[cell] < 0 && cursor.domains[cell] & bit(run.values[step - 1]);
      if (looking && verb === VERB.PRUNE && seen) pruned.push((last = step));
      else if (pruned.length && verb === VERB.WIPE_OUT) last = step;
      cursor.seek(step);
      if (LOOKING.has(verb)) continue;
      if (pruned.length) looks.set(last, pruned);
      pruned = [];
      looking = verb === VERB.ASSIGN;
    }
    return looks.keys();
  }

  /** Where a question about an event stands: just before it; of a look, right after the assignment;
   * of a cell, before the checks of an order or a selection, which would give it away. */
  stepOf(/** @type {number} */ end) {
    const { run, kind } = this;
    if (kind === "prune") return run.first[run.nodeAt(end)];
    let step = end - 1;
    if (kind !== "cell") return step;
    while (step && run.verbs[step - 1] === VERB.CHECK) step--;
    return [VERB.ACCEPT, VERB.BEGIN].includes(run.verbs[step - 1]) ? step : end - 1;
  }

  /** How far a move forward comes: to the first question that has no answer yet. */
  halt(from, to) {
    const { steps, answers } = this;
    const at = steps.findIndex(step => step >= from && !answers.has(step));
    return at < 0 ? to : Math.min(to, steps[at]);
  }

  /** The question at a step, if there is one. @param {number} step @returns {Asked | null} */
  at(step) {
    const at = this.steps.indexOf(step);
    if (at < 0) return null;
    const { run, kind, cursor } = this,
      end = this.ends[at],
      { cell, value, verb } = run.event(end),
      name = run.name(cell),
      looked = run.nodeAt(step),
      tried = `${run.name(run.nodeCell[looked])} = ${run.word(run.nodeValue[looked])}`;
    cursor.seek(step);
    /** @type {Record<string, [text: string, cell: number, right: number[]]>} */
    const asked = {
      prune: [
        `The look at ${tried} removes values. Which ones in all, until it ends?`,
        run.nodeCell[looked],
        (this.looks.get(end) ?? []).map(one => this.spotAt(one)),
      ],
      cell: ["Which cell does the search select next?", -1, [cell]],
      value: [`Which value does the search try next for ${name}?`, cell, [value]],
      backtrack: [
        `The search gives ${name} up. To which cell does it go back?`,
        cell,
        [backTo(run, cursor, end)],
      ],
      reason: [
        `Why is ${value} removed from ${name}? Click the cell that is the reason.`,
        cell,
        this.reasons(end),
      ],
      next: ["Which kind of event comes next?", -1, [verb]],
    };
    const [text, about, right] = asked[kind];
    return { kind, step, end, text, cell: about, right };
  }

  /** The cells between which is what removes the values of an answer. @param {number} end */
  pairs(end) {
    const { run, looks } = this;
    return (looks.get(end) ?? [end]).map(at => [run.cellOf(at), run.event(at).other]);
  }

  spotAt(/** @type {number} */ step) {
    return spot(this.run.event(step).cell, this.run.event(step).value);
  }

  /** The values that a cell can still be given where a question stands. @param {Asked} asked */
  left({ step }, cell) {
    this.cursor.seek(step);
    const stands = this.cursor.values[cell] >= 0 || this.run.givens[cell];
    return stands ? [] : valuesOf(this.cursor.domains[cell]);
  }

  /** Why something cannot be an answer at all; "" if it can. @param {Asked} asked */
  refuse(asked, one) {
    const { run, cursor } = this,
      { kind } = asked,
      [cell, value] =
        kind === "prune" ? unspot(one) : kind === "value" ? [asked.cell, one] : [one, 0];
    if (asked.right.includes(one) || kind === "next" || cell < 0) return "";
    const left = this.left(asked, cell),
      name = run.name(cell);
    if (kind === "reason") return cell === asked.cell ? `${name} is the cell that loses it.` : "";
    if (kind === "backtrack") {
      if (cell === asked.cell) return `${name} is the cell that is given up.`;
      if (cursor.path().includes(cell)) return "";
      return `The search has given ${name} no value${run.givens[cell] ? ": it is given" : ""}.`;
    }
    if (cursor.values[cell] >= 0 || run.givens[cell]) return `${name} has a value.`;
    if (!value || left.includes(value)) return "";
    return `${run.word(value)} is not in the domain of ${name} any more.`;
  }

  /** Right or wrong, and why. @param {Asked} asked @param {Given} answer @returns {Judged} */
  judge(asked, { given, shown }) {
    const found = given.filter(one => asked.right.includes(one)),
      extra = given.filter(one => !found.includes(one));
    const any = asked.kind === "reason" && found.length > 0; // one of several cells will do
    const missing = any ? [] : asked.right.filter(one => !found.includes(one)),
      judged = { right: !shown && !missing.length && !extra.length, found, missing, extra };
    const told = asked.kind === "prune" ? this.tellMany : this.tellOne;
    return { ...judged, ...told.call(this, asked, judged, shown) };
  }

  /** Each value with its constraint; of those that are too many, that they stay. A right answer has
   * them all. */
  tellMany({ end }, { right, found, missing, extra }, shown) {
    const { run, looks } = this,
      total = found.length + missing.length,
      wrong = missing.length + extra.length,
      wiped = run.event(end);
    // the shapes are those on the board
    const parts = [`${found.length} of ${total} found${found.length ? "\u00a0○" : ""}`];
    if (missing.length) parts.push(`${missing.length} missing\u00a0◌`);
    if (extra.length) parts.push(`${extra.length} too many\u00a0□`);
    const all = total === 1 ? "this value" : `these ${count(total, "value")}`;
    const words = shown
      ? `It removes ${count(total, "value")}.`
      : right
        ? `✓ Right: it removes ${all}, and no other.`
        : `✗ Wrong: ${parts.join(", ")}.`;
    const reasons = (looks.get(end) ?? [])
      .filter(at => !wrong || missing.includes(this.spotAt(at)))
      .map(at => `${wrong ? "◌ " : ""}${run.tell(at)}`);
    for (const [cell, value] of extra.map(unspot))
      reasons.push(`□ ${run.word(value)} stays in ${run.name(cell)}`);
    if (wiped.verb === VERB.WIPE_OUT && !LOOKING.has(run.verbs[end]))
      reasons.push(`The look ends there: ${run.name(wiped.cell)} has no value left`);
    return { words, reasons };
  }

  /** With the run's own sentence, and what the selection or the order went by. */
  tellOne(asked, { right, found, extra }, shown) {
    const is = this.answerWords(asked, found[0] ?? asked.right[0]),
      wrong = () => `✗ Wrong: not ${this.answerWords(asked, extra[0])}, but ${is}.`,
      words = shown ? `It is ${is}.` : right ? `✓ Right: ${is}.` : wrong();
    const why = {
      cell: () => this.refused(this.select) || this.whyCell(asked),
      value: () => this.refused(this.order) || this.whyValue(asked),
    };
    const reasons = [this.run.tell(asked.end), why[asked.kind]?.() ?? ""];
    return { words, reasons: reasons.filter(Boolean).map(sentence) };
  }

  answerWords({ kind }, one) {
    if (kind === "value") return String(one);
    if (kind === "next") return QUIZ_VERBS.find(([verb]) => verb === one)?.[1] ?? "another event";
    return one < 0 ? "nowhere" : this.run.name(one);
  }

  /** By a rule that the learner's check has refused. @param {string} rule */
  refused(rule) {
    const { wrong = [] } = this.run.header;
    return wrong.includes(rule) && `by your rule, ${rule}, which its check calls wrong`;
  }

  whyCell(/** @type {Asked} */ asked) {
    const { run, select } = this,
      [cell] = asked.right,
      many = Array.from({ length: run.cells }, (_, one) => this.left(asked, one).length),
      others = [...many.keys()].filter(one => this.cursor.values[one] < 0 && one !== cell);
    if (select === "reading" && !(others[0] < cell))
      return `by reading order: ${run.name(cell)} is the first cell without a value`;
    if (!select.startsWith("mrv") || others.some(one => many[one] < many[cell])) return "";
    const alone = others.every(one => many[one] > many[cell]);
    const few = alone ? "the fewest of all" : "and no cell has fewer";
    return `by ${select}: ${run.name(cell)} has ${count(many[cell], "value")} left, ${few}`;
  }

  whyValue(/** @type {Asked} */ asked) {
    const tried = triedBefore(this.run, atMost(this.run.steps.node, asked.end));
    const domain = `by ${this.order} order from {${this.left(asked, asked.cell).join(", ")}}`;
    if (!tried.length) return domain;
    return `${domain}; ${list(tried)} ${tried.length === 1 ? "was" : "were"} tried before`;
  }

  answer(asked, given) {
    this.answers.set(asked.step, given);
    this.rights += Number(this.judge(asked, given).right);
  }

  /** How many of the answers were right, in words; "" before the first. */
  get score() {
    return this.answers.size ? `${this.rights} of ${this.answers.size} right` : "";
  }
}
