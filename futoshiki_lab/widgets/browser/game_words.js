// What is said about a game.
//
// Knows no page and also runs under Node.

import { count, list } from "./page.js";
import { bit, valuesOf } from "./puzzle.js";

/** @typedef {import("./game.js").Game} Game */

/** The shorter form of a time: 4:05, 1:04:05. */
export function clock(seconds) {
  const hours = Math.floor(seconds / 3600),
    parts = [...(hours ? [hours] : []), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** How far a game is. @param {Game} game */
export const progress = game =>
  game.left ? count(game.left, "empty cell") : game.solved ? "solved" : "full, but not solved";

/** That it is solved, in which time and with how much help. @param {Game} game
 * @param {boolean} timed whether to say the time */
export function solvedWords({ seconds, hints, peeked }, timed) {
  const helps = [hints ? count(hints, "hint") : "", peeked ? "a look at the solution" : ""];
  const some = list(helps.filter(Boolean)),
    time = timed ? ` in ${clock(seconds)}` : "";
  return `Solved${time}${some && ` with ${some}`}. Every row, column and sign holds.`;
}

/** Which rule two cells break. @param {Game} game */
export function brokenWords({ puzzle, values }, [cell, other]) {
  const [v, w, row] = [values[cell], values[other], puzzle.row(cell)];
  const not = puzzle.relation(cell, other) === "<" ? "not less" : "not greater";
  if (v !== w) return `the sign ${puzzle.rule(cell, other)} is broken: ${v} is ${not} than ${w}`;
  const line = row === puzzle.row(other) ? `row ${row + 1}` : `column ${puzzle.column(cell) + 1}`;
  return `${line} has ${v} twice: ${puzzle.name(cell)} and ${puzzle.name(other)}`;
}

/** What a value's note in a cell is now. @param {Game} game */
export function noteWords({ noted, struck }, cell, value) {
  if (noted[cell] & bit(value)) return "noted";
  return struck[cell] & bit(value) ? "crossed out" : "no note any more";
}

/** A cell, or a sign by its cells. @param {Game} game */
export function placeName({ puzzle }, place) {
  if (place < puzzle.cells) return puzzle.name(place);
  const [cell, other] = [...puzzle.signs[place - puzzle.cells]].sort((a, b) => a - b);
  return puzzle.rule(cell, other);
}

/** Where a highlighted value is. @param {Game} game */
export function litWords(game, value) {
  const stands = game.cells(cell => game.values[cell] === value).length,
    noted = game.litNotes(value).length;
  const where = `stands in ${count(stands, "cell")} and is noted in ${noted}`;
  return `Highlighted: ${value}, which ${where}; f takes it back.`;
}

/** What a check says, where no rule is broken yet. @param {Game} game @param {number[]} wrong the
 * cells that are @param {number | null} solutions how many the puzzle has */
export function verdict(game, wrong, solutions) {
  const names = list(wrong.map(cell => game.puzzle.name(cell)));
  if (wrong.length === 1) return `No rule is broken yet, but ${names} is wrong.`;
  if (wrong.length)
    return `No rule is broken yet, but ${wrong.length} entries are wrong: ${names}.`;
  if (solutions === 1) return `All right so far: ${progress(game)}.`;
  if (solutions === 0) return "No rule is broken so far, but this puzzle has no solution.";
  if (solutions) return "No rule is broken so far; this puzzle has several solutions.";
  return "No rule is broken so far; whether it can be completed is not known.";
}

/** A cell as a screen reader is told of it. @param {Game} game */
export function describe({ puzzle, values, noted, struck, done }, cell) {
  const value = values[cell],
    parts = [puzzle.name(cell)];
  parts.push(`${puzzle.givens[cell] ? "given " : ""}${value || "empty"}`);
  if (!value && noted[cell]) parts.push(`noted ${list(valuesOf(noted[cell]))}`);
  if (!value && struck[cell]) parts.push(`crossed out ${list(valuesOf(struck[cell]))}`);
  puzzle.signs.forEach(([smaller, larger], sign) => {
    const end = done[sign] ? " (done)" : "";
    if (cell === smaller) parts.push(`less than ${puzzle.name(larger)}${end}`);
    if (cell === larger) parts.push(`greater than ${puzzle.name(smaller)}${end}`);
  });
  return parts.join(", ");
}

/** @typedef {{
 *   where: string, rule: string, why: string, cells: number[],
 *   places: [cell: number, value: number][], removes: [cell: number, values: number[]][],
 *   wrong: number | null, reason?: import("./marks.js").Reason | null,
 * }} Hint as answers.py gives it: three texts, the cells to look at, what follows, and what to
 * light where it is a reason */

/** What is entered and noted, as the kernel is asked about it. @param {Game} game */
export function position(game) {
  const marked = game.cells(cell => !game.values[cell] && game.possible(cell) !== game.all);
  const marks = marked.map(cell => [cell, valuesOf(game.possible(cell))]);
  return { values: [...game.values], marks };
}

/** The cells that a hint concludes something about. @param {Hint} hint */
export function targets({ places, removes, wrong }) {
  return [...[...places, ...removes].map(([cell]) => cell), ...(wrong === null ? [] : [wrong])];
}

/** The texts of a hint up to a strength; each step of a proof in a line of its own.
 * @param {Hint} hint @param {number} strength */
export function hintWords({ where, rule, why }, strength) {
  const texts = [`Hint ${strength} of 3`, ...[where, rule, why].slice(0, strength)];
  return texts.join("\n").replaceAll(", then ", ",\nthen ");
}

/** What applying a hint does, said before it is done. @param {Hint} hint @param {Game} game */
export function appliedWords({ places, removes, wrong }, { puzzle, values }) {
  const done = [
    ...places.map(([cell, value]) => `${puzzle.name(cell)} = ${value}`),
    ...removes.map(([cell, gone]) => `${list(gone)} crossed out in ${puzzle.name(cell)}`),
  ];
  const gone = values[wrong ?? -1] ? "is empty again" : "has no notes any more";
  if (wrong !== null) done.push(`${puzzle.name(wrong)} ${gone}`);
  return `${done.slice(0, 3).join("; ")}${done.length > 3 ? " …" : "."}`;
}

/** Why there is no hint: a page carries them for some puzzles only; a kernel has one for every
 * board. @param {number | null} solutions how many the puzzle has */
export function noHint(solutions) {
  if (solutions === 0) return "This puzzle has no solution, so no hint leads to one: ask “why?”.";
  if (solutions === 1)
    return "This page carries no hints for a board of this size; a notebook gives them.";
  if (solutions === null) return "There are no hints for this puzzle here; a notebook gives them.";
  const several = "This puzzle has several solutions, so that no value follows";
  return `${several}; a notebook hints at one of them.`;
}
