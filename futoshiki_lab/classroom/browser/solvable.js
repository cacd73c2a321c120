// Whether a board can be filled, by trying.
//
// Knows no page and also runs under Node.

import { bit, maskOf, valuesOf } from "../../stepper/browser/puzzle.js";

/** @typedef {import("../../stepper/browser/run.js").Run} Run */

const TRIES = 20_000;

/** Whether there is a solution with the values of some cells; also if so many tries do not show
 * that there is none. @param {Run} run @param {ArrayLike<number>} values
 * @param {number[]} kept the cells that keep their values */
export function isSolvable(run, values, kept) {
  const start = Array.from(run.start, (mask, cell) =>
    kept.includes(cell) ? bit(values[cell]) : mask,
  );
  let tries = TRIES;
  /** @type {(left: number[], open: number[]) => boolean} */
  const fill = (left, open) => {
    if (!open.length) return true;
    const many = open.map(cell => valuesOf(left[cell]).length),
      cell = open[many.indexOf(Math.min(...many))],
      rest = open.filter(one => one !== cell);
    return valuesOf(left[cell]).some(value => {
      if (!tries--) return true;
      const next = left.slice();
      for (const other of run.neighbours(cell).filter(one => rest.includes(one)))
        next[other] = maskOf(
          valuesOf(left[other]).filter(one => run.goes(cell, value, other, one)),
        );
      return !next.includes(0) && fill(next, rest);
    });
  };
  return fill(start, [...start.keys()]);
}
