// The layout of a search tree: where its nodes stand, and which are shown at a step.
//
// Knows no page and also runs under Node.

import { atMost } from "./run.js";

export const SLOT = 48,
  LEVEL = 50; // how far apart nodes stand, across and down
const FITS = 80,
  MANY = 3000;

/** What is laid out once is the skeleton: all nodes of a small tree, else those outside of failed
 * subtrees, each of which is a triangle. Every leaf has a slot of its own, a parent stands over the
 * middle of its children, so what is left of a node is past and what is right of it is to come.
 * While the run is inside a triangle, the path from there to the current node hangs below it, with
 * its siblings, each in the slot of its place among them: it covers only what is to come and is not
 * shown yet, and nothing else moves. */
export class Layout {
  /** @type {Map<number, boolean>} */ choice = new Map(); // what was opened or closed by hand
  opened = false; // whether everything was
  known = Infinity; // with what comes hidden: the step up to which the run is laid out
  seen = ""; // the current node and how many have been tried, there
  right = 0; // how wide and deep the skeleton is
  bottom = 0;
  list = new Int32Array(); // its nodes, parents first
  // at the step asked for last: the nodes from the root to the current one
  /** @type {Set<number>} */ path = new Set();
  /** @type {Set<number>} */ unfolded = new Set(); // those of them that hang below a triangle

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.xs = new Float32Array(run.nodes);
    this.tooMany = run.alive.reduce((sum, one) => sum + one, 0) > MANY;
    this.layOut();
  }

  /** Whether a node's children stand in the skeleton, once it is there itself.
   * @param {number} node */
  isOpen(node) {
    const { run } = this;
    if (!this.below(node)) return false;
    return this.choice.get(node) ?? (node === 0 || this.nodes <= FITS || this.standsOpen(node));
  }

  get hidden() {
    return this.known < Infinity;
  }
  /** How many nodes are laid out: all, or those tried by now. */
  get nodes() {
    return this.hidden ? atMost(this.run.first, this.known) : this.run.nodes;
  }
  /** How many of them are below a node. @param {number} node */
  below(node) {
    return this.hidden ? this.tried(node, this.known) : this.run.below[node];
  }
  /** Whether a subtree holds more than failures, or may still do so. @param {number} node */
  alive(node) {
    return this.run.alive[node] === 1 || this.run.last[node] > this.known;
  }

  /** Hide what comes after a step, or show all. Then a parent stands over its first child: what
   * stands stays where it is, and says nothing about what comes. @param {number} step Infinity:
   * show */
  reveal(step) {
    const seen = step < Infinity ? `${this.run.nodeAt(step)} ${atMost(this.run.first, step)}` : "";
    this.known = step;
    if (seen === this.seen) return;
    this.seen = seen;
    this.layOut();
  }

  /** Open without being asked: what is not a failure; of very many solutions the way to the first.
   * @param {number} node */
  standsOpen(node) {
    const { run } = this;
    if (this.hidden || !run.alive[node] || !this.tooMany) return this.alive(node);
    const goal = run.steps.solution.length
      ? run.nodeAt(run.steps.solution[0])
      : run.nodeAt(run.length);
    return node <= goal && goal <= node + run.below[node];
  }

  /** Give every node of the skeleton its place. */
  layOut() {
    const { run, xs } = this,
      list = [];
    const { nodes, hidden } = this;
    for (let node = 0; node < nodes; node += this.isOpen(node) ? 1 : this.below(node) + 1)
      list.push(node);
    xs.fill(NaN);
    const low = new Float32Array(run.nodes).fill(Infinity),
      high = new Float32Array(run.nodes);
    let slot = 0;
    for (const node of list) if (!this.isOpen(node)) xs[node] = SLOT * slot++;
    for (let at = list.length - 1; at >= 0; at--) {
      // children stand after their parents
      const node = list[at],
        parent = run.parent[node];
      if (Number.isNaN(xs[node])) xs[node] = hidden ? low[node] : (low[node] + high[node]) / 2;
      if (parent < 0) continue;
      low[parent] = Math.min(low[parent], xs[node]);
      high[parent] = Math.max(high[parent], xs[node]);
    }
    this.list = Int32Array.from(list);
    this.right = SLOT * Math.max(0, slot - 1);
    this.bottom = LEVEL * list.reduce((most, node) => Math.max(most, run.depth[node]), 0);
  }

  /** The children of a node that have been tried. @param {number} node @param {number} step */
  children(node, step) {
    const { run } = this,
      found = [],
      last = node + run.below[node];
    for (
      let child = node + 1;
      child <= last && run.first[child] <= step;
      child += run.below[child] + 1
    ) {
      found.push(child);
    }
    return found;
  }

  /** The x of every node that is shown at a step, parents first. @param {number} step */
  visible(step) {
    /** @type {Map<number, number>} */ const shown = new Map(),
      { run, xs } = this;
    for (const node of this.list) {
      if (run.first[node] > step) break;
      shown.set(node, xs[node]);
    }
    const path = run.pathTo(run.tipAt(step)),
      inside = path.findIndex(node => !shown.has(node));
    this.path = new Set(run.pathTo(run.nodeAt(step)));
    const inner =
      inside < 0 ? path.slice(-1).filter(node => !this.isOpen(node)) : path.slice(inside - 1);
    const from = shown.get(inner[0]) ?? 0;
    for (const node of inner) {
      this.children(node, step).forEach((child, at) => shown.set(child, from + at * SLOT));
    }
    this.unfolded = new Set(inner);
    return shown;
  }

  /** Whether a node stands in the skeleton with its children. @param {number} node */
  isUnfolded(node) {
    return this.isOpen(node) && !Number.isNaN(this.xs[node]);
  }

  /** How many nodes below one have been tried by now. @param {number} node @param {number} step */
  tried(node, step) {
    return Math.max(
      0,
      Math.min(atMost(this.run.first, step) - 1, node + this.run.below[node]) - node,
    );
  }

  /** The same if they are folded away, else 0. @param {number} node @param {number} step */
  folded(node, step) {
    return this.isUnfolded(node) || this.unfolded.has(node) ? 0 : this.tried(node, step);
  }

  /** Open a subtree, or close it. @param {number} node */
  toggle(node) {
    const { run } = this,
      open = !this.isUnfolded(node);
    this.choice.set(node, open);
    if (open) {
      const whole = run.below[node] <= 40 ? run.below[node] : 0; // a small one at once
      for (const above of run.pathTo(node)) this.choice.set(above, true);
      for (let at = node + 1; at <= node + whole; at++) this.choice.set(at, true);
    }
    this.layOut();
  }

  /** Open every subtree, or close the failed ones again. */
  openAll() {
    this.opened = !this.opened;
    this.choice.clear();
    if (this.opened) for (let node = 0; node < this.run.nodes; node++) this.choice.set(node, true);
    this.layOut();
  }
}
