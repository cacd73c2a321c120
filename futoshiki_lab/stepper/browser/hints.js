// Hints for a page without a kernel: it carries the puzzle's solution, a walkthrough from the start
// to the end and, for every wrong entry, why it is wrong, as carried.py packs them.

/** The hint for notes that leave out the value that must be there. */
function wrongNotes(puzzle, cell, value) {
  const name = puzzle.name(cell);
  return {
    where: `look at the notes of ${name}`, rule: "one note too many: the notes leave out the value that belongs here",
    why: `${name} must be ${value}, and its notes rule ${value} out`,
    cells: [cell], places: [], removes: [], restores: [[cell, [value]]], wrong: null,
  };
}

/** Answers what a kernel would be asked; see answers.py. */
class Carried {
  constructor(puzzle, { facts, walkthrough, wrong }) {
    Object.assign(this, { puzzle, facts, walkthrough, wrong });
  }

  answer({ id, ask, values, marks }) {
    if (ask === "facts") return { id, answer: this.facts };
    if (ask === "hint") return { id, answer: this.hint(values, new Map(marks)) };
    return { id, error: "a new puzzle needs a running kernel: open the notebook in Jupyter" };
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    const { solution, solutions } = this.facts;
    const entry = solutions === 1 ? values.findIndex((value, cell) => value && value !== solution[cell]) : -1;
    if (entry >= 0) return this.wrong[`${entry} ${values[entry]}`] ?? this.wrongEntry(entry, values[entry]);
    const open = (cell, value) => !values[cell] && (!marks.has(cell) || marks.get(cell).includes(value));
    return this.walkthrough.find(({ places, removes }) => places.some(([cell]) => !values[cell]) ||
      removes.some(([cell, gone]) => gone.some((value) => open(cell, value)))) ?? null;
  }

  wrongEntry(cell, value) {
    const name = this.puzzle.name(cell);
    return {
      where: `look at ${name}`, rule: "this entry is wrong", why: `${name} = ${value} is in no solution`,
      cells: [cell], places: [], removes: [], wrong: cell,
    };
  }
}
