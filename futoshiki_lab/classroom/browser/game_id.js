// IDs of puzzles, as Simon Tatham's Unequal has them. Knows no page and also runs under Node.

/** @import { Puzzle, SentPuzzle } from "../../stepper/browser/puzzle.js" */

const LARGEST = 32;
/** By the letter of a side, how far down and to the right. @type {[string, number[]][]} */
const SIDES = Object.entries({ U: [-1, 0], R: [0, 1], D: [1, 0], L: [0, -1] });

/** The neighbour on a side, or -1 off the board. */
function neighbour(n, cell, side) {
  const row = Math.floor(cell / n) + side[0],
    column = (cell % n) + side[1];
  return row >= 0 && row < n && column >= 0 && column < n ? row * n + column : -1;
}

/** The ID of a puzzle, as in Simon Tatham's Unequal (game_id.py does the same); "" where it has a
 * sign between cells that do not touch. @param {Puzzle} puzzle */
export function idOf(puzzle) {
  let written = 0;
  const cells = Array.from(puzzle.givens, (value, cell) => {
    const flags = SIDES.filter(([, side]) => {
      const other = neighbour(puzzle.n, cell, side);
      return other >= 0 && puzzle.relation(cell, other) === ">";
    });
    written += flags.length;
    return `${value}${flags.map(([flag]) => flag).join("")},`;
  });
  return written === puzzle.signs.length ? `${puzzle.n}:${cells.join("")}` : "";
}

/** The puzzle of an ID; an error says what was expected, and where. @returns {SentPuzzle} */
export function puzzleOf(text) {
  const id = text.trim(),
    head = /^(\d+)(a?)(?:d[tekxr])?:/.exec(id);
  if (!head) throw new Error("an ID begins with the size and a colon, as in 5:");
  const n = Number(head[1]);
  if (head[2]) throw new Error("IDs like 5a: are another puzzle, Adjacent");
  if (n < 1 || n > LARGEST) throw new Error(`the size is 1 to ${LARGEST}, not ${head[1]}`);
  const { values, signs } = cellsOf(id, head[0].length, n);
  const grid = Array.from({ length: n }, (_, row) => values.slice(row * n, row * n + n));
  return { n, grid, signs, name: "", key: `id ${id}` };
}

/** @param {number} at where its cells begin */
function cellsOf(id, at, n) {
  const item = /([a-z])|(\d+)([URDL]*)/y,
    cells = n * n;
  /** @type {number[]} */ const values = [];
  /** @type {Map<string, [smaller: number, larger: number]>} */ const signs = new Map();
  while (at < id.length) {
    const found = `at character ${at + 1}, found “${id.slice(at, at + 10)}”`;
    item.lastIndex = at;
    const [read, blanks, value = "0", flags = ""] = item.exec(id) ?? [];
    if (!read) throw new Error(`expected a cell ${found}`);
    if (Number(value) > n) {
      const there = `${value.slice(0, 10)} at character ${at + 1}`;
      throw new Error(`the numbers are 0 to ${n}, but there is ${there}`);
    }
    for (const flag of flags) addSign(signs, n, values.length, flag);
    const many = blanks ? blanks.charCodeAt(0) - 96 : 1;
    values.push(...Array(many).fill(Number(value)));
    if (values.length > cells) throw new Error(`expected ${cells} cells, found more`);
    at = item.lastIndex;
    const next = id[at] ?? ",";
    if (next !== "," && !blanks && !/[a-z]/.test(next))
      throw new Error(`expected a comma at character ${at + 1}, found “${id.slice(at, at + 10)}”`);
    at += Number(next === ",");
  }
  if (values.length < cells) throw new Error(`expected ${cells} cells, found ${values.length}`);
  return { values, signs: [...signs.values()].sort(([a, b], [c, d]) => a - c || b - d) };
}

/** @param {Map<string, [smaller: number, larger: number]>} signs by their pair of cells */
function addSign(signs, n, larger, flag) {
  const smaller = neighbour(n, larger, Object.fromEntries(SIDES)[flag]),
    name = cell => `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
  if (smaller < 0) throw new Error(`${flag} at ${name(larger)} points off the board`);
  const pair = [smaller, larger].sort((a, b) => a - b);
  if (signs.get(pair.join())?.[0] === larger)
    throw new Error(`${pair.map(name).join(" and ")} are each greater than the other`);
  signs.set(pair.join(), [smaller, larger]);
}
