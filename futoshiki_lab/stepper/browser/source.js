// The source of the algorithm, with the running line lit.

import { button, h } from "./page.js";
import { VERB } from "./recording.js";

const STRING = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const WORDS =
  "def for in if elif else while return not and or is None True False break continue lambda " +
  "yield try except raise with as pass import from del";
const TOKENS = new RegExp(`(${STRING})|(#.*)|\\b(${WORDS.replaceAll(" ", "|")})\\b`, "g");

export class Source {
  /** @type {HTMLElement | undefined} */ lit;
  /** @type {Element | null | undefined} */ shown; // the function that it is in
  redraw = () => {};

  /** @param {import("./run.js").Run} run @param {HTMLElement} node */
  constructor(run, node) {
    this.run = run;
    this.node = node;
    /** @type {HTMLElement[][]} */ this.lines = [];
    run.header.functions.forEach(({ name, text, purpose, hidden }, at) => {
      if (hidden) return this.fold(at, `${purpose}`, hidden);
      this.lines[at] = text ? linesOf(text) : [];
      const lost = h("div", { class: "fsl-lost" }, `${name}: its source text cannot be found`);
      node.append(h("div", { class: "fsl-function" }, ...(text ? this.lines[at] : [lost])));
    });
  }

  /** A function that a learner is about to write: what it is for, and its lines after a click.
   * @param {number} at @param {string} purpose @param {string} hidden */
  fold(at, purpose, hidden) {
    const [line] = linesOf(purpose),
      text = new TextDecoder().decode(Uint8Array.from(atob(hidden), one => one.charCodeAt(0))),
      folded = h("div", { class: "fsl-function" }, line),
      open = () => {
        folded.replaceChildren(...(this.lines[at] = linesOf(text)));
        this.redraw();
      },
      told = "show it: you write this, and ours stands here all the same";
    line.append(" ", button("show it", told, open, "fsl-go"));
    line.addEventListener("click", event => event.stopPropagation()); // it is no line of the code
    this.lines[at] = text.split("\n").map(() => line);
    this.node.append(folded);
  }

  /** @param {number} step @param {boolean} whole whether all of a move is shown */
  draw(step, whole) {
    this.redraw = () => this.draw(step, whole);
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
    if (!lit) box.scrollTop = 0;
    if (!lit) return;
    const { offsetTop: top, offsetHeight: high, parentElement: shown } = lit,
      room = box.clientHeight,
      seen = top >= box.scrollTop && top + high <= box.scrollTop + room;
    if (seen && shown === this.shown) return;
    this.shown = shown;
    // It begins with a whole statement, some lines above.
    const least = top + high > room ? top + high - room * 0.7 : 0,
      lines = /** @type {any[]} */ ([...(shown?.children ?? [])]),
      begins = lines.find(line => line.offsetTop >= least && line.dataset.goesOn !== "true");
    box.scrollTop = Math.min(top, begins?.offsetTop ?? top);
  }
}

/** A function's source, line by line; its docstring and the types in its signature are marked, to
 * be folded. Tokens may run over several lines (a docstring), so each is cut at its line ends. */
function linesOf(/** @type {string} */ text) {
  const lines = [h("div", { class: "fsl-code" })];
  let open = 0; // brackets
  const add = (piece, name = "") =>
    piece.split("\n").forEach((part, at) => {
      if (at) lines.push(h("div", { class: "fsl-code", "data-goes-on": `${open > 0}` }));
      if (part) lines[lines.length - 1].append(name ? h("span", { class: name }, part) : part);
      if (!name) open += part.split(/[([{]/).length - part.split(/[)\]}]/).length;
    });
  let done = 0;
  for (const found of text.replace(/\n$/, "").matchAll(TOKENS)) {
    add(text.slice(done, found.index));
    const doc = /^"""|^'''/.test(found[0]) ? " fsl-doc" : "";
    add(found[0], found[1] ? `fsl-string${doc}` : found[2] ? "fsl-comment" : "fsl-word");
    done = found.index + found[0].length;
  }
  add(text.slice(done).replace(/\n$/, ""));
  for (const line of lines)
    line.style.setProperty("--fsl-indent", `${line.textContent?.search(/\S|$/)}`);
  const end = /^\s*(?:async )?def /.test(text) && lines[0].lastChild;
  if (end instanceof Text) {
    const parts = (end.textContent ?? "").split(/(: [^=,()]+(?=[,)=])| -> [^:]+(?=:$))/),
      type = (/** @type {string} */ one) => h("span", { class: "fsl-type" }, one);
    end.replaceWith(...parts.map((one, at) => (at % 2 ? type(one) : one)));
  }
  return lines;
}
