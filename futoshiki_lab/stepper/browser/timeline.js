// The timeline of a run: what happens when.

import { Canvas, put } from "./page.js";

/** The depth of the search, or the conflicts of a full board; below it ticks where it has failed,
 * or another kind of event. */
export class Timeline extends Canvas {
  span = 0; // how wide the run is
  base = 0; // how high above the ticks
  step = 0;
  held = false;
  hidden = false; // whether what comes is hidden
  lane = "dead end"; // what the ticks are

  /** @param {import("./run.js").Run} run @param {(step: number) => void} go
   * @param {HTMLElement} node */
  constructor(run, go, node) {
    super();
    this.run = run;
    this.go = go;
    this.node = node;
    this.veil = /** @type {HTMLElement} */ (node.children[0]);
    this.hand = /** @type {HTMLElement} */ (node.children[1]);
    this.last = run.length; // the last step that is shown
    this.end = run.length; // the step at its right end; hidden, one that says nothing of the run's
    node.prepend(this.canvas);
    put(node, "aria-valuemax", run.length);
    const moved = event => this.held && this.go(this.stepAt(this.at(event)[0]));
    Object.assign(node, { onpointerdown: event => this.grab(event), onpointermove: moved });
    node.onpointerup = node.onpointercancel = () => (this.held = false);
  }

  grab(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.node.setPointerCapture(event.pointerId);
    this.held = true;
    const [x, y] = this.at(event),
      step = this.stepAt(x),
      { steps: all, restarts } = this.run,
      steps = y < this.base ? [] : [...all[this.lane], ...restarts, ...all.solution],
      off = at => Math.abs(at - step);
    // an event within six pixels is meant
    const reach = this.veil.hidden ? (6 / this.span) * this.end : 0,
      near = steps.filter(at => off(at) <= reach);
    this.go(this.run.leap(near.sort((a, b) => off(a) - off(b))[0] ?? step));
  }

  stepAt(/** @type {number} */ x) {
    const part = Math.max(0, Math.min(1, x / this.span));
    return this.run.leap(Math.min(this.run.length, Math.round(part * this.end)));
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    if (!this.measure(theme)) return;
    this.span = this.width - this.height / 3; // the diamond at the end is whole
    this.base = this.height * 0.74;
    this.paint();
    this.draw(this.step);
  }

  column(/** @type {number} */ step) {
    return Math.floor((step / (this.end || 1)) * this.span);
  }

  paint() {
    const { brush, theme, run, span, base, height, lane, last } = this,
      steps = [...run.steps[lane], ...run.restarts].filter(step => step <= last);
    brush.clearRect(0, 0, this.width, height);
    this.paintDepth();
    brush.fillStyle = theme.hair;
    brush.fillRect(0, base, span, 1);
    brush.fillStyle = lane === "backtrack" || lane === "skip" ? theme.soft : theme.red;
    for (const x of new Set(steps.map(step => this.column(step))))
      brush.fillRect(x, base + 2, 1.2, height - base - 4);
    // solutions that break a rule: a red diamond with a cross
    for (const step of run.steps.solution.filter(at => at <= last)) {
      const [x, y, r] = [this.column(step), height * 0.83, height / 6],
        wrong = run.wrong.has(step);
      this.fill([0, -1, 1, 0, 0, 1, -1, 0], x, y, r, wrong ? theme.red : theme.green);
      if (wrong) this.cross(x, y, r * 0.4, theme.paper, 1.4);
    }
  }

  paintDepth() {
    const { brush, run, base, last, span } = this,
      deepest = this.hidden ? run.cells : run.curve.reduce((a, b) => Math.max(a, b), 1),
      depths = new Uint16Array(Math.floor(span) + 1);
    for (let turn = 0; turn < run.turns.length && run.turns[turn] <= last; turn++) {
      const to = this.column(Math.min(run.turns[turn + 1] ?? run.length, last)),
        depth = run.curve[run.turnedTo[turn]];
      for (let x = this.column(run.turns[turn]); x <= to; x++)
        depths[x] = Math.max(depths[x], depth);
    }
    brush.fillStyle = this.theme.line;
    depths.forEach((depth, x) => {
      const high = ((base - 6) * depth) / deepest;
      brush.fillRect(x, base - high, 1, high);
    });
  }

  /** Hide what comes, until the run's end: the scale then ends at a round step ahead, whatever
   * comes. */
  reveal() {
    const { step, run } = this,
      hidden = this.hidden && step < run.length,
      last = hidden ? step : run.length,
      end = hidden ? Math.max(64, 2 ** Math.ceil(Math.log2(step + 2))) : run.length;
    this.veil.hidden = !hidden;
    this.veil.style.left = `${(step / (end || 1)) * this.span + 1}px`;
    if (end === this.end && last === this.last) return;
    Object.assign(this, { end, last });
    put(this.node, "aria-valuemax", end);
    if (this.span) this.paint();
  }

  /** @param {number} step @param {string} [words] what happened there */
  draw(step, words) {
    this.step = step;
    this.reveal();
    const x = (step / (this.end || 1)) * this.span;
    if (this.span) this.hand.style.transform = `translateX(${x}px)`;
    put(this.node, "aria-valuenow", step);
    if (words) put(this.node, "aria-valuetext", `step ${step}: ${words}`);
  }
}
