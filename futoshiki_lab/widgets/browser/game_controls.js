// The buttons of a game: numbers, what can be done, a new puzzle, the puzzle's ID.

import { button, choice, dom, h, put, write } from "./page.js";

/** The list of keys: each with what it does. */
export const GAME_KEYS = [
  ["← → ↑ ↓", "choose a cell; Home / End: the ends of its row"],
  ["1, 2, 3 …", "enter a value; from 10 on type its two digits"],
  ["p", "pencil: digits make notes; the same again crosses out, once more takes the note away"],
  ["Shift+digit", "one note, whatever p says"],
  ["Backspace, 0", "take the value away; where there is none, the notes"],
  ["m", "note all values that the rules leave, in every empty cell"],
  ["a", "whether a value takes the notes away that it makes impossible"],
  [
    "f",
    "find a value: highlight that of the cell or, in an empty cell, the digit typed next; " +
      "again: none",
  ],
  ["Shift+arrow", "mark the sign on that side of the cell as done, or take the mark away"],
  ["u, Ctrl+Z / r, Ctrl+Y", "undo / redo, to the very first move"],
  [
    "w",
    "why not? The reasons against the value of the cell, or against the digit typed next; " +
      "counts as a hint",
  ],
  ["h", "a hint; again: a stronger one, three in all"],
  ["Enter", "do what the strongest hint says"],
  ["c", "check what is entered"],
  ["s", "show the solution (u takes it back)"],
  ["Shift+R", "start again (u takes it back)"],
  ["t", "hide or show the timer"],
  ["i", "the puzzle's ID: copy it, or enter another one"],
  ["n", "to the choice of a new puzzle"],
  ["Esc", "closes this list or the hint; then gives the keyboard back to the notebook"],
  ["?", "this list"],
];
export const GAME_HELP =
  "Click or tap a cell, then a number below the board; click a sign to mark it as done. Values " +
  "that break a rule are hatched, and a red line joins them; dashed frames are the cells of a " +
  'hint. Click a value that is crossed out or wrong, then "why?".';

/** @typedef {Record<"undo" | "redo" | "erase" | "togglePencil" | "toggleTidy" | "noteAll" |
 *   "find" | "why" | "nextHint" | "apply" | "check" |
 *   "solve" | "restart" | "toggleTimer" | "makePuzzle" | "chooseNew" | "showId" | "copyId" |
 * "openId" | "help", () => void>
 *   &
 * {press(value: number): void, type(digit: number, note: boolean): void, walk(key: string): void,
 *   markBeside(arrow: string): void}}
 * Commands what keys and buttons ask of a game */

/** Undo and redo, also with Ctrl or Cmd. @param {KeyboardEvent} event */
export const isHistory = ({ ctrlKey, metaKey, altKey, key }) =>
  (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);

/** What a key asks of a game, or undefined. @param {KeyboardEvent} event @param {Commands} play */
export function gameAction(event, play) {
  const { key, code, shiftKey } = event,
    letter = key.length === 1 ? key.toLowerCase() : key;
  if (isHistory(event)) return () => (letter === "y" || shiftKey ? play.redo() : play.undo());
  // A digit by its place on the keyboard, since what Shift makes of it differs; or one of the
  // number pad.
  const digit = /^Digit(\d)$/.exec(code)?.[1] ?? /^\d$/.exec(key)?.[0];
  if (digit !== undefined) return () => play.type(Number(digit), shiftKey);
  if (key.startsWith("Arrow") && shiftKey) return () => play.markBeside(key);
  if (/^(Arrow.*|Home|End)$/.test(key)) return () => play.walk(key);
  if (letter === "r" && shiftKey) return () => play.restart();
  /** @type {Record<string, (() => void) | undefined>} */
  const actions = {
    Backspace: () => play.erase(),
    Delete: () => play.erase(),
    p: () => play.togglePencil(),
    m: () => play.noteAll(),
    a: () => play.toggleTidy(),
    f: () => play.find(),
    u: () => play.undo(),
    z: () => play.undo(),
    r: () => play.redo(),
    y: () => play.redo(),
    w: () => play.why(),
    h: () => play.nextHint(),
    Enter: () => play.apply(),
    c: () => play.check(),
    s: () => play.solve(),
    t: () => play.toggleTimer(),
    i: () => play.showId(),
    n: () => play.chooseNew(),
    "?": () => play.help(),
  };
  return actions[letter];
}

/** What a screen reader calls a button: all that is seen of it, and what it does.
 * @param {string} text @param {string} what */
const called = (text, what) => (what.includes(text) ? what : `${text}: ${what}`);

/** Write the word of a button. @param {HTMLElement} made @param {string} text */
function say(made, text) {
  write(/** @type {Element} */ (made.lastElementChild), text);
  put(made, "aria-label", called(text, made.title));
}

export class GameControls {
  // where a new puzzle can be made: its size, its level
  /** @type {HTMLSelectElement | undefined} */ sizing;
  /** @type {HTMLSelectElement | undefined} */ levelling;

  /** @param {import("./game.js").Game} game @param {Commands} play what the buttons call
   * @param {HTMLElement} words what is said @param {(event: Event) => void} focus gives the board
   * the keyboard */
  constructor(game, play, words, focus) {
    this.game = game;
    this.focus = focus;
    this.digits = Array.from({ length: game.puzzle.n }, (_, at) =>
      this.press("", String(at + 1), `enter ${at + 1}`, () => play.press(at + 1), "fsl-digit"),
    );
    /** @type {(icon: string, text: string, label: string, what: keyof typeof play) =>
     * HTMLElement} */
    const press = (icon, text, label, what) =>
      this.press(icon, text, label, () => /** @type {() => void} */ (play[what])());
    this.pencils = press("✎", "notes", "pencil: digits make notes (p)", "togglePencil");
    this.undoing = press("↶", "undo", "undo (u)", "undo");
    this.redoing = press("↷", "redo", "redo (r)", "redo");
    const stronger = "a hint, a stronger one when pressed again (h)";
    this.hinting = press("★", "hint", stronger, "nextHint");
    this.applying = press("✓", "apply", "do what the strongest hint says (Enter)", "apply");
    this.applying.classList.add("fsl-apply");
    this.asking = press("?", "why?", "why not? The reasons against a value (w)", "why");
    this.finding = press("◉", "find", "find: highlight a value, then none (f)", "find");
    const tidies = "tidy: a value takes the notes away that it makes impossible (a)";
    this.tidying = press("✄", "tidy", tidies, "toggleTidy");
    this.making = press("", "new puzzle", "make a new puzzle of this size and level", "makePuzzle");
    this.field = /** @type {HTMLInputElement} */ (
      dom`<input class="fsl-field" aria-label="ID of a puzzle" spellcheck="false" autocomplete="off"
        keydown=${(/** @type {KeyboardEvent} */ event) =>
          event.key === "Enter" && !event.shiftKey && play.openId()}>`
    );
    this.ids = dom`<div class="fsl-ids" role="group" aria-label="the puzzle's ID" hidden>
      ${this.field}${press("", "copy", "copy the ID of this puzzle", "copyId")}
      ${press("", "open", "play the puzzle of the ID in the field", "openId")}</div>`;
    this.node = dom`<div class="fsl-controls">${words}
      <div class="fsl-pad" role="group" aria-label="numbers">${this.digits}</div>
      <div class="fsl-actions" role="toolbar" aria-label="game">
        ${this.pencils}
        ${press("⌫", "erase", "take the value or the notes away (Backspace)", "erase")}
        ${[this.undoing, this.redoing, this.hinting, this.applying, this.asking, this.finding]}
        ${press("☷", "fill", "note all values that the rules leave (m)", "noteAll")}
        ${this.tidying}
        ${press("☑", "check", "check what is entered (c)", "check")}
        ${press("▦", "solve", "show the solution (s)", "solve")}
        ${press("⟲", "restart", "start again (Shift+R)", "restart")}
        ${press("#", "ID", "the puzzle's ID: copy it, or enter another one (i)", "showId")}
      </div>
      ${this.ids}</div>`;
  }
  /** A button that leaves the focus where it is, on the board, when it is clicked.
   * @param {string} icon @param {string} text @param {string} label @param {() => void} click
   * @param {string} [name] more classes */
  press(icon, text, label, click, name = "") {
    const made = button("", label, click, `fsl-press ${name}`);
    put(made, "aria-label", called(text, label));
    made.append(
      ...(icon ? [h("span", { class: "fsl-icon", "aria-hidden": "true" }, icon)] : []),
      h("span", {}, text),
    );
    made.addEventListener("pointerdown", event => this.focus(event));
    made.addEventListener("mousedown", event => event.preventDefault());
    return made;
  }

  /** Offer new puzzles. @param {{sizes: number[], levels: string[]}} offers
   * @param {{n: number, level: string}} [wish] the last choice */
  offer({ sizes, levels }, wish) {
    const { n } = this.game.puzzle,
      chosen = wish ?? { n: sizes.includes(n) ? n : sizes[0], level: levels[1] };
    /** @type {[number, string][]} */ const squares = sizes.map(size => [size, `${size}×${size}`]);
    /** @type {[string, string][]} */ const named = levels.map(one => [one, one]);
    this.sizing = choice("size of a new puzzle", squares);
    this.levelling = choice("level of a new puzzle", named);
    this.sizing.value = String(chosen.n);
    this.levelling.value = chosen.level;
    const props = { class: "fsl-new", role: "group", "aria-label": "a new puzzle" };
    this.node.append(h("div", props, this.sizing, this.levelling, this.making));
  }

  /** The level of the puzzle on the board is the one that is offered. @param {string} level */
  drawLevel(level) {
    const known = [...(this.levelling?.options ?? [])].some(option => option.value === level);
    if (this.levelling && known) this.levelling.value = level;
  }

  /** @param {number} strength of the hint @param {string} next what the next digit is for
   * @param {number} asked what "why?" is about */
  draw(strength, next, asked) {
    const { game } = this,
      { n } = game.puzzle,
      many = new Uint16Array(n + 1);
    put(this.undoing, "aria-disabled", game.at ? null : "true");
    put(this.redoing, "aria-disabled", game.at < game.moves.length ? null : "true");
    for (const value of game.values) many[value]++;
    this.digits.forEach((digit, at) => put(digit, "data-done", many[at + 1] >= n ? "true" : null));
    say(this.hinting, strength ? `hint ${Math.min(3, strength + 1)}/3` : "hint");
    put(this.hinting, "aria-disabled", strength === 3 ? "true" : null);
    put(this.applying, "aria-disabled", strength === 3 ? null : "true");
    put(this.tidying, "aria-pressed", String(game.tidy));
    put(this.finding, "aria-pressed", String(next === "find" || game.lit > 0));
    put(this.asking, "aria-pressed", String(next === "why"));
    this.drawAsked(asked);
    say(this.finding, game.lit ? `find ${game.lit}` : "find");
  }

  drawAsked(/** @type {number} */ value) {
    say(this.asking, value ? `why ${value}?` : "why?");
  }

  drawPencil(/** @type {boolean} */ on) {
    put(this.pencils, "aria-pressed", String(on));
    this.node.classList.toggle("fsl-noting", on);
  }
}
