// What asks in a stepper: words and buttons under the board, marks on it, the way of the keyboard.

import ASKING from "./asking.html";
import { CELL } from "../../stepper/browser/marks.js";
import {
  button,
  byHand,
  dom,
  fit,
  h,
  partOf,
  put,
  svg,
  write,
} from "../../stepper/browser/page.js";
import { unspot } from "./quiz.js";

/** @import { Board } from "../../stepper/browser/board.js" */
/** @import { Panel } from "../../stepper/browser/panel.js" */
/** @import { Stepper } from "../../stepper/browser/stepper.js" */

/** @typedef {{text: string, label: string, pressed?: boolean, right?: boolean,
 *   act: () => void}} Option a button that answers, or a part of it
 * @typedef {{words: string, reasons?: string[], how?: string, spot?: string, spoken?: string,
 *   options?: Option[], main?: string, shows?: boolean, score: string}} Page what is written, and
 * what can be pressed */

const asked = dom(ASKING);
const rows = [...asked.querySelectorAll("tr")];
/** What the stepper's list of keys says of it. */
export const ASKING_KEYS = rows.filter(row => !row.className);
/** What asking.html says under a name. @type {Record<string, string[]>} */
export const ASKED = Object.fromEntries(
  rows.map(row => [row.className, [...row.cells].map(cell => cell.textContent)]),
);

/** The box under the sentence. Its place is as high with a question as without, so that nothing
 * jumps; a long list of reasons lies over what is below. */
class QuizView {
  node = partOf(asked, "quiz").cloneNode(true);
  own = (/** @type {string} */ text) => text; // in the words of the problem
  part = name => partOf(this.node, `quiz-${name}`);
  text = this.part("text");
  reasons = this.part("reasons");
  options = this.part("options");
  main = this.part("main");
  shows = this.part("shows");

  draw(/** @type {Page} */ asked) {
    const { reasons = [], options = [], main = "" } = asked,
      page = { ...asked, words: this.own(asked.words), how: this.own(asked.how ?? "") };
    if (this.part("words").textContent !== byHand(page.words)) this.text.scrollTop = 0;
    for (const name of ["words", "how", "spoken", "spot", "main", "score"])
      write(this.part(name), byHand(page[name] ?? ""));
    put(this.part("how"), "data-wrong", page.how?.startsWith("✗") || null);
    put(this.main, "aria-label", main || null);
    put(this.main, "title", main && `${main} (Enter)`);
    this.main.hidden = !main;
    this.shows.hidden = !page.shows;
    if ([...this.reasons.children].map(line => line.textContent).join("\n") !== reasons.join("\n"))
      this.reasons.replaceChildren(...reasons.map(text => h("li", {}, text)));
    // the buttons that are there stay: they may have the keyboard
    const made = [...this.options.children];
    options.forEach(({ text, label, pressed, act }, at) => {
      const one = made[at] ?? button("", "", () => {}, "fsl-quiz-option");
      if (!made[at]) this.options.append(one);
      Object.assign(one, { onclick: act });
      write(one, text);
      put(one, "aria-label", label);
      put(one, "title", label);
      put(one, "aria-pressed", pressed ?? null);
    });
    made.slice(options.length).forEach(one => one.remove());
    fit(this.text, [1, 0.9, 0.8, 0.7, 0.62]);
  }
}

/** Who asks in a stepper of one run: for predictions, or for the moves of a drive. */
export class Asking {
  /** @type {Panel} */ panel;
  chosen = -1; // the cell that digits are for
  notice = ""; // why something was no answer
  view = new QuizView();
  own = false; // whether the run is the learner's own: then Python has no step of it

  constructor(/** @type {Stepper} */ stepper) {
    this.stepper = stepper;
    this.view.main.addEventListener("click", () => this.goOn());
    this.view.shows.addEventListener("click", () => this.assist());
  }

  /** Take the place under a run's sentence. @param {Panel} panel */
  join(panel) {
    this.panel = panel;
    panel.board.answering = /** @type {any} */ (this);
    panel.sentence.after(this.view.node);
    this.view.own = text => panel.run.own(text);
  }

  goOn() {}
  assist() {}
  /** A key that steps on, while an answer is waited for. */
  hold() {
    this.refuse("Answer first, or “show”.");
  }

  refuse(/** @type {string} */ why) {
    this.notice = why;
    this.draw();
  }

  /** A cell that the arrows have come to. */
  choose(/** @type {number} */ cell) {
    this.chosen = cell;
    this.refuse("");
  }

  toBoard(/** @type {number} */ cell) {
    this.panel.board.node.focus({ preventScroll: true });
    this.choose(this.chosen < 0 ? Math.max(0, cell) : this.chosen);
  }

  name(/** @type {number} */ cell) {
    return this.panel.run.name(cell);
  }

  draw() {}
}

/** The marks of an answer on a board: what was found, what was missed, what is wrong. Shapes tell
 * them apart, not colours alone. */
export class QuizMarks {
  constructor(/** @type {Board} */ board) {
    this.board = board;
    this.node = svg("g", { class: "fsl-quiz-marks", "aria-hidden": "true" });
    board.marks.append(this.node);
  }

  /** @param {string} kind of the question @param {number} cell it is about
   * @param {Pick<import("./quiz.js").Judged, "found" | "missing" | "extra">} judged */
  draw(kind, cell, { found, missing, extra }) {
    for (const [name, ones] of Object.entries({ found, missing, extra }))
      for (const one of ones) {
        if (kind === "prune") this.ring(...unspot(one), name);
        else if (kind === "value") this.ring(cell, one, name);
        else if (kind !== "next" && one >= 0) this.frame(one, name);
      }
  }

  /** The signs that decide. @param {number[][]} pairs of cells */
  light(pairs) {
    const { signs } = this.board;
    for (const [one, two] of pairs)
      signs.get(this.board.pair(one, two))?.setAttribute("class", "fsl-lit");
  }

  /** Around a pencil digit: a circle, a dashed one, a square. */
  ring(cell, value, /** @type {string} */ name) {
    if (!value) return;
    const { pencil } = this.board,
      r = Math.min(pencil.reach, pencil.wide / 2, pencil.high / 2),
      [x, y] = this.board.slot(cell, value),
      square = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    const [shape, place] = name === "extra" ? ["rect", square] : ["circle", { cx: x, cy: y, r }];
    this.node.append(svg(/** @type {any} */ (shape), { class: `fsl-quiz-${name}`, ...place }));
  }

  /** Around a cell, with a sign in its corner. */
  frame(cell, /** @type {string} */ name) {
    const x = this.board.x(cell),
      y = this.board.y(cell),
      square = { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4 };
    const corner = { class: `fsl-quiz-sign fsl-quiz-${name}`, x: x + CELL - 3, y: y + 4 };
    this.node.append(
      svg("rect", { class: `fsl-quiz-${name}`, ...square }),
      svg("text", corner, name === "extra" ? "×" : "✓"),
    );
  }
}
