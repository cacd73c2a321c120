// The search tree of a run as it is painted: nodes, edges, labels.

import { Canvas, number } from "./page.js";
import { KIND } from "./recording.js";
import { atMost } from "./run.js";
import { Silhouette } from "./silhouette.js";

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
    const goal = run.nodeAt(run.steps.solution[0] ?? run.length);
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
    let child = node + 1;
    for (; child <= last && run.first[child] <= step; child += run.below[child] + 1)
      found.push(child);
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
    const last = Math.min(atMost(this.run.first, step) - 1, node + this.run.below[node]);
    return Math.max(0, last - node);
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

export const RADIUS = 8; // of a node, where the scale is 1

/** A canvas with the nodes that `Layout` places. */
export class TreeCanvas extends Canvas {
  step = 0;
  zoom = 1;
  squeeze = 1; // levels stand closer where all of them fit then
  stretch = 1; // slots are wider where labels would not fit
  px = 0; // where the root's x = 0 is on the canvas, and the first level
  py = 0;
  chosen = -1; // the node that the keyboard is at
  follow = false; // whether the current node must come into view
  zoomed = 0; // the zoom before a jump that needed more room
  /** @type {import("./silhouette.js").Scale | null} */ scaled = null; // whole trees are shown
  hidden = false; // whether what comes is hidden
  /** @type {ArrayLike<number> | undefined} */
  only; // beside other runs: 1 for each node that only this one comes to
  /** @type {import("./blame.js").Fault | null} */ fault = null; // whose culprits are marked
  // the nodes on the canvas
  /** @type {{node: number, x: number, y: number, folded: number}[]} */ items = [];

  /** @param {import("./run.js").Run} run @param {Record<string, any>} props of the canvas */
  constructor(run, props) {
    super(props);
    this.run = run;
    this.layout = new Layout(run);
    this.whole = new Silhouette(run);
  }

  scaleOf(/** @type {number} */ zoom) {
    return (zoom * this.theme.unit) / 14;
  }
  get scale() {
    return this.scaleOf(this.zoom);
  }
  get across() {
    return this.stretch * this.scale;
  }
  get level() {
    return LEVEL * this.squeeze * this.scale;
  }
  get letters() {
    return Math.max(11 * this.scale, this.theme.least);
  }

  /** What stays free around nodes in view, for their labels. */
  get margins() {
    const k = this.scale,
      { letters, width, height } = this;
    const side = Math.min(Math.max(24 * k, letters * 2), width * 0.3);
    return {
      side,
      top: Math.min(17 * k + letters, height * 0.4),
      below: Math.min(17 * k + letters / 2, height * 0.3),
    };
  }

  paint() {
    if (!this.width) return;
    if (this.scaled)
      return this.whole.paint(this, this.scaled, this.hidden && this.step < this.run.length);
    const { brush, run, step, theme, layout } = this,
      shown = layout.visible(step),
      k = this.scale;
    const current = run.nodeAt(step);
    if (this.follow) this.keepInView(this.toFollow(current), shown);
    this.follow = false;
    const edges = this.placeItems(shown);
    brush.clearRect(0, 0, this.width, this.height);
    /** @type {(path: Path2D, colour: string, width: number, dash?: number[]) => void} */
    const line = (path, colour, width, dash = []) => {
      ((brush.strokeStyle = colour), (brush.lineWidth = width * Math.max(0.6, k)));
      brush.setLineDash(dash);
      brush.stroke(path);
    };
    line(edges.soft, theme.line, 1.2);
    line(edges.only, theme.only, 2, [5, 3]);
    line(edges.path, theme.ink, 2.4);
    this.paintJumps(shown);
    for (const item of this.items) this.paintNode(item, k, current);
    // smaller nodes stand too close for them
    if (1.2 * this.letters < SLOT * this.across) this.paintLabels(shown);
  }

  /** The current node; after a jump where it began, with room for all of the way back.
   * @param {number} current */
  toFollow(current) {
    const { run } = this,
      tip = run.tipAt(this.step);
    if (this.zoomed) this.zoom = this.zoomed;
    this.zoomed = 0;
    const { top, below } = this.margins,
      high = (run.depth[tip] - run.depth[current]) * this.level,
      room = this.height - top - below;
    if (high <= room) return tip;
    this.zoomed = this.zoom;
    this.zoom *= (room / high) * 0.9;
    return tip;
  }

  /** Move the tree until a node is in view, and as many of those above it as there is room for.
   * @param {number} node @param {Map<number, number>} shown where nodes stand */
  keepInView(node, shown) {
    const { run, px, py, across, level } = this,
      { side, top, below } = this.margins;
    const wide = this.width - 2 * side,
      high = this.height - top - below;
    let [left, right, up, down] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = node; at >= 0; at = run.parent[at]) {
      const x = px + (shown.get(at) ?? 0) * across,
        y = py + run.depth[at] * level;
      if (at !== node && (Math.max(right, x) - Math.min(left, x) > wide || down - y > high)) break;
      [left, right, up, down] = [Math.min(left, x), Math.max(right, x), y, Math.max(down, y)];
    }
    this.px += Math.max(0, side - left) || Math.min(0, this.width - side - right);
    this.py += Math.max(0, top - up) || Math.min(0, this.height - below - down);
  }

  /** Find what is on the canvas: the nodes, and the edges in three kinds.
   * @param {Map<number, number>} shown */
  placeItems(shown) {
    const { run, layout, px, py, level, across } = this,
      edge = SLOT * across;
    const edges = { soft: new Path2D(), path: new Path2D(), only: new Path2D() };
    this.items = [];
    for (const [node, wx] of shown) {
      const x = px + wx * across,
        y = py + level * run.depth[node],
        parent = run.parent[node];
      if (y < -level || y > this.height + level) continue;
      const inside = x > -edge && x < this.width + edge;
      if (inside) this.items.push({ node, x, y, folded: layout.folded(node, this.step) });
      const above = shown.get(parent);
      if (above === undefined) continue;
      const ux = px + above * across,
        uy = y - level;
      if (!inside && (Math.min(x, ux) >= this.width || Math.max(x, ux) <= 0)) continue;
      const path = edges[layout.path.has(node) ? "path" : this.only?.[node] ? "only" : "soft"];
      (path.moveTo(ux, uy), path.lineTo(x, y));
    }
    return edges;
  }

  /** @param {TreeCanvas["items"][number]} item @param {number} k the scale @param {number} current
   * the current node */
  paintNode({ node, x, y, folded }, k, current) {
    const { brush, theme, run, step, layout } = this,
      kind = run.kindAt(node, step),
      r = RADIUS * k;
    const past = run.last[node] && step >= run.last[node];
    const b = r * 0.85,
      d = r * 1.3,
      w = r * 1.5;
    if (folded) {
      brush.fillStyle = layout.alive(node) ? theme.blue : theme.red;
      this.shape(x, y - r, x + w, y + r * 1.4, x - w, y + r * 1.4);
    } else if (kind === KIND.FAILURE) {
      brush.fillStyle = theme.red;
      this.shape(x - b, y - b, x + b, y - b, x + b, y + b, x - b, y + b);
    } else if (run.solves(node) && kind !== KIND.OPEN) {
      brush.fillStyle = kind === KIND.WRONG ? theme.red : theme.green;
      this.shape(x, y - d, x + d, y, x, y + d, x - d, y);
    } else {
      brush.fillStyle =
        kind === KIND.OPEN || kind === KIND.SKIPPED ? theme.paper : past ? theme.grey : theme.blue;
      brush.beginPath();
      brush.arc(x, y, r, 0, 7);
    }
    brush.fill();
    if (kind === KIND.WRONG && !folded) this.cross(x, y, r * 0.55, theme.paper, 2.4 * k);
    if (kind === KIND.OPEN && !folded) this.ring(x, y, r, theme.ink, 1.6 * k);
    if (kind === KIND.SKIPPED && !folded) this.ring(x, y, r, theme.soft, 2 * k, [2.6 * k, 2.2 * k]);
    if (this.fault?.culprits.some(one => one.node === node))
      this.ring(x, y, r + 3 * k, theme.red, 3 * k, [5 * k, 2 * k]);
    if (node === current) this.ring(x, y, r + 5 * k, theme.orange, 3 * k);
    if (node === this.chosen) this.ring(x, y, r + 9 * k, theme.ink, 1.5);
    if (this.only?.[node] && run.below[node] && !this.only[run.parent[node]]) this.flag(x, y, r);
  }

  /** Mark who is to blame, from the next painting on.
   * @param {import("./blame.js").Fault | null} fault */
  blame(fault) {
    this.fault = fault;
  }

  /** An arrow for each jump so far that passed nodes, and one to where the fault's jump leads.
   * @param {Map<number, number>} shown */
  paintJumps(shown) {
    const { run, step, theme, fault } = this,
      { to, start, end } = run.leaps,
      now = to.indexOf(step);
    for (let at = 0; to[at] <= step; at++) {
      // else it is in a triangle
      const passed = run.depth[this.shownAbove(start[at], shown)] > run.depth[end[at]] + 1;
      const [colour, width] = at === now ? [theme.orange, 2.4] : [theme.soft, 1.3];
      if (passed) this.arrow(shown, start[at], end[at], colour, width);
    }
    if (!fault || fault.back < 0 || fault.back === fault.from || now >= 0) return;
    const from = run.lastBelow(fault.from, run.last[fault.from] || step + 1);
    this.arrow(shown, from, fault.back, theme.red, 2.4);
  }

  /** A node, or the first one above it that is shown. @param {number} node
   * @param {Map<number, number>} shown */
  shownAbove(node, shown) {
    let at = node;
    while (at > 0 && !shown.has(at)) at = this.run.parent[at];
    return at;
  }

  /** Past the nodes between. @param {Map<number, number>} shown
   * @param {number} start @param {number} end @param {string} colour @param {number} width */
  arrow(shown, start, end, colour, width) {
    const { brush, run, px, py, across, level, scale: k } = this,
      from = this.shownAbove(start, shown);
    const there = shown.get(end),
      here = shown.get(from);
    if (there === undefined || here === undefined || run.depth[from] <= run.depth[end]) return;
    const r = RADIUS * k,
      x = px + here * across + r * 1.2,
      tip = px + there * across + r * 1.4;
    const y = py + level * run.depth[from],
      top = py + level * run.depth[end];
    let right = Math.max(here, there); // of all that it passes
    for (let at = from; at > end; at = run.parent[at])
      right = Math.max(right, shown.get(at) ?? right);
    const out = px + right * across + r + SLOT * across * 0.6,
      head = 6 * k;
    ((brush.strokeStyle = colour), (brush.lineWidth = width * Math.max(0.6, k)));
    brush.setLineDash([7 * k, 4 * k]);
    brush.beginPath();
    brush.moveTo(x, y);
    brush.bezierCurveTo(out, y, out, top, tip, top);
    brush.stroke();
    brush.fillStyle = colour;
    this.shape(tip, top, tip + head * 1.6, top - head * 0.8, tip + head * 1.6, top + head * 0.8);
    brush.fill();
  }

  /** @param {number} x @param {number} y @param {number} r @param {string} colour
   * @param {number} width @param {number[]} dash */
  ring(x, y, r, colour, width, dash = []) {
    const { brush } = this;
    brush.setLineDash(dash);
    brush.beginPath();
    brush.arc(x, y, r, 0, 7);
    ((brush.strokeStyle = colour), (brush.lineWidth = width));
    brush.stroke();
  }

  /** Where a subtree begins that no other run beside this one enters. @param {number} x
   * @param {number} y @param {number} r */
  flag(x, y, r) {
    const { brush, theme } = this,
      pole = x + r * 1.3;
    brush.fillStyle = theme.only;
    this.shape(pole, y + r, pole, y - r * 1.6, pole + r * 1.3, y - r, pole, y - r * 0.4);
    brush.fill();
  }

  /** The value at each node; the cell once, below the node that its values are tried at. What
   * would run into another label is left out, first what is off the path.
   * @param {Map<number, number>} shown */
  paintLabels(shown) {
    const { brush, theme, run, layout, letters, scale: k } = this;
    brush.font = `${letters}px sans-serif`;
    brush.textAlign = "center";
    brush.lineWidth = 3 * k;
    brush.strokeStyle = theme.paper;
    brush.setLineDash([]);
    /** @type {number[][]} */ const taken = [];
    /** @type {(text: string, colour: string, x: number, y: number) => void} */
    const label = (text, colour, x, y) => {
      const half = brush.measureText(text).width / 2 + 2,
        box = [x - half, y - letters * 0.8, x + half, y + letters * 0.2];
      if (
        taken.some(one => one[0] < box[2] && box[0] < one[2] && one[1] < box[3] && box[1] < one[3])
      )
        return;
      taken.push(box);
      brush.strokeText(text, x, y);
      brush.fillStyle = colour;
      brush.fillText(text, x, y);
    };
    const isOff = (/** @type {{node: number}} */ { node }) => Number(!layout.path.has(node));
    const items = [...this.items].sort((a, b) => isOff(a) - isOff(b) || b.node - a.node);
    for (const { node, x, y, folded } of items) {
      const colour = layout.path.has(node) ? theme.ink : theme.soft,
        first = run.nodeCell[run.parent[node] + 1]; // the cell of the parent's first child
      const own = !node || run.nodeCell[node] !== first;
      label(
        own ? run.label(node) : `=${run.word(run.nodeValue[node])}`,
        colour,
        x,
        y - (RADIUS + 5) * k,
      );
      if (folded) label(number(folded), theme.ink, x, y + RADIUS * 1.4 * k + letters);
      else if (shown.has(node + 1) && run.parent[node + 1] === node)
        label(run.name(run.nodeCell[node + 1]), colour, x, y + RADIUS * k + letters);
    }
  }
}
