// Driving a search in a stepper: the board is the learner's, the recorded run is the judge.

import { Drive } from "./drive.js";
import { Driven } from "./driven.js";
import { put, sentence, write } from "../../stepper/browser/page.js";
import { valuesOf } from "../../stepper/browser/puzzle.js";
import { unspot } from "./quiz.js";
import { ASKED, Asking } from "./quiz_view.js";
import { Run } from "../../stepper/browser/run.js";
import { unpackRuns } from "../../stepper/browser/standalone.js";

/** @import { Panel } from "../../stepper/browser/panel.js" */
/** @import { Move } from "./drive.js" */
/** @import { Option, Page } from "./quiz_view.js" */

/** What the learner does themselves, by how much is asked. @type {Record<string, string[]>} */
const ASKS = { prunes: ["strike", "look", "restore"], looks: ["look", "restore"], cells: [] };
ASKS.vote = ASKS.looks;
const MAIN = { look: "go on", nogood: "that is all" }; // by phase, what the main button says
const HELP = "help (h): what kind of move, where, then the move itself";

/** The drive of a recorded search. Those of other algorithms extend it. */
export class Driving extends Asking {
  on = true; // what comes is hidden
  /** @type {any} */ drive; // the judge
  driven = new Driven({}); // what was done
  told = ""; // what was said of the last move
  spoken = ""; // the last move itself, where nothing else that is read out says it
  help = 0; // how strong the last help was, for this move

  /** @param {Panel[]} panels */
  build([panel]) {
    const { model, root } = this.stepper,
      [asked, before] = [model.get("drive"), model.get("driven")],
      { moves = 0, mistakes } = before,
      { shows, node } = this.view;
    this.join(panel);
    this.stepper.hide(true);
    this.drive = this.begin(panel.run, asked, before);
    Object.assign(this.drive, { says: asked.says, moves, mistakes: { ...mistakes } });
    this.driven = new Driven(before);
    Object.assign(this, { told: "", help: 0, chosen: -1 });
    write(shows, "help");
    for (const name of ["title", "aria-label"]) put(shows, name, HELP);
    node.hidden = false;
    root.classList.add("fsl-driving", "fsl-predicting");
  }

  /** The judge of the moves, where the learner stood. @param {Run} run
   * @param {any} asked @param {any} driven @returns {any} */
  begin(run, { ask, cells }, { step }) {
    const drive = new Drive(run, [...(cells ? ["cell"] : []), ...(ASKS[ask] ?? [])]);
    if (step) drive.stand(step);
    return drive;
  }

  set() {}

  get open() {
    return this.drive.phase !== "over";
  }

  /** The learner may look back, and come again as far as they have driven. */
  halt(_from, to) {
    return Math.min(to, this.drive.step);
  }

  /** Whether the step shown is the learner's own, and not one that they look back at. */
  get here() {
    return this.stepper.steps[0] === this.drive.step;
  }

  // -- what the learner does ---------------------------------------------------------------------

  make(/** @type {Partial<Move>} */ move) {
    const { drive, driven, stepper } = this;
    if (!this.here) return stepper.goTo(drive.step);
    /** @type {any} */ const full = { cell: -1, value: 0, ...move },
      first = !drive.told,
      said = drive.make(full),
      guess = said && drive.guess()?.name,
      [made] = ASKED[`made-${full.kind}`] ?? [""];
    this.spoken = said ? "" : drive.fill(made, full);
    this.notice = "";
    this.told = said ? `✗ ${said}` : drive.note;
    if (guess && !said.includes(guess))
      this.told += ` (A guess from your moves: a person who ${guess} would move like this.)`;
    if (!said) {
      driven.count(full.kind, this.help > 0, first);
      this.help = 0;
      if (full.kind !== "strike") this.chosen = -1;
    }
    stepper.goTo(drive.step);
    this.draw();
    this.keep();
  }

  keep() {
    this.stepper.tellPython({ driven: this.driven.keep(this.drive) });
  }

  /** Help in three strengths: which kind of move, where, and then the move itself. */
  assist() {
    const move = this.drive.advice;
    if (!move) return;
    this.help++;
    if (this.help > 2) return this.make(move);
    const where = this.help > 1 && move.cell >= 0;
    this.told = this.hint(move) + (where ? ` It is about ${this.drive.name(move.cell)}.` : "");
    this.refuse("");
    this.keep();
  }

  /** The weakest help: which kind of move comes. @param {Move} move */
  hint({ kind }) {
    const [told] = ASKED[`help-${this.drive.phase}-${kind}`] ?? ASKED[`help-${kind}`];
    return told;
  }

  /** A key that steps on is no move. */
  hold() {
    if (this.here) this.refuse("The next move is yours.");
  }

  /** A clicker's key makes the right move. */
  commit() {
    const { advice } = this.drive;
    if (advice) this.make(advice);
  }

  goOn() {
    this.open || !this.here ? this.make({ kind: "pass" }) : this.renew();
  }

  /** Ask for another board: a small one after help; else one on which what the learner may believe,
   * if that can be guessed, leads to another move than the truth. */
  async renew() {
    const { stepper, driven } = this,
      guess = this.drive.guess();
    try {
      const boards = await stepper.request("boards", { small: driven.due.length > 0 }),
        runs = await unpackRuns(boards.map(({ run }) => run)),
        asked = at => ({ ...stepper.model.get("drive"), ...boards[at] }),
        misleads = (run, at) => this.begin(new Run(run), asked(at), {}).misleads(guess),
        number = guess ? Math.max(0, runs.findIndex(misleads)) : 0;
      await stepper.request("new board", { number });
    } catch (error) {
      this.told = sentence(`${/** @type {Error} */ (error).message}.`);
      this.draw();
    }
  }

  /** A click on the board. @param {number} cell @param {number} value whose place was hit, or 0 */
  click(cell, value) {
    const { phase, look, cell: here } = this.drive,
      seen = value && !this.panel.board.pencil.dotted;
    this.chosen = cell;
    if (phase === "cell" || phase === "nogood") this.make({ kind: "cell", cell });
    else if (phase === "look" && look === "bt") this.make({ kind: "fail", cell });
    else if (phase !== "look" && cell !== here) this.make({ kind: "back", cell });
    else if (seen) this.digit(value);
    else if (phase === "look") this.draw();
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
      v: () => this.toBoard(this.drive.cell),
    };
    return /^[1-9]$/.test(key) && this.here ? () => this.digit(Number(key)) : keys[key];
  }

  enter() {
    const { phase, cell, look } = this.drive,
      clash = look === "bt" && this.chosen >= 0 && this.chosen !== cell;
    const ends = phase === "nogood" && this.chosen < 0;
    if (!this.here || (phase === "look" && !clash) || phase === "over" || ends) this.goOn();
    else if (this.chosen >= 0 && this.chosen !== cell) this.click(this.chosen, 0);
    else if (phase === "cell") this.toBoard(cell);
  }

  /** @param {number} value @param {number} cell that loses it, in a look */
  digit(value, cell = this.chosen) {
    if (this.drive.phase !== "look") this.make({ kind: "value", value });
    else if (cell >= 0) this.make({ kind: "strike", cell, value });
    else this.refuse("Choose a cell first.");
  }

  // -- what is shown -----------------------------------------------------------------------------

  draw() {
    const { drive, view, stepper, spoken, score } = this,
      over = !this.open;
    put(stepper.root, "data-phase", drive.phase);
    if (!this.here) {
      const words = "You look back. Your move is further on.";
      const on = { text: "▶", label: "the next move (→)", act: () => stepper.transport.next() };
      return view.draw({ words, options: [on], main: "to my move", score });
    }
    this.mark(this.panel.board);
    const page = over ? this.ending() : this.page(),
      how = this.notice || this.told || page.how;
    view.draw({ shows: !over, ...page, how, spoken, score });
  }

  mark(board) {
    const { drive } = this;
    if (drive.struck.size)
      for (const cell of drive.free) board.drawDomain(cell, drive.domains[cell], -1);
    board.drawCuts([...drive.struck].map(unspot));
    if (drive.phase === "nogood") board.drawChecked(drive.picked);
    if (drive.cell >= 0) board.drawCurrent(drive.cell);
    if (drive.step <= drive.run.begin) this.panel.source.light(undefined); // not the setup's line
    board.drawKeyed(this.chosen);
  }

  /** What is asked. @returns {Partial<Page> & {words: string}} */
  page() {
    const { drive } = this,
      { phase } = drive,
      [words, how] = ASKED[`drive-${this.asked}`];
    return {
      words: drive.cell < 0 && phase === "back" ? "What comes next?" : drive.fill(words),
      how,
      options: this.options(),
      main: phase === "look" && drive.look === "bt" ? "it fits" : (MAIN[phase] ?? ""),
    };
  }

  /** What asking.html calls it. */
  get asked() {
    const { phase, look } = this.drive;
    if (phase !== "look") return phase === "cell" || phase === "nogood" ? phase : "next";
    return look === "bt" ? "fits" : this.strikes ? "strike" : "look";
  }

  get strikes() {
    const { phase, look, asks } = this.drive;
    return phase === "look" && look !== "bt" && asks.includes("strike");
  }

  /** What is said at the end. @returns {Partial<Page> & {words: string}} */
  ending() {
    return { words: this.summary, how: this.driven.advice, main: this.another };
  }

  get summary() {
    return this.driven.summary(this.drive);
  }

  /** What the button for another board says. @returns {string} */
  get another() {
    const small = this.driven.due.length ? "practise on a small board" : "a new board like this";
    return this.drive.run.problem ? "" : small;
  }

  get score() {
    return this.driven.score(this.drive);
  }

  /** See `View`; 0 until the run is over. @returns {number | null} */
  get points() {
    return this.open ? 0 : this.driven.share(this.drive);
  }

  /** @returns {Option[]} */
  options() {
    const { drive, chosen } = this,
      { run, phase, look } = drive;
    if (phase === "cell" || phase === "nogood") return [];
    const ends = this.says("the search ends", "0", "back"),
      back = this.says("take back", "r", "restore"),
      fails = look === "bt" ? [] : [this.says("wipe-out", "w", "fail")];
    if (phase !== "look") return [...this.digits(drive.cell, this.offered), ...fails, back, ends];
    const shown = this.strikes && chosen >= 0 && drive.values[chosen] < 0,
      struck = shown ? this.digits(chosen, drive.domains[chosen], true) : [];
    return [...struck, ...fails, back, ends];
  }

  /** The values of the cell that buttons offer, as a mask. */
  get offered() {
    const { cell, run } = this.drive;
    return cell < 0 ? 0 : run.all(cell);
  }

  /** Buttons for the values of a cell, to strike them out or to try them. @param {number} cell
   * @param {number} mask @param {boolean} [strikes] */
  digits(cell, mask, strikes = false) {
    const { run } = this.drive,
      name = cell < 0 ? "" : run.name(cell);
    return valuesOf(mask).map(value => ({
      text: run.word(value),
      label: strikes
        ? `strike ${run.word(value)} out of ${name}`
        : `try ${name} = ${run.word(value)}`,
      act: () => this.digit(value, cell),
    }));
  }

  /** A button for a move, and its key. @param {string} text @param {string} key
   * @param {Move["kind"]} kind */
  says(text, key, kind) {
    return { text, label: `${text} (${key})`, act: () => this.make({ kind }) };
  }
}
