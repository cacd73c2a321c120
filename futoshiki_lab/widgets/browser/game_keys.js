// The keys of a game.

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
    "find a value: highlight that of the cell or, in an empty cell, the digit typed next; again: none",
  ],
  ["Shift+arrow", "mark the sign on that side of the cell as done, or take the mark away"],
  ["u, Ctrl+Z / r, Ctrl+Y", "undo / redo, to the very first move"],
  [
    "w",
    "why not? The reasons against the value of the cell, or against the digit typed next; counts as a hint",
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
  "Click or tap a cell, then a number below the board; click a sign to mark it as done. Values that " +
  "break a rule are hatched, and a red line joins them; dashed frames are the cells of a hint. " +
  'Click a value that is crossed out or wrong, then "why?".';

/** @typedef {Record<"undo" | "redo" | "erase" | "togglePencil" | "toggleTidy" | "noteAll" | "find" | "why" | "nextHint" | "apply" | "check" |
 *   "solve" | "restart" | "toggleTimer" | "makePuzzle" | "chooseNew" | "showId" | "copyId" |
 * "openId" | "help", () => void>
 *   &
 * {press(value: number): void, type(digit: number, note: boolean): void, walk(key: string): void, markBeside(arrow: string): void}}
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
