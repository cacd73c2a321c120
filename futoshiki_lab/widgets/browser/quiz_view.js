// What asks in a stepper: words and buttons under the board, marks on it, the way of the keyboard.

import { CELL } from "./board.js";
import { button, dom, h, heldBy, put, svg, write } from "./page.js";
import { unspot } from "./quiz.js";

/** @typedef {{text: string, label: string, pressed?: boolean, act: () => void}} Option a button
 * that answers, or a part of it
 * @typedef {{words: string, reasons?: string[], how?: string, spot?: string, spoken?: string,
 *   options?: Option[], main?: string, shows?: boolean, score: string}} Page what is written, and
 * what can be pressed
 * @typedef {{root: HTMLElement, model: import("./frame.js").Model, steps: number[],
 *   goTo(step: number): void, hide(on?: boolean): void, resize(): void, say(text: string): void,
 *   tellPython(values: Record<string, any>): void}} Asker a stepper */

/** The box under the sentence. Its place is as high with a question as without, so that nothing
 * jumps; a long list of reasons lies over what is below. */
class QuizView {
  /** @param {() => void} go what the main button does @param {() => void} show what "show me"
   * does */
  constructor(go, show) {
    this.parts = {
      words: h("p", { class: "fsl-quiz-words" }),
      how: h("p", { class: "fsl-quiz-how", role: "status" }),
      // the cell that the arrows have come to
      spoken: h("span", { class: "fsl-quiz-spoken fsl-hidden", role: "status" }),
      spot: h("span", { class: "fsl-quiz-spot" }),
      main: button("", "", go, "fsl-quiz-main"),
      score: h("span", { class: "fsl-quiz-score" }),
    };
    this.reasons = h("ul", { class: "fsl-quiz-reasons" });
    this.options = h("span", { class: "fsl-quiz-options" });
    this.shows = button("show me", "show me the answer: this counts as not right", show);
    const { words, how, spoken, spot, main, score } = this.parts;
    this.text = dom`<div class="fsl-quiz-text" tabindex="0" role="group" aria-label="question">
      <div role="status" aria-atomic="true">${words}${this.reasons}</div>${how}</div>`;
    this.node = dom`<div class="fsl-quiz" role="group" aria-label="prediction" hidden>
      <div class="fsl-quiz-box">${this.text}
        <div class="fsl-quiz-bar">
          ${[spoken, spot, this.options, main, this.shows, score]}
        </div>
      </div></div>`;
  }

  /** @param {Page} page */
  draw(page) {
    const { reasons = [], options = [], main = "" } = page,
      { parts } = this;
    if (parts.words.textContent !== page.words) this.text.scrollTop = 0;
    for (const [name, node] of Object.entries(parts)) write(node, page[name] ?? "");
    put(parts.main, "aria-label", main || null);
    put(parts.main, "title", main && `${main} (Enter)`);
    parts.main.hidden = !main;
    this.shows.hidden = !page.shows;
    const lines = [...this.reasons.children].map(line => line.textContent);
    if (lines.join("\n") !== reasons.join("\n"))
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
  }
}

/** Who asks in a stepper of one run: for predictions, or for the moves of a drive. */
export class Asking {
  /** @type {import("./panel.js").Panel} */ panel;
  chosen = -1; // the cell that digits are for
  notice = ""; // why something was no answer

  constructor(/** @type {Asker} */ stepper) {
    this.stepper = stepper;
    this.view = new QuizView(
      () => this.goOn(),
      () => this.assist(),
    );
  }

  /** Take the place under a run's sentence. @param {import("./panel.js").Panel} panel */
  join(panel) {
    this.panel = panel;
    panel.board.answering = /** @type {any} */ (this);
    panel.sentence.after(this.view.node);
  }

  goOn() {}
  assist() {}
  redraw() {}

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

  /** A button that goes gives the keyboard on. */
  draw() {
    const { node, parts } = this.view,
      inside = node.contains(heldBy(node));
    this.redraw();
    const held = heldBy(node);
    if (inside && !(node.contains(held) && held?.checkVisibility()))
      (parts.main.hidden ? this.stepper.root : parts.main).focus({ preventScroll: true });
  }
}

/** Marks on a board: what was answered, and what is right. Shapes tell them apart, not colours
 * alone. */
export class QuizMarks {
  constructor(/** @type {import("./board.js").Board} */ board) {
    this.board = board;
    this.node = svg("g", { class: "fsl-quiz-marks", "aria-hidden": "true" });
    board.marks.append(this.node);
  }

  /** @param {string} kind of the question @param {number} cell it is about
   * @param {import("./quiz.js").Judged} judged */
  draw(kind, cell, { found, missing, extra }) {
    for (const [name, ones] of Object.entries({ found, missing, extra }))
      for (const one of ones) {
        if (kind === "prune") this.ring(...unspot(one), name);
        else if (kind === "value") this.ring(cell, one, name);
        else if (kind !== "next" && one >= 0) this.frame(one, name);
      }
  }

  /** Around a pencil digit: a circle, a dashed one, a square. */
  ring(cell, value, /** @type {string} */ name) {
    if (!value) return;
    const { pencil } = this.board,
      r = Math.min(pencil.reach, pencil.high / 2),
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
