// The judge of a learner who mends a full board as min-conflicts does, and writes their own run.
//
// Knows no page and also runs under Node.

import { move, TUTOR_WORDS } from "./drive.js";
import { Free } from "./free_play.js";
import { count } from "../../stepper/browser/page.js";
import { valuesOf } from "../../stepper/browser/puzzle.js";
import { VERB } from "../../stepper/browser/recording.js";

/** @import { Move } from "./drive.js" */

/** @typedef {{name: string, moves(drive: MendDrive): Move[]}} MendMisconception */

/** What learners do instead, by its name in ideas.txt.
 * @type {Record<string, MendMisconception["moves"]>} */
const MEND_IDEAS = {
  "changes a given": ({ run, cells }) => cells.filter(cell => run.givens[cell]).map(takeCell),
  "picks a cell without conflict": drive =>
    drive.cells.filter(cell => !drive.run.givens[cell] && !drive.clashes(cell)).map(takeCell),
  "takes any value that is better": drive =>
    drive.all.filter(value => drive.clashes(drive.cell, value) < drive.clashes()).map(putValue),
};
const BOARDS = 1000; // boards, until help gives a plateau up
const takeCell = (/** @type {number} */ cell) => move("cell", cell);
const putValue = (/** @type {number} */ value) => move("value", -1, value);
const MEND_KNOWN = Object.entries(MEND_IDEAS).map(([name, moves]) => ({ name, moves }));

/** @type {Record<string, (drive: MendDrive, move: Move) => string>} */
const MEND_WORDS = {
  ...TUTOR_WORDS,
  many: (drive, { value }) => count(drive.clashes(drive.cell, value), "conflict"),
  least: drive => `${drive.least}`,
};

/** A cell in conflict is chosen, then one of its best values, until no constraint is violated. */
export class MendDrive extends Free {
  words = MEND_WORDS;
  known = MEND_KNOWN;

  get cells() {
    return [...this.values.keys()];
  }

  get all() {
    return this.cell < 0 ? [] : valuesOf(this.run.all(this.cell));
  }

  clashes(
    cell = this.cell,
    value = this.values[cell],
    /** @type {ArrayLike<number>} */ values = this.values,
  ) {
    const { run } = this;
    return run.neighbours(cell).filter(other => !run.goes(cell, value, other, values[other]))
      .length;
  }

  /** All moves of min-conflicts on a full board: a cell in conflict gets one of its best values.
   * @param {ArrayLike<number>} values
   * @returns {{cell: number, value: number, better: boolean}[]} */
  changes(values) {
    const { run, cells } = this,
      free = [this.cell, ...cells].filter(cell => cell >= 0 && !run.givens[cell]);
    return free.flatMap(cell => {
      const now = this.clashes(cell, values[cell], values),
        all = now ? valuesOf(run.all(cell)) : [],
        many = all.map(value => this.clashes(cell, value, values)),
        least = Math.min(...many);
      return all
        .filter((value, at) => many[at] === least && value !== values[cell])
        .map(value => ({ cell, value, better: least < now }));
    });
  }

  get least() {
    return Math.min(...this.all.map(value => this.clashes(this.cell, value)));
  }

  write(events, outcome = "") {
    super.write(events, outcome);
    if (!outcome && !this.cursor.conflicts().length)
      return this.write([[VERB.SOLUTION, 0, 0, this.run.placeCell.length - 1]], "solved");
    this.nodes = this.done.length;
    this.failed_values = 0;
    if (!outcome) this.phase = this.cell < 0 ? "cell" : "value";
  }

  /** Whether no move changes the board: each cell in conflict has its one best value. */
  get stuck() {
    return !this.changes(this.values).length;
  }

  /** The first of as few moves as possible after which there are fewer conflicts, and whether it
   * only leads there: on a plateau. None if there are no such moves, as far as is searched. */
  get leads() {
    const start = Array.from(this.values),
      seen = new Set([`${start}`]),
      /** @type {[values: number[], first?: {cell: number, value: number}][]} */
      open = [[start]];
    for (const [values, first] of open)
      for (const { cell, value, better } of seen.size < BOARDS ? this.changes(values) : []) {
        if (better) return { ...(first ?? { cell, value }), plateau: Boolean(first) };
        const next = Object.assign([...values], { [cell]: value });
        if (!seen.has(`${next}`)) open.push([next, first ?? { cell, value }]);
        seen.add(`${next}`);
      }
    return null;
  }

  get advice() {
    const { leads } = this;
    if (!leads) return undefined;
    return leads.cell === this.cell ? putValue(leads.value) : takeCell(leads.cell);
  }

  /** @param {MendMisconception} [changed] */
  options(changed) {
    const { run, cells, all, least } = this,
      faulty = cells.filter(cell => !run.givens[cell] && this.clashes(cell));
    const best = all.filter(value => this.clashes(this.cell, value) === least);
    return changed?.moves(this) ?? [...best.map(putValue), ...faulty.map(takeCell)];
  }

  /** @param {Move} move @param {MendMisconception} [changed] */
  allows({ kind, cell, value }, changed) {
    const same = one => (kind === "cell" ? one.cell === cell : one.value === value);
    return this.options(changed).some(one => one.kind === kind && same(one));
  }

  guess() {
    return null; // a wrong move says enough
  }

  /** @param {Move} move */
  refuse({ kind }) {
    if (kind === "cell") return "{cell} cannot be chosen.";
    if (kind !== "value") return "Here a cell in conflict is chosen, and gets a value.";
    return this.cell < 0
      ? "First choose a cell in conflict."
      : "{value} has {many}, and another value has {least}.";
  }

  take(/** @type {Move} */ { kind, cell, value }) {
    this.told = false;
    if (kind === "cell") Object.assign(this, { cell, phase: "value" });
    else {
      const changed = this.cell;
      this.done.push({ kind, cell: changed, value });
      this.cell = -1;
      this.write([[VERB.ASSIGN, value, 0, changed]]);
    }
  }
}
