// An answer that is given on a board: cells that are clicked, or values that are struck out.

import { Board } from "./board.js";
import { dress } from "./graph.js";
import { dom, forNotebook, h, list, readTheme } from "./page.js";
import { bit, Puzzle, valuesOf } from "./puzzle.js";

export class BoardAnswer {
  // by cell: the values struck out, or -1 for the cell itself
  /** @type {Map<number, number>} */ chosen = new Map();
  at = -1; // the cell that the keyboard is at
  wanted = "";

  /** @param {{board: import("./puzzle.js").SentPuzzle, values: number[],
   * domains: number[], mark: number, name: string}} offer
   * @param {() => void} changed @param {string} kind "cells" or "values" */
  constructor(offer, changed, kind) {
    const cells = kind === "cells";
    this.offer = offer;
    this.changed = changed;
    this.cells = cells;
    this.wanted = cells ? "Click on a cell." : "Strike out what goes, or commit nothing.";
    this.puzzle = new Puzzle(offer.board);
    const how = cells
      ? "arrows choose a cell, the space bar marks it"
      : "arrows choose a cell, digits strike values out";
    const label = `board, ${this.puzzle.title}; ${how}`;
    /** @type {(cell: number, value: number) => void} */
    const click = (cell, value) => this.toggle(cell, value);
    this.board = new Board(this.puzzle, label, click, {
      keydown: event => this.key(event),
      blur: () => this.go(-1),
    });
    dress(this.board);
    this.told = h("span", { class: "fsl-told", role: "status" });
    const clicks = cells ? "Click on cells" : "Click on values to strike them out";
    this.node = dom`<div class="fsl-answer fsl-sheet" style=${`--fsl-n:${this.puzzle.span}`}>
      ${this.board.node}<p>${`${clicks}; with the keyboard: ${how}. `}${this.told}</p></div>`;
    const fit = new ResizeObserver(() => this.board.fit(readTheme(this.board.node).least));
    fit.observe(this.board.node);
    this.draw();
  }

  draw() {
    const { offer, board, chosen, puzzle } = this;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const value = offer.values[cell],
        open = offer.domains[cell];
      board.drawCell(cell, value, open, puzzle.all(cell) & ~open);
    }
    board.drawCurrent(offer.mark);
    const struck = [...chosen].flatMap(([cell, mask]) =>
      this.cells ? [] : valuesOf(mask).map(value => [cell, value]),
    );
    board.drawCuts(struck);
    for (let cell = 0; cell < puzzle.cells; cell++)
      board.light(cell, this.cells && chosen.has(cell) ? "fsl-stands" : "");
  }

  toggle(/** @type {number} */ cell, /** @type {number} */ value) {
    if (this.locked || cell < 0) return;
    const { offer, chosen } = this,
      name = this.puzzle.name(cell);
    if (this.cells) {
      chosen.has(cell) ? chosen.delete(cell) : chosen.set(cell, -1);
      const is = chosen.has(cell) ? "chosen" : "not chosen";
      this.told.textContent = `${name} ${is}; ${chosen.size} in all.`;
    } else if (value && !offer.values[cell] && offer.domains[cell] & bit(value)) {
      const mask = (chosen.get(cell) ?? 0) ^ bit(value);
      mask ? chosen.set(cell, mask) : chosen.delete(cell);
      const struck = this.puzzle.words(mask).join(" ") || "nothing";
      this.told.textContent = `${name}: ${struck} struck out.`;
    } else return;
    this.draw();
    this.changed();
  }

  go(/** @type {number} */ cell) {
    this.at = cell;
    this.board.drawKeyed(cell);
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (forNotebook(event)) return;
    const { at, puzzle } = this,
      digit = Number(event.key);
    if (event.key.startsWith("Arrow")) {
      this.go(at < 0 ? 0 : puzzle.beside(at, event.key));
      this.told.textContent = this.tell(this.at);
    } else if (at >= 0 && this.cells && event.key === " ") this.toggle(at, 0);
    else if (at >= 0 && digit >= 1 && digit <= puzzle.n) this.toggle(at, digit);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A cell in words. @param {number} cell */
  tell(cell) {
    const { offer, chosen } = this,
      value = offer.values[cell],
      mask = chosen.get(cell) ?? 0;
    const { puzzle } = this,
      left = value
        ? `= ${puzzle.word(value)}`
        : `in ${puzzle.words(offer.domains[cell]).join(" ")}`;
    const marked = this.cells ? ", chosen" : `, ${puzzle.words(mask).join(" ")} struck out`;
    return `${puzzle.name(cell)} ${left}${mask ? marked : ""}.`;
  }

  read() {
    const { chosen, cells } = this;
    if (cells) return chosen.size ? [...chosen.keys()].sort((a, b) => a - b) : null;
    return [...chosen].sort(([a], [b]) => a - b);
  }

  show(/** @type {any} */ given) {
    if (!Array.isArray(given)) return;
    this.chosen = new Map(this.cells ? given.map(cell => [cell, -1]) : given);
    this.draw();
  }

  lock(/** @type {boolean} */ done) {
    this.locked = done;
  }

  /** The right answer on the board; where the given one differs is framed. */
  correct(/** @type {any[]} */ right) {
    const own = new Map(this.chosen);
    this.show(right);
    const all = new Set([...own.keys(), ...this.chosen.keys()]);
    const differs = [...all].filter(cell => own.get(cell) !== this.chosen.get(cell));
    this.board.drawChecked(own.size ? differs : []);
    this.chosen = own;
  }

  where(given, right) {
    const { puzzle } = this;
    const of = (/** @type {any[]} */ answer) =>
      new Map(this.cells ? answer.map(cell => [cell, -1]) : answer);
    const mine = of(given),
      wanted = of(right),
      cells = [...new Set([...wanted.keys(), ...mine.keys()])].sort((a, b) => a - b);
    const wrong = cells.filter(cell => mine.get(cell) !== wanted.get(cell));
    if (!this.cells) return `Look again at ${puzzle.name(wrong[0])}.`;
    const extra = wrong.find(cell => mine.has(cell));
    if (extra === undefined) return "There is another one.";
    return `${puzzle.name(extra)} is not one of them.`;
  }

  said(/** @type {any[]} */ right) {
    if (!right.length) return "nothing";
    if (this.cells) return list(right.map(cell => this.puzzle.name(cell)));
    const words = right.map(
      ([cell, mask]) => `${this.puzzle.name(cell)}: ${list(this.puzzle.words(mask))}`,
    );
    return words.join("; ");
  }
}
