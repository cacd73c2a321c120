// An answer that is given on a board.

import { Board } from "./board.js";
import { dom, forNotebook, h, list, readTheme } from "./page.js";
import { bit, Puzzle, valuesOf } from "./puzzle.js";

/** Cells of a board that are clicked, or values that are struck out there. */
export class BoardAnswer {
  // by cell: the values struck out, or -1 for the cell itself
  /** @type {Map<number, number>} */ chosen = new Map();
  at = -1; // the cell that the keyboard is at

  /** @param {{board: import("./puzzle.js").SentPuzzle, values: number[], domains: number[],
   * mark: number, name: string}} offer @param {() => void} changed
   * @param {string} kind "cells" or "values" */
  constructor(offer, changed, kind) {
    const puzzle = new Puzzle(offer.board);
    const cells = kind === "cells",
      keys = cells ? "the space bar marks it" : "digits strike values out",
      how = `arrows choose a cell, ${keys}`,
      clicks = cells ? "Click on cells" : "Click on values to strike them out";
    this.wanted = cells ? "Click on a cell." : "Strike out what goes, or commit nothing.";
    this.offer = offer;
    this.changed = changed;
    this.cells = cells;
    this.puzzle = puzzle;
    this.board = new Board(
      puzzle,
      `board, ${puzzle.title}; ${how}`,
      (cell, value) => this.toggle(cell, value),
      { keydown: event => this.key(event), blur: () => this.go(-1) },
    );
    this.told = h("span", { class: "fsl-told", role: "status" });
    const told = dom`<p>${`${clicks}; with the keyboard: ${how}. `}${this.told}</p>`;
    const sheet = { class: "fsl-answer fsl-sheet", style: `--fsl-n:${puzzle.span}` };
    this.node = h("fieldset", sheet, this.board.node, told);
    const fit = new ResizeObserver(() => this.board.fit(readTheme(this.board.node).least));
    fit.observe(this.board.node);
    this.draw();
  }

  draw() {
    const { offer, board, chosen, puzzle } = this;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const open = offer.domains[cell];
      board.drawCell(cell, offer.values[cell], open, puzzle.all(cell) & ~open);
      board.light(cell, this.cells && chosen.has(cell) ? "fsl-stands" : "");
    }
    board.drawCurrent(offer.mark);
    const cuts = this.cells ? [] : [...chosen];
    board.drawCuts(cuts.flatMap(([cell, mask]) => valuesOf(mask).map(value => [cell, value])));
  }

  toggle(cell, value) {
    if (this.node.disabled || cell < 0) return;
    const { offer, chosen } = this,
      can = value && !offer.values[cell] && offer.domains[cell] & bit(value);
    if (!this.cells && !can) return;
    const mask = (chosen.get(cell) ?? 0) ^ (this.cells ? -1 : bit(value));
    mask ? chosen.set(cell, mask) : chosen.delete(cell);
    const name = this.puzzle.name(cell),
      is = `${name} ${mask ? "chosen" : "not chosen"}; ${chosen.size} in all.`,
      gone = `${name}: ${this.puzzle.words(mask).join(" ") || "nothing"} struck out.`;
    this.told.textContent = this.cells ? is : gone;
    this.draw();
    this.changed();
  }

  go(cell) {
    this.at = cell;
    this.board.drawKeyed(cell);
  }

  key(event) {
    if (forNotebook(event)) return;
    const { at, puzzle } = this,
      digit = Number(event.key);
    if (event.key.startsWith("Arrow")) {
      this.go(at < 0 ? 0 : puzzle.beside(at, event.key));
      this.told.textContent = this.describe(this.at);
    } else if (at >= 0 && this.cells && event.key === " ") this.toggle(at, 0);
    else if (at >= 0 && digit >= 1 && digit <= puzzle.n) this.toggle(at, digit);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A cell in words. */
  describe(cell) {
    const { offer, puzzle } = this,
      value = offer.values[cell],
      mask = this.chosen.get(cell) ?? 0,
      open = puzzle.words(offer.domains[cell]).join(" "),
      left = value ? `= ${puzzle.word(value)}` : `in ${open}`,
      marked = this.cells ? "chosen" : `${puzzle.words(mask).join(" ")} struck out`;
    return `${puzzle.name(cell)} ${left}${mask ? `, ${marked}` : ""}.`;
  }

  /** An answer as masks by cell. @returns {Map<number, number>} */
  masks(answer) {
    return new Map(this.cells ? answer.map(cell => [cell, -1]) : answer);
  }

  read() {
    const chosen = [...this.chosen].sort(([a], [b]) => a - b);
    if (!this.cells) return chosen;
    return chosen.length ? chosen.map(([cell]) => cell) : null;
  }

  show(given) {
    if (!Array.isArray(given)) return;
    this.chosen = this.masks(given);
    this.draw();
  }

  /** The right answer on the board; where the given one differs is framed. */
  correct(right) {
    const own = this.chosen;
    this.show(right);
    const all = new Set([...own.keys(), ...this.chosen.keys()]);
    const differs = [...all].filter(cell => own.get(cell) !== this.chosen.get(cell));
    this.board.drawChecked(own.size ? differs : []);
    this.chosen = own;
  }

  where(given, right) {
    const [mine, wanted] = [this.masks(given), this.masks(right)],
      cells = [...new Set([...wanted.keys(), ...mine.keys()])].sort((a, b) => a - b),
      wrong = cells.filter(cell => mine.get(cell) !== wanted.get(cell)),
      extra = wrong.find(cell => mine.has(cell));
    if (!this.cells) return `Look again at ${this.puzzle.name(wrong[0])}.`;
    if (extra === undefined) return "There is another one.";
    return `${this.puzzle.name(extra)} is not one of them.`;
  }

  said(right) {
    const { puzzle } = this;
    if (!right.length) return "nothing";
    if (this.cells) return list(right.map(cell => puzzle.name(cell)));
    return right.map(([at, mask]) => `${puzzle.name(at)}: ${list(puzzle.words(mask))}`).join("; ");
  }
}
