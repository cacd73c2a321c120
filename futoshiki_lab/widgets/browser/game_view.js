// What is seen of a game: title, board, words, buttons; and its keys.

import { Board, CELL, SMALLEST } from "./board.js";
import { targets } from "./hints.js";
import { button, choice, count, h, list, put, write } from "./page.js";
import { bit, valuesOf } from "./puzzle.js";

/** The list of keys: each with what it does. */
export const GAME_KEYS = [
  ["← → ↑ ↓", "choose a cell; Home / End: the ends of its row"],
  ["1, 2, 3 …", "enter a value; from 10 on type its two digits"],
  ["p", "pencil: digits make notes; the same again crosses out, once more takes the note away"],
  ["Shift+digit", "one note, whatever p says"],
  ["Backspace, 0", "take the value away; where there is none, the notes"],
  ["m", "note all values that the rules leave, in every empty cell"],
  ["u, Ctrl+Z / r, Ctrl+Y", "undo / redo, to the very first move"],
  ["h", "a hint; again: a stronger one, three in all"],
  ["Enter", "do what the strongest hint says"],
  ["c", "check what is entered"],
  ["s", "show the solution (u takes it back)"],
  ["Shift+R", "start again (u takes it back)"],
  ["t", "hide or show the timer"],
  ["n", "to the choice of a new puzzle"],
  ["Esc", "closes this list or the hint; then gives the keyboard back to the notebook"],
  ["?", "this list"],
];
export const GAME_HELP = "Click or tap a cell, then a number below the board. Values that break a rule are hatched, " +
  "and a red line joins them; dashed frames are the cells of a hint.";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {Record<"undo" | "redo" | "erase" | "togglePencil" | "noteAll" | "nextHint" | "apply" | "check" | "solve" |
 *   "restart" | "toggleTimer" | "makePuzzle" | "chooseNew" | "help", () => void>
 *   & {enter(value: number): void, type(digit: number, note: boolean): void, walk(key: string): void}} Commands
 * what keys and buttons ask of a game */

/** Undo and redo, also with Ctrl or Cmd. @param {KeyboardEvent} event */
export const isHistory = ({ ctrlKey, metaKey, altKey, key }) => (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);

/** What a key asks of a game, or undefined. @param {KeyboardEvent} event @param {Commands} play */
export function gameAction(event, play) {
  const { key, code, shiftKey } = event, letter = key.length === 1 ? key.toLowerCase() : key;
  if (isHistory(event)) return () => (letter === "y" || shiftKey ? play.redo() : play.undo());
  // A digit by its place on the keyboard, since what Shift makes of it differs; or one of the number pad.
  const digit = /^Digit(\d)$/.exec(code)?.[1] ?? /^\d$/.exec(key)?.[0];
  if (digit !== undefined) return () => play.type(Number(digit), shiftKey);
  if (/^(Arrow.*|Home|End)$/.test(key)) return () => play.walk(key);
  if (letter === "r" && shiftKey) return () => play.restart();
  /** @type {Record<string, (() => void) | undefined>} */
  const actions = {
    Backspace: () => play.erase(), Delete: () => play.erase(), p: () => play.togglePencil(), m: () => play.noteAll(),
    u: () => play.undo(), z: () => play.undo(), r: () => play.redo(), y: () => play.redo(),
    h: () => play.nextHint(), Enter: () => play.apply(), c: () => play.check(), s: () => play.solve(),
    t: () => play.toggleTimer(), n: () => play.chooseNew(), "?": () => play.help(),
  };
  return actions[letter];
}

/** The shorter form of a time: 4:05, 1:04:05. */
export function clock(/** @type {number} */ seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

/** How far a game is. @param {Game} game */
export const progress = (game) =>
  game.left ? count(game.left, "empty cell") : game.solved ? "solved" : "full, but not solved";

/** Which rule two cells break. @param {Game} game @param {[cell: number, other: number]} pair */
export function brokenWords({ puzzle, values }, [cell, other]) {
  const [a, b] = [puzzle.name(cell), puzzle.name(other)], relation = puzzle.relation(cell, other);
  const [v, w] = [values[cell], values[other]];
  if (v !== w) return `the sign ${a} ${relation} ${b} is broken: ${v} is not ${relation === "<" ? "less" : "greater"} than ${w}`;
  const row = puzzle.row(cell) === puzzle.row(other);
  const line = row ? `row ${puzzle.row(cell) + 1}` : `column ${puzzle.column(cell) + 1}`;
  return `${line} has ${v} twice: ${a} and ${b}`;
}

/** What a value's note in a cell is now. @param {Game} game @param {number} cell @param {number} value */
export const noteWords = ({ noted, struck }, cell, value) =>
  noted[cell] & bit(value) ? "noted" : struck[cell] & bit(value) ? "crossed out" : "no note any more";

/** What a check says, where no rule is broken yet.
 * @param {Game} game @param {number[]} wrong the cells that are @param {number | null} solutions how many the puzzle has */
export function verdict(game, wrong, solutions) {
  const names = list(wrong.map((cell) => game.puzzle.name(cell)));
  if (wrong.length === 1) return `No rule is broken yet, but ${names} is wrong.`;
  if (wrong.length) return `No rule is broken yet, but ${wrong.length} entries are wrong: ${names}.`;
  if (solutions === 1) return `All right so far: ${progress(game)}.`;
  if (solutions === 0) return "No rule is broken so far, but this puzzle has no solution.";
  const why = solutions === null ? "whether it can be completed is not known" : "this puzzle has several solutions";
  return `No rule is broken so far; ${why}.`;
}

/** A cell as a screen reader is told of it. @param {Game} game @param {number} cell */
function describe({ puzzle, values, noted, struck }, cell) {
  const value = values[cell], parts = [puzzle.name(cell)];
  if (puzzle.givens[cell]) parts.push(`given ${value}`);
  else parts.push(value ? String(value) : "empty");
  if (!value && noted[cell]) parts.push(`noted ${list(valuesOf(noted[cell]))}`);
  if (!value && struck[cell]) parts.push(`crossed out ${list(valuesOf(struck[cell]))}`);
  for (const other of puzzle.neighbours(cell)) {
    const relation = puzzle.relation(cell, other);
    if (relation !== "≠") parts.push(`${relation === "<" ? "less" : "greater"} than ${puzzle.name(other)}`);
  }
  return parts.join(", ");
}

/** All that is seen of one puzzle's game. */
export class GameView {
  /** @type {HTMLSelectElement | undefined} */ sizing; // where a new puzzle can be made: its size, its level
  /** @type {HTMLSelectElement | undefined} */ levelling;

  /** @param {Game} game @param {string} name of the puzzle
   * @param {Commands & {choose(cell: number): void}} play what the buttons call
   * @param {HTMLElement} help the list of keys */
  constructor(game, name, play, help) {
    this.game = game;
    this.play = play;
    const { n } = game.puzzle;
    this.board = new Board(game.puzzle, `board, ${n} by ${n}: arrows choose a cell, digits enter a value`, (cell) => play.choose(cell));
    this.time = h("span", { class: "fsl-time", role: "timer", "aria-label": "time", "aria-live": "off" });
    this.timing = button("", "hide or show the timer (t)", () => play.toggleTimer(), "fsl-bare");
    this.count = h("span", { class: "fsl-count" });
    this.said = h("div", { class: "fsl-hidden", "aria-live": "polite" });
    this.told = h("p", { class: "fsl-sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.words = h("div", { class: "fsl-words", tabindex: "0", role: "region", "aria-label": "what happened" }, this.told);
    this.table = h("div", { class: "fsl-table" }, this.board.node);
    this.digits = Array.from({ length: n }, (_, at) => this.press(String(at + 1), `enter ${at + 1}`, () => play.enter(at + 1), "fsl-digit"));
    this.pencils = this.press("✎ notes", "pencil: digits make notes (p)", () => play.togglePencil());
    this.undoing = this.press("↶ undo", "undo (u)", () => play.undo());
    this.redoing = this.press("↷ redo", "redo (r)", () => play.redo());
    this.hinting = this.press("hint", "a hint, a stronger one when pressed again (h)", () => play.nextHint());
    this.applying = this.press("apply", "do what the strongest hint says (Enter)", () => play.apply(), "fsl-apply");
    this.making = this.press("new puzzle", "make a new puzzle of this size and level", () => play.makePuzzle());
    this.controls = h("div", { class: "fsl-controls" }, this.words,
      h("div", { class: "fsl-pad", role: "group", "aria-label": "numbers" }, ...this.digits),
      h("div", { class: "fsl-actions", role: "toolbar", "aria-label": "game" },
        this.pencils, this.press("⌫ erase", "take the value or the notes away (Backspace)", () => play.erase()),
        this.undoing, this.redoing, this.hinting, this.applying,
        this.press("note all", "note all values that the rules leave (m)", () => play.noteAll()),
        this.press("check", "check what is entered (c)", () => play.check()),
        this.press("solve", "show the solution (s)", () => play.solve()),
        this.press("restart", "start again (Shift+R)", () => play.restart())));
    this.node = h("div", { class: n > 12 ? "fsl-game fsl-wide" : "fsl-game", style: `--fsl-n:${n}` },
      h("div", { class: "fsl-title" }, h("b", {}, name || `a ${n}×${n} puzzle`), this.count,
        h("span", { class: "fsl-where" }, this.time, " ", this.timing, " ", button("?", "the keys (?)", () => play.help(), "fsl-bare"))),
      this.table, h("div", { class: "fsl-side" }, this.controls, help, this.said));
  }

  /** A button that leaves the focus where it is, on the board, when it is clicked.
   * @param {string} text @param {string} label @param {() => void} click @param {string} [name] more classes */
  press(text, label, click, name = "") {
    const made = button(text, label, click, `fsl-press ${name}`);
    made.addEventListener("pointerdown", (event) => this.focus(event));
    made.addEventListener("mousedown", (event) => event.preventDefault());
    return made;
  }

  /** Offer new puzzles. @param {{sizes: number[], levels: string[]}} offers @param {{n: number, level: string}} [wish] the last choice */
  offer({ sizes, levels }, wish) {
    const { n } = this.game.puzzle, chosen = wish ?? { n: sizes.includes(n) ? n : sizes[0], level: levels[1] };
    this.sizing = choice("size of a new puzzle", sizes.map((size) => [size, `${size}×${size}`]));
    this.levelling = choice("level of a new puzzle", levels.map((one) => [one, one]));
    this.sizing.value = String(chosen.n);
    this.levelling.value = chosen.level;
    const props = { class: "fsl-new", role: "group", "aria-label": "a new puzzle" };
    this.controls.append(h("div", props, this.sizing, this.levelling, this.making));
  }

  focus(/** @type {Event | undefined} */ event = undefined) {
    event?.preventDefault();
    this.board.node.focus({ preventScroll: true });
  }

  tell(/** @type {string} */ text, kind = "plain") {
    write(this.told, text);
    put(this.told, "data-kind", kind);
  }

  drawTime(/** @type {boolean} */ hidden) {
    write(this.time, hidden ? "" : clock(this.game.seconds));
    write(this.timing, hidden ? "show timer" : "hide");
  }

  /** @param {number} chosen a cell @param {number[]} wrong cells @param {import("./hints.js").Hint | null} hint @param {number} strength */
  draw(chosen, wrong, hint, strength) {
    const { board, game } = this, { puzzle } = game, broken = game.conflicts();
    const bad = new Set([...broken.flat(), ...wrong]);
    if (hint && strength > 1 && hint.wrong !== null) bad.add(hint.wrong);
    for (let cell = 0; cell < puzzle.cells; cell++) {
      // On a large board only the number of notes is shown, and what is struck out counts too.
      const notes = puzzle.n > SMALLEST && game.struck[cell] ? game.possible(cell) : game.noted[cell];
      board.drawCell(cell, game.values[cell], notes, game.struck[cell]);
      board.hatch(cell, bad.has(cell));
    }
    put(board.node, "class", game.solved ? "fsl-board fsl-solved" : "fsl-board");
    board.drawCurrent(game.solved ? -1 : chosen);
    board.drawChecked(hint ? [...new Set([...hint.cells, ...targets(hint)])] : []);
    board.drawBroken(broken);
    const last = strength === 3 ? hint : null;
    board.drawCuts(last?.removes.flatMap(([cell, gone]) => gone.map((value) => /** @type {const} */ ([cell, value]))) ?? []);
    board.drawGhosts(last?.places ?? []);
    this.drawControls(strength);
  }

  drawControls(/** @type {number} */ strength) {
    const { game } = this, { n } = game.puzzle;
    put(this.undoing, "aria-disabled", game.at ? null : "true");
    put(this.redoing, "aria-disabled", game.at < game.moves.length ? null : "true");
    write(this.count, progress(game));
    const many = new Uint16Array(n + 1);
    for (const value of game.values) many[value]++;
    this.digits.forEach((digit, at) => put(digit, "data-done", many[at + 1] >= n ? "true" : null));
    write(this.hinting, strength ? `hint ${Math.min(3, strength + 1)}/3` : "hint");
    put(this.hinting, "aria-disabled", strength === 3 ? "true" : null);
    put(this.applying, "aria-disabled", strength === 3 ? null : "true");
  }

  drawPencil(/** @type {boolean} */ on) {
    put(this.pencils, "aria-pressed", String(on));
    this.node.classList.toggle("fsl-noting", on);
  }

  /** Frame the chosen cell, bring it into view, and say what it holds. @param {number} cell */
  choose(cell) {
    const { table, board, game } = this, unit = board.node.clientWidth / board.node.viewBox.baseVal.width;
    board.drawCurrent(game.solved ? -1 : cell);
    const margin = 1.5 * CELL * unit, [x, y] = board.middle(cell).map((at) => at * unit);
    /** @type {(at: number, from: number, room: number) => number} */
    const into = (at, from, room) => Math.max(at + margin - room, Math.min(from, at - margin));
    table.scrollLeft = into(x, table.scrollLeft, table.clientWidth); // a large board is scrolled in its box
    table.scrollTop = into(y, table.scrollTop, table.clientHeight);
    write(this.said, describe(game, cell));
  }
}
