// What a stepper's question shows: its words and buttons under the board, its marks on the board.

import { CELL } from "./board.js";
import { button, h, put, svg, write } from "./page.js";
import { unspot } from "./quiz.js";

/** @typedef {{text: string, label: string, pressed?: boolean, act: () => void}} Option a button
 * that answers, or a part of it */

/** What is written, and what can be pressed.
 * @typedef {{words: string, reasons?: string[], how?: string, spot?: string, spoken?: string, options?: Option[], main?: string, shows?: boolean,
 *   score: string}} Page */

/** The box under the sentence. Its place is as high with a question as without, so that nothing
 * jumps; a long list of
 * reasons lies over what is below. */
export class QuizView {
  /** @param {() => void} go what the main button does @param {() => void} show what "show me"
   * does */
  constructor(go, show) {
    this.words = h("p", { class: "fsl-quiz-words" });
    this.reasons = h("ul", { class: "fsl-quiz-reasons" });
    this.how = h("p", { class: "fsl-quiz-how", role: "status" });
    // the cell that the arrows have come to
    this.spoken = h("span", { class: "fsl-quiz-spoken fsl-hidden", role: "status" });
    this.spot = h("span", { class: "fsl-quiz-spot" });
    this.options = h("span", { class: "fsl-quiz-options" });
    this.main = button("", "", go, "fsl-quiz-main");
    this.shows = button("show me", "show me the answer: this counts as not right", show);
    this.score = h("span", { class: "fsl-quiz-score" });
    this.text = h(
      "div",
      { class: "fsl-quiz-text", tabindex: "0", role: "group", "aria-label": "question" },
      h("div", { role: "status", "aria-atomic": "true" }, this.words, this.reasons),
      this.how,
    );
    this.bar = h(
      "div",
      { class: "fsl-quiz-bar" },
      this.spoken,
      this.spot,
      this.options,
      this.main,
      this.shows,
      this.score,
    );
    this.node = h(
      "div",
      { class: "fsl-quiz", role: "group", "aria-label": "prediction", hidden: "" },
      h("div", { class: "fsl-quiz-box" }, this.text, this.bar),
    );
  }

  /** @param {Page} page */
  draw({
    words,
    reasons = [],
    how = "",
    spot = "",
    spoken = "",
    options = [],
    main = "",
    shows = false,
    score,
  }) {
    if (this.words.textContent !== words) this.text.scrollTop = 0;
    write(this.words, words);
    write(this.how, how);
    write(this.spot, spot);
    write(this.spoken, spoken);
    write(this.score, score);
    write(this.main, main);
    put(this.main, "aria-label", main || null);
    put(this.main, "title", main && `${main} (Enter)`);
    this.main.hidden = !main;
    this.shows.hidden = !shows;
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
    /** @type {(ones: number[], name: string) => SVGElement[]} */
    const all = (ones, name) =>
      ones.flatMap(one =>
        kind === "prune"
          ? this.ring(...unspot(one), name)
          : kind === "value"
            ? this.ring(cell, one, name)
            : kind === "next" || one < 0
              ? []
              : this.frame(one, name),
      );
    this.node.replaceChildren(
      ...all(found, "found"),
      ...all(missing, "missing"),
      ...all(extra, "extra"),
    );
  }

  /** Around a pencil digit: a circle, a dashed one, a square. @param {number} cell
   * @param {number} value @param {string} name
   * @returns {SVGElement[]} */
  ring(cell, value, name) {
    if (!value) return [];
    const { board } = this,
      r = Math.min(board.pencil.reach, board.pencil.high / 2),
      [x, y] = board.slot(cell, value);
    const shape =
      name === "extra"
        ? svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r })
        : svg("circle", { cx: x, cy: y, r });
    put(shape, "class", `fsl-quiz-${name}`);
    return [shape];
  }

  /** Around a cell, with a sign in its corner. @param {number} cell @param {string} name
   * @returns {SVGElement[]} */
  frame(cell, name) {
    const { board } = this,
      x = board.x(cell),
      y = board.y(cell),
      side = CELL - 2;
    return [
      svg("rect", {
        class: `fsl-quiz-${name}`,
        x: x + 1,
        y: y + 1,
        width: side,
        height: side,
        rx: 4,
      }),
      svg(
        "text",
        { class: `fsl-quiz-sign fsl-quiz-${name}`, x: x + CELL - 3, y: y + 4 },
        name === "extra" ? "×" : "✓",
      ),
    ];
  }
}
