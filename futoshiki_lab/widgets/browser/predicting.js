// Predicting in a stepper: it stops before each event of a kind, asks, and tells right from wrong.

import { choice, dom, heldBy, list, put } from "./page.js";
import { Quiz, QUIZ_KINDS, spot, unspot } from "./quiz.js";
import { QuizMarks, QuizView } from "./quiz_view.js";

const SECOND = 1500; // milliseconds within which a second digit makes a number of two
/** When each kind is asked, and how it is answered.
 * @type {Record<string, [when: string, how: string]>} */
const ASKING = {
  prune: [
    "before a look removes values",
    "Click what goes, or: arrows choose a cell, digits strike out. Then “that is all” (Enter).",
  ],
  cell: ["before a cell is selected", "Click the cell, or: arrows choose it, Enter answers."],
  value: ["before a value is tried", "Click it on the board, or press its digit."],
  backtrack: [
    "before the search goes back",
    "Click the cell, or: arrows choose it, Enter answers; 0 is nowhere.",
  ],
  reason: ["before a value goes", "Click the cell, or: arrows choose it, Enter answers."],
  next: ["before every event of the search", "Press a button, or its number."],
};

const BY_CELL = ["cell", "backtrack", "reason"]; // answered with a cell

/** @typedef {{
 *   root: HTMLElement, model: import("./frame.js").Model, steps: number[], goTo(step: number):
 * void, hide(on?: boolean): void, resize(): void,
 *   say(text: string): void, tellPython(values: Record<string, any>): void,
 * }} Asker a stepper
 * @typedef {import("./quiz.js").Asked} Asked */

/** The questions of a stepper with one run; with several there are none. */
export class Predicting {
  /** @type {import("./panel.js").Panel | null} */ panel = null;
  /** @type {QuizMarks | null} */ marks = null;
  /** @type {Quiz | null} */ quiz = null;
  // with their answers, also while they are switched off
  /** @type {Record<string, Quiz>} */ quizzes = {};
  last = "prune"; // the kind to switch on, if the run has it
  /** @type {{step: number, quiz: Quiz | null, asked: Asked | null}} */
  now = { step: -1, quiz: null, asked: null };
  // what is struck out, or a digit that may be the first of two
  /** @type {Set<number>} */ draft = new Set();
  chosen = -1; // the cell that digits are for
  typed = { digit: 0, time: 0 };
  // the step at which the keyboard was brought to the question
  /** @type {object | null} */ attended = null;
  notice = ""; // why something was no answer

  constructor(/** @type {Asker} */ stepper) {
    this.stepper = stepper;
    const show = () => this.commit([], true);
    this.view = new QuizView(() => this.goOn(), show);
    /** @type {[string, string][]} */ const kinds = [["", "off"]];
    for (const [kind, [text]] of Object.entries(QUIZ_KINDS)) kinds.push([kind, text]);
    this.kinds = choice("predict", kinds, () => this.set(this.kinds.value));
    const title = "stop before each such event and ask (q: on or off; Shift+Q: another)";
    this.node = dom`<label class="fsl-predict" title=${title}>predict: ${this.kinds}</label>`;
  }

  get on() {
    return this.quiz !== null;
  }

  /** Ask about other runs, of which there must be one.
   * @param {import("./panel.js").Panel[]} panels */
  build(panels) {
    this.panel = panels.length === 1 ? panels[0] : null;
    this.quizzes = {};
    this.marks = this.panel && new QuizMarks(this.panel.board);
    if (this.panel) {
      this.panel.board.answering = this;
      this.panel.title.append(this.node);
      this.panel.sentence.after(this.view.node);
    }
    this.set(this.stepper.model.get("predict") ?? "");
  }

  /** Ask for predictions of a kind; "" for none. @param {string} kind */
  set(kind) {
    const { panel, stepper } = this,
      on = panel !== null && kind in QUIZ_KINDS;
    this.quiz = on ? this.quizOf(panel, kind) : null;
    if (on) this.last = kind;
    this.kinds.value = kind;
    this.view.node.hidden = !on;
    stepper.root.classList.toggle("fsl-predicting", on);
    stepper.hide(stepper.model.get("hide_ahead") ?? false);
    // without the marks of a question
    if (panel && stepper.steps[0] >= 0) panel.draw(stepper.steps[0]);
    this.draw();
    stepper.resize(); // the question has taken room, or given it back
    if ((stepper.model.get("predict") ?? "") !== kind) stepper.tellPython({ predict: kind });
  }

  /** @param {import("./panel.js").Panel} panel @param {string} kind */
  quizOf({ run }, kind) {
    return (this.quizzes[kind] ??= new Quiz(run, kind));
  }

  toggle() {
    this.on ? this.set("") : this.another();
  }

  /** Switch on the next kind that the run has questions of; at first the last one again. */
  another() {
    const { panel, last } = this,
      kinds = Object.keys(QUIZ_KINDS),
      from = kinds.indexOf(last) + Number(this.on);
    if (!panel) return this.stepper.say("predictions are for one run");
    const asks = (/** @type {string} */ kind) => this.quizOf(panel, kind).steps.length;
    this.set([...kinds.slice(from), ...kinds].find(asks) ?? last);
  }

  /** How far a move forward comes; a move back is free. @param {number} from @param {number} to */
  halt(from, to) {
    if (!this.quiz || to <= from) return to;
    const at = this.quiz.halt(Math.max(0, from), to);
    if (at === from) this.attend();
    return at;
  }

  /** What is asked at this step; with another step a new answer begins. */
  get asked() {
    const { quiz, now } = this,
      [step] = this.stepper.steps;
    if (now.step === step && now.quiz === quiz) return now.asked;
    this.draft.clear();
    this.notice = "";
    this.typed.digit = 0;
    this.now = { step, quiz, asked: quiz?.at(step) ?? null };
    this.chosen = -1;
    return this.now.asked;
  }

  /** Whether a question waits for its answer. */
  get open() {
    return this.asked !== null && !this.quiz?.answers.has(this.asked.step);
  }

  // -- what the learner does -----------------------------------------------------------------

  /** The keyboard goes where the answer is given, if it is not elsewhere. */
  attend() {
    const { panel, asked, view } = this,
      { root } = this.stepper,
      held = heldBy(root);
    if (!panel || !asked || !this.open || (held !== root && !view.node.contains(held))) return;
    if (asked.kind === "value" || asked.kind === "next") root.focus({ preventScroll: true });
    else this.toBoard(asked);
  }

  /** @param {Asked} asked */
  toBoard(asked) {
    this.panel?.board.node.focus({ preventScroll: true });
    this.choose(this.chosen < 0 ? Math.max(0, asked.cell) : this.chosen);
  }

  /** A cell that the arrows have come to. @param {number} cell */
  choose(cell) {
    this.chosen = cell;
    this.notice = "";
    this.draw();
  }

  /** A click on the board. @param {number} cell @param {number} value whose place was hit, or 0 */
  click(cell, value) {
    const { asked } = this,
      seen = !this.panel?.board.pencil.dotted; // on a dot nobody sees which value is hit
    this.chosen = cell;
    if (asked?.kind === "prune" && value && seen) this.strike(value);
    else if (asked?.kind === "value")
      cell === asked.cell && value && seen
        ? this.answer(value)
        : this.refuse(seen ? `${this.name(asked.cell)} is asked.` : "Press a button, or digits.");
    else if (asked && BY_CELL.includes(asked.kind)) this.answer(cell);
    else this.draw();
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  action({ key }) {
    const { asked } = this;
    if (key === "q") return () => this.toggle();
    if (key === "Q") return () => this.another();
    if (!this.on) return undefined;
    if (this.open && asked && key === "v") return () => this.toBoard(asked);
    if (this.open && asked && /^\d$/.test(key)) return () => this.digit(asked, Number(key));
    return key === "Enter" ? () => this.enter() : undefined;
  }

  enter() {
    const { asked } = this,
      cells = asked && BY_CELL.includes(asked.kind);
    if (!this.open || asked?.kind === "prune") return this.goOn();
    if (cells && this.chosen >= 0) return this.answer(this.chosen);
    if (this.draft.size) return this.commit([...this.draft]);
    this.attend();
  }

  /** @param {Asked} asked @param {number} digit */
  digit({ kind }, digit) {
    const { typed, panel, quiz } = this,
      n = panel?.run.n ?? 9,
      time = performance.now(),
      both = typed.digit * 10 + digit;
    if (kind === "backtrack" && !digit) return this.answer(-1);
    if (kind === "next" && quiz?.verbs[digit - 1]) return this.answer(quiz.verbs[digit - 1][0]);
    if (kind !== "prune" && kind !== "value") return;
    const second = typed.digit > 0 && time - typed.time < SECOND && both <= n,
      value = second ? both : digit;
    const first = typed.digit;
    this.typed = { digit: second ? 0 : digit, time };
    if (!value || value > n) return this.refuse(`The values are 1 to ${n}.`);
    if (kind === "prune") {
      if (second && first) this.strike(first);
      return this.strike(value);
    }
    if (second || value * 10 > n) return this.answer(value);
    this.draft = new Set([value]);
    this.refuse(`${value}: Enter, or a second digit.`);
  }

  /** Strike a value of the chosen cell out, or take that back. @param {number} value */
  strike(value) {
    const { quiz, asked, chosen } = this,
      one = spot(chosen, value);
    if (!quiz || !asked) return;
    if (chosen < 0) return this.refuse("Choose a cell first.");
    this.notice = quiz.refuse(asked, one);
    if (!this.notice && !this.draft.delete(one)) this.draft.add(one);
    this.draw();
  }

  refuse(/** @type {string} */ why) {
    this.notice = why;
    this.draw();
  }

  /** Answer with one thing: a cell, a value, a verb. @param {number} one */
  answer(one) {
    const { quiz, asked } = this,
      why = quiz && asked ? quiz.refuse(asked, one) : "";
    if (why) this.refuse(why);
    else this.commit([one]);
  }

  commit(/** @type {number[]} */ given, shown = false) {
    const { quiz, asked, panel, stepper } = this;
    if (!quiz || !asked || !this.open) return;
    quiz.answer(asked, { given, shown });
    if (panel?.board.node === heldBy(stepper.root)) stepper.root.focus({ preventScroll: true });
    panel?.board.choose(-1);
    this.draw();
  }

  /** The main button: commit what is struck out, do what was asked about, or go to the next
   * question. */
  goOn() {
    const { asked, stepper, panel } = this;
    if (!panel) return;
    if (!this.open) return stepper.goTo(asked ? asked.end : panel.run.length);
    if (asked?.kind !== "prune") return;
    if (this.draft.size) this.commit([...this.draft]);
    else this.refuse("Strike at least one value out first: this look removes some.");
  }

  // -- what is shown -------------------------------------------------------------------------

  name(/** @type {number} */ cell) {
    return this.panel?.run.name(cell) ?? "";
  }

  draw() {
    const { quiz, panel, marks, view, asked } = this,
      { root } = this.stepper;
    const given = asked && quiz?.answers.get(asked.step),
      inside = view.node.contains(heldBy(view.node));
    root.classList.toggle("fsl-asking", this.open);
    if (!panel || !marks) return;
    const how = this.open && asked ? `board; ${ASKING[asked.kind][1]}` : panel.board.label;
    put(panel.board.node, "aria-label", how);
    marks.clear();
    if (!quiz) return;
    if (!asked) this.drawIdle(quiz);
    else {
      if (asked.cell >= 0) panel.board.drawCurrent(asked.cell);
      given ? this.drawTold(quiz, asked, given) : this.drawOpen(quiz, asked);
    }
    const held = heldBy(view.node); // a button that has gone takes the keyboard with it
    if (inside && !(view.node.contains(held) && held?.checkVisibility()))
      (view.main.hidden ? root : view.main).focus({ preventScroll: true });
    if (this.attended !== this.now) this.attend();
    this.attended = this.now;
  }

  /** @param {Quiz} quiz */
  drawIdle(quiz) {
    const [, none] = QUIZ_KINDS[quiz.kind],
      over = this.stepper.steps[0] === this.panel?.run.length;
    const [when] = ASKING[quiz.kind],
      { score } = quiz;
    const [words, how, main] = !quiz.steps.length
      ? [`${none}, so there is nothing to predict.`, "Choose another kind.", ""]
      : over
        ? ["The run is over.", "", ""]
        : [`You will be asked ${when}.`, "Every move forward stops there.", "next question"];
    this.view.draw({ words, how, main, score });
  }
  /** @param {Quiz} quiz @param {Asked} asked */
  drawOpen(quiz, asked) {
    const { draft, view, chosen, panel } = this,
      { kind } = asked,
      prunes = kind === "prune",
      left = chosen < 0 ? [] : quiz.left(asked, chosen);
    if (prunes) panel?.board.drawCuts([...draft].map(unspot));
    panel?.board.choose(chosen);
    const word = (/** @type {number} */ one) => panel?.run.word(one) ?? `${one}`,
      struck = left.filter(one => draft.has(spot(chosen, one))).map(word);
    const value = panel?.cursor.values[chosen] ?? -1;
    const holds = left.length
      ? ` {${left.map(word).join(", ")}}`
      : value > 0
        ? ` = ${word(value)}`
        : "";
    const spoken = chosen < 0 ? "" : this.name(chosen) + holds;
    view.draw({
      words: asked.text,
      how: this.notice || ASKING[kind][1],
      spoken: struck.length ? `${spoken}, struck out: ${list(struck)}` : spoken,
      spot: prunes ? (left.length ? `${this.name(chosen)}:` : "") : "",
      options: this.options(quiz, asked, left),
      main: prunes ? "that is all" : "",
      shows: true,
      score: quiz.score,
    });
  }

  /** The buttons of a question. @param {Quiz} quiz @param {Asked} asked @param {number[]} left the
   * values of the chosen cell @returns {import("./quiz_view.js").Option[]} */
  options(quiz, asked, left) {
    const { kind } = asked,
      { chosen, draft, panel } = this,
      word = (/** @type {number} */ one) => panel?.run.word(one) ?? `${one}`;
    /** @type {(text: string, one: number, label?: string) => import("./quiz_view.js").Option} */
    const answers = (text, one, label = text) => ({ text, label, act: () => this.answer(one) });
    if (kind === "prune") {
      return left.map(value => ({
        text: word(value),
        label: `${word(value)} goes from ${this.name(chosen)}`,
        pressed: draft.has(spot(chosen, value)),
        act: () => this.strike(value),
      }));
    }
    const name = this.name(asked.cell);
    if (kind === "value")
      return quiz
        .left(asked, asked.cell)
        .map(one => answers(word(one), one, `${name} = ${word(one)}`));
    if (kind === "next")
      return quiz.verbs.map(([verb, text], at) => answers(`${at + 1} ${text}`, verb));
    return kind === "backtrack" ? [answers("nowhere: the search ends", -1)] : [];
  }
  /** @param {Quiz} quiz @param {Asked} asked @param {import("./quiz.js").Given} given */
  drawTold(quiz, asked, given) {
    const judged = quiz.judge(asked, given),
      { words, reasons } = judged;
    this.marks?.draw(asked.kind, asked.cell, judged);
    if (asked.kind === "prune") this.panel?.board.drawCuts(asked.right.map(unspot));
    this.view.draw({ words, reasons, main: "go on", score: quiz.score });
  }
}
