// Play: the board in the role of a game. Here is what asks a kernel, or its stand-in: checks,
// hints, other puzzles.

import { appliedWords, hintWords, noHint, position, targets, verdict } from "./game.js";
import { put, sentence } from "./page.js";
import { Player } from "./player.js";
import { idOf, Puzzle, puzzleOf } from "./puzzle.js";
import { Questions } from "./standalone.js";

export class Play extends Player {
  asked = {}; // the last question of "why?"
  /** @type {Set<string>} */ busy = new Set(); // what is being done with the kernel's answers

  constructor(/** @type {Element} */ box, /** @type {import("./frame.js").Model} */ model) {
    super(box, model);
    const wait = "Waiting for the kernel: it is at work, or it has stopped.";
    this.questions = new Questions(model, () => this.tell(wait));
    this.watch("msg:custom", message => this.questions.answered(message));
    this.build();
  }

  build() {
    this.questions.facts = null;
    super.build();
    this.learn();
  }

  /** Show the level once it is known; nobody waits for it. */
  async learn() {
    const { puzzle } = this;
    try {
      const { level } = await this.questions.know(true);
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
      const { solutions, solution } = await this.questions.know();
      if (!still()) return;
      this.forget();
      const isWrong = cell => game.values[cell] && game.values[cell] !== solution?.[cell];
      this.wrong = solutions === 1 ? game.cells(isWrong) : [];
      const kind = this.wrong.length || solutions === 0 ? "conflict" : "plain";
      this.tell(verdict(game, this.wrong, solutions), kind);
    });
  }

  solve() {
    return this.during("solve", async still => {
      const { solutions, solution } = await this.questions.know();
      if (!still()) return;
      if (solutions === 0) return this.tell("This puzzle has no solution: ask “why?”.", "conflict");
      if (!solution)
        return this.tell("No solution was found within the effort that is made here.", "conflict");
      this.game.peeked = true;
      this.game.fill(solution);
      this.report("");
      const it = solutions === 1 ? "the solution" : "one of several solutions";
      this.tell(`This is ${it}; undo (u) takes it back.`, "solved");
    });
  }

  makePuzzle() {
    return this.during("puzzle", async () => {
      const { sizing, levelling } = this.view,
        making = this.view.tool("makePuzzle"),
        wish = { n: Number(sizing?.value), level: levelling?.value ?? "" };
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

  /** Show the field with the puzzle's ID, or close it. */
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

  /** Go to another puzzle. @param {() => Promise<any> | undefined} task */
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
      if (!own) return this.questions.ask("id", { text: id });
      this.model.set("board", idOf(new Puzzle(own)) === idOf(new Puzzle(puzzle)) ? own : puzzle);
    });
  }

  /** Show a board of the page's shelf. */
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
    if (this.questions.facts?.solutions === 0) return this.askWhy(-1, 0);
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
      /** @type {import("./marks.js").Reason | null} */
      const reason = await this.questions.ask("why", question);
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
      const found = await this.questions.ask("hint", position(game));
      const facts = found ? null : await this.questions.know();
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
    const done = appliedWords(this.hint, this.game);
    this.game.apply(this.hint);
    this.report(sentence(done));
  }
}
