// The timeline of a run: what happens when.

import { Canvas, put } from "./page.js";
import { atMost } from "./run.js";

const LANES = [
  ["prune", "red"],
  ["wipe-out", "red"],
  ["backtrack", "gone"],
  ["skip", "ink"],
  ["solution", "green"],
];

/** The depth of the search or the conflicts of a full board, and a lane for each kind of event. */
export class Timeline extends Canvas {
  left = 0;
  span = 0; // how wide the run is, from `left`
  top = 0;
  lane = 0; // how high a lane is
  step = 0;
  held = false;
  hidden = false; // whether what comes is hidden

  /** @param {import("./run.js").Run} run @param {(step: number) => void} go
   * @param {HTMLElement} node */
  constructor(run, go, node) {
    super();
    this.run = run;
    this.go = go;
    this.node = node;
    this.lanes = LANES.filter(([what]) => what !== "skip" || run.header.jump);
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
      lane = y > this.top && this.lanes[Math.floor((y - this.top) / this.lane)],
      steps = lane ? this.run.steps[lane[0]] : [],
      after = atMost(steps, step),
      off = at => Math.abs(at - step);
    // an event within six pixels is meant
    const reach = this.veil.hidden ? (6 / this.span) * this.end : 0,
      near = [steps[after - 1], steps[after]].filter(at => off(at) <= reach);
    this.go(this.run.leap(near.sort((a, b) => off(a) - off(b))[0] ?? step));
  }

  stepAt(/** @type {number} */ x) {
    const part = Math.max(0, Math.min(1, (x - this.left) / this.span));
    return this.run.leap(Math.min(this.run.length, Math.round(part * this.end)));
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    if (!this.measure(theme)) return;
    this.left = 6.2 * theme.unit;
    this.span = this.width - this.left - 0.6 * theme.unit;
    this.lane = (this.height * 0.66) / this.lanes.length;
    this.top = this.height * 0.34;
    this.paint();
    this.draw(this.step);
  }

  paint() {
    const { brush, theme, run, left, span, top, lane } = this,
      columns = Math.max(1, Math.floor(span)),
      column = step => Math.floor((step / (this.end || 1)) * columns);
    brush.clearRect(0, 0, this.width, this.height);
    brush.font = `${Math.max(Math.min(0.78 * theme.unit, lane), theme.least)}px sans-serif`;
    brush.textBaseline = "middle";
    brush.fillStyle = theme.soft;
    brush.fillText(run.header.mends ? "conflicts" : "depth", 4, top / 2);
    this.paintDepth(columns, column);
    this.lanes.forEach(([what, colour], at) => {
      const y = top + at * lane,
        steps = run.steps[what].subarray(0, atMost(run.steps[what], this.last)),
        many = new Uint32Array(columns + 1);
      brush.fillStyle = theme.soft;
      brush.fillText(what === "prune" ? "prunes" : `${what}s`, 4, y + lane / 2);
      brush.fillStyle = theme.line;
      brush.fillRect(left, y + lane - 1, span, 0.5);
      brush.fillStyle = theme[colour];
      for (const step of steps) many[column(step)]++;
      const most = Math.max(...many),
        crowded = steps.length > columns / 5 && what !== "solution";
      many.forEach((count, x) => {
        const high = lane * 0.85 * Math.sqrt(count / most);
        if (count && crowded) brush.fillRect(left + x, y + lane - 1 - high, 1, high);
        else if (count) this.mark(what, left + x, y, theme[colour]);
      });
      // solutions that break a rule: a red diamond with a cross
      const wrong = what === "solution" ? [...run.wrong].filter(step => step <= this.last) : [];
      for (const x of wrong.map(step => left + column(step))) {
        this.mark(what, x, y, theme.red);
        this.cross(x, y + lane / 2 - 0.5, lane * 0.22, theme.paper, 1.4);
      }
    });
  }

  /** A shape for each kind: a tick, a cross, a small triangle to the left, two of a skip, a
   * diamond. @param {string} what @param {number} x @param {number} y @param {string} colour */
  mark(what, x, y, colour) {
    const { lane } = this,
      middle = y + lane / 2 - 0.5,
      r = Math.max(2, lane * 0.36);
    if (what === "prune") this.brush.fillRect(x, y + lane * 0.15 - 1, 1.5, lane * 0.85);
    else if (what === "wipe-out") this.cross(x, middle, r, colour, 1);
    else if (what === "solution")
      this.fill([0, -1, 1, 0, 0, 1, -1, 0], x, middle, lane / 2, colour);
    else this.fill([-1, 0, 1, -1, 1, 1], x, middle, r, colour);
    if (what === "skip") this.fill([-2, 0, 0, -1, 0, 1], x, middle, r, colour);
  }

  /** @param {number} columns @param {(step: number) => number} column */
  paintDepth(columns, column) {
    const { brush, run, left, top, last } = this,
      deepest = this.hidden ? run.cells : run.curve.reduce((a, b) => Math.max(a, b), 1),
      depths = new Uint16Array(columns + 1);
    for (let turn = 0; turn < run.turns.length && run.turns[turn] <= last; turn++) {
      const to = column(Math.min(run.turns[turn + 1] ?? run.length, last)),
        depth = run.curve[run.turnedTo[turn]];
      for (let x = column(run.turns[turn]); x <= to; x++) depths[x] = Math.max(depths[x], depth);
    }
    brush.fillStyle = this.theme.gone;
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
      hidden = this.hidden && step < run.length,
      last = hidden ? step : run.length,
      end = hidden ? Math.max(64, 2 ** Math.ceil(Math.log2(step + 2))) : run.length;
    this.veil.hidden = !hidden;
    this.veil.style.left = `${this.left + (step / (end || 1)) * this.span + 1}px`;
    if (end === this.end && last === this.last) return;
    Object.assign(this, { end, last });
    put(this.node, "aria-valuemax", end);
    if (this.span) this.paint();
  }

  /** @param {number} step @param {string} [words] what happened there */
  draw(step, words) {
    this.step = step;
    this.reveal();
    const x = this.left + (step / (this.end || 1)) * this.span;
    if (this.span) this.hand.style.transform = `translateX(${x}px)`;
    put(this.node, "aria-valuenow", step);
    if (words) put(this.node, "aria-valuetext", `step ${step}: ${words}`);
  }
}
