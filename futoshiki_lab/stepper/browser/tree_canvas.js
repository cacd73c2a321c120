// The search tree of a run as it is painted: nodes, edges, labels.

import { LEVEL, Silhouette, SLOT } from "./layout.js";
import { Canvas, number } from "./page.js";
import { KIND } from "./recording.js";

export const RADIUS = 8; // of a node, where the scale is 1

// Shapes around 0, 0 for a node of the radius 1.
const TRIANGLE = [0, -1, 1.5, 1.4, -1.5, 1.4],
  SQUARE = [-0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85],
  DIAMOND = [0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0],
  FLAG = [1.3, 1, 1.3, -1.6, 2.6, -1, 1.3, -0.4],
  TIP = [0, 0, 1.2, -0.6, 1.2, 0.6]; // of an arrow

/** A canvas with the nodes that a layout places. */
export class TreeCanvas extends Canvas {
  step = 0;
  zoom = 1;
  squeeze = 1; // levels stand closer where all of them fit then
  branched = false; // whether what is only here is another choice, and not another run's
  stretch = 1; // slots are wider where labels would not fit
  px = 0; // where the root's x = 0 is on the canvas, and the first level
  py = 0;
  chosen = -1; // the node that the keyboard is at
  follow = false; // whether the current node must come into view
  zoomed = 0; // the zoom before a jump that needed more room
  /** @type {import("./layout.js").Scale | null} */ scaled = null; // whole trees are shown
  hidden = false; // whether what comes is hidden
  /** @type {ArrayLike<number> | undefined} */
  only; // beside other runs: 1 for each node that only this one comes to
  /** @type {import("./blame.js").Fault | null} */ fault = null; // whose culprits are marked
  // the nodes on the canvas; from: the x of the one above
  /** @type {{node: number, x: number, y: number, from: number, folded: number}[]} */ items = [];

  /** @param {import("./run.js").Run} run @param {import("./layout.js").Layout} layout
   * @param {Record<string, any>} props of the canvas */
  constructor(run, layout, props) {
    super(props);
    this.run = run;
    this.layout = layout;
    this.whole = new Silhouette(run);
  }

  /** Pixels for a unit of the layout, where nothing is zoomed. */
  get unit() {
    return this.theme.unit / 14;
  }
  get scale() {
    return this.zoom * this.unit;
  }
  get across() {
    return this.stretch * this.scale;
  }
  get level() {
    return LEVEL * this.squeeze * this.scale;
  }
  get letters() {
    return Math.max(12 * this.scale, this.theme.least);
  }

  /** What stays free around nodes in view, for their labels. */
  get margins() {
    const { letters, width, height } = this,
      high = 17 * this.scale;
    return {
      side: Math.min(letters * 5.8, width * 0.3),
      top: Math.min(high, height * 0.4),
      below: Math.min(high, height * 0.3),
    };
  }

  /** Where a node is on the canvas. @param {number} node @param {number} x in the layout */
  place(node, x) {
    return [this.px + x * this.across, this.py + this.level * this.run.depth[node]];
  }

  paint() {
    if (!this.width || !this.height) return;
    if (this.scaled)
      return this.whole.paint(this, this.scaled, this.hidden && this.step < this.run.length);
    const { brush, run, step, theme, layout } = this,
      shown = layout.visible(step),
      current = run.nodeAt(step),
      { px, py } = this;
    if (this.follow) this.keepInView(this.toFollow(current), shown);
    if (this.follow) this.glide(px - this.px, py - this.py);
    this.follow = false;
    const edges = this.placeItems(shown);
    brush.clearRect(0, 0, this.width, this.height);
    this.pen(theme.line, 1.3).stroke(edges.soft);
    this.pen(theme.only, 2, [5, 3]).stroke(edges.only);
    this.pen(theme.ink, 2.2).stroke(edges.path);
    this.paintJumps(shown);
    for (const item of this.items) this.paintNode(item, current);
    // smaller nodes stand too close for them
    if (1.2 * this.letters < SLOT * this.across) this.paintLabels();
  }

  /** Where a step by hand lets the picture come from. @param {number} x @param {number} y */
  glide(x, y) {
    this.canvas.style.setProperty("--fsl-from", `${x}px ${y}px`);
  }

  /** The brush for a line that gets thinner with the scale. @param {string} strokeStyle
   * @param {number} width @param {number[]} dash */
  pen(strokeStyle, width, dash = []) {
    Object.assign(this.brush, { strokeStyle, lineWidth: width * Math.max(0.6, this.scale) });
    this.brush.setLineDash(dash);
    return this.brush;
  }

  /** The current node; after a jump where it began, with room for all of the way back. */
  toFollow(current) {
    const { run } = this,
      tip = run.tipAt(this.step);
    this.zoom = this.zoomed || this.zoom;
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
    const { side, top, below } = this.margins,
      wide = this.width - 2 * side,
      high = this.height - top - below;
    let [left, right, up, down] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = node; at >= 0; at = this.run.parent[at]) {
      const [x, y] = this.place(at, shown.get(at) ?? 0);
      if (at !== node && (Math.max(right, x) - Math.min(left, x) > wide || down - y > high)) break;
      [left, right, up, down] = [Math.min(left, x), Math.max(right, x), y, Math.max(down, y)];
    }
    this.px += Math.max(0, side - left) || Math.min(0, this.width - side - right);
    this.py += Math.max(0, top - up) || Math.min(0, this.height - below - down);
  }

  /** Find what is on the canvas: the nodes, and the edges in three kinds.
   * @param {Map<number, number>} shown */
  placeItems(shown) {
    const { run, layout, level } = this,
      slot = SLOT * this.across,
      edges = { soft: new Path2D(), path: new Path2D(), only: new Path2D() };
    this.items = [];
    for (const [node, wx] of shown) {
      const [x, y] = this.place(node, wx);
      if (y < -level || y > this.height + level) continue;
      const inside = x > -slot && x < this.width + slot,
        above = shown.get(run.parent[node]);
      const ux = this.px + (above ?? wx) * this.across,
        folded = layout.folded(node, this.step);
      if (inside) this.items.push({ node, x, y, from: ux, folded });
      if (above === undefined) continue;
      if (!inside && (Math.min(x, ux) >= this.width || Math.max(x, ux) <= 0)) continue;
      const only = this.only?.[node] && (this.branched || !layout.path.has(node)),
        path = edges[only ? "only" : layout.path.has(node) ? "path" : "soft"];
      path.moveTo(ux, y - level);
      path.lineTo(x, y);
    }
    return edges;
  }

  /** @param {TreeCanvas["items"][number]} item @param {number} current the current node */
  paintNode({ node, x, y, folded }, current) {
    const { theme, run, step, layout, scale: k } = this,
      kind = folded ? -1 : run.kindAt(node, step),
      open = kind === KIND.OPEN || kind === KIND.SKIPPED,
      past = run.last[node] && step >= run.last[node],
      r = RADIUS * k;
    if (folded) this.fill(TRIANGLE, x, y, r, layout.alive(node) ? theme.blue : theme.red);
    else if (kind === KIND.FAILURE) this.fill(SQUARE, x, y, r, theme.red);
    else if (kind === KIND.SOLVED) this.fill(DIAMOND, x, y, r, theme.green);
    else if (kind === KIND.WRONG) this.fill(DIAMOND, x, y, r, theme.red);
    else {
      const branch = this.branched && this.only?.[node] ? theme.only : theme.blue;
      this.disc(x, y, r, open ? theme.paper : past ? theme.gone : branch);
    }
    if (kind === KIND.WRONG) this.cross(x, y, r * 0.55, theme.paper, 2.4 * k);
    if (kind === KIND.OPEN) this.ring(x, y, r, theme.ink, 1.6 * k);
    if (kind === KIND.SKIPPED) this.ring(x, y, r, theme.soft, 2 * k, [2.6 * k, 2.2 * k]);
    if (this.fault?.culprits.some(one => one.node === node))
      this.ring(x, y, r + 3 * k, theme.red, 3 * k, [5 * k, 2 * k]);
    if (node === current) {
      this.ring(x, y, r + 4 * k, theme.hem, 5 * k);
      this.ring(x, y, r + 4 * k, theme.orange, 3.4 * k);
    }
    if (node === this.chosen) this.ring(x, y, r + 9 * k, theme.ink, 1.5);
    // where a subtree begins that no other run beside this one enters
    if (this.only?.[node] && run.below[node] && !this.only[run.parent[node]])
      this.fill(FLAG, x, y, r, theme.only);
  }

  disc(x, y, r, fillStyle) {
    this.brush.beginPath();
    this.brush.arc(x, y, r, 0, 7);
    Object.assign(this.brush, { fillStyle }).fill();
  }

  ring(x, y, r, strokeStyle, lineWidth, dash = []) {
    this.brush.beginPath();
    this.brush.arc(x, y, r, 0, 7);
    this.brush.setLineDash(dash);
    Object.assign(this.brush, { strokeStyle, lineWidth }).stroke();
  }

  /** An arrow for each jump so far that passed nodes, and one to where the fault's jump leads.
   * @param {Map<number, number>} shown */
  paintJumps(shown) {
    const { run, step, theme, fault } = this,
      { to, start, end } = run.leaps,
      now = to.indexOf(step);
    for (let at = 0; to[at] <= step; at++) {
      // else it is in a triangle
      const passed = run.depth[this.shownAbove(start[at], shown)] > run.depth[end[at]] + 1,
        [colour, width] = at === now ? [theme.orange, 2.4] : [theme.soft, 1.3];
      if (passed) this.arrow(shown, start[at], end[at], colour, width);
    }
    if (!fault || fault.back < 0 || fault.back === fault.from || now >= 0) return;
    const from = run.lastBelow(fault.from, run.last[fault.from] || step + 1);
    this.arrow(shown, from, fault.back, theme.red, 2.4);
  }

  /** A node, or the first one above it that is shown. @param {Map<number, number>} shown */
  shownAbove(node, shown) {
    let at = node;
    while (at > 0 && !shown.has(at)) at = this.run.parent[at];
    return at;
  }

  /** Past the nodes between. @param {Map<number, number>} shown @param {string} colour */
  arrow(shown, start, end, colour, width) {
    const { run, scale: k } = this,
      from = this.shownAbove(start, shown),
      [there, here] = [shown.get(end), shown.get(from)];
    if (there === undefined || here === undefined || run.depth[from] <= run.depth[end]) return;
    let right = Math.max(here, there); // of all that it passes
    for (let at = from; at > end; at = run.parent[at])
      right = Math.max(right, shown.get(at) ?? right);
    const r = RADIUS * k,
      [x, y] = this.place(from, here),
      [left, top] = this.place(end, there),
      tip = left + r * 1.4,
      [side] = this.place(end, right),
      out = side + r + SLOT * this.across * 0.6,
      brush = this.pen(colour, width, [7 * k, 4 * k]);
    brush.beginPath();
    brush.moveTo(x + r * 1.2, y);
    brush.bezierCurveTo(out, y, out, top, tip, top);
    brush.stroke();
    this.fill(TIP, tip, top, RADIUS * k, colour);
  }

  /** A number right of each triangle, always; then beside each node, first where no edge ends, its
   * cell and value, or else the value alone. What would run into another label is left out, first
   * what is off the path. */
  paintLabels() {
    const { brush, theme, run, layout, letters, scale: k } = this;
    Object.assign(brush, { textAlign: "left", textBaseline: "middle" });
    Object.assign(brush, { lineWidth: 7 * k, lineJoin: "round", strokeStyle: theme.paper });
    brush.setLineDash([]); // an edge ends where a label begins
    const r = RADIUS * k,
      here = run.nodeAt(this.step),
      wide = node => (node === here ? r + 7 * k : r), // with its ring
      taken = this.items.map(({ node, x, y }) => [x - wide(node), y - r, x + wide(node), y + r]);
    /** @param {string} text @param {string} colour @param {boolean} [must] where it runs into
     * another one, too @returns whether it has its place */
    const label = (text, colour, x, y, must = false) => {
      const long = brush.measureText(text).width,
        from = x < 0 ? -x - long : x,
        [left, top, right, low] = [from - k, y - letters / 2, from + long + k, y + letters / 2];
      const full = taken.some(([l, t, r, b]) => l < right && left < r && t < low && top < b);
      if ((full || left < 0 || right > this.width) && !must) return false;
      taken.push([left, top, right, low]);
      brush.strokeText(text, from, y);
      brush.fillStyle = colour;
      brush.fillText(text, from, y);
      return true;
    };
    const font = `${letters}px ${theme.font}`,
      isOff = ({ node }) => Number(!layout.path.has(node));
    brush.font = `700 ${font}`;
    for (const { node, x, y, folded } of this.items) {
      const colour = layout.alive(node) ? theme.blue : theme["red-text"];
      if (folded) label(number(folded), colour, x + 1.8 * r, y, true);
    }
    for (const item of [...this.items].sort((a, b) => isOff(a) - isOff(b) || b.node - a.node)) {
      const { node, x, y } = item,
        colour = isOff(item) ? theme.soft : theme.ink,
        current = node === here,
        away = wide(node) + (current ? 2 : 6) * k,
        cut = (run.cuts.get(node) ?? Infinity) <= this.step ? " ✂" : "", // by a nogood
        name = run.label(node) + cut,
        value = node ? `=${run.word(run.nodeValue[node])}${cut}` : "";
      brush.font = current ? `700 ${font}` : font;
      const sides = x > away ? [x + away, away - x] : [x + away]; // negative: where its end stands
      if (item.from > x + r) sides.reverse();
      const texts = node ? [name, value] : [name];
      texts.some(text => sides.some(side => label(text, colour, side, y)));
    }
  }
}
