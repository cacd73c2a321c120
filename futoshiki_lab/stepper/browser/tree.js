// The search tree of a run: what the pointer and the keys do there.

import { Layout, LEVEL, SLOT } from "./layout.js";
import { count, forNotebook, number, put, wire, write } from "./page.js";
import { KIND } from "./recording.js";
import { atMost } from "./run.js";
import { RADIUS, TreeCanvas } from "./tree_canvas.js";

const KINDS = ["not known yet", "failure", "branch", "solution", "wrong solution", "skipped"];

/** The tree, with its heading: pan by dragging, zoom with Ctrl and the wheel. */
export class Tree extends TreeCanvas {
  placed = false;
  drawn = ""; // what the tree shows, to draw it only when that changes
  // where dragging began
  /** @type {{x: number, y: number, px: number, py: number, moved: boolean} | null} */ held = null;

  /** @param {import("./run.js").Run} run @param {import("./panel.js").Panel} panel where a node is
   * gone to, and where is said what it is @param {HTMLElement} node */
  constructor(run, panel, node) {
    super(run, new Layout(run), {
      tabindex: "0",
      role: "application",
      class: "fsl-canvas",
      pointerdown: event => this.grab(event),
      pointermove: event => this.drag(event),
      pointerup: event => this.drop(event),
      pointerleave: () => this.tip(-1),
      pointercancel: () => (this.held = null),
      keydown: event => this.key(event),
      wheel: event => this.wheel(event),
      dblclick: event => this.toggle(this.hit(event)),
      blur: () => this.choose(-1),
    });
    this.panel = panel;
    this.node = node;
    /** @type {(name: string) => any} */ const part = name => node.querySelector(name);
    this.bubble = part(".fsl-bubble");
    this.legend = part(".fsl-legend");
    this.wrongs = part(".fsl-k-wrong");
    this.opens = part(".fsl-k-open");
    part(".fsl-k-skipped").hidden = !run.header.blames;
    this.bubble.before(this.canvas);
    wire(node, this);
    this.hide(false);
  }

  hide(hidden) {
    this.hidden = hidden;
    this.wrongs.hidden = hidden || !this.run.wrong.size;
    const many = hidden ? "" : ` of ${number(this.run.nodes - 1)} nodes`,
      keys = "arrows choose a node, Enter goes to its step, Space opens or closes it";
    put(this.canvas, "aria-label", `search tree${many}; ${keys}`);
  }

  draw(/** @type {number} */ step) {
    const { run, layout, fault } = this,
      node = run.nodeAt(step);
    layout.reveal(this.hidden && step < run.length ? step : Infinity);
    const tried = [node, run.kindAt(node, step), atMost(run.first, step), layout.hidden],
      blamed = [fault?.from, fault?.culprits.map(one => one.node)],
      now = [...tried, atMost(run.leaps.to, step), ...blamed].join(" ");
    this.step = step;
    this.glide(0, 0);
    if (now === this.drawn && !this.scaled) return;
    this.drawn = now;
    this.follow = true;
    this.paint();
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    const { width, height } = this,
      { unit } = this.theme;
    if (!this.measure(theme)) return;
    const deepest = Math.max(1, this.run.cells - this.run.given), // can be, whatever the run does
      room = (this.height - 52 * this.unit) / (deepest * LEVEL * this.unit);
    this.squeeze = Math.max(0.7, Math.min(1, room));
    this.stretch = Math.max(1, (2.6 * theme.least) / (SLOT * this.unit));
    if (!this.placed || unit !== theme.unit) this.home();
    this.follow ||= width !== this.width || height !== this.height;
    this.paint();
  }

  paint() {
    super.paint();
    const { items, legend, run, step } = this,
      [left, top] = [legend.offsetLeft - 5.5 * this.letters, legend.offsetTop - this.letters],
      free = items.length < 30 && !items.some(({ x, y }) => x > left && y > top);
    put(legend, "style", free && !this.scaled ? null : "visibility: hidden");
    this.opens.hidden = !items.some(({ node }) => run.kindAt(node, step) === KIND.OPEN);
  }

  /** How much a part of the layout may be zoomed to be seen whole. */
  roomFor(/** @type {number} */ wide, /** @type {number} */ high) {
    const across = this.width / (wide * this.stretch + 2 * SLOT);
    return Math.min(across, this.height / (high * this.squeeze)) / this.unit;
  }

  home() {
    const { right, bottom, xs } = this.layout,
      whole = this.roomFor(right, bottom + (2 * LEVEL) / this.squeeze);
    this.placed = true;
    this.zoom = Math.max(0.9, Math.min(1, whole));
    this.px = this.width * 0.34 - xs[0] * this.across; // the key stands at the right
    this.py = this.margins.top;
  }

  fit() {
    const shown = [...this.layout.visible(this.step)],
      xs = shown.map(([, x]) => x),
      [left, right] = [Math.min(...xs), Math.max(0, ...xs)],
      deep = Math.max(...shown.map(([node]) => this.run.depth[node]));
    this.zoomed = 0;
    this.zoom = Math.max(0.02, Math.min(1.4, this.roomFor(right - left, (deep + 1.5) * LEVEL)));
    this.px = this.width / 2 - ((left + right) / 2) * this.across;
    this.py = 30 * this.scale;
    this.paint();
  }

  /** @param {number} factor @param {number} [x] the place that stays @param {number} [y] */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const before = this.zoom;
    this.zoomed = 0;
    this.zoom = Math.max(0.02, Math.min(3, before * factor));
    this.px = x - ((x - this.px) * this.zoom) / before;
    this.py = y - ((y - this.py) * this.zoom) / before;
    this.paint();
  }

  enlarge(/** @type {number} */ way) {
    this.zoomBy(1.3 ** way);
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
    const [x, y] = this.at(event);
    this.held = { x, y, px: this.px, py: this.py, moved: false };
  }

  drag(/** @type {PointerEvent} */ event) {
    const [x, y] = this.at(event),
      { held } = this;
    if (!held) return this.tip(this.hit(event), x, y);
    held.moved ||= Math.hypot(x - held.x, y - held.y) >= 4;
    if (!held.moved || this.scaled) return;
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
    else this.panel.pick(node);
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
    this.follow = true;
    this.paint();
  }

  tell(/** @type {number} */ node) {
    const { run } = this,
      kind = run.kindAt(node, this.step),
      below = this.layout.tried(node, this.step);
    if (!node) return `the root: ${count(below, "node")} tried by now`;
    const known = { [KIND.FAILURE]: run.last[node] - 1, [KIND.WRONG]: run.known[node] },
      what = `${KINDS[kind]}${known[kind] ? `: ${run.tell(known[kind])}` : ""}`,
      only = this.only?.[node] ? "; no other run comes here" : "",
      name = `${run.label(node)}, node ${number(node)}`;
    return `${name}, ${what}; ${count(below, "node")} below it${only}`;
  }

  /** Say what a node is in a bubble beside the pointer; -1 for none. @param {number} node
   * @param {number} [x] @param {number} [y] */
  tip(node, x = 0, y = 0) {
    const left = Math.min(x + 14, this.width - 190),
      top = y + this.canvas.offsetTop + 16,
      shown = node >= 0;
    put(this.bubble, "style", shown ? `display:block;left:${left}px;top:${top}px` : null);
    if (shown) write(this.bubble, this.tell(node));
    this.canvas.style.cursor = shown ? "pointer" : "";
  }

  choose(/** @type {number} */ node) {
    this.chosen = node;
    if (node >= 0) this.panel.note([[this.tell(node)]]);
    this.paint();
  }

  key(/** @type {KeyboardEvent} */ event) {
    const { key } = event,
      { chosen } = this;
    if (forNotebook(event)) return;
    if (key.startsWith("Arrow")) this.walk(key);
    else if (key === "Enter" && chosen >= 0) this.panel.pick(chosen);
    else if (key === " " && chosen >= 0) this.toggle(chosen);
    else if (key === "+" || key === "=") this.enlarge(1);
    else if (key === "-") this.enlarge(-1);
    else if (key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk(arrow) {
    const { run, step, layout } = this,
      from = this.chosen < 0 ? run.nodeAt(step) : this.chosen,
      shown = layout.visible(step),
      parent = run.parent[from],
      there = node => layout.children(node, step).filter(child => shown.has(child)),
      among = there(parent),
      at = among.indexOf(from);
    const ways = {
      ArrowUp: parent,
      ArrowLeft: among[at - 1],
      ArrowRight: among[at + 1],
      ArrowDown: there(from)[0],
    };
    const to = this.chosen < 0 ? from : ways[arrow];
    if (!shown.has(to)) return;
    this.keepInView(to, shown);
    this.choose(to);
  }
}
