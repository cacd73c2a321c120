// Hints and solutions for a page without a kernel: it carries a walkthrough from the start to the
// end, and for every wrong entry why it is wrong, as carried.py packs them.

/** Answers what a kernel would be asked; see answers.py. */
class Carried {
  constructor({ facts, walkthrough, wrong }) {
    Object.assign(this, { facts, walkthrough, wrong });
  }

  answer({ id, ask, values, marks }) {
    if (ask === "facts") return { id, answer: this.facts };
    if (ask === "hint") return { id, answer: this.hint(values, new Map(marks)) };
    return { id, error: "this needs a running kernel: open the notebook in Jupyter" };
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    const { solution, count: many } = this.facts;
    if (many === 1) {
      const entry = values.findIndex((value, cell) => value && value !== solution[cell]);
      if (entry >= 0) return this.wrong[`${entry} ${values[entry]}`] ?? wrongEntry(entry, values[entry]);
      for (const [cell, left] of marks) if (!left.includes(solution[cell])) return wrongNotes(cell, solution[cell]);
    }
    const open = (cell, value) => !values[cell] && (!marks.has(cell) || marks.get(cell).includes(value));
    return this.walkthrough.find(({ places, removes }) => places.some(([cell]) => !values[cell]) ||
      removes.some(([cell, gone]) => gone.some((value) => open(cell, value)))) ?? null;
  }
}
