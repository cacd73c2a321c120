// A hint in three strengths, and what the board marks for it.
//
// Knows no page and also runs under Node.

import { list } from "./page.js";
import { valuesOf } from "./puzzle.js";

/** @typedef {{
 *   where: string, rule: string, why: string, cells: number[], places:
 * [cell: number, value: number][],
 *   removes: [cell: number, values: number[]][], wrong: number | null,
 *   reason?: import("./reason_view.js").Reason | null,
 * }} Hint as answers.py gives it: three texts, the cells to look at, what follows, and what to
 * light where it is a reason */

/** What is entered and noted, as the kernel is asked about it.
 * @param {import("./game.js").Game} game */
export function position(game) {
  /** @type {[cell: number, values: number[]][]} */ const marks = [];
  game.values.forEach((value, cell) => {
    const left = game.possible(cell);
    if (!value && left !== game.all) marks.push([cell, valuesOf(left)]);
  });
  return { values: [...game.values], marks };
}

/** The cells that a hint concludes something about. @param {Hint} hint */
export function targets({ places, removes, wrong }) {
  const cells = [...places, ...removes].map(([cell]) => cell);
  return wrong === null ? cells : [...cells, wrong];
}

/** The texts of a hint up to a strength. @param {Hint} hint @param {number} strength */
export function hintWords({ where, rule, why }, strength) {
  const texts = [`Hint ${strength} of 3`, ...[where, rule, why].slice(0, strength)];
  // A proof may have many steps: each in a line of its own.
  return texts.join("\n").replaceAll(", then ", ",\nthen ");
}

/** What applying a hint does, said before it is done. @param {Hint} hint
 * @param {import("./game.js").Game} game */
export function appliedWords({ places, removes, wrong }, { puzzle, values }) {
  const done = [
    ...places.map(([cell, value]) => `${puzzle.name(cell)} = ${value}`),
    ...removes.map(([cell, gone]) => `${list(gone)} crossed out in ${puzzle.name(cell)}`),
  ];
  if (wrong !== null)
    done.push(
      `${puzzle.name(wrong)} ${values[wrong] ? "is empty again" : "has no notes any more"}`,
    );
  return `${done.slice(0, 3).join("; ")}${done.length > 3 ? " …" : "."}`;
}

/** Why there is no hint: a page carries them for some puzzles only; a kernel has one for every
 * board.
 * @param {number | null} solutions how many the puzzle has */
export function noHint(solutions) {
  if (solutions === 0) return "This puzzle has no solution, so no hint leads to one: ask “why?”.";
  if (solutions === 1)
    return "This page carries no hints for a board of this size; a notebook gives them.";
  if (solutions === null) return "There are no hints for this puzzle here; a notebook gives them.";
  return "This puzzle has several solutions, so that no value follows; a notebook hints at one of them.";
}
