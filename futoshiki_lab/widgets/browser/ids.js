// A puzzle in one line: the game ID of Simon Tatham's Unequal. game_id.py reads and writes the
// same.
//
// Knows no page and also runs under Node.

const LARGEST = 32;
/** @type {[flag: string, down: number, right: number][]} */
const SIDES = [
  ["U", -1, 0],
  ["R", 0, 1],
  ["D", 1, 0],
  ["L", 0, -1],
];

/** The neighbour on a side, or -1 off the board. @param {number} n @param {number} cell
 * @param {number} down @param {number} right */
function neighbour(n, cell, down, right) {
  const row = Math.floor(cell / n) + down,
    column = (cell % n) + right;
  return row >= 0 && row < n && column >= 0 && column < n ? row * n + column : -1;
}

/** The ID of a puzzle; "" where it has a sign between cells that do not touch.
 * @param {import("./puzzle.js").Puzzle} puzzle */
export function idOf(puzzle) {
  const { n, givens, signs } = puzzle;
  const cells = Array.from(givens, (value, cell) => {
    const less = SIDES.filter(([, down, right]) => {
      const other = neighbour(n, cell, down, right);
      return other >= 0 && puzzle.relation(cell, other) === ">";
    });
    return [String(value), ...less.map(([flag]) => flag)];
  });
  const written = cells.reduce((many, [, ...flags]) => many + flags.length, 0);
  return written === signs.length
    ? `${n}:${cells.map(parts => `${parts.join("")},`).join("")}`
    : "";
}

/** The puzzle of an ID; an error says what was expected, and where.
 * @param {string} text @returns {import("./puzzle.js").SentPuzzle} */
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

/** @param {string} id @param {number} at where its cells begin @param {number} n */
function cellsOf(id, at, n) {
  const item = /([a-z])|(\d+)([URDL]*)/y,
    cells = n * n;
  /** @type {number[]} */ const values = [];
  /** @type {Map<number, [smaller: number, larger: number]>} */ const signs = new Map();
  while (at < id.length) {
    item.lastIndex = at;
    const found = item.exec(id),
      cell = values.length,
      place = `at character ${at + 1}`;
    if (!found) throw new Error(`expected a cell ${place}, found “${id.slice(at, at + 10)}”`);
    if (Number(found[2]) > n)
      throw new Error(`the numbers are 0 to ${n}, but there is ${found[2].slice(0, 10)} ${place}`);
    const many = found[1] ? found[1].charCodeAt(0) - 96 : 1;
    for (let one = 0; one < many; one++) values.push(Number(found[2] ?? 0));
    if (values.length > cells) throw new Error(`expected ${cells} cells, found more`);
    for (const flag of found[3] ?? "") addSign(signs, n, cell, flag);
    at = item.lastIndex;
    const comma = id[at] === ",";
    if (!comma && at < id.length && !found[1] && !/[a-z]/.test(id[at])) {
      throw new Error(`expected a comma at character ${at + 1}, found “${id.slice(at, at + 10)}”`);
    }
    at += Number(comma);
  }
  if (values.length < cells) throw new Error(`expected ${cells} cells, found ${values.length}`);
  return { values, signs: [...signs.values()].sort(([a, b], [c, d]) => a - c || b - d) };
}

/** @param {Map<number, [smaller: number, larger: number]>} signs by their pair of cells
 * @param {number} n @param {number} larger @param {string} flag */
function addSign(signs, n, larger, flag) {
  const [, down, right] = SIDES.find(([letter]) => letter === flag) ?? ["", 0, 0];
  const smaller = neighbour(n, larger, down, right),
    name = (/** @type {number} */ cell) => `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
  if (smaller < 0) throw new Error(`${flag} at ${name(larger)} points off the board`);
  const pair = Math.min(smaller, larger) * 1024 + Math.max(smaller, larger),
    had = signs.get(pair);
  if (had && had[0] !== smaller) {
    const [cell, other] = [...had].sort((a, b) => a - b);
    throw new Error(`${name(cell)} and ${name(other)} are each greater than the other`);
  }
  signs.set(pair, [smaller, larger]);
}
