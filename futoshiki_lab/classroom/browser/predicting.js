// Predicting in a stepper: it stops before each event of a kind, asks, and tells right from wrong.

import { choice, h, heldBy, list, put } from "../../stepper/browser/page.js";
import { Quiz, QUIZ_KINDS, spot, unspot } from "./quiz.js";
import { ASKED, Asking, QuizMarks } from "./quiz_view.js";

/** @import { Panel } from "../../stepper/browser/panel.js" */
/** @import { Stepper } from "../../stepper/browser/stepper.js" */

const SECOND = 1500; // milliseconds within which a second digit makes a number of two
const BY_CELL = ["cell", "backtrack", "reason"]; // answered with a cell

/** @typedef {import("./quiz.js").Asked} Asked
 * @typedef {Panel} Panel */

/** The questions of a stepper with one run; with several there are none. */
export class Predicting extends Asking {
  /** @type {QuizMarks | undefined} */ marks;
  /** @type {Quiz | null} */ quiz = null;
  // with their answers, also while they are switched off
  /** @type {Record<string, Quiz>} */ quizzes = {};
  last = "prune"; // the kind to switch on, if the run has it
  /** @type {number | null} */ points = null; // nobody knows how many questions there will be
  /** @type {{step: number, quiz: Quiz | null, asked: Asked | null}} */
  now = { step: -1, quiz: null, asked: null };
  // what is struck out, or a digit that may be the first of two
  /** @type {Set<number>} */ draft = new Set();
  typed = { digit: 0, time: 0 };
  // the step at which the keyboard was brought to the question
  /** @type {object | null} */ attended = null;

  constructor(/** @type {Stepper} */ stepper) {
    super(stepper);
    const kinds = [["", "off"], ...QUIZ_KINDS.map(kind => [kind, ASKED[kind][0]])];
    this.kinds = choice("predict", kinds, () => this.set(this.kinds.value));
    const title = "stop before each such event and ask (q: on or off; Shift+Q: another)";
    const parts = ["Predict before each", h("kbd", {}, "q"), this.kinds];
    this.node = h("label", { class: "fsl-predict", title }, ...parts);
  }

  get on() {
    return this.quiz !== null;
  }

  /** Ask about other runs, of which there must be one. @param {Panel[]} panels */
  build(panels) {
    const [panel, another] = panels;
    delete (/** @type {any} */ (this).panel);
    this.node.remove();
    this.quizzes = {};
    if (panel && !another) {
      this.join(panel);
      this.marks = new QuizMarks(panel.board);
      this.stepper.transport.menu.prepend(this.node);
    }
    this.set(this.stepper.model.get("predict") ?? "");
  }

  /** Ask for predictions of a kind; "" for none. @param {string} kind */
  set(kind) {
    const { panel, stepper } = this,
      on = Boolean(panel) && QUIZ_KINDS.includes(kind);
    this.quiz = on ? this.quizOf(kind) : null;
    if (on) this.last = kind;
    panel?.note([]); // what was asked before lies over the source
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

  quizOf(/** @type {string} */ kind) {
    return (this.quizzes[kind] ??= new Quiz(this.panel.run, kind));
  }

  /** Switch on the next kind that the run has questions of; at first the last one again. */
  another() {
    const from = QUIZ_KINDS.indexOf(this.last) + Number(this.on);
    if (!this.panel) return this.stepper.say("predictions are for one run");
    const asks = (/** @type {string} */ kind) => this.quizOf(kind).steps.length;
    this.set([...QUIZ_KINDS.slice(from), ...QUIZ_KINDS].find(asks) ?? this.last);
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
    this.chosen = -1;
    this.now = { step, quiz, asked: quiz?.at(step) ?? null };
    return this.now.asked;
  }

  get open() {
    return this.asked !== null && !this.quiz?.answers.has(this.asked.step);
  }

  // -- what the learner does -----------------------------------------------------------------

  /** The keyboard goes where the answer is given, if it is not elsewhere. */
  attend() {
    const { asked, view } = this,
      { root } = this.stepper,
      held = heldBy(root);
    if (!asked || !this.open || (held !== root && !view.node.contains(held))) return;
    if (asked.kind === "value" || asked.kind === "next") root.focus({ preventScroll: true });
    else this.toBoard(asked.cell);
  }

  /** A click on the board. @param {number} cell @param {number} value whose place was hit, or 0 */
  click(cell, value) {
    const { asked } = this,
      seen = !this.panel.board.pencil.dotted; // on a dot nobody sees which value is hit
    this.chosen = cell;
    if (!asked) return;
    if (asked.kind === "prune" && value && seen) this.strike(value);
    else if (BY_CELL.includes(asked.kind)) this.answer(cell);
    else if (asked.kind !== "value") this.draw();
    else if (cell === asked.cell && value && seen) this.answer(value);
    else if (!seen) this.refuse("Press a button, or number keys.");
    else this.refuse(`The question is about ${this.name(asked.cell)}.`);
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  action({ key }) {
    const { asked } = this;
    if (key === "q") return () => (this.on ? this.set("") : this.another());
    if (key === "Q") return () => this.another();
    if (!this.on) return undefined;
    if (this.open && asked && key === "v") return () => this.toBoard(asked.cell);
    if (this.open && asked && /^\d$/.test(key)) return () => this.digit(asked.kind, Number(key));
    return key === "Enter" ? () => this.enter() : undefined;
  }

  enter() {
    const { asked } = this;
    if (!asked || !this.open || asked.kind === "prune") return this.goOn();
    if (BY_CELL.includes(asked.kind) && this.chosen >= 0) return this.answer(this.chosen);
    if (this.draft.size) return this.commit([...this.draft]);
    this.attend();
  }

  /** @param {string} kind @param {number} digit */
  digit(kind, digit) {
    const { n } = this.panel.run,
      { digit: first, time } = this.typed,
      now = performance.now(),
      verb = this.quiz?.verbs[digit - 1];
    if (kind === "backtrack" && !digit) return this.answer(-1);
    if (kind === "next" && verb) return this.answer(verb[0]);
    if (kind !== "prune" && kind !== "value") return;
    const second = first > 0 && now - time < SECOND && first * 10 + digit <= n,
      value = second ? first * 10 + digit : digit;
    this.typed = { digit: second ? 0 : digit, time: now };
    if (!value || value > n) return this.refuse(`The values are 1 to ${n}.`);
    if (kind === "prune") {
      if (second) this.strike(first);
      return this.strike(value);
    }
    if (second || value * 10 > n) return this.answer(value);
    this.draft = new Set([value]);
    this.refuse(`${value}: Enter, or a second digit.`);
  }

  strike(value) {
    const { quiz, asked, chosen, draft } = this,
      one = spot(chosen, value);
    if (!quiz || !asked) return;
    const why = chosen < 0 ? "Choose a cell first." : quiz.refuse(asked, one);
    if (!why && !draft.delete(one)) draft.add(one);
    this.refuse(why);
  }

  /** Answer with one thing: a cell, a value, a verb. @param {number} one */
  answer(one) {
    const { quiz, asked } = this,
      why = quiz && asked ? quiz.refuse(asked, one) : "";
    why ? this.refuse(why) : this.commit([one]);
  }

  commit(/** @type {number[]} */ given, shown = false) {
    const { quiz, asked, panel, stepper } = this;
    if (!quiz || !asked || !this.open) return;
    quiz.answer(asked, { given, shown });
    if (panel.board.node === heldBy(stepper.root)) stepper.root.focus({ preventScroll: true });
    panel.board.choose(-1);
    this.draw();
  }

  assist() {
    this.commit([], true);
  }

  /** The main button: commit what is struck out, do what was asked about, or go to the next
   * question. */
  goOn() {
    const { asked, draft } = this;
    if (!this.open) this.stepper.goTo(asked ? asked.end : this.panel.run.length);
    else if (asked?.kind !== "prune") return;
    else if (draft.size) this.commit([...draft]);
    else this.refuse("Strike at least one value out first: this look removes some.");
  }

  // -- what is shown -------------------------------------------------------------------------

  redraw() {
    const { quiz, panel, marks, asked, view } = this,
      given = asked && quiz?.answers.get(asked.step);
    this.stepper.root.classList.toggle("fsl-asking", this.open);
    if (!panel) return;
    const how =
      this.open && asked ? `board; ${panel.run.own(ASKED[asked.kind][3])}` : panel.board.label;
    put(panel.board.node, "aria-label", how);
    marks?.node.replaceChildren();
    if (!quiz) return;
    if (asked && asked.cell >= 0) panel.board.drawCurrent(asked.cell);
    const page = asked && (given ? this.told(quiz, asked, given) : this.ask(quiz, asked));
    view.draw({ ...(page ?? this.idle(quiz)), score: quiz.score });
  }

  draw() {
    this.redraw();
    if (this.quiz && this.attended !== this.now) this.attend();
    if (this.quiz) this.attended = this.now;
  }

  idle(/** @type {Quiz} */ { kind, steps }) {
    const [, none, when] = ASKED[kind],
      { ended } = this.panel.run.header,
      why = ended ? `This run was stopped early (${ended})` : none;
    if (!steps.length)
      return { words: `${why}, so there is nothing to predict.`, how: "Choose another kind." };
    if (this.stepper.steps[0] === this.panel.run.length) {
      const how = `Go back (Home), and you will be asked ${when}.`;
      return { words: "The run is over.", how };
    }
    const how = "Every move forward stops there.";
    return { words: `You will be asked ${when}.`, how, main: "next question" };
  }

  /** @param {Quiz} quiz @param {Asked} asked */
  ask(quiz, asked) {
    const { draft, chosen, panel } = this,
      { run, board, cursor } = panel,
      prunes = asked.kind === "prune",
      left = chosen < 0 ? [] : quiz.left(asked, chosen),
      words = some => list(some.map(one => run.word(one)));
    if (prunes) board.drawCuts([...draft].map(unspot));
    board.choose(chosen);
    const struck = words(left.filter(one => draft.has(spot(chosen, one)))),
      value = cursor.values[chosen] ?? -1,
      holds = value > 0 ? ` = ${run.word(value)}` : "";
    const among = left.length ? ` {${left.map(one => run.word(one)).join(", ")}}` : holds,
      spoken = chosen < 0 ? "" : this.name(chosen) + among;
    return {
      words: asked.text,
      how: this.notice || ASKED[asked.kind][3],
      spoken: struck ? `${spoken}, struck out: ${struck}` : spoken,
      spot: prunes && left.length ? `${this.name(chosen)}:` : "",
      options: this.options(quiz, asked, left),
      main: prunes ? "that is all" : "",
      shows: true,
    };
  }

  /** The buttons of a question. @param {Quiz} quiz @param {Asked} asked @param {number[]} left the
   * values of the chosen cell @returns {import("./quiz_view.js").Option[]} */
  options(quiz, asked, left) {
    const { chosen, draft, panel } = this,
      word = one => panel.run.word(one),
      answers = (text, one, label = text) => ({ text, label, act: () => this.answer(one) });
    /** @type {Record<string, () => import("./quiz_view.js").Option[]>} */
    const kinds = {
      prune: () =>
        left.map(value => ({
          text: word(value),
          label: `${word(value)} is removed from ${this.name(chosen)}`,
          pressed: draft.has(spot(chosen, value)),
          act: () => this.strike(value),
        })),
      value: () =>
        quiz
          .left(asked, asked.cell)
          .map(one => answers(word(one), one, `${this.name(asked.cell)} = ${word(one)}`)),
      next: () => quiz.verbs.map(([verb, text], at) => answers(`${at + 1} ${text}`, verb)),
      backtrack: () => [answers("nowhere: the search ends", -1)],
    };
    return kinds[asked.kind]?.() ?? [];
  }

  /** @param {Quiz} quiz @param {Asked} asked @param {import("./quiz.js").Given} given */
  told(quiz, asked, given) {
    const judged = quiz.judge(asked, given);
    this.marks?.draw(asked.kind, asked.cell, judged);
    if (asked.kind === "prune") this.panel.board.drawCuts(given.given.map(unspot));
    if (asked.kind === "prune" || asked.kind === "reason") this.marks?.light(quiz.pairs(asked.end));
    const [one] = judged.extra,
      { cell, step } = asked,
      { panel } = this,
      choice = asked.kind === "value" ? [cell, one] : [one, quiz.left(asked, one)[0]],
      act = () => panel.whatIf({ step, cell: choice[0], value: choice[1] }, true),
      can = ["cell", "value"].includes(asked.kind) && one >= 0 && !this.stepper.model.alone,
      label = "run my answer beside the right one",
      options = can ? [{ text: "run my answer", label, act }] : [];
    return { words: judged.words, reasons: judged.reasons, main: "go on", options };
  }
}
