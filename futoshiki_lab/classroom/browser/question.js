// A question: it keeps its answer until the learner has committed one. Then it says right or wrong,
// asks the learner why, and says why. A bet is neither right nor wrong.

import { ANSWERS, Sheet } from "./answering.js";
import { Frame } from "../../stepper/browser/frame.js";
import {
  byHand,
  dom,
  h,
  marked,
  partOf,
  put,
  sentence,
  targetOf,
  write,
} from "../../stepper/browser/page.js";
import QUESTION from "./question.html";
import { Standalone, unpackJson, unpackRuns } from "../../stepper/browser/standalone.js";
import { Stepper } from "../../stepper/browser/stepper.js";
import { store, stored } from "./shelf.js";

/** @import { Model } from "../../stepper/browser/frame.js" */

const BET = "A bet: what you have learned so far does not decide it. It is not marked.";

/** Text with a link to a notebook beside this one. @param {string} text */
const linked = text => {
  const link = /^(.*)\[(.+)\]\((\d\d-[\w-]+\.ipynb#\S+)\)(.*)$/.exec(text);
  if (!link) return marked(text);
  const [, before, place, href, after] = link;
  return [before, h("a", { href, target: "_blank" }, place), after];
};

/** @typedef {{answer: any, within: number, because: string, hint: string, tries: number,
 *   taught: string, told: Record<string, string>, why: string, opens: Record<string, string>,
 *   reveal: Part[]}} Secret `told`: what a tutor says to a wrong line, option or answer; `opens`:
 * which word matters after it; `why`: what asks for a reason of the learner's own; `taught`: where
 * to read again
 * @typedef {{text?: string, html?: string, stepper?: Record<string, any>}} Part of what is shown in
 * the end */

export class Question extends Frame {
  /** @type {Secret | undefined} */ secret; // once it is unpacked
  /** @type {any} */ answering;
  complaint = ""; // why what is chosen is no answer yet

  constructor(/** @type {Element} */ box, /** @type {Model} */ model) {
    super(box, model, "question", {});
    this.root.classList.add("fsl-question");
    this.kind = model.get("kind");
    this.root.append(...dom(QUESTION).children);
    this.newAnswer();
    this.write();
    this.part("commit").onclick = ({ detail }) => detail > 1 || this.commit(); // no double click
    this.part("anew").onclick = () => this.tell({ given: [], why: null, revealed: false });
    this.part("give").onclick = () => this.tell({ revealed: true });
    this.part("run-it").onclick = () => this.run();
    this.part("why button").onclick = () => this.explain();
    for (const name of ["given", "revealed", "why"])
      this.watch(`change:${name}`, () => this.telling || this.draw());
    this.rescale();
    this.begin();
    // One click must not open the folded code in Jupyter, where the answer is; two do.
    const guard = (/** @type {MouseEvent} */ event) =>
      event.detail > 1 ||
      !targetOf(event).closest(".jp-InputPlaceholder") ||
      event.stopPropagation();
    this.listen(this.root.closest(".jp-Cell") ?? this.root, "click", guard, true);
  }

  /** What stands on the sheet whatever is answered: the question first, its words folded. */
  write() {
    const { model } = this,
      [about, bet] = [sentence(model.get("about") ?? ""), model.get("bet")],
      texts = String(model.get("question")).split(/\n\s*\n/),
      words = Object.entries(model.get("words") ?? {}),
      does = bet ? "Place my bet" : "Check my answer",
      { shown } = model.get("offer");
    this.part("about").append(...marked(bet ? `${BET} ${about}` : about));
    this.part("asked").append(...texts.map(text => h("p", {}, ...marked(byHand(text)))));
    Object.assign(this.part("commit"), { textContent: does, title: `${does} (Enter)` });
    for (const [word, told] of words) {
      const parts = told.split(/\n\s*\n/).map(text => h("p", {}, ...linked(sentence(text))));
      const summary = h("summary", {}, ...marked(word));
      this.part("terms").append(h("details", { "data-word": word }, summary, ...parts));
    }
    this.part("terms").hidden = !words.length;
    if (shown) this.place(new Sheet(shown).board);
  }

  place({ node, puzzle }) {
    const sheet = this.part("sheet");
    sheet.style.setProperty("--fsl-n", puzzle.span);
    sheet.classList.add("fsl-boarded");
    sheet.querySelector("svg.fsl-board")?.remove();
    sheet.prepend(node);
  }

  part(/** @type {string} */ name) {
    return partOf(this.root, name);
  }

  /** @returns {any[]} the answers committed so far */
  get given() {
    return this.model.get("given") ?? [];
  }

  newAnswer() {
    const { model, kind, answering } = this;
    this.answering = new ANSWERS[kind](model.get("offer"), () => this.changed(), kind);
    answering?.node.remove();
    this.part("beside").prepend(this.answering.node);
    if (this.answering.board) this.place(this.answering.board);
  }

  /** Under which key this browser keeps the answers: of this page, and this question. */
  get shelf() {
    const { model } = this,
      path = model.widget_manager?.context?.path ?? location.pathname;
    return `${path} ${model.get("key")}`;
  }

  async begin() {
    this.secret = /** @type {Secret} */ (await unpackJson(this.model.get("secret")));
    // What was answered last counts: here, or in what the notebook was saved with.
    const { given, why = null, at } = (this.model.get("kept") ? null : stored(this.shelf)) ?? {};
    if (Array.isArray(given) && at > (this.model.get("at") ?? 0))
      this.tellPython({ given, why, at });
    this.draw();
  }

  key(/** @type {KeyboardEvent} */ event) {
    super.key(event);
    const field = targetOf(event).matches("input"),
      text = targetOf(event).matches("[type=text]");
    if (this.isForNotebook(event)) return;
    if (!text && !this.done && this.answering.pick?.(event.key)) event.preventDefault();
    if (event.key !== "Enter" || !field) return;
    event.preventDefault();
    event.target === this.part("why input") ? this.explain() : this.commit();
  }

  action({ key }) {
    return key === "Enter" ? () => this.commit() : undefined;
  }

  commit() {
    if (!this.secret || this.done) return;
    const answer = this.answering.read(),
      same = JSON.stringify(answer) === JSON.stringify(this.given.at(-1)),
      none = same ? "You have tried this answer already." : "";
    this.complaint = answer === null ? this.answering.wanted : none;
    this.complaint ? this.draw() : this.tell({ given: [...this.given, answer] });
    if (this.waits) this.part("why input").focus({ preventScroll: true });
  }

  explain() {
    this.tell({ why: this.part("why input").value.trim() });
  }

  /** Let Python know, and keep it here: a cell may run again before its notebook is saved.
   * @param {object} news */
  tell(news) {
    const at = Date.now();
    this.tellPython({ ...news, at });
    store(this.shelf, { given: this.given, why: this.model.get("why"), at });
    this.draw();
  }

  changed() {
    this.complaint = "";
    if (!this.done) write(this.part("said"), "");
  }

  isRight(/** @type {any} */ answer) {
    const { answer: right, within } = /** @type {Secret} */ (this.secret);
    if (this.kind === "number")
      return typeof answer === "number" && Math.abs(answer - right) <= within;
    if (this.kind === "choice") return right.includes(answer);
    return JSON.stringify(answer) === JSON.stringify(right);
  }

  get right() {
    return Boolean(this.secret) && this.given.length > 0 && this.isRight(this.given.at(-1));
  }

  /** See `View`. */
  get points() {
    return this.model.get("bet") ? null : Number(this.right && !this.model.get("revealed"));
  }

  get done() {
    const { secret, given } = this;
    if (!secret) return false;
    return this.model.get("revealed") || this.right || given.length >= secret.tries;
  }

  /** Whether the learner's own reason is waited for. */
  get waits() {
    const { model } = this;
    if (!this.done || !this.secret?.why || model.get("revealed")) return false;
    return (model.get("why") ?? null) === null;
  }

  draw() {
    const { secret, given, done, waits, model } = this,
      outcome = this.part("outcomes");
    if (!secret) return;
    if (this.answering.node.disabled && !done) this.newAnswer();
    if (given.length && !this.complaint) this.answering.show(given.at(-1));
    this.answering.node.disabled = done;
    this.part("commit").hidden = done;
    this.part("anew").hidden = !done || !given.length || this.model.get("bet");
    this.part("give").hidden = done || !given.length;
    const runs = model.get("can_run") && !model.alone && given.length && done && !this.right;
    this.part("run-it").hidden = !runs;
    this.part("why").hidden = !waits;
    write(this.part("why span"), secret.why);
    const marks = this.right ? "right" : "wrong";
    const [none, some] = done
      ? ["revealed", this.model.get("bet") ? "bet" : marks]
      : ["open", "again"];
    put(this.root, "data-state", given.length ? some : none);
    this.part("said").replaceChildren(...this.words(secret));
    if (!done || waits) outcome.replaceChildren();
    else if (!outcome.childElementCount) this.reveal(secret);
  }

  /** The verdict, and the reason once it may be seen. @param {Secret} secret
   * @returns {(Node | string)[]} */
  words({ answer, because, hint, taught, told, opens }) {
    const { given, done, right, answering, complaint } = this,
      last = given.at(-1),
      bet = this.model.get("bet"),
      own = this.model.get("why");
    if (done) answering.correct(answer, given.length > 0);
    if (complaint && !given.length) return [complaint];
    if (!given.length && !done) return [];
    const says = (/** @type {string} */ text) =>
        h("p", {}, ...linked(sentence(/[.?!:…]$/.test(text) ? text : `${text}.`))),
      verdict = (/** @type {string} */ sign, /** @type {string} */ text) =>
        h("b", { class: "fsl-judged" }, h("span", {}, sign), ` ${text}`),
      texts = given.length && !right ? answering.wrongs(last, answer) : [],
      about = [...new Set(texts)]
        .filter(text => told[text]) // of a blank, with what was chosen there
        .map(text => (answering.code ? `\`${text}\`: ` : "") + told[text]);
    if (done) {
      const { legend, found } = answering,
        is = (/** @type {string} */ word) => says(`${word}: ${answering.said(answer)}`),
        mine = own ? [h("p", { class: "fsl-own" }, `Your reason: ${own}`)] : [];
      const matters = right ? "" : opens[texts.find(text => opens[text]) ?? ""],
        word = [...this.part("terms").querySelectorAll("details")].find(
          one => one.dataset.word === matters,
        );
      if (word) this.part("terms").open = word.open = true;
      const judged = right ? verdict("✓", "Right.") : verdict("✗", found || "Wrong."),
        shown = given.length && legend ? legend : is("The answer"),
        tells = about.map(says),
        unsaid = !given.length || this.model.get("kind") !== "rows", // else the ticks say it
        bets = [...tells, unsaid && is("It is")],
        marks = bet ? bets : [given.length && judged, ...tells, !right && shown],
        why = this.waits || !because ? [] : [...mine, says(because)];
      return [...marks, ...why].filter(one => one || false);
    }
    const where = given.length > 1 || !hint ? answering.where(last, answer) : "",
      what = given.length > 1 ? (about[0] ?? "") : "";
    const all = [hint, where, what, complaint, taught].filter(Boolean);
    return [verdict("✗", "Not yet."), ...all.map(says)];
  }

  /** Show what a search does that goes on with the learner's answer, beside the right one. */
  async run() {
    const found = await this.request("run", { given: this.given.at(-1) }).catch(String);
    this.part("run-it").hidden = true;
    this.reveal({ reveal: Array.isArray(found) ? found : [{ text: String(found) }] });
  }

  reveal(/** @type {{reveal: Part[]}} */ { reveal }) {
    for (const part of reveal) {
      const box = h("div", { class: "fsl-part" });
      this.part("outcomes").append(box);
      if (part.html !== undefined) box.innerHTML = part.html;
      // made by Python, which escapes
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
