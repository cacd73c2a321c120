// The marks of an answer on a board: what was found, what was missed, what is wrong.

import { CELL } from "../../stepper/browser/marks.js";
import { svg } from "../../stepper/browser/page.js";
import { unspot } from "./quiz.js";

/** @import { Board } from "../../stepper/browser/board.js" */

/** Shapes tell them apart, not colours alone. */
export class QuizMarks {
  constructor(/** @type {Board} */ board) {
    this.board = board;
    this.node = svg("g", { class: "fsl-quiz-marks", "aria-hidden": "true" });
    board.marks.append(this.node);
  }

  /** @param {string} kind of the question @param {number} cell it is about
   * @param {Pick<import("./quiz.js").Judged, "found" | "missing" | "extra">} judged */
  draw(kind, cell, { found, missing, extra }) {
    for (const [name, ones] of Object.entries({ found, missing, extra }))
      for (const one of ones) {
        if (kind === "prune") this.ring(...unspot(one), name);
        else if (kind === "value") this.ring(cell, one, name);
        else if (kind !== "next" && one >= 0) this.frame(one, name);
      }
  }

  /** The signs that decide. @param {number[][]} pairs of cells */
  light(pairs) {
    const { signs } = this.board;
    for (const [one, two] of pairs)
      signs.get(this.board.pair(one, two))?.setAttribute("class", "fsl-lit");
  }

  /** Around a pencil digit: a circle, a dashed one, a square. */
  ring(cell, value, /** @type {string} */ name) {
    if (!value) return;
    const { pencil } = this.board,
      r = Math.min(pencil.reach, pencil.high / 2),
      [x, y] = this.board.slot(cell, value),
      square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    const [shape, place] = name === "extra" ? ["rect", square] : ["circle", { cx: x, cy: y, r }];
    this.node.append(svg(/** @type {any} */ (shape), { class: `fsl-quiz-${name}`, ...place }));
  }

  /** Around a cell, with a sign in its corner. */
  frame(cell, /** @type {string} */ name) {
    const x = this.board.x(cell),
      y = this.board.y(cell),
      square = { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4 };
    const corner = { class: `fsl-quiz-sign fsl-quiz-${name}`, x: x + CELL - 3, y: y + 4 };
    this.node.append(
      svg("rect", { class: `fsl-quiz-${name}`, ...square }),
      svg("text", corner, name === "extra" ? "×" : "✓"),
    );
  }
}
