// What is said about a game.
//
// Knows no page and also runs under Node.

import { count, list } from "./page.js";
import { bit, valuesOf } from "./puzzle.js";

/** @typedef {import("./game.js").Game} Game */

/** The shorter form of a time: 4:05, 1:04:05. */
export function clock(/** @type {number} */ seconds) {
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** How far a game is. @param {Game} game */
export const progress = game =>
  game.left ? count(game.left, "empty cell") : game.solved ? "solved" : "full, but not solved";

/** That it is solved, in which time and with how much help. @param {Game} game
 * @param {boolean} timed whether to say the time */
export function solvedWords({ seconds, hints, peeked }, timed) {
  const helps = [
    ...(hints ? [count(hints, "hint")] : []),
    ...(peeked ? ["a look at the solution"] : []),
  ];
  const time = timed ? ` in ${clock(seconds)}` : "";
  return `Solved${time}${helps.length ? ` with ${list(helps)}` : ""}. Every row, column and sign holds.`;
}

/** Which rule two cells break. @param {Game} game @param {[cell: number, other: number]} pair */
export function brokenWords({ puzzle, values }, [cell, other]) {
  const [a, b] = [puzzle.name(cell), puzzle.name(other)],
    relation = puzzle.relation(cell, other);
  const [v, w] = [values[cell], values[other]];
  if (v !== w)
    return `the sign ${a} ${relation} ${b} is broken: ${v} is not ${relation === "<" ? "less" : "greater"} than ${w}`;
  const row = puzzle.row(cell) === puzzle.row(other);
  const line = row ? `row ${puzzle.row(cell) + 1}` : `column ${puzzle.column(cell) + 1}`;
  return `${line} has ${v} twice: ${a} and ${b}`;
}

/** What a value's note in a cell is now. @param {Game} game @param {number} cell
 * @param {number} value */
export const noteWords = ({ noted, struck }, cell, value) =>
  noted[cell] & bit(value)
    ? "noted"
    : struck[cell] & bit(value)
      ? "crossed out"
      : "no note any more";

/** A cell, or a sign by its cells. @param {Game} game @param {number} place */
export function placeName({ puzzle }, place) {
  if (place < puzzle.cells) return puzzle.name(place);
  const [cell, other] = [...puzzle.signs[place - puzzle.cells]].sort((a, b) => a - b);
  return `${puzzle.name(cell)} ${puzzle.relation(cell, other)} ${puzzle.name(other)}`;
}

/** Where a highlighted value is. @param {Game} game @param {number} value */
export function litWords(game, value) {
  const stands = game.values.reduce((many, one) => many + Number(one === value), 0),
    noted = game.litNotes(value).length;
  return `Highlighted: ${value}, which stands in ${count(stands, "cell")} and is noted in ${noted}; f takes it back.`;
}

/** What a check says, where no rule is broken yet.
 * @param {Game} game @param {number[]} wrong the cells that are @param {number | null} solutions
 * how many the puzzle has */
export function verdict(game, wrong, solutions) {
  const names = list(wrong.map(cell => game.puzzle.name(cell)));
  if (wrong.length === 1) return `No rule is broken yet, but ${names} is wrong.`;
  if (wrong.length)
    return `No rule is broken yet, but ${wrong.length} entries are wrong: ${names}.`;
  if (solutions === 1) return `All right so far: ${progress(game)}.`;
  if (solutions === 0) return "No rule is broken so far, but this puzzle has no solution.";
  const why =
    solutions === null
      ? "whether it can be completed is not known"
      : "this puzzle has several solutions";
  return `No rule is broken so far; ${why}.`;
}

/** A cell as a screen reader is told of it. @param {Game} game @param {number} cell */
export function describe({ puzzle, values, noted, struck, done }, cell) {
  const value = values[cell],
    parts = [puzzle.name(cell)];
  if (puzzle.givens[cell]) parts.push(`given ${value}`);
  else parts.push(value ? String(value) : "empty");
  if (!value && noted[cell]) parts.push(`noted ${list(valuesOf(noted[cell]))}`);
  if (!value && struck[cell]) parts.push(`crossed out ${list(valuesOf(struck[cell]))}`);
  puzzle.signs.forEach(([smaller, larger], sign) => {
    if (cell !== smaller && cell !== larger) return;
    const words =
      cell === smaller
        ? `less than ${puzzle.name(larger)}`
        : `greater than ${puzzle.name(smaller)}`;
    parts.push(done[sign] ? `${words} (done)` : words);
  });
  return parts.join(", ");
}
