// Where the nodes of a search tree stand: as they are known, or all of them, as a silhouette.

import { count, number } from "./page.js";
import { KIND } from "./recording.js";
import { atMost } from "./run.js";

export const SLOT = 48, // how far apart nodes stand, across
  LEVEL = 36; // and down
const FITS = 80, // a tree with fewer nodes is laid out whole
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
  xs = new Float32Array(); // of all nodes
  right = 0; // how wide and deep the skeleton is
  bottom = 0;
  /** @type {number[]} */ list = []; // its nodes, parents first
  // at the step asked for last: the nodes from the root to the current one
  /** @type {Set<number>} */ path = new Set();
  /** @type {Set<number>} */ unfolded = new Set(); // those of them that hang below a triangle

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.tooMany = run.alive.reduce((sum, one) => sum + one, 0) > MANY;
    this.layOut();
  }

  get hidden() {
    return this.known < Infinity;
  }
  /** How many nodes are laid out: all, or those tried by now. */
  get nodes() {
    return this.hidden ? atMost(this.run.first, this.known) : this.run.nodes;
  }
  /** How many of them are below a node. */
  below(/** @type {number} */ node) {
    return this.hidden ? this.tried(node, this.known) : this.run.below[node];
  }
  /** Whether a subtree holds more than failures, or may still do so. */
  alive(/** @type {number} */ node) {
    return this.run.alive[node] === 1 || this.run.last[node] > this.known;
  }

  /** Whether a node's children stand in the skeleton, once it is there itself. */
  isOpen(/** @type {number} */ node) {
    if (!this.below(node)) return false;
    return this.choice.get(node) ?? (node === 0 || this.nodes <= FITS || this.standsOpen(node));
  }

  /** Open without being asked: what is not a failure; of very many solutions the way to the first.
   * @param {number} node */
  standsOpen(node) {
    const { run } = this;
    if (this.hidden || !run.alive[node] || !this.tooMany) return this.alive(node);
    const goal = run.nodeAt(run.steps.solution[0] ?? run.length);
    return node <= goal && goal <= node + run.below[node];
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

  layOut() {
    const { run, nodes, hidden } = this,
      xs = new Float32Array(run.nodes).fill(NaN), // a run that is driven grows
      low = new Float32Array(run.nodes).fill(Infinity),
      high = new Float32Array(run.nodes);
    let slot = 0,
      deepest = 0;
    this.list = [];
    this.xs = xs;
    for (let node = 0; node < nodes;) {
      const open = this.isOpen(node);
      this.list.push(node);
      deepest = Math.max(deepest, run.depth[node]);
      if (!open) xs[node] = SLOT * slot++;
      node += open ? 1 : this.below(node) + 1;
    }
    // children stand after their parents
    for (const node of this.list.toReversed()) {
      const parent = run.parent[node];
      if (Number.isNaN(xs[node])) xs[node] = hidden ? low[node] : (low[node] + high[node]) / 2;
      low[parent] = Math.min(low[parent], xs[node]);
      high[parent] = Math.max(high[parent], xs[node]);
    }
    this.right = SLOT * Math.max(0, slot - 1);
    this.bottom = LEVEL * deepest;
  }

  children(node, step) {
    const { run } = this,
      found = [],
      last = node + run.below[node];
    for (let child = node + 1; child <= last && run.first[child] <= step;) {
      found.push(child);
      child += run.below[child] + 1;
    }
    return found;
  }

  /** The x of every node that is shown at a step, parents first. @param {number} step */
  visible(step) {
    const { run, xs } = this,
      known = this.list.slice(0, atMost(this.list, atMost(run.first, step) - 1)),
      shown = new Map(known.map(node => [node, xs[node]])),
      path = run.pathTo(run.tipAt(step)),
      inside = path.findIndex(node => !shown.has(node)),
      closed = path.slice(-1).filter(node => !this.isOpen(node)),
      inner = inside < 0 ? closed : path.slice(inside - 1),
      from = shown.get(inner[0]) ?? 0;
    this.path = new Set(run.pathTo(run.nodeAt(step)));
    for (const node of inner)
      this.children(node, step).forEach((child, at) => shown.set(child, from + at * SLOT));
    this.unfolded = new Set(inner);
    return shown;
  }

  /** Whether a node stands in the skeleton with its children. */
  isUnfolded(/** @type {number} */ node) {
    return this.isOpen(node) && !Number.isNaN(this.xs[node]);
  }

  /** How many nodes below one have been tried by now. @param {number} node @param {number} step */
  tried(node, step) {
    const last = Math.min(atMost(this.run.first, step) - 1, node + this.run.below[node]);
    return Math.max(0, last - node);
  }

  /** The same if they are folded away, else 0. @param {number} node @param {number} step */
  folded(node, step) {
    return this.isUnfolded(node) || this.unfolded.has(node) ? 0 : this.tried(node, step);
  }

  /** Open a subtree, or close it. */
  toggle(/** @type {number} */ node) {
    const { run } = this,
      open = !this.isUnfolded(node),
      small = run.below[node] <= 40 ? run.below[node] : 0; // is opened at once
    this.choice.set(node, open);
    if (open) {
      for (const above of run.pathTo(node)) this.choice.set(above, true);
      for (let at = node + 1; at <= node + small; at++) this.choice.set(at, true);
    }
    this.layOut();
  }

  openAll() {
    this.opened = !this.opened;
    this.choice.clear();
    if (this.opened) for (let node = 0; node < this.run.nodes; node++) this.choice.set(node, true);
    this.layOut();
  }
}

/** What trees side by side share: how many nodes and levels their panes hold.
 * @typedef {{nodes: number, levels: number}} Scale */

/** The scale of a stepper's trees. With what comes hidden it tells only how many nodes there are by
 * now. @param {import("./stepper.js").Stepper} stepper @param {boolean} hidden @returns {Scale} */
export function scaleOf({ runs, panels, steps }, hidden) {
  const round = many => 2 ** Math.ceil(Math.log2(many + 32)),
    many = runs.map((run, at) => (hidden ? round(run.amount(steps[at], "node")) : run.nodes)),
    deepest = panels.map(({ tree }) => tree.whole.deepest);
  return { nodes: Math.max(...many), levels: hidden ? runs[0].cells : Math.max(...deepest) };
}

/** The whole tree: every node has the same width, so that of two trees on one scale the one with
 * ten times as many nodes is ten times as wide. A node stands over the middle of its subtree, which
 * takes as many places as it has nodes, in the order in which they are tried. Edges that fall on
 * the same pixels are drawn once. */
export class Silhouette {
  seen = ""; // what the two layers are drawn for
  upTo = 0; // how many nodes the layer of the past holds
  /** @type {number[][]} */ edges = []; // each: a node, its place and its parent's
  past = document.createElement("canvas");
  ahead = document.createElement("canvas");

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.deepest = run.depth.reduce((most, depth) => Math.max(most, depth), 1);
    this.solved = Array.from(run.steps.solution.subarray(0, 200), step => run.nodeAt(step));
  }

  /** @param {import("./tree_canvas.js").TreeCanvas} view @param {Scale} scale
   * @param {boolean} hidden whether what comes is: then a node stands where its subtree begins */
  paint({ brush, canvas, width, height, theme, only, run, step, letters }, scale, hidden) {
    const tried = atMost(run.first, step) - 1,
      across = width / (scale.nodes + 1),
      down = (height - 2.6 * letters) / scale.levels,
      ratio = canvas.width / width,
      size = { width: canvas.width, height: canvas.height };
    const place = node => [
      (node + 0.5 + (hidden ? 0 : run.below[node] / 2)) * across,
      0.8 * letters + run.depth[node] * down,
    ];
    const seen = `${[canvas.width, canvas.height, across, down, hidden, theme.ink, run.nodes]}`,
      again = seen !== this.seen;
    this.seen = seen;
    if (again) {
      this.collect(place, only);
      Object.assign(this.ahead, size);
      if (!hidden) this.draw(this.ahead, ratio, 0, run.nodes, () => theme.line);
    }
    if (again || this.upTo > tried) {
      Object.assign(this.past, size);
      this.upTo = 0;
    }
    const lit = node => (only ? only[node] : run.kind[node] === KIND.FAILURE);
    const colour = node => theme[lit(node) ? (only ? "only" : "red") : "blue"];
    this.draw(this.past, ratio, this.upTo, tried, colour);
    this.upTo = tried;
    brush.clearRect(0, 0, width, height);
    for (const layer of [this.ahead, this.past]) brush.drawImage(layer, 0, 0, width, height);
    const way = run.pathTo(run.nodeAt(step)).map(place),
      [x, y] = way[way.length - 1];
    brush.setLineDash([]);
    Object.assign(brush, { strokeStyle: theme.orange, fillStyle: theme.orange, lineWidth: 2.5 });
    brush.stroke(new Path2D(`M${way.join("L")}`));
    brush.fillRect(x - 5, y - 5, 10, 10);
    brush.fillStyle = theme.green;
    for (const [left, top] of this.solved.filter(node => node <= tried).map(place))
      brush.fill(new Path2D(`M${Math.min(left, width - 6)} ${top - 6}l6 6l-6 6l-6 -6z`));
    Object.assign(brush, { font: `${letters}px sans-serif`, fillStyle: theme.ink });
    brush.textAlign = "left";
    const of = hidden ? "" : `${number(tried)} of `;
    brush.fillText(of + count(hidden ? tried : run.nodes - 1, "node"), 4, height - 0.4 * letters);
  }

  /** Find the edges that are seen apart. @param {(node: number) => number[]} place
   * @param {ArrayLike<number> | undefined} only */
  collect(place, only) {
    const { run } = this,
      had = new Set();
    this.edges = [];
    for (let node = 1; node < run.nodes; node++) {
      const [x, y] = place(node),
        [above, top] = place(run.parent[node]),
        row = 2 * run.depth[node] + (only?.[node] ?? 0),
        key = (Math.round(x * 2) * 8192 + Math.round(above * 2)) * 2048 + row;
      if (!had.has(key)) this.edges.push([node, x, y, above, top]);
      had.add(key);
    }
  }

  /** Draw the edges to some of the nodes, colour by colour. @param {HTMLCanvasElement} layer @param
   * {(node: number) => string} colour */
  draw(layer, ratio, from, to, colour) {
    const brush = /** @type {CanvasRenderingContext2D} */ (layer.getContext("2d"));
    const paths = new Map([[colour(0), new Path2D()]]); // what is like the root lies below the rest
    for (const [node, x, y, above, top] of this.edges) {
      if (node <= from) continue;
      if (node > to) break;
      const path = paths.get(colour(node)) ?? new Path2D();
      paths.set(colour(node), path);
      path.moveTo(above, top);
      path.lineTo(x, y);
    }
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const [name, path] of paths) {
      brush.strokeStyle = name;
      brush.stroke(path);
    }
  }
}
