// The search tree of a run, drawn; and what the pointer and the keys do there.

import { button, count, dom, forNotebook, h, number, put, write } from "./page.js";
import { KIND } from "./recording.js";
import { atMost } from "./run.js";
import { LEVEL, RADIUS, SLOT, TreeCanvas } from "./tree_canvas.js";

/** The tree, with its heading: pan by dragging, zoom with Ctrl and the wheel. */
export class Tree extends TreeCanvas {
  placed = false;
  drawn = ""; // what the tree shows, to draw it only when that changes
  // where dragging began
  /** @type {{x: number, y: number, px: number, py: number, moved: boolean} | null} */ held = null;

  /** @param {import("./run.js").Run} run @param {(node: number) => void} go called with a node to
   * go to @param {(text: string) => void} say called with what a node is, in words
   * @param {() => void} overview called to show whole trees, or not */
  constructor(run, go, say, overview) {
    super(run, {
      tabindex: "0",
      role: "application",
      class: "fsl-canvas",
      pointerdown: (/** @type {PointerEvent} */ event) => this.grab(event),
      pointermove: (/** @type {PointerEvent} */ event) => this.drag(event),
      pointerup: (/** @type {PointerEvent} */ event) => this.drop(event),
      pointerleave: () => this.tip(-1),
      pointercancel: () => (this.held = null),
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      wheel: (/** @type {WheelEvent} */ event) => this.wheel(event),
      dblclick: (/** @type {MouseEvent} */ event) => this.toggle(this.hit(event)),
      blur: () => this.choose(-1),
    });
    this.hide(false);
    this.go = go;
    this.say = say;
    this.bubble = h("div", { class: "fsl-bubble", "aria-hidden": "true" });
    const opens = "open all subtrees, or close the failed ones again";
    this.all = button("open all", opens, () => this.openAll());
    /** @type {(kind: string, shape: string, meaning: string) => (Node | string)[]} */
    const key = (kind, shape, meaning) => [
      h("i", { class: `fsl-k-${kind}`, title: meaning }, shape),
      h("span", { class: "fsl-kind" }, ` ${meaning} `),
      " ",
    ];
    this.wrongs = h("span", {}, ...key("failure", "◆×", "wrong"));
    this.node = dom`<div class="fsl-tree">
      <div class="fsl-treehead">
        <span class="fsl-legend" aria-hidden="true">
          ${key("open", "○", "open")}${key("branch", "●", "branch")}
          ${key("failure", "■", "failure")}
          ${run.header.jump && key("skipped", "◌", "skipped")}${key("solution", "◆", "solution")}
          ${run.wrong.size ? this.wrongs : ""}${key("failure", "▲", "failures")}
          <span class="fsl-more">(a subtree, its nodes hidden)</span>
        </span>
        <span class="fsl-zoom">
          ${button("−", "zoom out", () => this.zoomBy(1 / 1.3))}
          ${button("+", "zoom in", () => this.zoomBy(1.3))}
          ${button("fit", "fit: show all of it", () => this.fit())}${this.all}
          ${button("whole", "the whole tree as a silhouette, or not (o)", overview, "fsl-overview")}
        </span>
      </div>
      ${this.canvas}${this.bubble}</div>`;
  }
  /** Hide the nodes to come, and all that is known of them. @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    if (this.wrongs) this.wrongs.hidden = hidden;
    const many = hidden ? "" : ` of ${number(this.run.nodes - 1)} nodes`;
    const keys = "arrows choose a node, Enter goes to its step, Space opens or closes it";
    const label = `search tree${many}; ${keys}`;
    this.canvas.setAttribute("aria-label", label);
  }

  draw(/** @type {number} */ step) {
    const { run } = this,
      node = run.nodeAt(step);
    this.layout.reveal(this.hidden && step < run.length ? step : Infinity);
    const jumps = atMost(run.leaps.to, step),
      culprits = this.fault?.culprits.map(one => one.node);
    if (this.scaled) this.drawn = "";
    const now = [node, run.kindAt(node, step), atMost(run.first, step), this.layout.hidden];
    const sign = [...now, jumps, this.fault?.from, culprits].join(" ");
    this.step = step;
    if (sign === this.drawn) return;
    this.drawn = sign;
    this.follow = true;
    this.paint();
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    const { width, height } = this,
      { unit } = this.theme;
    if (!this.measure(theme)) return;
    const deepest = Math.max(1, this.run.cells - this.run.given); // can be, whatever the run does
    const room = (this.height - 52 * this.scaleOf(1)) / (deepest * LEVEL * this.scaleOf(1));
    this.squeeze = Math.max(0.7, Math.min(1, room));
    this.stretch = Math.max(1, (2.6 * theme.least) / (SLOT * this.scaleOf(1)));
    if (!this.placed || unit !== theme.unit) this.home();
    this.follow ||= width !== this.width || height !== this.height;
    this.paint();
  }

  home() {
    this.placed = true;
    const { right, bottom, xs } = this.layout;
    const wide = this.width / (right * this.stretch + 2 * SLOT),
      high = this.height / (bottom * this.squeeze + 2 * LEVEL);
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.9, Math.min(1, wide / size, high / size));
    this.px = this.width / 2 - xs[0] * this.across;
    this.py = this.margins.top;
  }

  /** @param {number} factor @param {number} [x] the place that stays @param {number} [y] */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    this.zoomed = 0;
    const zoom = Math.max(0.02, Math.min(3, this.zoom * factor)),
      by = zoom / this.zoom;
    this.px = x - (x - this.px) * by;
    this.py = y - (y - this.py) * by;
    this.zoom = zoom;
    this.paint();
  }

  fit() {
    this.zoomed = 0;
    let [left, right, deep] = [Infinity, 0, 0];
    for (const [node, x] of this.layout.visible(this.step)) {
      const depth = this.run.depth[node];
      [left, right, deep] = [Math.min(left, x), Math.max(right, x), Math.max(deep, depth)];
    }
    const wide = (right - left) * this.stretch + 2 * SLOT,
      high = (deep + 1.5) * LEVEL * this.squeeze;
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.02, Math.min(1.4, this.width / wide / size, this.height / high / size));
    this.px = this.width / 2 - ((left + right) / 2) * this.across;
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
    const [x, y] = this.at(event),
      reach = Math.max(7, (RADIUS + 5) * this.scale),
      nodes = this.hidden ? atMost(this.run.first, this.step) : this.run.nodes;
    if (this.scaled)
      return Math.min(nodes - 1, Math.floor((x / this.width) * (this.scaled.nodes + 1)));
    return this.items.findLast(item => Math.hypot(item.x - x, item.y - y) <= reach)?.node ?? -1;
  }

  grab(/** @type {PointerEvent} */ event) {
    if (event.button) return;
    this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.at(event),
      { px, py } = this;
    this.held = { x, y, px, py, moved: false };
  }

  drag(/** @type {PointerEvent} */ event) {
    const [x, y] = this.at(event),
      { held } = this;
    if (!held) return this.tip(this.hit(event), x, y);
    held.moved ||= Math.hypot(x - held.x, y - held.y) >= 4;
    if (!held.moved) return;
    if (this.scaled) return;
    this.px = held.px + x - held.x;
    this.py = held.py + y - held.y;
    this.paint();
  }

  /** A click opens a triangle, or else goes to the node's step. @param {PointerEvent} event */
  drop(event) {
    const { held } = this,
      node = this.hit(event);
    this.held = null;
    if (!held || held.moved || node < 0) return;
    if (this.items.find(item => item.node === node)?.folded) this.toggle(node);
    else this.go(node);
  }

  /** Open or close a subtree, whose node stays where it is. @param {number} node */
  toggle(node) {
    if (node < 0 || !this.run.below[node]) return;
    const anchor = this.items.find(item => item.node === node)?.x;
    this.layout.toggle(node);
    if (anchor !== undefined) this.px = anchor - this.layout.xs[node] * this.across;
    this.paint();
  }

  openAll() {
    this.layout.openAll();
    write(this.all, this.layout.opened ? "close" : "open all");
    this.follow = true;
    this.paint();
  }

  tell(/** @type {number} */ node) {
    const { run } = this,
      kind = run.kindAt(node, this.step),
      below = this.layout.tried(node, this.step);
    if (!node) return `the root: ${number(below)} nodes tried by now`;
    const kinds = ["not known yet", "failure", "branch", "solution", "wrong solution", "skipped"];
    const step =
      kind === KIND.FAILURE ? run.last[node] - 1 : kind === KIND.WRONG ? run.known[node] : 0;
    const what = `${kinds[kind]}${step ? `: ${run.tell(step)}` : ""}`;
    const only = this.only?.[node] ? "; no other run comes here" : "";
    const name = `${run.label(node)}, node ${number(node)}`;
    return `${name}, ${what}; ${count(below, "node")} below it${only}`;
  }

  /** Say what a node is in a bubble beside the pointer; -1 for none. @param {number} node
   * @param {number} [x] @param {number} [y] */
  tip(node, x = 0, y = 0) {
    const shown = node >= 0;
    const left = Math.min(x + 14, this.width - 190),
      top = y + this.canvas.offsetTop + 16;
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
    else if (event.key === "Enter" && this.chosen >= 0) this.go(this.chosen);
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
    const { run, step, layout } = this,
      from = this.chosen < 0 ? run.nodeAt(step) : this.chosen;
    const shown = layout.visible(step),
      parent = run.parent[from];
    const among = layout.children(parent, step).filter(node => shown.has(node)),
      at = among.indexOf(from);
    const beside = { ArrowUp: parent, ArrowLeft: among[at - 1], ArrowRight: among[at + 1] }[arrow];
    const child = () => layout.children(from, step).find(node => shown.has(node));
    const to = this.chosen < 0 ? from : arrow === "ArrowDown" ? child() : beside;
    const x = shown.get(to ?? -1);
    if (to === undefined || x === undefined) return;
    this.keepInView(to, shown);
    this.choose(to);
  }
}
