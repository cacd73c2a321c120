// A question: it keeps its answer until the learner has committed one, then says right or wrong and
// why.

import { ANSWERS } from "./answering.js";
import { Frame } from "./frame.js";
import { store, stored } from "./outside.js";
import { button, dom, h, marked, put, sentence, write } from "./page.js";
import { Standalone, unpackJson, unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

/** @typedef {{answer: any, within: number, because: string, hint: string,
 *   tries: number, reveal: Part[]}} Secret */
/** @typedef {{text?: string, html?: string, stepper?: Record<string, any>}} Part what is shown in
 * the end */

export class Question extends Frame {
  /** @type {Secret | undefined} */ secret; // once it is unpacked
  complaint = ""; // why what is chosen is no answer yet

  constructor(/** @type {Element} */ box, /** @type {import("./frame.js").Model} */ model) {
    super(box, model, "question", {});
    this.root.classList.add("fsl-question");
    this.kind = model.get("kind");
    this.answering = new ANSWERS[this.kind](model.get("offer"), () => this.changed(), this.kind);
    this.commits = button("commit", "commit this answer", () => this.commit(), "fsl-commit");
    const shows = "show the answer and what comes of it";
    this.gives = button("show the answer", shows, () => this.giveUp(), "fsl-give");
    this.verdict = h("div", { class: "fsl-said", role: "status", "aria-live": "polite" });
    this.outcome = h("div", { class: "fsl-outcomes" });
    const asked = String(model.get("question"))
      .split(/\n\s*\n/)
      .map(text => h("p", {}, ...marked(text)));
    const acts = dom`<div class="fsl-acts">${this.commits}${this.gives}</div>`;
    this.root.append(h("div", { class: "fsl-asked" }, ...asked), this.answering.node, acts);
    this.root.append(this.verdict, this.outcome);
    this.watch("change:given", () => this.draw());
    this.watch("change:revealed", () => this.draw());
    this.rescale();
    this.begin();
  }

  /** @returns {any[]} the answers committed so far */
  get given() {
    return this.model.get("given") ?? [];
  }

  /** Under which key this browser keeps the answers: of this notebook or page, and this question.
   * "" where a notebook's file keeps them. */
  get place() {
    const { model } = this,
      path = model.widget_manager?.context?.path ?? location.pathname;
    return model.get("filed") ? "" : `${path} ${model.get("key")}`;
  }

  async begin() {
    this.secret = /** @type {Secret} */ (await unpackJson(this.model.get("secret")));
    if (this.place && !this.given.length) {
      const kept = stored(this.place);
      if (Array.isArray(kept?.given)) this.tellPython({ given: kept.given });
    }
    this.draw();
  }

  key(/** @type {KeyboardEvent} */ event) {
    super.key(event);
    const field = /** @type {Element} */ (event.target).matches("input");
    if (event.key !== "Enter" || !field || this.isForNotebook(event)) return;
    event.preventDefault();
    this.commit();
  }

  action({ key }) {
    return key === "Enter" ? () => this.commit() : undefined;
  }
  escape() {
    if (!this.leave()) this.root.focus({ preventScroll: true });
  }

  commit() {
    if (!this.secret || this.done) return;
    const answer = this.answering.read();
    this.complaint = answer === null ? this.answering.wanted : "";
    if (answer !== null) this.tellPython({ given: [...this.given, answer] });
    if (this.place) store(this.place, { given: this.given });
    this.draw();
  }

  giveUp() {
    if (!this.secret) return;
    this.tellPython({ revealed: true });
    this.draw();
  }

  changed() {
    if (!this.done) write(this.verdict, "");
  }

  isRight(/** @type {any} */ answer) {
    const { answer: right, within } = /** @type {Secret} */ (this.secret);
    if (this.kind === "number")
      return typeof answer === "number" && Math.abs(answer - right) <= within;
    if (this.kind === "choice") return right.includes(answer);
    return JSON.stringify(answer) === JSON.stringify(right);
  }

  /** Whether the last answer is right. */
  get right() {
    return this.given.length > 0 && this.isRight(this.given.at(-1));
  }

  /** Whether nothing is left to answer. */
  get done() {
    return (
      Boolean(this.secret) &&
      (this.model.get("revealed") || this.right || this.given.length >= (this.secret?.tries ?? 1))
    );
  }

  draw() {
    const { secret, given, done } = this;
    if (!secret) return;
    if (given.length) this.answering.show(given.at(-1));
    this.answering.lock(done);
    this.commits.hidden = done;
    this.gives.hidden = done || !given.length;
    const [none, some] = done ? ["revealed", this.right ? "right" : "wrong"] : ["open", "again"];
    put(this.root, "data-state", given.length ? some : none);
    this.say();
    if (done && !this.outcome.childElementCount) this.reveal(secret);
    if (!done) this.outcome.replaceChildren();
  }

  /** The verdict, in words. */
  say() {
    const { secret, given, done, right, answering, complaint } = this;
    if (!secret) return;
    const { answer, because, hint } = secret;
    if (done) answering.correct(answer, given.length > 0);
    const why = because ? [" ", ...marked(sentence(because))] : [];
    const is = answering.said(answer);
    /** @type {(Node | string)[]} */ let words = [];
    if (complaint) words = [complaint];
    else if (done && right) words = [h("b", {}, "✓ right:"), ` ${is}.`, ...why];
    else if (done)
      words = [
        h("b", {}, given.length ? "✗ wrong. The answer:" : "The answer:"),
        ` ${is}.`,
        ...why,
      ];
    else if (given.length) {
      const more = given.length > 1 ? [" ", answering.where(given.at(-1), answer)] : [];
      words = [h("b", {}, "✗ not yet:"), " ", ...marked(sentence(hint)), ...more];
    }
    this.verdict.replaceChildren(...words);
  }

  reveal(/** @type {Secret} */ { reveal }) {
    for (const part of reveal) {
      const box = h("div", { class: "fsl-part" });
      this.outcome.append(box);
      if (part.html !== undefined)
        box.innerHTML = part.html; // made by Python, which escapes
      else if (part.stepper) this.step(box, part.stepper);
      else if (part.text?.includes("\n")) box.append(h("pre", {}, part.text));
      else box.append(h("p", {}, ...marked(part.text ?? "")));
    }
  }

  /** @param {Element} box @param {Record<string, any>} state */
  async step(box, state) {
    const stepper = new Stepper(box, new Standalone({ ...state }), await unpackRuns(state.runs));
    this.endings.push(() => stepper.close());
  }
}
