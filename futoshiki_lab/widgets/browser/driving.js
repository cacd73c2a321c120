// Driving a search in a stepper: the board is the learner's, the recorded run is the judge.

import { Drive } from "./drive.js";
import { count, heldBy, list, number, put, write } from "./page.js";
import { valuesOf } from "./puzzle.js";
import { QuizView } from "./quiz_view.js";

/** What the learner does themselves, by how much is asked. @type {Record<string, string[]>} */
const ASKS = { prunes: ["strike", "look", "restore"], looks: ["look", "restore"], cells: [] };
const HOW = {
  cell: "Click the cell, or: arrows choose it, Enter answers.",
  strike: "Click a value to strike it out, or: arrows choose a cell, digits strike.",
  look: "Does the look remove every value of a cell?",
  fits: "Does the value fit? If not, click the cell that it clashes with.",
  next: "Press a value to try it, give back, or click the cell to which the search goes back.",
};

/** The learner's moves in a stepper of one run; takes the place of `Predicting`. */
export class Driving {
  on = true; // what comes is hidden
  open = true; // the next key may be a move
  /** @type {Drive} */ drive;
  /** @type {import("./panel.js").Panel} */ panel;
  chosen = -1; // the cell that digits are for, while values are struck out
  told = ""; // what was said of the last move
  help = 0; // how strong the last help was, for this move
  helped = 0; // how often help was asked for
  seconds = 0;
  since = Date.now();

  constructor(/** @type {import("./predicting.js").Asker} */ stepper) {
    this.stepper = stepper;
    this.view = new QuizView(
      () => this.make({ kind: "pass" }),
      () => this.assist(),
    );
    write(this.view.shows, "help");
    for (const name of ["title", "aria-label"])
      put(this.view.shows, name, "help (h): what kind of move, where, then the move itself");
  }

  /** @param {import("./panel.js").Panel[]} panels */
  build([panel]) {
    const { model, root } = this.stepper,
      { ask, cells } = model.get("drive"),
      had = model.get("driven");
    this.panel = panel;
    this.drive = new Drive(panel.run, [...(cells ? ["cell"] : []), ...(ASKS[ask] ?? [])]);
    if (had.step) Object.assign(this.drive, { moves: had.moves, mistakes: { ...had.mistakes } });
    if (had.step) this.drive.stand(had.step);
    Object.assign(this, { helped: had.helped ?? 0, seconds: had.seconds ?? 0 });
    panel.board.answering = this;
    panel.sentence.after(this.view.node);
    this.view.node.hidden = false;
    root.classList.add("fsl-predicting", "fsl-driving");
    this.stepper.hide(true);
  }

  set() {}

  refuse(/** @type {string} */ why) {
    this.told = why;
    this.draw();
  }

  /** A clicker's key makes the move that the class has voted for. */
  commit() {
    this.make(this.drive.options()[0]);
  }
  goOn() {
    this.commit();
  }

  /** The learner may look back, and come again as far as they have driven. @param {number} _from
   * @param {number} to */
  halt(_from, to) {
    return Math.min(to, this.drive.step);
  }

  /** Whether the step shown is the learner's own, and not one that they look back at. */
  get here() {
    return this.stepper.steps[0] === this.drive.step;
  }

  // -- what the learner does ---------------------------------------------------------------------

  /** @param {Partial<import("./drive.js").Move>} move */
  make(move) {
    const { drive, stepper } = this,
      before = drive.mistakes;
    if (!this.here) return stepper.goTo(drive.step);
    const said = drive.make({ cell: -1, value: 0, .../** @type {any} */ (move) });
    const guess = said && before ? drive.guess() : null;
    this.told = said ? `✗ ${said}` : "";
    if (guess && said && !this.told.includes(guess.name))
      this.told += ` (A guess from your moves: who ${guess.name} would move like this.)`;
    if (!said) {
      this.help = 0;
      if (move.kind !== "strike") this.chosen = -1;
    }
    stepper.goTo(drive.step);
    this.draw();
    this.keep();
  }

  /** Tell Python what was done: it stays with the notebook. */
  keep() {
    const { moves, mistakes, step, phase } = this.drive,
      now = Date.now();
    this.seconds += Math.min(60, (now - this.since) / 1000);
    this.since = now;
    const seconds = Math.round(this.seconds),
      { helped } = this;
    const driven = {
      moves,
      mistakes: { ...mistakes },
      helped,
      seconds,
      step,
      over: phase === "over",
    };
    this.stepper.tellPython({ driven });
  }

  /** Help in three strengths: which kind of move, where, and then the move itself. */
  assist() {
    const [move] = this.drive.options();
    if (!move) return;
    this.help++;
    this.helped++;
    if (this.help > 2) return this.make(move);
    const where = move.cell >= 0 ? ` It is about ${this.drive.name(move.cell)}.` : "";
    const kinds = {
      cell: "Choose a cell.",
      value: "Try a value.",
      strike: "There is a value to strike out.",
      pass: "The look is over, and it passes.",
      fail: "The look has failed.",
      restore: "Give back what the value removed.",
      back: "Go back to a cell before.",
    };
    this.told = kinds[move.kind] + (this.help > 1 ? where : "");
    this.draw();
    this.keep();
  }

  /** A click on the board. @param {number} cell @param {number} value whose place was hit, or 0 */
  click(cell, value) {
    const { drive, panel } = this,
      seen = value && !panel.board.pencil.dotted;
    this.chosen = cell;
    if (drive.phase === "cell") return this.make({ kind: "cell", cell });
    if (drive.phase === "look" && drive.look === "bt") return this.make({ kind: "fail", cell });
    if (drive.phase === "look")
      return seen ? this.make({ kind: "strike", cell, value }) : this.draw();
    if (cell !== drive.cell) return this.make({ kind: "back", cell });
    if (seen) this.make({ kind: "value", value });
  }

  /** A cell that the arrows have come to. @param {number} cell */
  choose(cell) {
    this.chosen = cell;
    this.draw();
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  action({ key }) {
    /** @type {Record<string, () => void>} */
    const keys = {
      Enter: () => this.enter(),
      w: () => this.make({ kind: "fail" }),
      r: () => this.make({ kind: "restore" }),
      0: () => this.make({ kind: "back" }),
      h: () => this.assist(),
      v: () => this.attend(),
    };
    if (/^[1-9]$/.test(key) && this.here) return () => this.digit(Number(key));
    return keys[key];
  }

  attend() {
    this.panel.board.node.focus({ preventScroll: true });
    this.choose(this.chosen < 0 ? Math.max(0, this.drive.cell) : this.chosen);
  }

  enter() {
    const { phase, cell } = this.drive,
      chosen = this.chosen;
    if (!this.here || phase === "look") return this.make({ kind: "pass" });
    if (chosen >= 0 && chosen !== cell) this.click(chosen, 0);
    else if (phase === "cell") this.attend();
  }

  /** @param {number} value */
  digit(value) {
    const { drive, chosen } = this;
    if (drive.phase !== "look") return this.make({ kind: "value", value });
    if (chosen >= 0) return this.make({ kind: "strike", cell: chosen, value });
    this.refuse("Choose a cell first.");
  }

  // -- what is shown -----------------------------------------------------------------------------

  draw() {
    const { drive, panel, view, stepper } = this,
      { board } = panel;
    put(stepper.root, "data-phase", drive.phase);
    if (!this.here) {
      const words = "You look back. Your move is further on.";
      return view.draw({ words, main: "to my move", score: this.score });
    }
    for (const cell of drive.free)
      if (drive.struck.size) board.drawDomain(cell, drive.domains[cell], -1);
    board.drawCuts([...drive.struck].map(spot => [Math.floor(spot / 64), spot % 64]));
    if (drive.cell >= 0) board.drawCurrent(drive.cell);
    board.drawKeyed(this.chosen);
    const inside = view.node.contains(heldBy(view.node));
    const [words, how] = this.ask();
    view.draw({
      words,
      how: this.told || how,
      options: this.options(),
      main: drive.phase === "look" ? (drive.look === "bt" ? "it fits" : "go on") : "",
      shows: drive.phase !== "over",
      score: this.score,
    });
    if (inside && !heldBy(view.node)?.checkVisibility())
      stepper.root.focus({ preventScroll: true });
  }

  get score() {
    const { moves, mistakes } = this.drive,
      wrong = Object.values(mistakes).reduce((sum, many) => sum + many, 0);
    return moves ? `${count(moves, "move")}, ${count(wrong, "mistake")}` : "";
  }

  /** What is asked, and how it is answered. */
  ask() {
    const { drive } = this,
      name = drive.name(drive.cell);
    if (drive.phase === "over") return [this.summary(), ""];
    if (drive.phase === "cell") return ["Which cell is tried next?", HOW.cell];
    if (drive.phase !== "look")
      return [drive.cell < 0 ? "What comes next?" : `${name}: what comes next?`, HOW.next];
    const value = drive.nameTried();
    if (drive.look === "bt") return [`${value} is tried: does it fit?`, HOW.fits];
    const strikes = drive.asks.includes("strike");
    return [`${value} is tried. What does the look remove?`, strikes ? HOW.strike : HOW.look];
  }

  /** Moves, mistakes by name, time. */
  summary() {
    const { moves, mistakes } = this.drive,
      minutes = Math.floor(this.seconds / 60),
      wrong = Object.entries(mistakes).map(([name, many]) => `${name} (${number(many)})`);
    const time = `${minutes}:${String(Math.round(this.seconds % 60)).padStart(2, "0")}`;
    const done = `You drove the whole run: ${count(moves, "move")} in ${time}, `;
    return `${done}${wrong.length ? `mistakes: ${list(wrong)}` : "no mistake"}.`;
  }

  /** @returns {import("./quiz_view.js").Option[]} */
  options() {
    const { drive, chosen } = this,
      { phase, run } = drive;
    if (phase === "over" || phase === "cell") return [];
    const cell = phase === "look" ? chosen : drive.cell,
      strikes = phase === "look" && drive.look !== "bt" && drive.asks.includes("strike");
    const label = value =>
      strikes
        ? `strike ${run.word(value)} out of ${run.name(cell)}`
        : `try ${run.name(cell)} = ${run.word(value)}`;
    const shown = phase === "look" ? strikes && chosen >= 0 && drive.values[cell] < 0 : cell >= 0;
    const values = valuesOf(shown ? (phase === "look" ? drive.domains[cell] : run.all(cell)) : 0);
    /** @type {(text: string, key: string, kind: any) => import("./quiz_view.js").Option} */
    const says = (text, key, kind) => ({
      text,
      label: `${text} (${key})`,
      act: () => this.make({ kind }),
    });
    return [
      ...values.map(value => ({
        text: `${value}`,
        label: label(value),
        act: () => this.digit(value),
      })),
      ...(drive.look === "bt" ? [] : [says("wipe-out", "w", "fail")]),
      says("give back", "r", "restore"),
      says("the search ends", "0", "back"),
    ];
  }
}
