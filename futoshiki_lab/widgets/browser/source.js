// The source of the algorithm that ran, with the running line lit.

import { dom, h } from "./page.js";
import { VERB } from "./recording.js";

const STRING = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const WORDS =
  "def for in if elif else while return not and or is None True False break continue lambda " +
  "yield try except raise with as pass import from del";
const TOKENS = new RegExp(`(${STRING})|(#.*)|\\b(${WORDS.replaceAll(" ", "|")})\\b`, "g");

/** The functions that ran, the running line lit and in view. */
export class Source {
  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    // of each function
    /** @type {HTMLElement[][]} */ this.lines = run.header.functions.map(() => []);
    /** @type {HTMLElement | undefined} */ this.lit = undefined;
    /** @type {Map<HTMLElement, number>} */ this.tops = new Map(); // measured once: that takes time
    this.room = 0;
    const label = "the algorithm that ran";
    this.node = dom`<div class="fsl-source" tabindex="0" role="group" aria-label=${label}></div>`;
    run.header.functions.forEach((source, at) => {
      const block = h("div", { class: "fsl-function" });
      if (source.text) this.addLines(block, source.text, this.lines[at]);
      else
        block.append(
          dom`<div class="fsl-lost">${source.name}: its source text cannot be found</div>`,
        );
      this.node.append(block);
    });
  }

  /** Tokens may run over several lines (a docstring), so each is cut at its line ends.
   * @param {HTMLElement} block @param {string} text @param {HTMLElement[]} lines */
  addLines(block, text, lines) {
    const open = () => {
      const line = h("div", { class: "fsl-code" });
      lines.push(line);
      block.append(line);
    };
    /** @type {(piece: string, name?: string) => void} */
    const add = (piece, name) =>
      piece.split("\n").forEach((part, at) => {
        if (at) open();
        if (part) lines.at(-1)?.append(name ? h("span", { class: name }, part) : part);
      });
    open();
    const whole = text.replace(/\n$/, "");
    let done = 0;
    for (const found of whole.matchAll(TOKENS)) {
      add(whole.slice(done, found.index));
      add(found[0], found[1] ? "fsl-string" : found[2] ? "fsl-comment" : "fsl-word");
      done = found.index + found[0].length;
    }
    add(whole.slice(done));
    for (const line of lines)
      line.style.setProperty("--fsl-indent", `${line.textContent?.search(/\S|$/)}`);
  }

  draw(/** @type {import("./recording.js").Cursor} */ cursor) {
    const { run } = this,
      { step } = cursor;
    // the prune before it did it
    const told = run.verbs[step - 1] === VERB.WIPE_OUT ? step - 1 : step;
    const [at, line] = step ? run.header.sites[run.sites[told - 1]] : [-1, 0];
    const lit = this.lines[at]?.[line - 1];
    if (lit === this.lit) return;
    this.lit?.classList.remove("fsl-lit");
    this.lit?.removeAttribute("aria-current");
    this.lit = lit;
    if (!lit) return;
    lit.classList.add("fsl-lit");
    lit.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** Bring the lit line into view inside this box; the page stays where it is. */
  scroll() {
    const { node: box, lit } = this;
    if (!lit) return;
    this.room ||= box.clientHeight;
    const top = this.tops.get(lit) ?? lit.offsetTop,
      { room } = this;
    this.tops.set(lit, top);
    if (top < box.scrollTop + 8 || top + 30 > box.scrollTop + room)
      box.scrollTop = Math.max(0, top - room / 3);
  }

  resize() {
    this.room = 0;
    this.tops.clear();
    this.scroll();
  }
}
