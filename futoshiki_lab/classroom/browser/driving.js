// Driving a search in a stepper: the board is the learner's, the recorded run is the judge.

import { Drive } from "./drive.js";
import { Free } from "./free_play.js";
import { count, list, number, put, sentence, write } from "../../stepper/browser/page.js";
import { valuesOf } from "../../stepper/browser/puzzle.js";
import { unspot } from "./quiz.js";
import { ASKED, Asking } from "./quiz_view.js";
import { Run } from "../../stepper/browser/run.js";
import { unpackRuns } from "../../stepper/browser/standalone.js";

/** @import { Panel } from "../../stepper/browser/panel.js" */

/** What the learner does themselves, by how much is asked. @type {Record<string, string[]>} */
const ASKS = { prunes: ["strike", "look", "restore"], looks: ["look", "restore"], cells: [] };
ASKS.vote = ASKS.looks;
const MAIN = { look: "go on", nogood: "that is all" }; // by phase, what the main button says

function sizeOf({ header, steps }) {
  const cut = header.outcome === "limit" ? ", then it was cut off" : "",
    ends = count(steps["failed value"].length, "failed value");
  return `${header.settings}: ${count(steps.node.length, "node")}, ${ends}${cut}.`;
}

export class Driving extends Asking {
  on = true; // what comes is hidden
  own = /free|mend/.test(this.stepper.model.get("drive").ask);
  free = this.stepper.model.get("drive").ask === "free";
  /** @type {any} */ drive; // the judge
  told = ""; // what was said of the last move
  spoken = ""; // the last move itself, where nothing else that is read out says it
  help = 0; // how strong the last help was, for this move
  helped = 0; // how many right moves help led to, or made
  // by kind, the unaided moves since help with one
  /** @type {Record<string, number>} */ alone = {};
  ends = false; // whether to end free play has been asked for once
  seconds = 0;
  boards = 0; // that were driven to their ends before
  since = Date.now();

  /** @param {Panel[]} panels */
  build([panel, ...others]) {
    const { model, root } = this.stepper,
      { moves = 0, mistakes, helped = 0, seconds = 0, boards = 0 } = model.get("driven"),
      { shows, node } = this.view;
    this.on = !others.length; // else a free search is over, and stands beside the others
    this.stepper.whole = !this.on;
    this.stepper.hide(this.on);
    root.classList.toggle("fsl-driving", this.on);
    if (!this.on) return (root.prepend(node), root.focus({ preventScroll: true }));
    this.join(panel);
    this.drive = this.begin(panel.run, model.get("drive"), model.get("driven"));
    const { says } = model.get("drive");
    Object.assign(this.drive, { says, moves, mistakes: { ...mistakes } });
    Object.assign(this, { helped, seconds, boards, told: "", help: 0, chosen: -1, ends: false });
    write(shows, "help");
    for (const name of ["title", "aria-label"])
      put(shows, name, "help (h): what kind of move, where, then the move itself");
    node.hidden = false;
    root.classList.add("fsl-predicting");
  }

  /** The judge of the moves, where the learner stood. @param {Run} run
   * @param {any} asked @param {any} driven @returns {any} */
  begin(run, { ask, cells }, { step, done }) {
    if (this.free) return new Free(run, done);
    const drive = new Drive(run, [...(cells ? ["cell"] : []), ...(ASKS[ask] ?? [])]);
    if (step) drive.stand(step);
    return drive;
  }

  set() {}

  /** A key that steps on is no move. */
  hold() {
    if (this.here) this.refuse("The next move is yours.");
  }

  /** A clicker's key makes the right move. */
  commit() {
    const [move] = this.drive.options();
    if (move) this.make(move);
  }

  goOn() {
    if (this.open || !this.here) return this.make({ kind: "pass" });
    this.free && this.on ? this.compare() : this.renew();
  }

  /** The kinds of moves that were made with help, and not three times without since. */
  get due() {
    return Object.keys(this.alone).filter(kind => this.alone[kind] < 3);
  }

  /** Ask for another board: a small one after help; else one on which what the learner may believe,
   * if that can be guessed, leads to another move than the truth. */
  async renew() {
    const { stepper } = this,
      guess = this.drive.guess();
    try {
      const boards = await stepper.request("boards", { small: this.due.length > 0 }),
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

  /** Show the learner's tree and those of the algorithms, all on one scale. */
  async compare() {
    const { stepper, drive } = this;
    stepper.by = "node";
    stepper.build([drive.sent, ...(await unpackRuns(stepper.model.get("drive").others))]);
    stepper.resize(); // what is said above the trees takes room
  }

  get open() {
    return this.drive.phase !== "over";
  }

  /** The learner may look back, and come again as far as they have driven. */
  halt(_from, to) {
    return this.on ? Math.min(to, this.drive.step) : to;
  }

  /** Whether the step shown is the learner's own, and not one that they look back at. */
  get here() {
    return !this.on || this.stepper.steps[0] === this.drive.step;
  }

  // -- what the learner does ---------------------------------------------------------------------

  make(/** @type {Partial<import("./drive.js").Move>} */ move) {
    const { drive, stepper } = this;
    if (!this.here) return stepper.goTo(drive.step);
    const full = { cell: -1, value: 0, .../** @type {any} */ (move) },
      first = !drive.told;
    this.ends = !this.ends && this.free && full.kind === "back" && full.cell < 0;
    if (this.ends) return this.refuse("This ends the game. Once more, if you want that.");
    const said = drive.make(full),
      guess = said && drive.guess()?.name;
    const [made] = ASKED[`made-${move.kind}`] ?? [""];
    this.spoken = said ? "" : drive.fill(made, full);
    this.notice = "";
    this.told = said && `✗ ${said}`;
    if (guess && !said.includes(guess))
      this.told += ` (A guess from your moves: a person who ${guess} would move like this.)`;
    if (!said && this.help) (this.helped++, (this.alone[full.kind] = 0));
    else if (!said && first && full.kind in this.alone) this.alone[full.kind]++;
    if (!said) this.help = 0;
    if (!said && move.kind !== "strike") this.chosen = -1;
    stepper.goTo(drive.step);
    this.draw();
    this.keep();
  }

  /** Tell Python what was done: it stays with the notebook. */
  keep() {
    const { moves, mistakes, step, phase, done, nodes = 0, failed_values = 0 } = this.drive,
      { helped, boards } = this,
      now = Date.now();
    this.seconds += Math.min(60, (now - this.since) / 1000);
    this.since = now;
    const seconds = Math.round(this.seconds),
      over = phase === "over",
      counts = { moves, helped, seconds, boards, step, nodes, failed_values },
      driven = { ...counts, mistakes: { ...mistakes }, over, done: [...done] };
    this.stepper.tellPython({ driven });
  }

  /** Help in three strengths: which kind of move, where, and then the move itself. */
  assist() {
    const [move] = this.drive.options();
    if (!move) return;
    this.help++;
    if (this.help > 2) return this.make(move);
    const where = this.help > 1 && move.cell >= 0;
    const [told] = ASKED[`help-${this.drive.phase}-${move.kind}`] ?? ASKED[`help-${move.kind}`];
    this.told = told + (where ? ` It is about ${this.drive.name(move.cell)}.` : "");
    this.refuse("");
    this.keep();
  }

  /** A click on the board. @param {number} cell @param {number} value whose place was hit, or 0 */
  click(cell, value) {
    const { phase, look, cell: here, values } = this.drive,
      seen = value && !this.panel.board.pencil.dotted;
    this.chosen = cell;
    if (phase === "free" && values[cell] < 0 && cell !== here) this.choose(cell);
    else if (phase === "cell" || phase === "nogood") this.make({ kind: "cell", cell });
    else if (phase === "look" && look === "bt") this.make({ kind: "fail", cell });
    else if (phase !== "look" && cell !== here) this.make({ kind: "back", cell });
    else if (seen) this.digit(value);
    else if (phase === "look") this.draw();
  }

  /** In free play a cell is no move, only a value. @param {number} cell */
  choose(cell) {
    const { drive } = this;
    if (this.free) drive.cell = drive.values[cell] < 0 ? cell : -1;
    super.choose(cell);
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  action({ key }) {
    if (!this.on && key !== "Enter") return undefined;
    /** @type {Record<string, () => void>} */
    const keys = {
      Enter: () => this.enter(),
      w: () => this.make({ kind: "fail" }),
      r: () => this.make({ kind: "restore" }),
      0: () => this.make({ kind: "back" }),
      h: () => this.assist(),
      v: () => this.toBoard(this.drive.cell),
    };
    if (this.free) keys.u = () => this.undo();
    if (/^[1-9]$/.test(key) && this.here) return () => this.digit(Number(key));
    return keys[key];
  }

  /** In free play: as if the last move had not been made. */
  undo() {
    const { model } = this.stepper,
      driven = { ...model.get("driven"), done: this.drive.done.slice(0, -1), over: false };
    this.stepper.tellPython({ driven });
    this.stepper.build(this.stepper.sent);
    this.draw();
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
      { phase } = drive,
      over = phase === "over";
    put(stepper.root, "data-phase", phase);
    if (!this.here) {
      const words = "You look back. Your move is further on.";
      const on = { text: "▶", label: "the next move (→)", act: () => stepper.transport.next() };
      return view.draw({ words, options: [on], main: "to my move", score });
    }
    this.mark(this.panel.board);
    const page = over ? this.ending() : this.page(),
      how = this.notice || this.told || page.how;
    view.draw({ shows: !over && !this.free, ...page, how, spoken, score });
  }

  mark(board) {
    const { drive } = this;
    if (drive.struck.size || this.free)
      for (const cell of drive.free) board.drawDomain(cell, drive.domains[cell], -1);
    board.drawCuts([...drive.struck].map(unspot));
    if (drive.phase === "nogood") board.drawChecked(drive.picked);
    if (drive.cell >= 0) board.drawCurrent(drive.cell);
    if (drive.step <= drive.run.begin) this.panel.source.light(undefined); // not the setup's line
    board.drawKeyed(this.chosen);
  }

  /** @returns {Partial<import("./quiz_view.js").Page> & {words: string}} */
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

  /** What is said at the end.
   * @returns {Partial<import("./quiz_view.js").Page> & {words: string}} */
  ending() {
    const { run } = this.drive,
      small = this.due.length ? "practise on a small board" : "a new board like this",
      again = run.problem ? "" : small;
    if (!this.free) return { words: this.summary(), main: again };
    const [words] = ASKED[`drive-${run.header.outcome}`],
      how = ASKED["drive-over"][Number(!this.on)],
      main = this.on ? "beside bt, fc, mac" : again;
    return { words, how, reasons: this.stepper.runs.map(sizeOf), main };
  }

  get asked() {
    const { phase, look, cell, dead } = this.drive;
    if (this.free) return dead ? "dead" : cell < 0 ? "free" : "value";
    if (phase !== "look") return phase === "cell" || phase === "nogood" ? phase : "next";
    return look === "bt" ? "fits" : this.strikes ? "strike" : "look";
  }

  get strikes() {
    const { phase, look, asks } = this.drive;
    return phase === "look" && look !== "bt" && asks.includes("strike");
  }

  get score() {
    const { moves, run } = this.drive;
    if (this.free) return this.open ? sizeOf(run) : "";
    return moves ? `${this.whose}, ${count(moves - this.rights, "mistake")}` : "";
  }

  get rights() {
    const { moves, mistakes } = this.drive;
    return moves - Object.values(mistakes).reduce((sum, many) => sum + many, 0);
  }

  /** See `View`: of all moves the share that was right and unaided; 0 until the run is over. */
  get points() {
    if (this.free) return null;
    const { moves, phase } = this.drive;
    return phase === "over" ? Math.max(0, this.rights - this.helped) / Math.max(1, moves) : 0;
  }

  get whose() {
    const { helped, rights } = this;
    return helped ? `${rights - helped} yours, ${helped} helped` : count(rights, "move");
  }

  summary() {
    const { mistakes } = this.drive,
      wrong = Object.entries(mistakes).map(([name, many]) => `${name} (${number(many)})`),
      left = String(Math.round(this.seconds % 60)).padStart(2, "0"),
      done = `${this.whose} in ${Math.floor(this.seconds / 60)}:${left}`,
      made = wrong.length ? `mistakes: ${list(wrong)}` : "no mistake";
    const what = this.boards ? `${this.boards + 1} runs to their ends` : "the whole run",
      who = 2 * this.helped > this.rights ? "Mostly help drove" : "You drove",
      due = list(this.due.map(kind => ASKED[`kind-${kind}`]?.[0] ?? kind));
    const again = due && ` Practise without help: ${due}, each three times.`;
    return `${who} ${what}: ${done}, ${made}.${again}`;
  }

  /** @returns {import("./quiz_view.js").Option[]} */
  options() {
    const { drive, chosen, strikes, free } = this,
      { run, phase } = drive,
      looks = phase === "look",
      cell = looks ? chosen : drive.cell,
      shown = looks ? strikes && drive.values[chosen] < 0 : cell >= 0,
      mask = !shown ? 0 : looks || free ? drive.domains[cell] : run.all(cell);
    if (phase === "cell" || phase === "nogood") return [];
    const fails = drive.look === "bt" ? [] : [this.says("wipe-out", "w", "fail")],
      ends = this.says(free ? "stop" : "the search ends", "0", "back");
    const values = this.digits(cell, mask, looks),
      back = this.says("take back", "r", "restore"),
      more = [
        { text: "undo", label: "undo the last move (u)", act: () => this.undo() },
        { text: "new board", label: "a new board like this", act: () => this.renew() },
      ];
    return [...values, ...fails, back, ends, ...(free ? more : [])];
  }

  /** Buttons for the values of a cell, to strike them out or to try them. @param {number} cell
   * @param {number} mask @param {boolean} strikes */
  digits(cell, mask, strikes) {
    const { run } = this.drive,
      name = run.name(cell);
    return valuesOf(mask).map(value => ({
      text: run.word(value),
      label: strikes
        ? `strike ${run.word(value)} out of ${name}`
        : `try ${name} = ${run.word(value)}`,
      act: () => this.digit(value, cell),
    }));
  }

  /** A button for a move, and its key. @param {string} text @param {string} key
   * @param {import("./drive.js").Move["kind"]} kind */
  says(text, key, kind) {
    return { text, label: `${text} (${key})`, act: () => this.make({ kind }) };
  }
}

/** A class votes: one key tells the right move and makes it, the next one asks again. */
export class Voting extends Driving {
  right = ""; // the move that was just made

  hold() {
    if (this.here) this.commit();
  }

  goOn() {
    this.open ? this.commit() : super.goOn();
  }

  enter() {
    this.goOn();
  }

  commit() {
    if (!this.here) return this.make({}); // comes back from a look at earlier moves
    const right = this.right ? undefined : this.options().find(({ right }) => right);
    this.right = right ? `✓ ${right.text}` : "";
    right ? right.act() : this.draw();
    if (!this.open) this.right = ""; // the end says the rest
  }

  /** The right move, among those of who is mistaken. */
  options() {
    const { drive } = this,
      right = drive.options().slice(0, 1),
      ends = ["pass", "fail"].flatMap(kind => right.map(one => ({ ...one, kind }))),
      /** @type {any} */ back = { kind: "back", cell: drive.path.at(-1) ?? -1, value: 0 },
      mistaken = [...drive.known.flatMap(belief => drive.options(belief)), back],
      moves = [...right, ...(drive.phase === "look" ? ends : mistaken)],
      told = new Map(moves.map(one => [drive.fill(ASKED[`vote-${one.kind}`][0], one), one])),
      labels = [...told.keys()].slice(0, 4).sort();
    return labels.map((label, at) => {
      const move = told.get(label),
        text = `${"ABCD"[at]}: ${label}`;
      return { text, label, right: drive.allows(move), act: () => this.make(move) };
    });
  }

  page() {
    const [words, how] = ASKED["drive-vote"],
      asked = { words, how, options: this.options() };
    return { ...(this.right ? { words: this.right, main: "go on" } : asked), shows: false };
  }
}
