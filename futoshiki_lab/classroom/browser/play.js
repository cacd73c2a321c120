// Play: the board in the role of a game. Values, notes, marks, time; and, of a kernel or its
// stand-in, checks, hints, other puzzles.

import { Frame } from "../../stepper/browser/frame.js";
import { Game, hintWords, noHint, targets } from "./game.js";
import { GameView, isHistory } from "./game_view.js";
import {
  count,
  forNotebook,
  list,
  put,
  sentence,
  targetOf,
  write,
} from "../../stepper/browser/page.js";
import { bit, Puzzle } from "../../stepper/browser/puzzle.js";
import { idOf, puzzleOf } from "./game_id.js";
import { store, stored } from "./shelf.js";

/** @import { Model } from "../../stepper/browser/frame.js" */
/** @import { Reason } from "../../stepper/browser/marks.js" */

const CLOCK = "futoshiki-lab-clock"; // the event that a board's clock has begun to run
const PAUSE = 1500; // milliseconds within which a second digit makes a number of two

export class Play extends Frame {
  /** @type {Puzzle} */ puzzle;
  /** @type {Game} */ game;
  /** @type {GameView} */ view;
  /** @type {import("./game.js").Hint | null} */ hint = null;
  /** @type {{n: number, level: string} | undefined} */ wish; // the puzzle that was made last
  /** @type {Reason | null} */ reason = null; // what "why?" was answered
  /** @type {number[]} */ wrong = []; // the cells that a check found
  strength = 0; // of the hint
  chosen = 0; // the cell that digits go to
  pencil = false; // whether they are notes
  picked = 0; // the value crossed out there that was clicked
  /** @type {"" | "find" | "why"} */ next = ""; // what the next digit is for, if no value
  // a digit that may be the first of two
  typed = { digit: 0, note: false, moved: false, next: this.next, time: 0 };
  running = false; // the clock: from the first move on, until another board's
  hideTime = false;
  asked = {}; // the last question of "why?"
  /** @type {Set<string>} */ busy = new Set(); // what is being done with the kernel's answers
  /** @type {import("./shelf.js").Facts | null} */ facts = null; // once they are known

  constructor(/** @type {Element} */ box, /** @type {Model} */ model) {
    super(box, model, "play a Futoshiki; press ? for the keys", {
      tabindex: "-1",
      pointerdown: event => {
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
    this.build();
  }

  /** Where new puzzles come from, a kernel or a shelf: which sizes and levels there are. */
  get offers() {
    return this.model.get(this.model.alone ? "shelf" : "offers");
  }

  build() {
    const sent = this.model.get("board");
    this.name = sent.name;
    this.gameKey = sent.key; // under which the game is kept
    this.puzzle = new Puzzle(sent);
    this.game = new Game(this.puzzle);
    this.running = this.pencil = false;
    this.forget();
    this.view = new GameView(/** @type {any} */ (this));
    this.helping = this.view.part("help");
    this.root.replaceChildren(this.notice, this.view.node);
    this.rescale();
    this.showNotice();
    this.recall();
    this.chosen = Math.max(0, this.game.values.indexOf(0));
    this.tell(this.game.at ? `Your game goes on: ${this.game.progress}.` : this.welcome);
    this.facts = null;
    this.learn();
  }

  /** Go on with what the notebook keeps, or else this browser; a page without a kernel stays as it
   * was written. */
  recall() {
    const kept = [() => this.model.get("game"), () => stored(this.gameKey)];
    if (this.model.get("kept")) kept.pop();
    else if (this.model.alone) kept.reverse();
    const found = kept.some(find => this.game.load(find(), this.gameKey));
    if (found && this.game.moves.length) this.save();
  }

  wait() {
    this.tell("Waiting for the kernel: it is at work, or it has stopped.");
  }

  /** See `View`. */
  get points() {
    return Number(this.game.solved && !this.game.peeked);
  }

  save() {
    const kept = this.game.plain(this.gameKey);
    this.tellPython({ game: structuredClone(kept) });
    store(this.gameKey, kept);
  }

  /** Another view of this game, or Python, has changed it. */
  hear() {
    if (this.telling) return;
    if (!this.game.load(this.model.get("game"), this.gameKey)) this.game = new Game(this.puzzle);
    this.forget();
    this.view.draw();
  }

  tick() {
    if (!this.running || document.hidden || this.game.solved || !this.root.isConnected) return;
    this.game.seconds++;
    this.view.drawTime();
  }

  get welcome() {
    const rules = "no row and no column has a value twice and every sign holds";
    return `Fill in 1 to ${this.puzzle.n} so that ${rules}.`;
  }

  tell(text, kind = "plain") {
    this.view.draw();
    write(this.view.told, text);
    put(this.view.told, "data-kind", kind);
    this.view.part("words").scrollTop = 0;
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

  /** After a change: what was done, or what is broken now, or that it is solved. From the first
   * move on the clock runs, unless another board's has just begun to. @param {string} done */
  report(done) {
    const { game } = this,
      broken = game.conflicts();
    this.forget();
    if (game.at && !this.running && !game.solved) {
      this.running = true;
      window.dispatchEvent(new CustomEvent(CLOCK, { detail: this }));
    }
    this.save();
    if (game.solved) return this.tell(game.solvedWords(!this.hideTime), "solved");
    if (!broken.length) return this.tell(done);
    const first = broken.find(pair => pair.some(cell => game.touched.includes(cell))) ?? broken[0];
    const more = broken.length > 1 ? ` (and ${count(broken.length - 1, "other conflict")})` : "";
    this.tell(`${sentence(game.brokenWords(first))}${more}.`, "conflict");
  }

  home() {
    return this.view.board.node;
  }

  /** @param {number} value the one whose note was clicked, if any */
  choose(cell, value = 0) {
    this.chosen = cell;
    this.typed.digit = 0;
    this.picked = this.game.struck[cell] & bit(value) ? value : 0;
    this.view.choose(cell);
  }

  walk(key) {
    const { puzzle, chosen } = this,
      start = chosen - puzzle.column(chosen);
    if (key.startsWith("Arrow")) this.view.focus();
    const ends = { Home: start, End: start + puzzle.n - 1 };
    this.choose(ends[key] ?? puzzle.beside(chosen, key));
  }

  fixed(cell) {
    const given = this.puzzle.givens[cell];
    if (given) this.tell(`${this.puzzle.name(cell)} = ${given} is given and stays.`);
    return given > 0;
  }

  /** Enter or note a value in the chosen cell. False if nothing changes. */
  enter(value, note = this.pencil) {
    const { game, chosen: cell } = this,
      name = this.puzzle.name(cell);
    if (this.fixed(cell)) return false;
    if (note && game.values[cell]) {
      this.tell(`${name} has a value; remove it before you note others.`);
      return false;
    }
    const moved = note ? game.note(cell, value) : game.enter(cell, value);
    const noted = `: ${value} ${game.noteWords(cell, value)}.`;
    this.report(note ? name + noted : `${name} = ${value}.`);
    return moved;
  }

  /** Do with a number what it is wanted for. False if that is no move. */
  press(value, next = this.next, note = this.pencil) {
    if (!next) return this.enter(value, note);
    next === "find" ? this.light(value) : this.askWhy(this.chosen, value);
    return false;
  }

  /** A digit that is typed: alone a value, or the second one of two. */
  type(digit, shift) {
    const { n, givens } = this.puzzle,
      { digit: first, time, note: noted, moved, next: before } = this.typed,
      note = shift || this.pencil,
      soon = performance.now() - time < PAUSE,
      second = first > 0 && first * 10 + digit <= n && noted === note && soon;
    const value = second ? first * 10 + digit : digit,
      next = this.next || (second ? before : "");
    if (value === 0) return this.erase();
    if (value > n) return this.tell(`The values are 1 to ${n}.`);
    if (second && moved) this.game.undo();
    const made = this.press(value, next, note);
    // may be the first of two
    if (!second && digit * 10 <= n && (next || !givens[this.chosen]))
      this.typed = { digit, note, moved: made, next, time: performance.now() };
  }

  /** Highlight a value wherever it stands or is noted; 0 for none. */
  light(value) {
    this.forget();
    this.game.lit = value;
    this.save();
    this.tell(value ? this.game.litWords(value) : "Nothing is highlighted any more.");
  }

  /** Highlight the value of the chosen cell, or the digit that comes next; what is highlighted goes
   * first. */
  find() {
    const value = this.game.values[this.chosen];
    if (this.game.lit) return this.light(0);
    if (value && this.next !== "find") return this.light(value);
    const finds = "Find: the next digit is highlighted wherever it stands or is noted.";
    this.want("find", finds);
  }

  /** What the next digit is for, or again a value. @param {"find" | "why"} next */
  want(next, said) {
    this.next = this.next === next ? "" : next;
    this.tell(this.next ? said : "Digits enter values.");
  }

  markBeside(arrow) {
    const { puzzle, chosen } = this,
      ends = [chosen, puzzle.beside(chosen, arrow)].sort().join(),
      sign = puzzle.signs.findIndex(pair => [...pair].sort().join() === ends);
    if (sign < 0) return this.tell(`There is no sign on that side of ${puzzle.name(chosen)}.`);
    this.markSign(sign);
  }

  markSign(sign) {
    const { game, puzzle } = this;
    game.markSign(sign);
    const name = game.placeName(puzzle.cells + sign);
    this.report(`The sign ${name} is ${game.done[sign] ? "" : "no longer "}marked as done.`);
  }

  erase() {
    const { game, chosen } = this;
    if (this.fixed(chosen)) return;
    const gone = game.values[chosen] ? "empty again" : "its notes are gone";
    const said = `${this.puzzle.name(chosen)}: ${gone}.`;
    this.report(game.clear(chosen) ? said : "Nothing to take away here.");
  }

  /** Turn on or off what a button is for, with its words for that. @param {string} what */
  toggle(what) {
    const owner = what in this.game ? this.game : this,
      { on = "", off = "" } = this.view.tool(what).dataset;
    owner[what] = !owner[what];
    if (owner === this.game) this.save();
    this.tell(owner[what] ? on : off);
  }

  undo() {
    const { touched } = this.game;
    if (!this.game.undo()) return this.tell("There is nothing to undo.");
    this.went(touched, "Undone");
  }

  redo() {
    if (!this.game.redo()) return this.tell("There is nothing to redo.");
    this.went(this.game.touched, "Redone");
  }

  went(touched, what) {
    // the cell of the value, before those of notes
    if (touched[0] < this.puzzle.cells) this.choose(touched[0]);
    const names = touched.map(place => this.game.placeName(place));
    this.report(`${what}: ${names.length < 4 ? list(names) : count(names.length, "place")}.`);
  }

  noteAll() {
    const all = "Every empty cell has its notes: what the rules leave.";
    this.report(this.game.noteAll() ? all : "There is nothing to note.");
  }

  restart() {
    const changed = this.game.restart();
    Object.assign(this.game, { seconds: 0, hints: 0, peeked: false });
    const again = "From the start again; undo (u) brings back what was there.";
    this.report(changed ? again : this.welcome);
    this.running = false;
  }

  /** Undo and redo are the game's here; all else with Ctrl, Alt or Cmd is the notebook's. */
  isForNotebook(event) {
    return forNotebook(event) && !isHistory(event);
  }

  action(event) {
    const scrolls =
      targetOf(event).matches(".fsl-words") && /^(Arrow|Page|Home|End| )/.test(event.key);
    return scrolls ? undefined : this.view.action(event);
  }

  /** From the hint, or a control. */
  escape() {
    if (this.hint || this.reason || this.next === "why") {
      this.forget();
      return this.tell(`${sentence(this.game.progress)}.`);
    }
    this.view.focus();
  }

  // -- what asks a kernel, or its stand-in -------------------------------------------------------

  /** What is known of the puzzle's solutions. @returns {Promise<import("./shelf.js").Facts>} */
  async know(quietly = false) {
    this.facts ??= await this.request("facts", {}, quietly);
    return /** @type {import("./shelf.js").Facts} */ (this.facts);
  }

  async learn() {
    const { puzzle } = this;
    try {
      const { level } = await this.know(true);
      if (this.puzzle === puzzle) this.view.drawLevel(level ?? "");
    } catch {
      // the kernel has no answer: the board says no level
    }
  }

  /** Do something that asks the kernel, not twice at a time; what goes wrong is said.
   * @param {(still: () => boolean) => Promise<void>} task `still`: the puzzle is still the same */
  async during(what, task) {
    if (this.busy.has(what)) return;
    this.busy.add(what);
    put(this.root, "aria-busy", "true");
    const { game } = this;
    try {
      await task(() => this.game === game && this.root.isConnected);
    } catch (error) {
      this.tell(`That did not work: ${/** @type {Error} */ (error).message}.`, "conflict");
    } finally {
      this.busy.delete(what);
      if (!this.busy.size) put(this.root, "aria-busy", null);
    }
  }

  check() {
    return this.during("check", async still => {
      const { game } = this;
      if (game.conflicts().length || game.solved) return this.report("");
      const { solutions, solution } = await this.know();
      if (!still()) return;
      this.forget();
      const isWrong = cell => game.values[cell] && game.values[cell] !== solution?.[cell];
      this.wrong = solutions === 1 ? game.cells(isWrong) : [];
      const kind = this.wrong.length || solutions === 0 ? "conflict" : "plain";
      this.tell(game.verdict(this.wrong, solutions), kind);
    });
  }

  solve() {
    return this.during("solve", async still => {
      const { solutions, solution } = await this.know();
      if (!still()) return;
      if (solutions === 0) return this.tell("This puzzle has no solution: ask “why?”.", "conflict");
      if (!solution)
        return this.tell("No solution was found within the effort that is made here.", "conflict");
      this.game.peeked = true;
      this.game.fill(solution);
      this.report("");
      const it = solutions === 1 ? "the solution" : "one of several solutions";
      this.tell(`This is ${it}; undo (u) hides it again.`, "solved");
    });
  }

  makePuzzle() {
    return this.during("puzzle", async () => {
      const { sizing, levelling } = this.view,
        making = this.view.tool("makePuzzle"),
        wish = { n: Number(sizing?.value), level: levelling?.value ?? "" };
      this.wish = wish;
      this.tell(`Making a new ${wish.n}x${wish.n} puzzle, ${wish.level} …`);
      this.save();
      put(making, "aria-disabled", "true");
      try {
        await this.request("puzzle", wish); // the kernel sets the board, and that builds it
      } finally {
        put(making, "aria-disabled", null);
      }
    });
  }

  showId() {
    const { field } = this.view,
      ids = this.view.part("ids");
    ids.hidden = !ids.hidden;
    if (ids.hidden) return this.view.focus();
    field.value = idOf(this.puzzle);
    field.focus();
    field.select();
    this.tell("The ID of this puzzle. Copy it, or enter another one and press Enter.");
  }

  copyId() {
    const id = idOf(this.puzzle),
      none = "This puzzle has a sign between cells that do not touch: no ID can say that.";
    if (!id) return this.tell(none, "conflict");
    this.view.field.value = id;
    this.view.field.select();
    const done = document.execCommand("copy"); // also where a page was not served safely
    this.tell(done ? "The ID is copied." : "This browser copies nothing by itself: press Ctrl+C.");
  }

  leaveFor(what, task) {
    return this.during(what, async () => {
      this.save();
      this.wish = undefined;
      await task();
      this.view.focus();
    });
  }

  openId(id = this.view.field.value) {
    const { own } = this.model; // a page without a kernel has answers for this one only
    return this.leaveFor("id", async () => {
      const puzzle = puzzleOf(id); // an error is said, and the board stays
      if (!own) return this.request("id", { text: id });
      this.model.set("board", idOf(new Puzzle(own)) === idOf(new Puzzle(puzzle)) ? own : puzzle);
    });
  }

  openAddress(said) {
    const id = said.get("puzzle"),
      board = said.get("board");
    if (id) this.openId(id);
    if (board) this.openBoard(board);
  }

  /** What an address says of it; a board of a page's shelf has a name. */
  get address() {
    const { shown } = this.model;
    return shown ? `board=${shown}` : `puzzle=${idOf(new Puzzle(this.model.get("board")))}`;
  }

  openBoard(name) {
    return this.leaveFor("board", async () => {
      await this.model.take?.(name);
      this.root.scrollIntoView({ block: "nearest" });
    });
  }

  /** Why not? About the value of the chosen cell, the one crossed out that was clicked, or the next
   * number. */
  why() {
    const { chosen: cell, inQuestion: value } = this;
    if (this.facts?.solutions === 0) return this.askWhy(-1, 0);
    if (this.fixed(cell)) return;
    if (value) return this.askWhy(cell, value);
    const reasons = `the reasons why ${this.puzzle.name(cell)} cannot be it`;
    this.want("why", `Why not? Press a number: ${reasons}.`);
  }

  /** Say why a value cannot stand, and light it; of several questions the last one is answered.
   * @param {number} cell -1: why the puzzle has no solution @param {number} value */
  askWhy(cell, value) {
    const { game } = this,
      { at } = game,
      question = { cell: cell < 0 ? null : cell, value, values: [...game.values] };
    this.forget();
    this.view.draw();
    this.asked = question;
    return this.during(`why ${cell} ${value}`, async still => {
      /** @type {Reason | null} */
      const reason = await this.request("why", question);
      if (!still() || game.at !== at || this.asked !== question) return; // the player has gone on
      if (!reason)
        return this.tell("This page carries no reasons for this board; a notebook gives them.");
      if (cell >= 0) game.hints++;
      this.forget();
      this.reason = reason;
      this.tell(reason.text, reason.can ? "plain" : "hint");
    });
  }

  nextHint() {
    if (this.hint) return this.showHint(this.hint, Math.min(3, this.strength + 1));
    return this.during("hint", async still => {
      const { game } = this,
        { at } = game;
      if (game.solved) return this.tell("It is solved: there is nothing left to hint at.");
      /** @type {import("./game.js").Hint | null} */
      const found = await this.request("hint", game.position);
      const facts = found ? null : await this.know();
      if (!still() || game.at !== at) return; // the player has gone on
      this.forget();
      if (!found) return this.tell(noHint(facts?.solutions ?? null), "conflict");
      if (!targets(found).length) return this.tell(found.where, "conflict"); // why there is none
      game.hints++;
      this.showHint(found, 1);
    });
  }

  showHint(/** @type {import("./game.js").Hint} */ hint, strength) {
    Object.assign(this, { hint, strength });
    this.tell(hintWords(hint, strength), "hint");
    if (strength === 3) this.choose(targets(hint)[0]);
  }

  apply() {
    if (this.game.solved) return this.report("");
    if (!this.hint || this.strength < 3)
      return this.tell("Only a hint of strength 3 can be applied: press h until it is there.");
    const done = this.game.appliedWords(this.hint);
    this.game.apply(this.hint);
    this.report(sentence(done));
  }
}
