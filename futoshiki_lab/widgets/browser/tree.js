// The search tree of a run, drawn; and what the pointer and the keys do there.

import { Canvas } from "./canvas.js";
import { Layout, LEVEL, SLOT } from "./layout.js";
import { button, count, forNotebook, h, number, put, write } from "./page.js";
import { atMost, FAILURE, OPEN, SOLVED, WRONG } from "./run.js";

const RADIUS = 8;

/** A canvas with the nodes that `Layout` places: pan by dragging, zoom with Ctrl and the wheel. */
export class Tree extends Canvas {
  step = 0;
  hidden = false; // whether what comes is hidden
  zoom = 1;
  px = 0; // where the root's x = 0 is on the canvas, and the first level
  py = 0;
  chosen = -1; // the node that the keyboard is at
  follow = false; // whether the current node must come into view
  placed = false;
  drawn = ""; // what the tree shows, to draw it only when that changes
  /** @type {ArrayLike<number> | undefined} */
  only; // beside other runs: 1 for each node that only this one comes to
  /** @type {{node: number, x: number, y: number, folded: number}[]} */ items = []; // the nodes on the canvas
  /** @type {{x: number, y: number, px: number, py: number, moved: boolean} | null} */ held = null; // where dragging began

  /** @param {import("./run.js").Run} run
   * @param {(step: number) => void} go called with a node's step
   * @param {(text: string) => void} say called with what a node is, in words */
  constructor(run, go, say) {
    super({
      tabindex: "0", role: "application", class: "fsl-canvas",
      pointerdown: (/** @type {PointerEvent} */ event) => this.grab(event),
      pointermove: (/** @type {PointerEvent} */ event) => this.drag(event),
      pointerup: (/** @type {PointerEvent} */ event) => this.drop(event), pointerleave: () => this.tip(-1),
      pointercancel: () => (this.held = null), keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      wheel: (/** @type {WheelEvent} */ event) => this.wheel(event),
      dblclick: (/** @type {MouseEvent} */ event) => this.toggle(this.hit(event)),
      blur: () => this.choose(-1),
    });
    this.run = run;
    this.hide(false);
    this.go = go;
    this.say = say;
    this.layout = new Layout(run);
    this.bubble = h("div", { class: "fsl-bubble", "aria-hidden": "true" });
    this.all = button("open all", "open every subtree, or close the failed ones again", () => this.openAll());
    /** @type {(kind: string, shape: string, meaning: string) => (Node | string)[]} */
    const key = (kind, shape, meaning) => [h("i", { class: `fsl-k-${kind}` }, shape), ` ${meaning} `];
    this.wrongs = h("span", {}, ...key("failure", "◆×", "wrong"));
    this.node = h("div", { class: "fsl-tree" },
      h("div", { class: "fsl-treehead" },
        h("span", { class: "fsl-legend", "aria-hidden": "true" },
          ...key("open", "○", "open"), ...key("branch", "●", "branch"), ...key("failure", "■", "failure"),
          ...key("solution", "◆", "solution"), ...(run.wrong.size ? [this.wrongs] : []),
          ...key("failure", "▲", "failures"),
          h("span", { class: "fsl-more" }, "(a subtree, its nodes hidden)")),
        h("span", { class: "fsl-zoom" },
          button("−", "zoom out", () => this.zoomBy(1 / 1.3)), button("+", "zoom in", () => this.zoomBy(1.3)),
          button("fit", "show all of it", () => this.fit()), this.all)),
      this.canvas, this.bubble);
  }

  /** Hide the nodes to come, and all that is known of them. @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    if (this.wrongs) this.wrongs.hidden = hidden;
    const many = hidden ? "" : ` of ${number(this.run.nodes - 1)} nodes`;
    const label = `search tree${many}; arrows choose a node, Enter goes to its step, Space opens or closes it`;
    this.canvas.setAttribute("aria-label", label);
  }

  draw(/** @type {number} */ step) {
    const { run } = this, node = run.nodeAt(step);
    this.layout.reveal(this.hidden && step < run.length ? step : Infinity);
    const sign = `${node} ${run.kindAt(node, step)} ${atMost(run.first, step)} ${this.layout.hidden}`;
    this.step = step;
    if (sign === this.drawn) return;
    this.drawn = sign;
    this.follow = true;
    this.paint();
  }

  resize(/** @type {import("./canvas.js").Theme} */ theme) {
    if (!this.measure(theme)) return;
    if (!this.placed) this.home();
    this.paint();
  }

  home() {
    this.placed = true;
    const { right, bottom, xs } = this.layout;
    const wide = this.width / (right + 2 * SLOT), high = this.height / (bottom + 2 * LEVEL);
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.85, Math.min(1, wide / size, high / size));
    this.px = this.width / 2 - xs[0] * this.scale;
    this.py = 26 * size;
  }

  scaleOf(/** @type {number} */ zoom) { return (zoom * this.theme.unit) / 14; }
  get scale() { return this.scaleOf(this.zoom); }

  paint() {
    if (!this.width) return;
    const { brush, run, step, theme, layout } = this, shown = layout.visible(step), k = this.scale;
    const current = run.nodeAt(step);
    if (this.follow) this.keepInView(shown.get(current) ?? 0, LEVEL * run.depth[current]);
    this.follow = false;
    const edges = this.placeItems(shown, k);
    brush.clearRect(0, 0, this.width, this.height);
    /** @type {(path: Path2D, colour: string, width: number, dash?: number[]) => void} */
    const line = (path, colour, width, dash = []) => {
      brush.strokeStyle = colour, brush.lineWidth = width * Math.max(0.6, k);
      brush.setLineDash(dash);
      brush.stroke(path);
    };
    line(edges.soft, theme.line, 1.2);
    line(edges.only, theme.only, 2, [5, 3]);
    line(edges.path, theme.ink, 2.4);
    for (const item of this.items) this.paintNode(item, k, current);
    if (k > 0.55 * this.scaleOf(1)) this.paintLabels(k);
  }

  /** Find what is on the canvas: the nodes, and the edges in three kinds.
   * @param {Map<number, number>} shown @param {number} k the scale */
  placeItems(shown, k) {
    const { run, layout, px, py } = this, edge = SLOT * k;
    const edges = { soft: new Path2D(), path: new Path2D(), only: new Path2D() };
    this.items = [];
    for (const [node, wx] of shown) {
      const x = px + wx * k, y = py + LEVEL * run.depth[node] * k, parent = run.parent[node];
      if (y < -LEVEL * k || y > this.height + LEVEL * k) continue;
      const inside = x > -edge && x < this.width + edge;
      if (inside) this.items.push({ node, x, y, folded: layout.folded(node, this.step) });
      const above = shown.get(parent);
      if (above === undefined) continue;
      const ux = px + above * k, uy = y - LEVEL * k;
      if (!inside && (Math.min(x, ux) >= this.width || Math.max(x, ux) <= 0)) continue;
      const path = edges[layout.path.has(node) ? "path" : this.only?.[node] ? "only" : "soft"];
      path.moveTo(ux, uy), path.lineTo(x, y);
    }
    return edges;
  }

  /** @param {Tree["items"][number]} item @param {number} k the scale @param {number} current the current node */
  paintNode({ node, x, y, folded }, k, current) {
    const { brush, theme, run, step, layout } = this, kind = run.kindAt(node, step), r = RADIUS * k;
    const past = run.last[node] && step >= run.last[node];
    const b = r * 0.85, d = r * 1.3, w = r * 1.5;
    if (folded) {
      brush.fillStyle = layout.alive(node) ? theme.blue : theme.red;
      this.shape(x, y - r, x + w, y + r * 1.4, x - w, y + r * 1.4);
    } else if (kind === FAILURE) {
      brush.fillStyle = theme.red;
      this.shape(x - b, y - b, x + b, y - b, x + b, y + b, x - b, y + b);
    } else if (kind >= SOLVED) {
      brush.fillStyle = kind === WRONG ? theme.red : theme.green;
      this.shape(x, y - d, x + d, y, x, y + d, x - d, y);
    } else {
      brush.fillStyle = kind === OPEN ? theme.paper : past ? theme.grey : theme.blue;
      brush.beginPath();
      brush.arc(x, y, r, 0, 7);
    }
    brush.fill();
    if (kind === WRONG && !folded) this.cross(x, y, r * 0.55, theme.paper, 2.4 * k);
    if (kind === OPEN && !folded) this.ring(x, y, r, theme.ink, 1.6 * k);
    if (node === current) this.ring(x, y, r + 5 * k, theme.orange, 3 * k);
    if (node === this.chosen) this.ring(x, y, r + 9 * k, theme.ink, 1.5);
    if (this.only?.[node] && run.below[node] && !this.only[run.parent[node]]) this.flag(x, y, r);
  }

  /** @param {number} x @param {number} y @param {number} r @param {string} colour @param {number} width */
  ring(x, y, r, colour, width) {
    const { brush } = this;
    brush.beginPath();
    brush.arc(x, y, r, 0, 7);
    brush.strokeStyle = colour, brush.lineWidth = width;
    brush.stroke();
  }

  /** Where a subtree begins that no other run beside this one enters. @param {number} x @param {number} y @param {number} r */
  flag(x, y, r) {
    const { brush, theme } = this, pole = x + r * 1.3;
    brush.fillStyle = theme.only;
    this.shape(pole, y + r, pole, y - r * 1.6, pole + r * 1.3, y - r, pole, y - r * 0.4);
    brush.fill();
  }

  /** @param {number} k the scale */
  paintLabels(k) {
    const { brush, theme, run, layout } = this;
    brush.font = `${11 * k}px sans-serif`;
    brush.textAlign = "center";
    brush.lineWidth = 3 * k;
    brush.strokeStyle = theme.paper;
    /** @type {(text: string, colour: string, x: number, y: number) => void} */
    const label = (text, colour, x, y) => {
      brush.strokeText(text, x, y);
      brush.fillStyle = colour;
      brush.fillText(text, x, y);
    };
    for (const { node, x, y, folded } of this.items) {
      label(run.label(node), layout.path.has(node) ? theme.ink : theme.soft, x, y - (RADIUS + 7) * k);
      if (folded) label(number(folded), theme.ink, x, y + (RADIUS * 1.4 + 11) * k);
    }
  }

  /** Move the tree until a place in it, in its own units, is in view. @param {number} wx @param {number} wy */
  keepInView(wx, wy) {
    /** @type {(want: number, room: number) => number} */
    const margin = (want, room) => Math.min(want, room * 0.3), k = this.scale;
    const x = this.px + wx * k, y = this.py + wy * k;
    const mx = margin(70 * k, this.width), my = margin(44 * k, this.height);
    if (x < mx || x > this.width - mx) this.px += (x < mx ? mx : this.width - mx) - x;
    if (y < my || y > this.height - my) this.py += (y < my ? my : this.height - my) - y;
  }

  /** @param {number} factor @param {number} [x] the place that stays @param {number} [y] */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const zoom = Math.max(0.02, Math.min(3, this.zoom * factor)), by = zoom / this.zoom;
    this.px = x - (x - this.px) * by;
    this.py = y - (y - this.py) * by;
    this.zoom = zoom;
    this.paint();
  }

  fit() {
    let [left, right, deep] = [Infinity, 0, 0];
    for (const [node, x] of this.layout.visible(this.step)) {
      left = Math.min(left, x), right = Math.max(right, x), deep = Math.max(deep, this.run.depth[node]);
    }
    const wide = right - left + 2 * SLOT, high = (deep + 1.5) * LEVEL;
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.02, Math.min(1.4, this.width / wide / size, this.height / high / size));
    this.px = this.width / 2 - ((left + right) / 2) * this.scale;
    this.py = 30 * this.scale;
    this.paint();
  }

  wheel(/** @type {WheelEvent} */ event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 300), ...this.at(event));
  }

  /** The node under a pointer, or -1. @param {MouseEvent} event */
  hit(event) {
    const [x, y] = this.at(event), reach = Math.max(7, (RADIUS + 5) * this.scale);
    return this.items.findLast((item) => Math.hypot(item.x - x, item.y - y) <= reach)?.node ?? -1;
  }

  grab(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.at(event), { px, py } = this;
    this.held = { x, y, px, py, moved: false };
  }

  drag(/** @type {PointerEvent} */ event) {
    const [x, y] = this.at(event), { held } = this;
    if (!held) return this.tip(this.hit(event), x, y);
    held.moved ||= Math.hypot(x - held.x, y - held.y) >= 4;
    if (!held.moved) return;
    this.px = held.px + x - held.x;
    this.py = held.py + y - held.y;
    this.paint();
  }

  /** A click opens a triangle, or else goes to the node's step. @param {PointerEvent} event */
  drop(event) {
    const { held } = this, node = this.hit(event);
    this.held = null;
    if (!held || held.moved || node < 0) return;
    if (this.items.find((item) => item.node === node)?.folded) this.toggle(node);
    else this.go(this.run.first[node]);
  }

  /** Open or close a subtree, whose node stays where it is. @param {number} node */
  toggle(node) {
    if (node < 0 || !this.run.below[node]) return;
    const anchor = this.items.find((item) => item.node === node)?.x;
    this.layout.toggle(node);
    if (anchor !== undefined) this.px = anchor - this.layout.xs[node] * this.scale;
    this.paint();
  }

  openAll() {
    this.layout.openAll();
    write(this.all, this.layout.opened ? "close" : "open all");
    this.follow = true;
    this.paint();
  }

  tell(/** @type {number} */ node) {
    const { run, step } = this, kind = run.kindAt(node, step), below = this.layout.tried(node, step);
    if (!node) return `the root: ${number(below)} nodes tried by now`;
    const what = ["not known yet", "failure", "branch", "solution", "wrong solution"][kind];
    const why = kind === FAILURE ? `: ${run.tell(run.last[node] - 1)}` : kind === WRONG ? `: ${run.tell(run.known[node])}` : "";
    const only = this.only?.[node] ? "; no other run comes here" : "";
    return `${run.label(node)}, node ${number(node)}, ${what}${why}; ${count(below, "node")} below it${only}`;
  }

  /** Say what a node is in a bubble beside the pointer; -1 for none. @param {number} node @param {number} [x] @param {number} [y] */
  tip(node, x = 0, y = 0) {
    const shown = node >= 0;
    const left = Math.min(x + 14, this.width - 190), top = y + this.canvas.offsetTop + 16;
    put(this.bubble, "style", shown ? `display:block;left:${left}px;top:${top}px` : null);
    if (shown) write(this.bubble, this.tell(node));
    this.canvas.style.cursor = shown ? "pointer" : "";
  }

  choose(/** @type {number} */ node) {
    this.chosen = node;
    if (node >= 0) this.say(this.tell(node));
    this.paint();
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (forNotebook(event)) return;
    if (event.key.startsWith("Arrow")) this.walk(event.key);
    else if (event.key === "Enter" && this.chosen >= 0) this.go(this.run.first[this.chosen]);
    else if (event.key === " " && this.chosen >= 0) this.toggle(this.chosen);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.3);
    else if (event.key === "-") this.zoomBy(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the parent, the first child or a sibling. @param {string} arrow */
  walk(arrow) {
    const { run, step, layout } = this, from = this.chosen < 0 ? run.nodeAt(step) : this.chosen;
    const shown = layout.visible(step), parent = run.parent[from];
    const among = layout.children(parent, step).filter((node) => shown.has(node)), at = among.indexOf(from);
    const beside = { ArrowUp: parent, ArrowLeft: among[at - 1], ArrowRight: among[at + 1] }[arrow];
    const child = () => layout.children(from, step).find((node) => shown.has(node));
    const to = this.chosen < 0 ? from : arrow === "ArrowDown" ? child() : beside;
    const x = shown.get(to ?? -1);
    if (to === undefined || x === undefined) return;
    this.keepInView(x, LEVEL * run.depth[to]);
    this.choose(to);
  }
}
