// The board in the role of a run's: what is assigned and left, and what an event is about.

import { Board } from "./board.js";
import { forNotebook, put } from "./page.js";
import { HOLDS } from "./puzzle.js";
import { BACKTRACK, CHECK, PLACE, PRUNE, RESTORE, SOLUTION, WIPE_OUT } from "./recording.js";

export class RunBoard extends Board {
  /** @param {import("./run.js").Run} run @param {(cell: number, value: number) => void} ask called with a cell, and a value or 0 */
  constructor(run, ask) {
    const label = `board, ${run.n} by ${run.n}; arrows choose a cell, Enter tells when its values went`;
    super(run, label, ask, { keydown: (event) => this.key(event), blur: () => this.choose(-1) });
    this.run = run;
    this.ask = ask;
    this.chosen = -1; // the cell that the keyboard is at
    this.keyed = this.frame("fsl-keyed", -3);
    this.marks.append(this.keyed);
  }

  draw(/** @type {import("./cursor.js").Cursor} */ cursor) {
    const { run } = this, nothing = { verb: 0, cell: -1, value: 0, other: -1, otherValue: 0, reason: undefined };
    for (let cell = 0; cell < run.cells; cell++) this.drawDomain(cell, cursor.domains[cell], cursor.values[cell]);
    const event = cursor.step ? run.event(cursor.step) : nothing;
    put(this.node, "class", event.verb === SOLUTION ? "fsl-board fsl-solved" : "fsl-board");
    this.drawPlay(event, cursor);
  }

  /** @param {number} cell @param {number} mask of its domain @param {number} value -1 for none */
  drawDomain(cell, mask, value) {
    const { n, givens } = this.run, wiped = value < 0 && !mask;
    const shown = value >= 0 ? value : givens[cell];
    if (this.drawCell(cell, shown, mask, ~mask & (2 ** n - 1))) this.hatch(cell, wiped, wiped);
  }

  /** The current cell, those in play, and the constraint between.
   * @param {import("./recording.js").RunEvent} event @param {import("./cursor.js").Cursor} cursor */
  drawPlay({ verb, cell, value, other, otherValue, reason }, cursor) {
    const { run } = this, node = run.nodeAt(cursor.step);
    const placed = cursor.trail.findLast((step) => run.verbs[step - 1] === PLACE);
    let current = node ? run.nodeCell[node] : cursor.inSetup && placed ? cursor.cellOf(placed) : -1;
    if (verb === RESTORE || verb === BACKTRACK) current = cell;
    this.drawCurrent(current);
    const alone = verb === PRUNE || verb === WIPE_OUT ? [cell, ...(reason?.cells ?? [])] : [];
    const ends = other >= 0 ? [cell, other] : [...new Set(alone)];
    this.drawChecked(ends.filter((end) => end !== current));
    /** @type {import("./board.js").Place[]} */ const tried = [[cell, value], [other, otherValue]];
    this.drawProbes(verb === CHECK ? tried.filter(([end, one]) => end >= 0 && cursor.values[end] < 0 && one) : []);
    this.drawConstraint(cell, other, verb === CHECK ? HOLDS[run.relation(cell, other)](value, otherValue) : undefined);
    this.drawCuts(verb === PRUNE && cursor.values[cell] < 0 ? [[cell, value]] : []);
  }

  choose(/** @type {number} */ cell) {
    this.chosen = cell;
    this.place(this.keyed, cell, -3);
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (forNotebook(event)) return;
    const from = this.chosen;
    if (event.key.startsWith("Arrow")) {
      this.choose(from < 0 ? 0 : this.run.beside(from, event.key));
      this.ask(this.chosen, 0);
    } else if (event.key === "Enter" && from >= 0) this.ask(from, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
