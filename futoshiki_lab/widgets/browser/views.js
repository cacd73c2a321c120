// Two views of a run: its timeline, what happens when; the source of the algorithm, with the
// running line lit.

import { Canvas, dom, h, put } from "./page.js";
import { VERB } from "./recording.js";
import { atMost } from "./run.js";

const LANES = [
  ["prune", "red"],
  ["wipe-out", "red"],
  ["backtrack", "grey"],
  ["skip", "ink"],
  ["solution", "green"],
];

/** The depth of the search, and a lane for each kind of event. */
export class Timeline extends Canvas {
  left = 0;
  span = 0; // how wide the run is, from `left`
  top = 0;
  lane = 0; // how high a lane is
  step = 0;
  held = false;
  hidden = false; // whether what comes is hidden
  last = 0; // the last step that is shown
  // the step at its right end: the run's last; with what comes hidden one that says nothing of it
  end = 0;

  constructor(/** @type {import("./run.js").Run} */ run, /** @type {(step: number) => void} */ go) {
    super();
    this.run = run;
    this.go = go;
    this.lanes = LANES.filter(([what]) => what !== "skip" || run.header.jump);
    this.hand = h("div", { class: "fsl-hand" });
    this.veil = h("div", { class: "fsl-veil", hidden: "" });
    this.end = this.last = run.length;
    const stop = () => (this.held = false);
    this.node = dom`<div class="fsl-timeline" tabindex="0" role="slider" aria-label="timeline"
      aria-valuemin="0" aria-valuemax=${run.length} pointerup=${stop} pointercancel=${stop}
      pointerdown=${(/** @type {PointerEvent} */ event) => this.grab(event)}
      pointermove=${(/** @type {PointerEvent} */ event) =>
        this.held && this.go(this.stepAt(this.at(event)[0]))}>
      ${this.canvas}${this.veil}${this.hand}</div>`;
  }
  grab(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.node.setPointerCapture(event.pointerId);
    this.held = true;
    const [x, y] = this.at(event),
      step = this.stepAt(x);
    const lane = this.lanes[Math.floor((y - this.top) / this.lane)];
    // an event within six pixels is meant
    const reach = this.veil.hidden ? (6 / this.span) * this.end : 0;
    const steps = y > this.top && lane ? this.run.steps[lane[0]] : new Uint32Array();
    const after = atMost(steps, step);
    const near = [steps[after - 1], steps[after]].filter(at => Math.abs(at - step) <= reach);
    near.sort((a, b) => Math.abs(a - step) - Math.abs(b - step));
    this.go(this.run.leap(near[0] ?? step));
  }

  stepAt(/** @type {number} */ x) {
    const part = Math.max(0, Math.min(1, (x - this.left) / this.span));
    return this.run.leap(Math.min(this.run.length, Math.round(part * this.end)));
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    if (!this.measure(theme)) return;
    const { unit } = theme;
    this.left = 6.2 * unit;
    this.span = this.width - this.left - 0.6 * unit;
    this.lane = (this.height * 0.66) / this.lanes.length;
    this.top = this.height * 0.34;
    this.paint();
    this.draw(this.step);
  }

  paint() {
    const { brush, theme, run, left, span, top, lane, end } = this,
      columns = Math.max(1, Math.floor(span));
    brush.clearRect(0, 0, this.width, this.height);
    brush.font = `${Math.max(Math.min(0.78 * theme.unit, lane), theme.least)}px sans-serif`;
    brush.textBaseline = "middle";
    brush.fillStyle = theme.soft;
    brush.fillText("depth", 4, top / 2);
    this.paintDepth(columns);
    this.lanes.forEach(([what, colour], at) => {
      const y = top + at * lane;
      brush.fillStyle = theme.soft;
      brush.fillText(what === "prune" ? "prunes" : `${what}s`, 4, y + lane / 2);
      brush.fillStyle = theme.line;
      brush.fillRect(left, y + lane - 1, span, 0.5);
      brush.fillStyle = brush.strokeStyle = theme[colour];
      const many = new Uint32Array(columns + 1);
      const steps = run.steps[what].subarray(0, atMost(run.steps[what], this.last));
      for (const step of steps) many[Math.floor((step / end) * columns)]++;
      const most = Math.max(...many),
        crowded = steps.length > columns / 5 && what !== "solution";
      many.forEach((count, x) => {
        const high = lane * 0.85 * Math.sqrt(count / most);
        if (count && crowded) brush.fillRect(left + x, y + lane - 1 - high, 1, high);
        else if (count) this.mark(what, left + x, y);
      });
      if (what === "solution") this.paintWrong(columns, y);
    });
  }

  /** A shape for each kind: a tick, a cross, a small triangle to the left, two of a skip, a
   * diamond. @param {string} what @param {number} x @param {number} y */
  mark(what, x, y) {
    const { brush, lane } = this,
      middle = y + lane / 2 - 0.5,
      r = Math.max(2, lane * 0.36),
      d = lane / 2;
    if (what === "prune") return brush.fillRect(x, y + lane * 0.15 - 1, 1.5, lane * 0.85);
    if (what === "wipe-out") return this.cross(x, middle, r, this.theme.red, 1);
    if (what === "skip") {
      this.shape(x - 2 * r, middle, x, middle - r, x, middle + r);
      brush.fill();
    }
    if (what === "backtrack" || what === "skip")
      this.shape(x - r, middle, x + r, middle - r, x + r, middle + r);
    else this.shape(x, middle - d, x + d, middle, x, middle + d, x - d, middle);
    brush.fill();
  }

  /** Solutions that break a rule: a red diamond with a cross. @param {number} columns
   * @param {number} y */
  paintWrong(columns, y) {
    const { brush, theme, lane, run, left, end } = this;
    for (const step of [...run.wrong].filter(at => at <= this.last)) {
      const x = left + Math.floor((step / end) * columns);
      brush.fillStyle = theme.red;
      this.mark("solution", x, y);
      this.cross(x, y + lane / 2 - 0.5, lane * 0.22, theme.paper, 1.4);
    }
  }

  paintDepth(/** @type {number} */ columns) {
    const { brush, run, left, top, end } = this;
    const deepest = this.hidden ? run.cells : run.depth.reduce((a, b) => Math.max(a, b), 1);
    const column = (/** @type {number} */ step) => Math.floor((step / (end || 1)) * columns);
    const depths = new Uint16Array(columns + 1);
    for (let turn = 0; turn < run.turns.length && run.turns[turn] <= this.last; turn++) {
      const to = column(Math.min(run.turns[turn + 1] ?? run.length, this.last));
      const depth = run.depth[run.turnedTo[turn]];
      for (let x = column(run.turns[turn]); x <= to; x++) depths[x] = Math.max(depths[x], depth);
    }
    brush.fillStyle = this.theme.grey;
    brush.globalAlpha = 0.55;
    depths.forEach((depth, x) => {
      const high = ((top - 5) * depth) / deepest;
      brush.fillRect(left + x, top - 2 - high, 1, high + 1);
    });
    brush.globalAlpha = 1;
  }

  /** Hide what comes, until the run's end: the scale then ends at a round step ahead, whatever
   * comes. */
  reveal() {
    const { step, run } = this,
      hidden = this.hidden && step < run.length;
    const end = hidden ? Math.max(64, 2 ** Math.ceil(Math.log2(step + 2))) : run.length;
    this.veil.hidden = !hidden;
    this.veil.style.left = `${this.left + (step / (end || 1)) * this.span + 1}px`;
    const last = hidden ? step : run.length;
    if (end === this.end && last === this.last) return;
    Object.assign(this, { end, last });
    put(this.node, "aria-valuemax", end);
    if (this.span) this.paint();
  }

  /** @param {number} step @param {string} [words] what happened there */
  draw(step, words) {
    this.step = step;
    this.reveal();
    const part = step / (this.end || 1);
    if (this.span) this.hand.style.transform = `translateX(${this.left + part * this.span}px)`;
    put(this.node, "aria-valuenow", step);
    if (words) put(this.node, "aria-valuetext", `step ${step}: ${words}`);
  }
}

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

  /** @param {number} step @param {boolean} whole whether all of a move is shown */
  draw(step, whole) {
    const { run } = this,
      verb = run.verbs[step - 1];
    // what was before it did it: the prune, or the look
    const told = verb === VERB.WIPE_OUT || (whole && verb === VERB.ACCEPT) ? step - 1 : step;
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
