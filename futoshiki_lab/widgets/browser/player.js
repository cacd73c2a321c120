// A player at a board: what can be done without an answer from elsewhere. Values, notes, marks;
// time.

import { Frame } from "./frame.js";
import { Game } from "./game.js";
import { GAME_HELP, GAME_KEYS, gameAction, isHistory } from "./game_controls.js";
import { GameView } from "./game_view.js";
import {
  brokenWords,
  litWords,
  noteWords,
  placeName,
  progress,
  solvedWords,
} from "./game_words.js";
import { store, stored } from "./outside.js";
import { count, forNotebook, list, sentence, targetOf } from "./page.js";
import { bit, Puzzle } from "./puzzle.js";

const CLOCK = "futoshiki-lab-clock"; // the event that a board's clock has begun to run
const PAUSE = 1500; // milliseconds within which a second digit makes a number of two

export class Player extends Frame {
  /** @type {Puzzle} */ puzzle;
  /** @type {Game} */ game;
  /** @type {GameView} */ view;
  /** @type {import("./game_words.js").Hint | null} */ hint = null;
  /** @type {{n: number, level: string} | undefined} */ wish; // the puzzle that was made last
  /** @type {import("./blame_view.js").Reason | null} */ reason = null; // what "why?" was answered
  /** @type {number[]} */ wrong = []; // the cells that a check found
  strength = 0; // of the hint
  chosen = 0; // the cell that digits go to
  pencil = false; // whether they are notes
  picked = 0; // the value crossed out there that was clicked
  /** @type {"" | "find" | "why"} */ next = ""; // what the next digit is for, if no value
  // a digit that may be the first of two
  typed = { digit: 0, note: false, moved: false, next: this.next, time: 0 };
  gameKey = ""; // under which the game is kept: the puzzle's key
  running = false; // the clock: from the first move on, until another board's
  hideTime = false;

  constructor(/** @type {Element} */ box, /** @type {import("./frame.js").Model} */ model) {
    super(box, model, "play a Futoshiki; press ? for the keys", {
      tabindex: "-1",
      pointerdown: (/** @type {PointerEvent} */ event) => {
        if (!targetOf(event).closest("button,select,.fsl-board,.fsl-help,.fsl-table"))
          this.view.focus(event);
      },
    });
    // for the tests, and for who is curious in the console
    Object.assign(this.root, { game: this });
    this.watch("change:board", () => this.build());
    this.watch("change:game", () => this.hear());
    this.listen(window, "pagehide", () => this.save());
    this.listen(document, "visibilitychange", () => this.save());
    this.listen(window, CLOCK, event => (this.running &&= event.detail === this));
    const ticking = setInterval(() => this.tick(), 1000);
    this.endings.push(() => (clearInterval(ticking), this.save()));
    const keys = GAME_KEYS.filter(([key]) => this.offers || key !== "n");
    this.makeHelp("Keys, while the board has the focus", keys, GAME_HELP);
  }

  /** Where new puzzles come from, a kernel or a shelf: which sizes and levels there are. */
  get offers() {
    return this.model.get(this.model.alone ? "shelf" : "offers");
  }

  build() {
    const sent = this.model.get("board");
    this.puzzle = new Puzzle(sent);
    this.gameKey = sent.key;
    this.game = new Game(this.puzzle);
    this.running = this.pencil = false;
    this.helping.hidden = true;
    this.forget();
    this.view = new GameView(this.game, sent.name, /** @type {any} */ (this), this.helping);
    if (this.offers) this.view.controls.offer(this.offers, this.wish);
    this.root.replaceChildren(this.notice, this.view.node);
    this.rescale();
    this.showNotice();
    this.recall();
    this.chosen = Math.max(0, this.game.values.indexOf(0));
    this.draw();
    this.tell(this.game.at ? `Your game goes on: ${progress(this.game)}.` : this.welcome());
  }

  /** Go on with what the notebook keeps, or else this browser; a page without a kernel stays as it
   * was written. */
  recall() {
    const kept = [() => this.model.get("game"), () => stored(this.gameKey)];
    if (this.model.alone) kept.reverse();
    if (kept.some(find => this.game.load(find(), this.gameKey)) && this.game.moves.length)
      this.save();
  }

  save() {
    const kept = this.game.plain(this.gameKey);
    this.tellPython({ game: structuredClone(kept) });
    store(this.gameKey, kept);
  }

  /** Another view of this game, or Python, has changed it. */
  hear() {
    if (this.telling) return;
    if (!this.game.load(this.model.get("game"), this.gameKey)) this.game.reset();
    this.forget();
    this.draw();
  }

  tick() {
    if (!this.running || document.hidden || this.game.solved || !this.root.isConnected) return;
    this.game.seconds++;
    this.view.drawTime(this.hideTime);
  }

  toggleTimer() {
    this.hideTime = !this.hideTime;
    this.view.drawTime(this.hideTime);
    this.tell(this.hideTime ? "The timer is hidden; it goes on." : "The timer is shown.");
  }

  draw() {
    const strength = this.hint ? this.strength : 0,
      reason = this.reason ?? (strength === 3 ? this.hint?.reason : null);
    this.view.draw(this.chosen, this.wrong, this.hint, strength, reason ?? null);
    this.view.controls.draw(strength, this.next, this.inQuestion);
    this.view.drawTime(this.hideTime);
  }

  welcome() {
    const rules = "no row and no column has a value twice and every sign holds";
    return `Fill in 1 to ${this.puzzle.n} so that ${rules}.`;
  }

  tell(/** @type {string} */ text, kind = "plain") {
    this.view.tell(text, kind);
  }

  /** The value of the chosen cell that "why?" is about: an entry, or one crossed out that was
   * clicked; 0 for none. */
  get inQuestion() {
    return this.puzzle.givens[this.chosen] ? 0 : this.game.values[this.chosen] || this.picked;
  }

  /** Take back what a hint, a check, a reason or a first digit has marked. */
  forget() {
    this.typed.digit = 0;
    this.next = "";
    this.hint = this.reason = null;
    this.wrong = [];
  }

  /** After a move: the clock runs, unless another board's has just begun to. */
  start() {
    if (this.running || this.game.solved) return;
    this.running = true;
    window.dispatchEvent(new CustomEvent(CLOCK, { detail: this }));
  }

  /** After a change: what was done, or what is broken now, or that it is solved.
   * @param {string} done */
  report(done) {
    this.forget();
    if (this.game.at) this.start();
    this.draw();
    this.save();
    const { game } = this,
      broken = game.conflicts();
    if (game.solved) return this.tell(solvedWords(game, !this.hideTime), "solved");
    if (!broken.length) return this.tell(done);
    const touched = new Set(game.touched);
    const first = broken.find(pair => pair.some(cell => touched.has(cell))) ?? broken[0];
    const more = broken.length > 1 ? ` (and ${count(broken.length - 1, "other conflict")})` : "";
    this.tell(`${sentence(brokenWords(game, first))}${more}.`, "conflict");
  }

  home() {
    return this.view.board.node;
  }

  /** @param {number} cell @param {number} value the one whose note was clicked, if any */
  choose(cell, value = 0) {
    this.chosen = cell;
    this.typed.digit = 0;
    this.picked = this.game.struck[cell] & bit(value) ? value : 0;
    this.view.controls.drawAsked(this.inQuestion);
    this.view.choose(cell);
  }

  /** To a neighbour, or to an end of the row. @param {string} key */
  walk(key) {
    const { puzzle, chosen } = this,
      start = chosen - puzzle.column(chosen);
    if (key.startsWith("Arrow")) this.view.focus();
    const ends = { Home: start, End: start + puzzle.n - 1 };
    this.choose(ends[key] ?? puzzle.beside(chosen, key));
  }

  fixed(/** @type {number} */ cell) {
    if (!this.puzzle.givens[cell]) return false;
    this.tell(`${this.puzzle.name(cell)} = ${this.puzzle.givens[cell]} is given and stays.`);
    return true;
  }

  /** Enter or note a value in the chosen cell. False if nothing changes. @param {number} value */
  enter(value, note = this.pencil) {
    const { game, chosen: cell } = this,
      name = this.puzzle.name(cell);
    if (this.fixed(cell)) return false;
    if (note && game.values[cell]) {
      this.tell(`${name} has a value; take it away before you note others.`);
      return false;
    }
    const moved = note ? game.note(cell, value) : game.enter(cell, value);
    const noted = () => `: ${value} ${noteWords(game, cell, value)}`;
    this.report(`${name}${note ? noted() : ` = ${value}`}.`);
    return moved;
  }

  /** A number that is pressed on the screen. @param {number} value */
  press(value) {
    if (this.next) this.use(this.next, value);
    else this.enter(value);
  }

  /** Do with a number what it was wanted for. @param {"find" | "why"} next @param {number} value */
  use(next, value) {
    if (next === "find") return this.light(value);
    this.askWhy(this.chosen, value);
    return false; // no move
  }

  /** Say why a value cannot stand, as Play does. @param {number} _cell @param {number} _value */
  askWhy(_cell, _value) {}

  /** A digit that is typed: alone a value, or the second one of two. @param {number} digit
   * @param {boolean} shift */
  type(digit, shift) {
    const { n } = this.puzzle,
      { digit: first, time, note: noted, moved, next: before } = this.typed,
      both = first * 10 + digit;
    const note = shift || this.pencil;
    const second = first > 0 && both <= n && noted === note && performance.now() - time < PAUSE;
    const value = second ? both : digit,
      next = this.next || (second ? before : "");
    if (value === 0) return this.erase();
    if (value > n) return this.tell(`The values are 1 to ${n}.`);
    if (second && moved) this.game.undo();
    const made = next ? this.use(next, value) : this.enter(value, note);
    // may be the first of two
    const more = !second && digit * 10 <= n && (next || !this.puzzle.givens[this.chosen]);
    if (more) this.typed = { digit, note, moved: made, next, time: performance.now() };
  }

  /** Highlight a value wherever it stands or is noted; 0 for none. @param {number} value */
  light(value) {
    this.forget();
    this.game.lit = value;
    this.draw();
    this.save();
    this.tell(value ? litWords(this.game, value) : "Nothing is highlighted any more.");
    return false; // no move
  }

  /** Highlight the value of the chosen cell, or the digit that comes next; what is highlighted goes
   * first. */
  find() {
    const value = this.game.values[this.chosen];
    if (this.game.lit) return this.light(0);
    if (value && this.next !== "find") return void this.light(value);
    this.next = this.next === "find" ? "" : "find";
    this.draw();
    const finds = "Find: the next digit is highlighted wherever it stands or is noted.";
    this.tell(this.next ? finds : "Digits enter values.");
  }

  /** Mark the sign on a side of the chosen cell. @param {string} arrow */
  markBeside(arrow) {
    const { puzzle, chosen } = this,
      other = puzzle.beside(chosen, arrow);
    const ends = [chosen, other].sort().join();
    const sign = puzzle.signs.findIndex(pair => [...pair].sort().join() === ends);
    if (sign < 0) return this.tell(`There is no sign on that side of ${puzzle.name(chosen)}.`);
    this.markSign(sign);
  }

  /** Mark a sign as done, or take the mark away. @param {number} sign its number */
  markSign(sign) {
    const { game, puzzle } = this;
    game.markSign(sign);
    const name = placeName(game, puzzle.cells + sign);
    this.report(`The sign ${name} is ${game.done[sign] ? "" : "no longer "}marked as done.`);
  }

  erase() {
    if (this.fixed(this.chosen)) return;
    const had = this.game.values[this.chosen];
    const done = this.game.clear(this.chosen);
    const gone = `${this.puzzle.name(this.chosen)}: ${had ? "empty again" : "its notes are gone"}.`;
    this.report(done ? gone : "Nothing to take away here.");
  }

  togglePencil() {
    this.pencil = !this.pencil;
    this.view.controls.drawPencil(this.pencil);
    const notes = "Pencil: digits make notes. The same digit again crosses it out.";
    this.tell(this.pencil ? notes : "Digits enter values.");
  }

  toggleTidy() {
    this.game.tidy = !this.game.tidy;
    this.draw();
    this.save();
    const goes = "go when a value makes them impossible";
    this.tell(`Notes ${this.game.tidy ? goes : "stay until you take them away"}.`);
  }

  undo() {
    const touched = this.game.touched;
    if (!this.game.undo()) return this.tell("There is nothing to undo.");
    this.went(touched, "Undone");
  }

  redo() {
    if (!this.game.redo()) return this.tell("There is nothing to redo.");
    this.went(this.game.touched, "Redone");
  }

  went(/** @type {number[]} */ touched, /** @type {string} */ what) {
    const few = touched.length < 4;
    // the cell of the value, before those of notes
    if (touched[0] < this.puzzle.cells) this.choose(touched[0]);
    const names = touched.map(place => placeName(this.game, place));
    this.report(`${what}: ${few ? list(names) : count(names.length, "place")}.`);
  }

  noteAll() {
    const all = "Every empty cell has its notes: what the rules leave.";
    this.report(this.game.noteAll() ? all : "There is nothing to note.");
  }

  restart() {
    const changed = this.game.restart();
    Object.assign(this.game, { seconds: 0, hints: 0, peeked: false });
    const again = "From the start again; undo (u) brings back what was there.";
    this.report(changed ? again : this.welcome());
    this.running = false;
  }

  /** Undo and redo are the game's here; all else with Ctrl, Alt or Cmd is the notebook's.
   * @param {KeyboardEvent} event */
  isForNotebook(event) {
    return forNotebook(event) && !isHistory(event);
  }

  action(/** @type {KeyboardEvent} */ event) {
    const scrolls =
      targetOf(event).matches(".fsl-words") && /^(Arrow|Page|Home|End| )/.test(event.key);
    return scrolls ? undefined : gameAction(event, /** @type {any} */ (this));
  }

  /** Escape leads outwards: from the hint, a control, and then to the notebook.
   * @param {Element} from */
  escape(from) {
    if (this.hint || this.reason || this.next === "why") {
      this.forget();
      this.draw();
      return this.tell(`${sentence(progress(this.game))}.`);
    }
    if (from !== this.view.board.node || !this.leave()) this.view.focus();
  }
}
