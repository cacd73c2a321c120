// Play: the board in the role of a game, with pencil marks, conflicts, hints and a timer.

import { Frame } from "./frame.js";
import { Game } from "./game.js";
import {
  brokenWords, clock, gameAction, GAME_HELP, GAME_KEYS, GameView, isHistory, noteWords, progress, verdict,
} from "./game_view.js";
import { appliedWords, hintWords, noHint, position, targets } from "./hints.js";
import { count, forNotebook, list, put, sentence, targetOf } from "./page.js";
import { Puzzle } from "./puzzle.js";
import { Questions, store, stored } from "./outside.js";

const PAUSE = 1500; // milliseconds within which a second digit makes a number of two

export class Play extends Frame {
  /** @type {Puzzle} */ puzzle;
  /** @type {Game} */ game;
  /** @type {GameView} */ view;
  /** @type {Set<string>} */ busy = new Set(); // what is being done with the kernel's answers
  /** @type {import("./hints.js").Hint | null} */ hint = null;
  /** @type {{n: number, level: string} | undefined} */ wish; // the puzzle that was made last
  /** @type {number[]} */ wrong = []; // the cells that a check found
  strength = 0; // of the hint
  chosen = 0; // the cell that digits go to
  pencil = false; // whether they are notes
  typed = { digit: 0, note: false, moved: false, time: 0 }; // a digit that may be the first of two
  id = ""; // the puzzle's key
  hideTime = false;

  constructor(/** @type {Element} */ box, /** @type {import("./frame.js").Model} */ model) {
    super(box, model, "play a Futoshiki; press ? for the keys", {
      tabindex: "-1",
      pointerdown: (/** @type {PointerEvent} */ event) => {
        if (!targetOf(event).closest("button,select,.fsl-board,.fsl-help,.fsl-table")) this.view.focus(event);
      },
    });
    this.questions = new Questions(model, () => this.tell("Waiting for the kernel: it is at work, or it has stopped."));
    Object.assign(this.root, { game: this }); // for the tests, and for who is curious in the console
    this.watch("change:board", () => this.build());
    this.watch("change:game", () => this.hear());
    this.watch("msg:custom", (message) => this.questions.answered(message));
    this.listen(window, "pagehide", () => this.save());
    this.listen(document, "visibilitychange", () => this.save());
    const ticking = setInterval(() => this.tick(), 1000);
    this.endings.push(() => clearInterval(ticking), () => this.save());
    this.makeHelp("Keys, while the board has the focus", model.alone ? GAME_KEYS.filter(([key]) => key !== "n") : GAME_KEYS, GAME_HELP);
    this.build();
  }

  build() {
    const sent = this.model.get("board");
    this.puzzle = new Puzzle(sent);
    this.id = sent.key;
    this.game = new Game(this.puzzle);
    this.questions.facts = null;
    this.pencil = false;
    this.helping.hidden = true;
    this.forget();
    this.view = new GameView(this.game, sent.name, this, this.helping);
    if (!this.model.alone) this.view.offer(this.model.get("offers"), this.wish);
    this.root.replaceChildren(this.notice, this.view.node);
    this.rescale();
    this.showNotice();
    this.recall();
    this.chosen = Math.max(0, this.game.values.indexOf(0));
    this.draw();
    this.tell(this.game.at ? `Your game goes on: ${progress(this.game)}.` : this.welcome());
  }

  /** Go on with what the notebook keeps, or else this browser; a page without a kernel stays as it was written. */
  recall() {
    const kept = [() => this.model.get("game"), () => stored(this.id)];
    if (this.model.alone) kept.reverse();
    if (kept.some((find) => this.game.load(find(), this.id)) && this.game.moves.length) this.save();
  }

  save() {
    const kept = this.game.plain(this.id);
    this.tellPython({ game: structuredClone(kept) });
    store(this.id, kept);
  }

  /** Another view of this game, or Python, has changed it. */
  hear() {
    if (this.telling) return;
    if (!this.game.load(this.model.get("game"), this.id)) this.game.reset();
    this.hint = null;
    this.draw();
  }

  tick() {
    if (document.hidden || this.game.solved || !this.root.isConnected) return;
    this.game.seconds++;
    this.view.drawTime(this.hideTime);
  }

  toggleTimer() {
    this.hideTime = !this.hideTime;
    this.view.drawTime(this.hideTime);
    this.tell(this.hideTime ? "The timer is hidden; it goes on." : "The timer is shown.");
  }

  draw() {
    this.view.draw(this.chosen, this.wrong, this.hint, this.hint ? this.strength : 0);
    this.view.drawTime(this.hideTime);
  }

  welcome() {
    return `Fill in 1 to ${this.puzzle.n} so that no row and no column has a value twice and every sign holds.`;
  }

  tell(/** @type {string} */ text, kind = "plain") { this.view.tell(text, kind); }

  /** Take back what a hint, a check or a first digit has marked. */
  forget() {
    this.typed.digit = 0;
    this.hint = null;
    this.wrong = [];
  }

  /** After a change: what was done, or what is broken now, or that it is solved. @param {string} done */
  report(done) {
    this.forget();
    this.draw();
    this.save();
    const { game } = this, broken = game.conflicts();
    if (game.solved) return this.tell(`Solved${this.hideTime ? "" : ` in ${clock(game.seconds)}`}. Every row, column and sign holds.`, "solved");
    if (!broken.length) return this.tell(done);
    const touched = new Set(game.touched);
    const first = broken.find((pair) => pair.some((cell) => touched.has(cell))) ?? broken[0];
    const more = broken.length > 1 ? ` (and ${count(broken.length - 1, "other conflict")})` : "";
    this.tell(`${sentence(brokenWords(game, first))}${more}.`, "conflict");
  }

  home() { return this.view.board.node; }

  /** The list of keys takes the place of the controls. */
  help(open = this.helping.hidden) {
    this.view.controls.hidden = open;
    super.help(open);
    if (open) this.helping.scrollIntoView({ block: "nearest" });
  }

  choose(/** @type {number} */ cell) {
    this.chosen = cell;
    this.typed.digit = 0;
    this.view.choose(cell);
  }

  /** To a neighbour, or to an end of the row. @param {string} key */
  walk(key) {
    const { puzzle, chosen } = this, start = chosen - puzzle.column(chosen);
    if (key.startsWith("Arrow")) this.view.focus();
    this.choose(key === "Home" ? start : key === "End" ? start + puzzle.n - 1 : puzzle.beside(chosen, key));
  }

  fixed(/** @type {number} */ cell) {
    if (!this.puzzle.givens[cell]) return false;
    this.tell(`${this.puzzle.name(cell)} = ${this.puzzle.givens[cell]} is given and stays.`);
    return true;
  }

  /** Enter or note a value in the chosen cell. False if nothing changes. @param {number} value */
  enter(value, note = this.pencil) {
    const { game, chosen: cell } = this, name = this.puzzle.name(cell);
    if (this.fixed(cell)) return false;
    if (note && game.values[cell]) {
      this.tell(`${name} has a value; take it away before you note others.`);
      return false;
    }
    const moved = note ? game.note(cell, value) : game.enter(cell, value);
    this.report(note ? `${name}: ${value} ${noteWords(game, cell, value)}.` : `${name} = ${value}.`);
    return moved;
  }

  /** A digit that is typed: alone a value, or the second one of two. @param {number} digit @param {boolean} shift */
  type(digit, shift) {
    const { n } = this.puzzle, { digit: first, time, note: noted, moved } = this.typed, both = first * 10 + digit;
    const note = shift || this.pencil;
    const second = first > 0 && both <= n && noted === note && performance.now() - time < PAUSE;
    const value = second ? both : digit;
    if (value === 0) return this.erase();
    if (value > n) return this.tell(`The values are 1 to ${n}.`);
    if (second && moved) this.game.undo();
    const made = this.enter(value, note);
    const more = !second && digit * 10 <= n && !this.puzzle.givens[this.chosen]; // may be the first of two
    if (more) this.typed = { digit, note, moved: made, time: performance.now() };
  }

  erase() {
    if (this.fixed(this.chosen)) return;
    const had = this.game.values[this.chosen];
    const done = this.game.clear(this.chosen);
    this.report(done ? `${this.puzzle.name(this.chosen)}: ${had ? "empty again" : "its notes are gone"}.` : "Nothing to take away here.");
  }

  togglePencil() {
    this.pencil = !this.pencil;
    this.view.drawPencil(this.pencil);
    this.tell(this.pencil ? "Pencil: digits make notes. The same digit again crosses it out." : "Digits enter values.");
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
    if (touched.length === 1) this.choose(touched[0]);
    this.report(`${what}: ${few ? list(touched.map((cell) => this.puzzle.name(cell))) : count(touched.length, "cell")}.`);
  }

  noteAll() {
    this.report(this.game.noteAll() ? "Every empty cell has its notes: what the rules leave." : "There is nothing to note.");
  }

  restart() {
    const changed = this.game.restart();
    this.game.seconds = 0;
    this.report(changed ? "From the start again; undo (u) brings back what was there." : this.welcome());
  }

  /** Do something that asks the kernel, not twice at a time; what goes wrong is said.
   * @param {string} what @param {(still: () => boolean) => Promise<void>} task `still`: the puzzle is still the same */
  async during(what, task) {
    if (this.busy.has(what)) return;
    this.busy.add(what);
    put(this.root, "aria-busy", "true");
    const { puzzle } = this;
    try {
      await task(() => this.puzzle === puzzle && this.root.isConnected);
    } catch (error) {
      this.tell(`That did not work: ${/** @type {Error} */ (error).message}.`, "conflict");
    } finally {
      this.busy.delete(what);
      if (!this.busy.size) put(this.root, "aria-busy", null);
    }
  }

  check() {
    return this.during("check", async (still) => {
      const { game } = this, broken = game.conflicts();
      if (broken.length || game.solved) return this.report("");
      const { solutions, solution } = await this.questions.know();
      if (!still()) return;
      this.hint = null;
      const isWrong = (/** @type {number} */ cell) => solutions === 1 && game.values[cell] && game.values[cell] !== solution?.[cell];
      this.wrong = [...game.values.keys()].filter(isWrong);
      this.draw();
      this.tell(verdict(game, this.wrong, solutions), this.wrong.length || solutions === 0 ? "conflict" : "plain");
    });
  }

  solve() {
    return this.during("solve", async (still) => {
      const { solutions, solution } = await this.questions.know();
      if (!still()) return;
      if (solutions === 0) return this.tell("This puzzle has no solution.", "conflict");
      if (!solution) return this.tell("No solution was found within the effort that is made here.", "conflict");
      this.game.fill(solution);
      this.report("");
      this.tell(`This is ${solutions === 1 ? "the solution" : "one of several solutions"}; undo (u) takes it back.`, "solved");
    });
  }

  makePuzzle() {
    return this.during("puzzle", async () => {
      const { sizing, levelling, making } = this.view, wish = { n: Number(sizing?.value), level: levelling?.value ?? "" };
      this.wish = wish;
      this.tell(`Making a new ${wish.n}×${wish.n} puzzle, ${wish.level} …`);
      this.save();
      put(making, "aria-disabled", "true");
      try {
        await this.questions.ask("puzzle", wish); // the kernel sets the board, and that builds it
      } finally {
        put(making, "aria-disabled", null);
      }
    });
  }

  chooseNew() { this.view.sizing?.focus(); }

  nextHint() {
    if (this.hint) return this.showHint(this.hint, Math.min(3, this.strength + 1));
    return this.during("hint", async (still) => {
      const { game, questions } = this, { at } = game;
      if (game.solved) return this.tell("It is solved: there is nothing left to hint at.");
      /** @type {import("./hints.js").Hint | null} */ const found = await questions.ask("hint", position(game));
      const facts = found ? null : await questions.know();
      if (!still() || game.at !== at) return; // the player has gone on
      this.wrong = [];
      if (!found) return this.tell(noHint(facts?.solutions ?? null), "conflict");
      if (!targets(found).length) return this.tell(found.where, "conflict"); // why there is none
      this.showHint(found, 1);
    });
  }

  showHint(/** @type {import("./hints.js").Hint} */ hint, /** @type {number} */ strength) {
    Object.assign(this, { hint, strength });
    this.draw();
    this.tell(hintWords(hint, strength), "hint");
    this.view.words.scrollTop = 0;
    if (strength === 3) this.choose(targets(hint)[0]);
  }

  apply() {
    if (!this.hint || this.strength < 3) return this.tell("Only a hint of strength 3 can be applied: press h until it is there.");
    const done = appliedWords(this.hint, this.game);
    this.game.apply(this.hint);
    this.report(sentence(done));
  }

  /** Undo and redo are the game's here; all else with Ctrl, Alt or Cmd is the notebook's. @param {KeyboardEvent} event */
  isForNotebook(event) { return forNotebook(event) && !isHistory(event); }

  action(/** @type {KeyboardEvent} */ event) {
    const scrolls = targetOf(event).matches(".fsl-words") && /^(Arrow|Page|Home|End| )/.test(event.key);
    return scrolls ? undefined : gameAction(event, this);
  }

  /** Escape leads outwards: from the hint, a control, and then to the notebook. @param {Element} from */
  escape(from) {
    if (this.hint) {
      this.hint = null;
      this.draw();
      return this.tell(`${sentence(progress(this.game))}.`);
    }
    if (from !== this.view.board.node || !this.leave()) this.view.focus();
  }
}
