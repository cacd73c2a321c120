// Hints and reasons for a page without a kernel. It carries the puzzle's solution, a walkthrough
// from the
// start to the end and the reasons against every wrong value, as answers.py packs them.

/** @typedef {import("./hints.js").Hint} Hint */
/** @typedef {import("./reason_view.js").Reason} Reason */
/** @typedef {{facts: Facts, walkthrough: Hint[], reasons?: Record<string, Reason[]>, wrong?: Record<string, Hint>, none?: Reason}} CarriedData
 *   by "cell value" the reasons against it, the cheapest first, or a proof that it is wrong; why
 * there is no solution */
/** @typedef {{solutions: number | null, solution: number[] | null, level?: string}} Facts see
 * answers.py */

/** Answers what a kernel would be asked; see answers.py. */
export class Carried {
  /** @param {import("./puzzle.js").Puzzle} puzzle @param {CarriedData} data */
  constructor(puzzle, { facts, walkthrough, reasons = {}, wrong = {}, none }) {
    this.puzzle = puzzle;
    this.facts = facts;
    this.walkthrough = walkthrough;
    this.reasons = reasons;
    this.wrong = wrong;
    this.none = none;
  }

  /** @param {any} question @param {boolean} own whether it is about this puzzle, not one that the
   * player has entered */
  answer({ id, ask, values, marks, cell, value }, own = true) {
    if (!own) return { id, answer: ask === "facts" ? { solutions: null, solution: null } : null };
    if (ask === "facts") return { id, answer: this.facts };
    if (ask === "hint") return { id, answer: this.hint(values, new Map(marks)) };
    if (ask === "why")
      return { id, answer: cell === null ? this.none : this.why(cell, value, values) };
    return { id, error: "a new puzzle needs a running kernel: open the notebook in Jupyter" };
  }

  /** Why a value cannot stand, or that it can; if it can, but another entry is wrong, why that one
   * cannot.
   * @param {number} cell @param {number} value @param {number[]} values */
  why(cell, value, values) {
    const reason = this.reason(cell, value, values);
    return reason?.can ? (this.mistake(values, [])?.reason ?? reason) : reason;
  }

  /** The cheapest reason whose entries are on the board. @param {number} cell @param {number} value
   * @param {number[]} values */
  reason(cell, value, values) {
    const known = this.reasons[`${cell} ${value}`];
    return (
      known?.find(({ entries }) => entries.every(([other, stands]) => values[other] === stands)) ??
      null
    );
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    return (
      this.mistake(values, marks) ??
      this.walkthrough.find(step => this.leadsOn(step, values, marks)) ??
      null
    );
  }

  mistake(values, marks) {
    const { solution, solutions } = this.facts;
    if (solutions !== 1 || !solution) return undefined;
    const entry = values.findIndex((value, cell) => value && value !== solution[cell]);
    if (entry >= 0) {
      const reason = this.reason(entry, values[entry], values),
        wrong = `${entry} ${values[entry]}`;
      const why =
        reason?.text ?? `${this.puzzle.name(entry)} = ${values[entry]} is in no solution.`;
      return this.wrong[wrong] ?? { ...this.wrongCell(entry, "This entry is wrong.", why), reason };
    }
    for (const [cell, left] of marks) {
      const why = `${this.puzzle.name(cell)} can still be ${solution[cell]}.`;
      if (!left.includes(solution[cell]))
        return this.wrongCell(cell, "Its notes leave out a value that is possible.", why);
    }
    return undefined;
  }

  /** @returns {Hint} */
  wrongCell(cell, rule, why) {
    const where = `Look at ${this.puzzle.name(cell)}: something is wrong there.`;
    return { where, rule, why, cells: [cell], places: [], removes: [], wrong: cell };
  }

  /** Whether a step says more than what is entered, noted, or done in the lines of what is
   * entered. */
  leadsOn({ places, removes }, values, marks) {
    const inLine = (cell, value) =>
      this.puzzle.neighbours(cell).some(other => values[other] === value);
    const open = (cell, value) =>
      !values[cell] && (marks.get(cell) ?? [value]).includes(value) && !inLine(cell, value);
    return (
      places.some(([cell]) => !values[cell]) ||
      removes.some(([cell, gone]) => gone.some(value => open(cell, value)))
    );
  }
}
