// The source of the algorithm, with the running line lit.

import { h } from "./page.js";
import { VERB } from "./recording.js";

const STRING = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const WORDS =
  "def for in if elif else while return not and or is None True False break continue lambda " +
  "yield try except raise with as pass import from del";
const TOKENS = new RegExp(`(${STRING})|(#.*)|\\b(${WORDS.replaceAll(" ", "|")})\\b`, "g");

/** The functions that ran, the running line lit and in view. */
export class Source {
  /** @type {HTMLElement | undefined} */ lit;
  /** @type {Map<HTMLElement, number>} */ tops = new Map(); // measured once: that takes time
  room = 0;

  /** @param {import("./run.js").Run} run @param {HTMLElement} node */
  constructor(run, node) {
    this.run = run;
    this.node = node;
    /** @type {HTMLElement[][]} */ this.lines = [];
    run.header.functions.forEach(({ name, text }, at) => {
      this.lines[at] = text ? linesOf(text) : [];
      const lost = h("div", { class: "fsl-lost" }, `${name}: its source text cannot be found`);
      node.append(h("div", { class: "fsl-function" }, ...(text ? this.lines[at] : [lost])));
    });
  }

  /** @param {number} step @param {boolean} whole whether all of a move is shown */
  draw(step, whole) {
    const { run } = this,
      verb = run.verbs[step - 1],
      // what was before it did it: the prune, or the look
      told = verb === VERB.WIPE_OUT || (whole && verb === VERB.ACCEPT) ? step - 1 : step;
    const [at, line] = step ? run.header.sites[run.sites[told - 1]] : [-1, 0];
    this.light(this.lines[at]?.[line - 1]);
  }

  light(/** @type {HTMLElement | undefined} */ lit) {
    if (lit === this.lit) return;
    this.lit?.classList.remove("fsl-lit");
    this.lit?.removeAttribute("aria-current");
    this.lit = lit;
    lit?.classList.add("fsl-lit");
    lit?.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** Bring the lit line into view inside this box; the page stays where it is. */
  scroll() {
    const { node: box, lit } = this;
    if (!lit) return;
    this.room ||= box.clientHeight;
    const top = this.tops.get(lit) ?? lit.offsetTop;
    this.tops.set(lit, top);
    if (top < box.scrollTop + 8 || top + 30 > box.scrollTop + this.room)
      box.scrollTop = Math.max(0, top - this.room / 3);
  }

  resize() {
    this.room = 0;
    this.tops.clear();
    this.scroll();
  }
}

/** A function's source, line by line. Tokens may run over several lines (a docstring), so each is
 * cut at its line ends. */
function linesOf(/** @type {string} */ text) {
  const lines = [h("div", { class: "fsl-code" })];
  const add = (piece, name = "") =>
    piece.split("\n").forEach((part, at) => {
      if (at) lines.push(h("div", { class: "fsl-code" }));
      if (part) lines[lines.length - 1].append(name ? h("span", { class: name }, part) : part);
    });
  let done = 0;
  for (const found of text.replace(/\n$/, "").matchAll(TOKENS)) {
    add(text.slice(done, found.index));
    add(found[0], found[1] ? "fsl-string" : found[2] ? "fsl-comment" : "fsl-word");
    done = found.index + found[0].length;
  }
  add(text.slice(done).replace(/\n$/, ""));
  for (const line of lines)
    line.style.setProperty("--fsl-indent", `${line.textContent?.search(/\S|$/)}`);
  return lines;
}
