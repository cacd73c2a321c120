// The search tree of a run.

const SLOT = 48, LEVEL = 50, RADIUS = 8, FITS = 80, MANY = 3000;

/**
 * The search tree on a canvas: pan by dragging, zoom with Ctrl and the wheel.
 *
 * What is laid out once is the skeleton: all nodes of a small tree, else those outside of failed
 * subtrees, each of which is a triangle. Every leaf has a slot of its own, a parent stands over the
 * middle of its children, so what is left of a node is past and what is right of it is to come.
 * While the run is inside a triangle, the path from there to the current node hangs below it, with
 * its siblings, each in the slot of its place among them: it covers only what is to come and is not
 * shown yet, and nothing else moves.
 */
class Tree extends Canvas {
  constructor(run, go, say) {
    super({
      tabindex: "0", role: "application", class: "fsl-canvas",
      "aria-label": `search tree of ${number(run.nodes - 1)} nodes; arrows choose a node, ` +
        "Enter goes to its step, Space opens or closes it",
      pointerdown: (event) => this.grab(event), pointermove: (event) => this.drag(event),
      pointerup: (event) => this.drop(event), pointerleave: () => this.tip(null),
      pointercancel: () => (this.held = null), keydown: (event) => this.key(event),
      wheel: (event) => this.wheel(event), dblclick: (event) => this.toggle(this.hit(event)),
      blur: () => this.choose(-1),
    });
    Object.assign(this, { run, go, say, step: 0, zoom: 1, px: 0, py: 0, items: [], chosen: -1 });
    this.choice = new Map(); // what was opened or closed by hand
    this.bubble = h("div", { class: "fsl-bubble", "aria-hidden": "true" });
    this.all = button("open all", "open every subtree, or close the failed ones again", () => this.openAll());
    const key = (kind, shape, meaning) => [h("i", { class: `fsl-k-${kind}` }, shape), ` ${meaning} `];
    this.node = h("div", { class: "fsl-tree" },
      h("div", { class: "fsl-treehead" },
        h("span", { class: "fsl-legend", "aria-hidden": "true" },
          ...key("open", "○", "open"), ...key("branch", "●", "branch"), ...key("failure", "■", "failure"),
          ...key("solution", "◆", "solution"), ...key("failure", "▲", "failures"),
          h("span", { class: "fsl-more" }, "(a subtree, its nodes hidden)")),
        h("span", { class: "fsl-zoom" },
          button("−", "zoom out", () => this.zoomBy(1 / 1.3)), button("+", "zoom in", () => this.zoomBy(1.3)),
          button("fit", "show all of it", () => this.fit()), this.all)),
      this.canvas, this.bubble);
    this.xs = new Float32Array(run.nodes);
    this.layOut();
  }

  // -- the layout ----------------------------------------------------------------------------

  isOpen(node) {
    const { run } = this;
    if (!run.below[node]) return false;
    return this.choice.get(node) ?? (node === 0 || run.nodes <= FITS || this.standsOpen(node));
  }

  /** Open without being asked: what is no failure; of very many solutions the way to the first. */
  standsOpen(node) {
    const { run } = this;
    if (!run.alive[node] || !this.tooMany) return run.alive[node] === 1;
    const goal = run.steps.solution.length ? run.nodeAt(run.steps.solution[0]) : run.nodeAt(run.length);
    return node <= goal && goal <= node + run.below[node];
  }

  layOut() {
    const { run, xs } = this;
    this.tooMany ??= run.alive.reduce((sum, one) => sum + one, 0) > MANY;
    const list = [];
    for (let node = 0; node < run.nodes; node += this.isOpen(node) ? 1 : run.below[node] + 1) list.push(node);
    xs.fill(NaN);
    const low = new Float32Array(run.nodes).fill(Infinity), high = new Float32Array(run.nodes);
    let slot = 0;
    for (const node of list) if (!this.isOpen(node)) xs[node] = SLOT * slot++;
    for (let at = list.length - 1; at >= 0; at--) { // children stand after their parents
      const node = list[at], parent = run.parent[node];
      if (Number.isNaN(xs[node])) xs[node] = (low[node] + high[node]) / 2;
      if (parent < 0) continue;
      low[parent] = Math.min(low[parent], xs[node]);
      high[parent] = Math.max(high[parent], xs[node]);
    }
    this.list = Int32Array.from(list);
    this.right = SLOT * Math.max(0, slot - 1);
    this.bottom = LEVEL * list.reduce((most, node) => Math.max(most, run.depth[node]), 0);
  }

  children(node, step) {
    const { run } = this, found = [], last = node + run.below[node];
    for (let child = node + 1; child <= last && run.first[child] <= step; child += run.below[child] + 1) {
      found.push(child);
    }
    return found;
  }

  pathTo(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.run.parent[at]) path.push(at);
    return path.reverse();
  }

  /** Every node that is shown at a step: [node, x], parents first. */
  visible(step) {
    const { run, xs } = this, shown = new Map();
    for (const node of this.list) {
      if (run.first[node] > step) break;
      shown.set(node, xs[node]);
    }
    const path = this.pathTo(run.nodeAt(step)), inside = path.findIndex((node) => !shown.has(node));
    this.path = new Set(path);
    const inner = inside < 0 ? (this.isOpen(path.at(-1)) ? [] : [path.at(-1)]) : path.slice(inside - 1);
    const from = inner.length ? shown.get(inner[0]) : 0;
    for (const node of inner) {
      this.children(node, step).forEach((child, at) => shown.set(child, from + at * SLOT));
    }
    this.unfolded = new Set(inner);
    return shown;
  }

  /** How many nodes below one have been tried by now, if they are folded away. */
  folded(node, step) {
    const { run } = this;
    if (this.isOpen(node) && !Number.isNaN(this.xs[node])) return 0;
    if (this.unfolded.has(node)) return 0;
    return Math.max(0, Math.min(atMost(run.first, step) - 1, node + run.below[node]) - node);
  }

  // -- drawing -------------------------------------------------------------------------------

  draw(step) {
    const { run } = this, node = run.nodeAt(step);
    const sign = `${node} ${run.kindAt(node, step)} ${atMost(run.first, step)}`;
    this.step = step;
    if (sign === this.sign) return;
    this.sign = sign;
    this.follow = true;
    this.paint();
  }

  resize(theme) {
    if (!this.measure(theme)) return;
    if (!this.placed) this.home();
    this.paint();
  }

  home() {
    this.placed = true;
    const wide = this.width / (this.right + 2 * SLOT), high = this.height / (this.bottom + 2 * LEVEL);
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.85, Math.min(1, wide / size, high / size));
    this.px = this.width / 2 - this.xs[0] * this.scale;
    this.py = 26 * size;
  }

  scaleOf(zoom) {
    return (zoom * (this.theme?.unit ?? 14)) / 14;
  }

  get scale() {
    return this.scaleOf(this.zoom);
  }

  paint() {
    if (!this.brush || !this.width) return;
    const { brush, run, step, theme } = this, shown = this.visible(step), k = this.scale;
    const current = run.nodeAt(step);
    if (this.follow) this.keepInView(shown.get(current), LEVEL * run.depth[current]);
    this.follow = false;
    const [px, py, edge] = [this.px, this.py, SLOT * k];
    this.items = [];
    const edges = { soft: new Path2D(), path: new Path2D(), only: new Path2D() };
    for (const [node, wx] of shown) {
      const x = px + wx * k, y = py + LEVEL * run.depth[node] * k, parent = run.parent[node];
      if (y < -LEVEL * k || y > this.height + LEVEL * k) continue;
      const inside = x > -edge && x < this.width + edge;
      if (parent >= 0) {
        const ux = px + shown.get(parent) * k, uy = y - LEVEL * k;
        if (inside || (Math.min(x, ux) < this.width && Math.max(x, ux) > 0)) {
          const path = edges[this.path.has(node) ? "path" : this.only?.[node] ? "only" : "soft"];
          path.moveTo(ux, uy), path.lineTo(x, y);
        }
      }
      if (inside) this.items.push({ node, x, y });
    }
    brush.clearRect(0, 0, this.width, this.height);
    const line = (path, colour, width, dash = []) => {
      brush.strokeStyle = colour, brush.lineWidth = width * Math.max(0.6, k);
      brush.setLineDash(dash);
      brush.stroke(path);
      brush.setLineDash([]);
    };
    line(edges.soft, theme.line, 1.2);
    line(edges.only, theme.only, 2, [5, 3]);
    line(edges.path, theme.ink, 2.4);
    for (const item of this.items) this.paintNode(item, k, current);
    if (k > 0.55 * this.scaleOf(1)) this.paintLabels(k);
  }

  paintNode(item, k, current) {
    const { brush, theme, run, step } = this, { node, x, y } = item;
    const kind = run.kindAt(node, step), r = RADIUS * k;
    const folded = this.folded(node, step);
    const past = run.last[node] && step >= run.last[node];
    item.folded = folded;
    const b = r * 0.85, d = r * 1.3, w = r * 1.5;
    if (folded) {
      brush.fillStyle = run.alive[node] ? theme.blue : theme.red;
      this.shape(x, y - r, x + w, y + r * 1.4, x - w, y + r * 1.4);
    } else if (kind === FAILURE) {
      brush.fillStyle = theme.red;
      this.shape(x - b, y - b, x + b, y - b, x + b, y + b, x - b, y + b);
    } else if (kind === SOLVED) {
      brush.fillStyle = theme.green;
      this.shape(x, y - d, x + d, y, x, y + d, x - d, y);
    } else {
      brush.fillStyle = kind === OPEN ? theme.paper : past ? theme.grey : theme.blue;
      brush.beginPath();
      brush.arc(x, y, r, 0, 7);
    }
    brush.fill();
    if (kind === OPEN && !folded) this.ring(x, y, r, theme.ink, 1.6 * k);
    if (node === current) this.ring(x, y, r + 5 * k, theme.orange, 3 * k);
    if (node === this.chosen) this.ring(x, y, r + 9 * k, theme.ink, 1.5);
    if (this.only?.[node] && run.below[node] && !this.only[run.parent[node]]) this.flag(x, y, r);
  }

  ring(x, y, r, colour, width) {
    const { brush } = this;
    brush.beginPath();
    brush.arc(x, y, r, 0, 7);
    brush.strokeStyle = colour, brush.lineWidth = width;
    brush.stroke();
  }

  /** Where a subtree begins that no other run beside this one enters. */
  flag(x, y, r) {
    const { brush, theme } = this;
    const pole = x + r * 1.3;
    brush.fillStyle = theme.only;
    this.shape(pole, y + r, pole, y - r * 1.6, pole + r * 1.3, y - r, pole, y - r * 0.4);
    brush.fill();
  }

  paintLabels(k) {
    const { brush, theme, run } = this, size = 11 * k;
    brush.font = `${size}px sans-serif`;
    brush.textAlign = "center";
    brush.textBaseline = "alphabetic";
    brush.lineWidth = 3 * k;
    brush.strokeStyle = theme.paper;
    for (const { node, x, y, folded } of this.items) {
      const label = run.label(node), up = y - (RADIUS + 7) * k;
      brush.fillStyle = this.path.has(node) ? theme.ink : theme.soft;
      brush.strokeText(label, x, up);
      brush.fillText(label, x, up);
      if (!folded) continue;
      const count = number(folded), under = y + (RADIUS * 1.4 + 11) * k;
      brush.strokeText(count, x, under);
      brush.fillStyle = theme.ink;
      brush.fillText(count, x, under);
    }
    brush.textAlign = "start";
  }

  keepInView(wx, wy) {
    const k = this.scale, margin = (want, room) => Math.min(want, room * 0.3);
    const x = this.px + wx * k, y = this.py + wy * k;
    const mx = margin(70 * k, this.width), my = margin(44 * k, this.height);
    if (x < mx || x > this.width - mx) this.px += (x < mx ? mx : this.width - mx) - x;
    if (y < my || y > this.height - my) this.py += (y < my ? my : this.height - my) - y;
  }

  // -- moving about --------------------------------------------------------------------------

  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const zoom = Math.max(0.02, Math.min(3, this.zoom * factor)), by = zoom / this.zoom;
    this.px = x - (x - this.px) * by;
    this.py = y - (y - this.py) * by;
    this.zoom = zoom;
    this.paint();
  }

  fit() {
    let [left, right, deep] = [Infinity, 0, 0];
    for (const [node, x] of this.visible(this.step)) {
      left = Math.min(left, x), right = Math.max(right, x), deep = Math.max(deep, this.run.depth[node]);
    }
    const wide = right - left + 2 * SLOT, high = (deep + 1.5) * LEVEL;
    const size = this.scaleOf(1);
    this.zoom = Math.max(0.02, Math.min(1.4, this.width / wide / size, this.height / high / size));
    this.px = this.width / 2 - ((left + right) / 2) * this.scale;
    this.py = 30 * this.scale;
    this.paint();
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 300), ...this.at(event));
  }

  hit(event) {
    const [x, y] = this.at(event), reach = Math.max(7, (RADIUS + 5) * this.scale);
    return this.items.findLast((item) => Math.hypot(item.x - x, item.y - y) <= reach)?.node ?? -1;
  }

  grab(event) {
    if (event.button) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.held = [...this.at(event), this.px, this.py];
    this.moved = false;
  }

  drag(event) {
    const [x, y] = this.at(event);
    if (!this.held) return this.tip(this.hit(event), x, y);
    const [hx, hy, px, py] = this.held;
    if (!this.moved && Math.hypot(x - hx, y - hy) < 4) return;
    this.moved = true;
    this.px = px + x - hx;
    this.py = py + y - hy;
    this.paint();
  }

  drop(event) {
    const clicked = this.held && !this.moved;
    this.held = null;
    if (!clicked) return;
    const node = this.hit(event);
    if (node >= 0) this.act(node);
  }

  /** A click: open a triangle, else go to the node's step. */
  act(node) {
    if (this.items.find((item) => item.node === node)?.folded) this.toggle(node);
    else this.go(this.run.first[node]);
  }

  toggle(node) {
    const { run } = this;
    if (node < 0 || !run.below[node]) return;
    const anchor = this.items.find((item) => item.node === node)?.x;
    const open = !(this.isOpen(node) && !Number.isNaN(this.xs[node]));
    this.choice.set(node, open);
    if (open) {
      const whole = run.below[node] <= 40 ? run.below[node] : 0; // a small one at once
      for (const above of this.pathTo(node)) this.choice.set(above, true);
      for (let at = node + 1; at <= node + whole; at++) this.choice.set(at, true);
    }
    this.layOut();
    if (anchor !== undefined) this.px = anchor - this.xs[node] * this.scale; // it stays where it is
    this.paint();
  }

  openAll() {
    const { run } = this;
    this.opened = !this.opened;
    this.choice.clear();
    if (this.opened) for (let node = 0; node < run.nodes; node++) this.choice.set(node, true);
    write(this.all, this.opened ? "close" : "open all");
    this.layOut();
    this.follow = true;
    this.paint();
  }

  // -- saying what a node is -----------------------------------------------------------------

  tell(node) {
    const { run, step } = this, kind = run.kindAt(node, step);
    if (!node) return `the root: ${number(atMost(run.first, step) - 1)} nodes tried by now`;
    const what = ["not known yet", "failure", "branch", "solution"][kind];
    const below = Math.min(atMost(run.first, step) - 1, node + run.below[node]) - node;
    const why = kind === FAILURE ? `: ${(run.scratch ??= new Cursor(run)).tell(run.last[node] - 1)}` : "";
    const only = this.only?.[node] ? "; no other run comes here" : "";
    const under = `${number(below)} node${below === 1 ? "" : "s"} below it`;
    return `${run.label(node)}, node ${number(node)}, ${what}${why}; ${under}${only}`;
  }

  tip(node, x, y) {
    const shown = node !== null && node >= 0;
    const left = Math.min(x + 14, this.width - 190), top = y + this.canvas.offsetTop + 16;
    put(this.bubble, "style", shown ? `display:block;left:${left}px;top:${top}px` : null);
    if (shown) write(this.bubble, this.tell(node));
    this.canvas.style.cursor = shown ? "pointer" : "";
  }

  choose(node) {
    this.chosen = node;
    if (node >= 0) this.say(this.tell(node));
    this.paint();
  }

  key(event) {
    if (forNotebook(event)) return;
    const { run, step } = this, from = this.chosen < 0 ? run.nodeAt(step) : this.chosen;
    const shown = this.visible(step), parent = run.parent[from];
    const among = parent < 0 ? [from] : this.children(parent, step).filter((node) => shown.has(node));
    const steps = {
      ArrowUp: () => parent, ArrowDown: () => this.children(from, step).find((node) => shown.has(node)),
      ArrowLeft: () => among[among.indexOf(from) - 1], ArrowRight: () => among[among.indexOf(from) + 1],
    };
    if (steps[event.key]) {
      const to = this.chosen < 0 ? from : steps[event.key]();
      if (to >= 0 && shown.has(to)) {
        this.keepInView(shown.get(to), LEVEL * run.depth[to]);
        this.choose(to);
      }
    } else if (event.key === "Enter" && this.chosen >= 0) this.go(run.first[this.chosen]);
    else if (event.key === " " && this.chosen >= 0) this.toggle(this.chosen);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.3);
    else if (event.key === "-") this.zoomBy(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
