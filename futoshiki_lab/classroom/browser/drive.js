// A learner drives a recorded run: what the algorithm may do next, and which misconception would do
// something else.
//
// Knows no page and also runs under Node.

import { left, MISCONCEPTIONS, NEVER, REMOVES, TRUTH } from "./beliefs.js";
import { count, list } from "../../stepper/browser/page.js";
import { bit, maskOf, valuesOf } from "../../stepper/browser/puzzle.js";
import { spot, triedBefore, unspot } from "./quiz.js";
import { Cursor, VERB } from "../../stepper/browser/recording.js";

/** @import { Run } from "../../stepper/browser/run.js" */

/** A cell is chosen, a value tried or struck out; a look passes or fails; what a value removed is
 * given back; the search goes back to a cell (-1: it ends). In AC-3 an arc is taken or added (its
 * `value` is the other cell); the arcs into a cell come back, or those out of it.
 * @typedef {{kind: "cell" | "value" | "strike" | "pass" | "fail" | "restore" | "back" | "arc" |
 *   "into" | "out", cell: number, value: number}} Move
 * @typedef {import("./beliefs.js").Belief} Belief
 * @typedef {import("./beliefs.js").Misconception} Misconception */

const SLIPS = 0.1; // how often a move is not the one that the learner believes in
const ODDS = (1 - SLIPS) / SLIPS;
const SURE = 100; // how many times likelier than the truth a misconception is, to be named

const TRIES = 20_000; // to fill a board
const OTHER_NOGOOD = "{picked}: that is a nogood. The search learns another one: {learned}.";

const PASSED_OVER = [VERB.CHECK, VERB.SOLUTION, VERB.ACCEPT]; // no moves of the learner's

/** @type {(kind: Move["kind"], cell?: number, value?: number) => Move} */
export const move = (kind, cell = -1, value = 0) => ({ kind, cell, value });

/** What stands in braces in a tutor's sentence about a move.
 * @type {Record<string, (drive: Drive, move: Move) => string>} */
export const TUTOR_WORDS = {
  cell: (drive, { cell }) => drive.name(cell),
  value: ({ run }, { value }) => run.word(value),
  here: drive => drive.name(drive.cell),
  there: (drive, { cell }) => drive.name(cell, "no cell: it ends"),
  tried: drive => `${drive.name(drive.cell)} = ${drive.run.word(drive.value)}`,
  untried: ({ run, untried }) => list(untried.map(value => run.word(value))),
  order: ({ order }) => order,
  rule: (drive, { cell }) => drive.run.rule(drive.cell, cell),
  sign: (drive, move) => TUTOR_WORDS[move.kind === "strike" ? "rule" : "left"](drive, move),
  /** The first cell that still has a value which the look removes. */
  left: drive => drive.name(unspot(TRUTH.removes(drive)[0] ?? -1)[0]),
  wiped: drive => list(TRUTH.wiped(drive).map(cell => drive.name(cell))),
  back: drive => drive.name(TRUTH.back(drive), "no cell: it ends"),
  /** The values of a nogood that is written. */
  picked: drive => drive.write(drive.picked),
  learned: drive => drive.write(drive.learned),
  /** Cells that can be left out together: without all of them it is still a nogood. */
  extra: drive => list(drive.spare.map(one => drive.name(one))),
  culprits: ({ run, step }) => {
    const found = run.jumpAt(step + 1)?.culprits ?? [];
    const names = list(found.map(cell => run.name(cell))) || "no searched cell";
    return `${names} ${found.length > 1 ? "are" : "is"}`;
  },
  /** The cell that the search selects beside another one. */
  compare: (drive, { cell }) => {
    const right = drive.run.nodeCell[drive.node],
      has = one => `${drive.name(one)} has ${count(left(drive, one), "value")}`,
      fewer = left(drive, right) < left(drive, cell),
      first = `${drive.name(right)} comes before ${drive.name(cell)}`,
      why = fewer ? `${has(right)} left, ${has(cell)}` : first;
    const plain = fewer || /^(reading|mrv)$/.test(drive.select); // else there is more to it
    return `The selection is ${drive.select}: ${plain ? "" : "with it "}${why}.`;
  },
};

/** Whether there is a solution with the values of some cells; also if so many tries do not show
 * that there is none. @param {Run} run @param {ArrayLike<number>} values
 * @param {number[]} kept the cells that keep their values */
export function isSolvable(run, values, kept) {
  const start = Array.from(run.start, (mask, cell) =>
    kept.includes(cell) ? bit(values[cell]) : mask,
  );
  let tries = TRIES;
  /** @type {(left: number[], open: number[]) => boolean} */
  const fill = (left, open) => {
    if (!open.length) return true;
    const many = open.map(cell => valuesOf(left[cell]).length),
      cell = open[many.indexOf(Math.min(...many))],
      rest = open.filter(one => one !== cell);
    return valuesOf(left[cell]).some(value => {
      if (!tries--) return true;
      const next = left.slice();
      for (const other of run.neighbours(cell).filter(one => rest.includes(one)))
        next[other] = maskOf(
          valuesOf(left[other]).filter(one => run.goes(cell, value, other, one)),
        );
      return !next.includes(0) && fill(next, rest);
    });
  };
  return fill(start, [...start.keys()]);
}

/** Makes right moves, and says of wrong ones why they are wrong. The class that extends it knows
 * what is right.
 * @template {{name: string}} Belief what somebody may believe instead of the truth */
export class Judge {
  phase = "over";
  step = 0; // of the run, that is shown
  cell = -1; // the one that all is about
  domains = new Uint32Array(); // what is left of each, with what has been struck out
  /** @type {Set<number>} */ struck = new Set(); // in this look
  /** @type {number[]} */ picked = []; // the cells of a nogood that is written
  note = ""; // what there is to say of the last right move
  told = false; // whether a wrong move was made here: only the first counts for a guess
  moves = 0;
  /** @type {Record<string, number>} */ mistakes = {}; // by the name of the misconception
  /** @type {Map<Belief, number>} */ signs = new Map(); // for each how much speaks for it
  /** @type {Belief[]} */ known = []; // the misconceptions that can be met here
  /** @type {Move[]} */ done = []; // the right moves, where no run tells them
  /** What stands in braces in a tutor's sentence about a move.
   * @type {Record<string, (judge: any, move: Move) => string>} */
  words = TUTOR_WORDS;
  /** @type {Record<string, string>} */ says = {}; // for each misconception what a tutor says

  constructor(/** @type {Run} */ run) {
    this.run = run;
    this.cursor = new Cursor(run);
  }

  get values() {
    return this.cursor.values;
  }

  get free() {
    return [...this.values.keys()].filter(cell => this.values[cell] < 0);
  }

  see(/** @type {number} */ step) {
    this.step = step;
    this.cursor.seek(step);
    this.domains = this.cursor.domains.slice();
    this.struck.clear();
    this.picked = [];
    this.told = false;
  }

  strike(/** @type {number} */ cell, /** @type {number} */ value) {
    this.domains[cell] &= ~bit(value);
    this.struck.add(spot(cell, value));
  }

  holds(/** @type {number} */ one) {
    const [cell, value] = unspot(one);
    return Boolean(this.domains[cell] & bit(value));
  }

  /** The move that help makes; none if no move leads on. @returns {Move | undefined} */
  get advice() {
    return this.options()[0];
  }

  /** The moves that follow from what somebody believes; the first is as good as any.
   * @param {any} [_changed] what is believed instead of the truth @returns {Move[]} */
  options(_changed) {
    return [];
  }

  take(_move) {}

  /** What is wrong with a move that no misconception explains. @param {Move} _move */
  refuse(_move) {
    return "";
  }

  /** Whether a move follows from what somebody believes. @param {Move} move
   * @param {Belief} [changed] what is believed instead of the truth */
  allows({ kind, cell, value }, changed) {
    return this.options(changed).some(
      one => one.kind === kind && one.cell === cell && one.value === value,
    );
  }

  /** Make a move, if the algorithm could make it; otherwise say why it could not.
   * @param {Move} move @returns {string} "" if it was made */
  make(move) {
    if (this.phase === "over") return "";
    const right = this.allows(move);
    for (const belief of this.told ? [] : this.known)
      // what it says for each or against it
      if (this.allows(move, belief) !== right)
        this.signs.set(belief, (this.signs.get(belief) ?? 0) + (right ? -1 : 1));
    this.moves++;
    this.note = "";
    if (right) return (this.take(move), "");
    this.told = true;
    const { name, say } = this.diagnose(move);
    this.mistakes[name] = (this.mistakes[name] ?? 0) + 1;
    return this.fill(say, move);
  }

  /** A guess at what the learner believes: the misconception whose moves these are, if that is
   * much more likely than the truth. Each first move that only one of both would make is `ODDS`
   * times as likely under the one as under the other. @returns {Belief | null} */
  guess() {
    const [best] = [...this.signs].sort(([, a], [, b]) => b - a);
    return best && ODDS ** best[1] >= SURE ? best[0] : null;
  }

  /** Whether somebody who believes something else makes a wrong move on their way to the end.
   * @param {Belief} changed */
  misleads(changed) {
    while (this.phase !== "over") {
      const theirs = this.options(changed);
      if (theirs.some(one => !this.allows(one))) return true;
      this.take(theirs[0] ?? this.options()[0]);
    }
    return false;
  }

  /** The name of a mistake, and what a tutor says. @param {Move} move */
  diagnose(move) {
    const [found] = this.known
      .filter(belief => this.allows(move, belief))
      .sort((a, b) => (this.signs.get(b) ?? 0) - (this.signs.get(a) ?? 0));
    if (found) return { name: found.name, say: this.says[found.name] };
    return { name: "another move", say: this.refuse(move) };
  }

  fill(text, about = move("pass")) {
    return text.replace(/{(\w+)}/g, (_, word) => this.words[word](this, about));
  }

  name(/** @type {number} */ cell, none = "no cell") {
    return cell < 0 ? none : this.run.name(cell);
  }
}

/** A learner's way through a run: where they stand, what they did, what they may do next.
 * @extends {Judge<Misconception>} */
export class Drive extends Judge {
  look = "";
  select = "";
  order = "";
  /** @type {"cell" | "value" | "look" | "restore" | "back" | "nogood" | "over"} */ phase = "over";
  node = 0; // the one whose look goes on, or that is tried next
  /** @type {Map<string, boolean>} */ judged = new Map(); // which cells are a nogood, by the step
  value = 0;

  /** @param {Run} run @param {string[]} asks what the learner does themselves:
   * "cell", "strike", "look", "restore"; values and ways back are always theirs */
  constructor(run, asks = ["cell", "strike", "look", "restore"]) {
    super(run);
    this.asks = asks;
    const [look, select, order = ""] = run.header.settings.split(", ");
    Object.assign(this, { look, select, order });
    /** The misconceptions that this algorithm can meet. */
    this.known = MISCONCEPTIONS.filter(belief => belief.met(this));
    this.stand(run.verbs.indexOf(VERB.BEGIN) + 1);
  }

  /** Stand at a step: the next event of the run says which kind of move comes. */
  stand(/** @type {number} */ step) {
    const { run, asks } = this;
    while (PASSED_OVER.includes(run.verbs[step])) step++;
    this.see(step);
    const next = run.verbs[step],
      at = run.nodeAt(step),
      tried = next === VERB.ASSIGN ? run.nodeAt(step + 1) : 0;
    // of a look that was cut off nobody knows the end
    if (tried && (run.known[tried] || run.last[tried])) {
      const chosen = triedBefore(run, tried).length > 0 || !asks.includes("cell");
      this.node = tried;
      this.cell = chosen ? run.nodeCell[tried] : -1;
      this.phase = chosen ? "value" : "cell";
    } else if (next === VERB.RESTORE) {
      Object.assign(this, { node: at, cell: run.nodeCell[at], value: run.nodeValue[at] });
      this.phase = "restore";
      if (!asks.includes("restore")) this.stand(step + 1);
    } else if (next === VERB.LEARN) {
      Object.assign(this, { cell: run.cellOf(step + 2), phase: "nogood" });
      if (!asks.includes("strike")) this.stand(step + 1);
    } else this.phase = next === VERB.BACKTRACK ? "back" : "over";
  }

  get path() {
    return this.cursor.path();
  }

  get tried() {
    if (this.phase === "back") return valuesOf(this.domains[this.cell]);
    return this.phase === "value" ? triedBefore(this.run, this.node) : [];
  }

  get untried() {
    return valuesOf(this.domains[this.cell]).filter(one => !this.tried.includes(one));
  }

  /** The end of the look that goes on: its last event before the value is taken back, or kept. */
  get end() {
    const { run, node } = this;
    return run.known[node] || (run.last[node] || run.length + 1) - 1;
  }

  /** What the recorded look removes, as far as it is there. */
  get recorded() {
    const { run, step, end } = this;
    const steps = Array.from({ length: end - step }, (_, at) => step + 1 + at);
    return steps
      .filter(at => run.verbs[at - 1] === VERB.PRUNE)
      .map(at => spot(run.cellOf(at), run.values[at - 1]))
      .filter(one => this.holds(one));
  }

  /** The cells of the nogood that the search learns next. */
  get learned() {
    return this.run.event(this.step + 1).reason?.cells ?? [];
  }

  /** @param {number[]} cells */
  write(cells) {
    const { run, values } = this;
    return list(cells.map(one => `${run.name(one)} = ${run.word(values[one])}`)) || "no cell";
  }

  /** Whether no solution has the values of all these cells: they hold what the search learns, or no
   * way to fill the board is found. @param {number[]} cells */
  isNogood(cells) {
    const { run, step, values, learned } = this,
      asked = `${step}: ${cells}`;
    if (!this.judged.has(asked)) {
      const none = learned.every(one => cells.includes(one)) || !isSolvable(run, values, cells);
      this.judged.set(asked, none);
    }
    return this.judged.get(asked);
  }

  /** Whether what is picked is a nogood. */
  get true() {
    return this.isNogood(this.picked);
  }

  /** Of a nogood that is picked, cells that can be left out together, those not learned first. */
  get spare() {
    const { picked, learned } = this,
      others = picked.filter(one => !learned.includes(one)),
      without = (left, cell) => left.filter(one => one !== cell),
      shorten = (left, cell) => (this.isNogood(without(left, cell)) ? without(left, cell) : left),
      kept = [...others, ...learned].reduce(shorten, picked);
    return picked.filter(one => !kept.includes(one));
  }

  /** The cells of a failed check: under bt any assigned neighbour that the value violates. */
  get violated() {
    const { run, values, cell, value } = this;
    return run
      .neighbours(cell)
      .filter(other => values[other] >= 0 && !run.goes(cell, value, other, values[other]));
  }

  // -- what may come next -----------------------------------------------------------------------

  /** @param {Partial<Belief>} [changed] @returns {Move[]} */
  options(changed = {}) {
    const { phase, look, run, cell } = this,
      believed = { ...TRUTH, ...changed };
    const tries = values => values.map(one => move("value", -1, one));
    if (phase === "over") return [];
    if (phase === "cell") return believed.cells(this).map(one => move("cell", one));
    if (phase === "nogood") {
      const { learned, picked } = this,
        done = this.true && (picked.length <= learned.length || !this.spare.length);
      const differs = [...learned, ...picked].filter(
        one => !learned.includes(one) || !picked.includes(one),
      );
      return [...differs.map(one => move("cell", one)), ...(done ? [move("pass")] : [])];
    }
    if (phase === "restore")
      return believed.restores
        ? [move("restore")]
        : [...tries(valuesOf(run.all(cell))), move("back", this.path.at(-2) ?? -1)];
    if (phase !== "look") {
      const back = believed.back(this);
      return [...tries(believed.values(this)), ...(back === NEVER ? [] : [move("back", back)])];
    }
    const ends = move(run.known[this.node] ? "pass" : "fail");
    if (look === "bt")
      return this.violated.length ? this.violated.map(one => move("fail", one)) : [move("pass")];
    if (!this.asks.includes("strike")) return changed.removes || changed.wiped ? [] : [ends];
    if (believed.wiped(this).length) return [move("fail")];
    const strikes = believed.removes(this).map(one => move("strike", ...unspot(one)));
    return strikes.length ? strikes : [look in REMOVES ? move("pass") : ends];
  }

  /** Any cell may be picked, or not; what counts is all of them. @param {Move} move
   * @param {Misconception} [changed] */
  allows(move, changed) {
    const picks = this.phase === "nogood" && move.kind === "cell";
    return picks ? this.path.includes(move.cell) : super.allows(move, changed);
  }

  diagnose(/** @type {Move} */ move) {
    const ends = this.phase === "nogood" && move.kind === "pass" && this.picked.length;
    if (!ends) return super.diagnose(move);
    const name = this.true ? "keeps a cell that can be left out" : "leaves out a cell to blame";
    return { name, say: this.says[name] };
  }

  /** @param {Move} move */
  refuse({ kind, cell, value }) {
    const { phase, run } = this,
      checks = this.look === "bt",
      stands = this.values[cell] >= 0 ? "{cell} has a value." : "";
    if (phase === "cell") return kind === "cell" ? stands || "{compare}" : "First choose a cell.";
    if (phase === "restore") return "First take {tried} back.";
    if (phase === "nogood") return "First write the nogood: cells that the search has assigned.";
    if (phase === "value") return "{here} has to be tried next: {untried}.";
    if (phase === "back")
      return kind === "back"
        ? "The search goes back to {back}."
        : "{here} has nothing left to try.";
    if (kind === "pass")
      return checks
        ? "{tried} breaks a rule. Click the cell that it clashes with."
        : "Not yet: {left} has a value that must be removed.";
    if (kind === "fail")
      return checks ? "{cell} does not clash with {tried}." : "No domain is empty yet.";
    if (kind !== "strike") return "The look at the value comes first.";
    if (stands) return stands;
    if (!this.holds(spot(cell, value))) return "{value} is not in {cell} any more.";
    if (this.look === "mac") return "{value} stays in {cell}: it has a support in each neighbour.";
    if (!(this.look in REMOVES)) return "{value} stays in {cell}: the look does not remove it.";
    return run.neighbours(this.cell).includes(cell)
      ? "{value} stays in {cell}: {tried} allows it."
      : "{value} stays: no constraint joins {cell} and {here}.";
  }

  take(/** @type {Move} */ { kind, cell, value }) {
    const { run, node, step } = this;
    if (this.phase === "nogood" && kind === "cell") {
      const { picked } = this;
      this.picked = picked.includes(cell) ? picked.filter(one => one !== cell) : [...picked, cell];
    } else if (this.phase === "nogood") {
      const { picked, learned } = this,
        same = picked.length === learned.length && learned.every(one => picked.includes(one)),
        note = same ? "" : this.fill(OTHER_NOGOOD);
      this.stand(step + 1);
      this.note = note;
    } else if (kind === "cell") Object.assign(this, { cell, phase: "value", told: false });
    else if (kind === "strike") this.strike(cell, value);
    else if (kind === "value") {
      Object.assign(this, { cell: run.nodeCell[node], value, phase: "look" });
      this.see(run.first[node]);
      if (!this.asks.includes("look")) this.stand(this.end);
    } else if (kind === "pass" || kind === "fail") this.stand(this.end);
    else {
      const { from, to } = run.leaps; // a jump takes all on its way back with it
      this.stand((kind === "back" && to[from.indexOf(step + 1)]) || step + 1);
    }
  }
}
