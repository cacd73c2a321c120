// What a stepper's question shows: its words and buttons under the board, its marks on the board.

import { CELL } from "./board.js";
import { button, dom, h, put, svg, write } from "./page.js";
import { unspot } from "./quiz.js";

/** @typedef {{text: string, label: string, pressed?: boolean, act: () => void}} Option a button
 * that answers, or a part of it */

/** What is written, and what can be pressed.
 * @typedef {{words: string, reasons?: string[], how?: string, spot?: string,
 *   spoken?: string, options?: Option[],
 *   main?: string, shows?: boolean,
 *   score: string}} Page */

/** The box under the sentence. Its place is as high with a question as without, so that nothing
 * jumps; a long list of reasons lies over what is below. */
export class QuizView {
  /** @param {() => void} go what the main button does @param {() => void} show what "show me"
   * does */
  constructor(go, show) {
    this.words = h("p", { class: "fsl-quiz-words" });
    this.reasons = h("ul", { class: "fsl-quiz-reasons" });
    this.how = h("p", { class: "fsl-quiz-how", role: "status" });
    // The cell that the arrows have come to.
    this.spoken = h("span", { class: "fsl-quiz-spoken fsl-hidden", role: "status" });
    this.spot = h("span", { class: "fsl-quiz-spot" });
    this.options = h("span", { class: "fsl-quiz-options" });
    this.main = button("", "", go, "fsl-quiz-main");
    this.shows = button("show me", "show me the answer: this counts as not right", show);
    this.score = h("span", { class: "fsl-quiz-score" });
    this.text = dom`<div class="fsl-quiz-text" tabindex="0" role="group" aria-label="question">
      <div role="status" aria-atomic="true">${this.words}${this.reasons}</div>${this.how}</div>`;
    this.node = dom`<div class="fsl-quiz" role="group" aria-label="prediction" hidden>
      <div class="fsl-quiz-box">${this.text}
        <div class="fsl-quiz-bar">
          ${[this.spoken, this.spot, this.options, this.main, this.shows, this.score]}
        </div>
      </div></div>`;
  }
  /** @param {Page} page */
  draw(page) {
    const { words, reasons = [], how = "", options = [], main = "" } = page;
    if (this.words.textContent !== words) this.text.scrollTop = 0;
    write(this.words, words);
    write(this.how, how);
    write(this.spot, page.spot ?? "");
    write(this.spoken, page.spoken ?? "");
    write(this.score, page.score);
    write(this.main, main);
    put(this.main, "aria-label", main || null);
    put(this.main, "title", main && `${main} (Enter)`);
    this.main.hidden = !main;
    this.shows.hidden = !page.shows;
    const lines = [...this.reasons.children].map(line => line.textContent);
    if (lines.join("\n") !== reasons.join("\n"))
      this.reasons.replaceChildren(...reasons.map(text => h("li", {}, text)));
    this.drawOptions(options);
  }

  /** The buttons that are there stay: they may have the keyboard. @param {Option[]} options */
  drawOptions(options) {
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

/** Marks on a board: what was answered, and what is right. Shapes tell them apart, not colours
 * alone. */
export class QuizMarks {
  constructor(/** @type {import("./board.js").Board} */ board) {
    this.board = board;
    this.node = svg("g", { class: "fsl-quiz-marks", "aria-hidden": "true" });
    board.marks.append(this.node);
  }

  clear() {
    this.node.replaceChildren();
  }

  /** @param {string} kind of the question @param {number} cell it is about
   * @param {import("./quiz.js").Judged} judged */
  draw(kind, cell, { found, missing, extra }) {
    this.clear();
    for (const [name, ones] of Object.entries({ found, missing, extra })) {
      for (const one of ones) {
        if (kind === "prune") this.ring(...unspot(one), name);
        else if (kind === "value") this.ring(cell, one, name);
        else if (kind !== "next" && one >= 0) this.frame(one, name);
      }
    }
  }

  /** Around a pencil digit: a circle, a dashed one, a square.
   * @param {number} cell @param {number} value @param {string} name */
  ring(cell, value, name) {
    if (!value) return;
    const { pencil } = this.board,
      r = Math.min(pencil.reach, pencil.high / 2),
      [x, y] = this.board.slot(cell, value),
      label = { class: `fsl-quiz-${name}` };
    const square = () => svg("rect", { ...label, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    this.node.append(name === "extra" ? square() : svg("circle", { ...label, cx: x, cy: y, r }));
  }

  /** Around a cell, with a sign in its corner. @param {number} cell @param {string} name */
  frame(cell, name) {
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
