// Hints for a page without a kernel. It carries the puzzle's solution, a walkthrough from the start
// to the end and, for every wrong entry, why it is wrong, as carried.py packs them.

/** @typedef {import("./hints.js").Hint} Hint */
/** @typedef {{facts: Facts, walkthrough: Hint[], wrong: Record<string, Hint>}} CarriedData */
/** @typedef {{solutions: number | null, solution: number[] | null, level?: string}} Facts see answers.py */

/** Answers what a kernel would be asked; see answers.py. */
export class Carried {
  /** @param {import("./puzzle.js").Puzzle} puzzle @param {CarriedData} data */
  constructor(puzzle, { facts, walkthrough, wrong }) {
    this.puzzle = puzzle;
    this.facts = facts;
    this.walkthrough = walkthrough;
    this.wrong = wrong;
  }

  /** @param {any} question @param {boolean} own whether it is about this puzzle, not one that the player has entered */
  answer({ id, ask, values, marks }, own = true) {
    if (!own) return { id, answer: ask === "facts" ? { solutions: null, solution: null } : null };
    if (ask === "facts") return { id, answer: this.facts };
    if (ask === "hint") return { id, answer: this.hint(values, new Map(marks)) };
    return { id, error: "a new puzzle needs a running kernel: open the notebook in Jupyter" };
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    return this.mistake(values, marks) ?? this.walkthrough.find((step) => this.leadsOn(step, values, marks)) ?? null;
  }

  mistake(values, marks) {
    const { solution, solutions } = this.facts;
    if (solutions !== 1 || !solution) return undefined;
    const entry = values.findIndex((value, cell) => value && value !== solution[cell]);
    if (entry >= 0) {
      const why = `${this.puzzle.name(entry)} = ${values[entry]} is in no solution.`;
      return this.wrong[`${entry} ${values[entry]}`] ?? this.wrongCell(entry, "This entry is wrong.", why);
    }
    for (const [cell, left] of marks) {
      const why = `${this.puzzle.name(cell)} can still be ${solution[cell]}.`;
      if (!left.includes(solution[cell])) return this.wrongCell(cell, "Its notes leave out a value that is possible.", why);
    }
    return undefined;
  }

  wrongCell(cell, rule, why) {
    const where = `Look at ${this.puzzle.name(cell)}: something is wrong there.`;
    return { where, rule, why, cells: [cell], places: [], removes: [], wrong: cell };
  }

  /** Whether a step says more than what is entered, noted, or done in the lines of what is entered. */
  leadsOn({ places, removes }, values, marks) {
    const inLine = (cell, value) => this.puzzle.neighbours(cell).some((other) => values[other] === value);
    const open = (cell, value) => !values[cell] && (marks.get(cell) ?? [value]).includes(value) && !inLine(cell, value);
    return places.some(([cell]) => !values[cell]) || removes.some(([cell, gone]) => gone.some((value) => open(cell, value)));
  }
}
