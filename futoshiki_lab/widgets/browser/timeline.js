// What is drawn on a canvas: the timeline of a run; tree.js draws the search tree.

/** A canvas as large as its box and as sharp as the screen, with the theme's colours. */
class Canvas {
  constructor(props) {
    this.canvas = h("canvas", props);
    this.width = this.height = 0;
  }

  /** @returns {boolean} whether there is anything to draw on */
  measure(theme) {
    const ratio = globalThis.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.theme = theme;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.brush = this.canvas.getContext("2d");
    this.brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    return width > 0 && height > 0;
  }

  /** Begin a closed shape through points given as x, y, x, y, ... */
  shape(x, y, ...more) {
    this.brush.beginPath();
    this.brush.moveTo(x, y);
    for (let at = 0; at < more.length; at += 2) this.brush.lineTo(more[at], more[at + 1]);
    this.brush.closePath();
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

function readTheme(root) {
  const style = getComputedStyle(root), theme = { unit: parseFloat(style.fontSize) };
  for (const name of ["ink", "soft", "line", "paper", "blue", "red", "green", "orange", "sky", "grey", "only"]) {
    theme[name] = style.getPropertyValue(`--fsl-${name}`).trim();
  }
  return theme;
}

// -- the timeline ---------------------------------------------------------------------------------

const LANES = [["prune", "red"], ["wipe-out", "red"], ["backtrack", "grey"], ["solution", "green"]];

/** What happens when: the depth of the search, and a lane for each kind of event. */
class Timeline extends Canvas {
  constructor(run, go) {
    super({});
    Object.assign(this, { run, go });
    this.hand = h("div", { class: "fsl-hand" });
    this.node = h("div", {
      class: "fsl-timeline", tabindex: "0", role: "slider", "aria-label": "timeline",
      "aria-valuemin": 0, "aria-valuemax": run.length, pointerdown: (event) => this.grab(event),
      pointermove: (event) => this.held && this.drag(event),
      pointerup: () => (this.held = false), pointercancel: () => (this.held = false),
    }, this.canvas, this.hand);
  }

  grab(event) {
    if (event.button) return;
    this.node.setPointerCapture(event.pointerId);
    this.held = true;
    const [x, y] = this.at(event), step = this.stepAt(x);
    const lane = LANES[Math.floor((y - this.top) / this.lane)];
    const reach = (6 / this.span) * this.run.length; // an event within six pixels is meant
    const steps = y > this.top && lane ? this.run.steps[lane[0]] : [];
    const after = atMost(steps, step);
    const near = [steps[after - 1], steps[after]].filter((at) => Math.abs(at - step) <= reach);
    near.sort((a, b) => Math.abs(a - step) - Math.abs(b - step));
    this.go(near[0] ?? step);
  }

  drag(event) {
    this.go(this.stepAt(this.at(event)[0]));
  }

  stepAt(x) {
    const part = Math.max(0, Math.min(1, (x - this.left) / this.span));
    return Math.round(part * this.run.length);
  }

  resize(theme) {
    if (!this.measure(theme)) return;
    const { unit } = theme;
    this.left = 6.2 * unit;
    this.span = this.width - this.left - 0.6 * unit;
    this.lane = (this.height * 0.66) / LANES.length;
    this.top = this.height * 0.34;
    this.paint();
    this.draw(this.step ?? 0);
  }

  paint() {
    const { brush, theme, run, left, span, top, lane } = this, columns = Math.max(1, Math.floor(span));
    brush.clearRect(0, 0, this.width, this.height);
    brush.font = `${Math.min(0.78 * theme.unit, lane)}px sans-serif`;
    brush.textBaseline = "middle";
    brush.fillStyle = theme.soft;
    brush.fillText("depth", 4, top / 2);
    this.paintDepth(columns);
    LANES.forEach(([what, colour], at) => {
      const y = top + at * lane;
      brush.fillStyle = theme.soft;
      brush.fillText(what === "prune" ? "prunes" : `${what}s`, 4, y + lane / 2);
      brush.fillStyle = theme.line;
      brush.fillRect(left, y + lane - 1, span, 0.5);
      brush.fillStyle = brush.strokeStyle = theme[colour];
      const many = new Uint32Array(columns + 1);
      for (const step of run.steps[what]) many[Math.floor((step / run.length) * columns)]++;
      const most = Math.max(...many), crowded = run.steps[what].length > columns / 5 && what !== "solution";
      many.forEach((count, x) => {
        if (count && crowded) this.bar(left + x, y, Math.sqrt(count / most));
        else if (count) this.mark(what, left + x, y);
      });
    });
  }

  bar(x, y, part) {
    const high = this.lane * 0.85 * part;
    this.brush.fillRect(x, y + this.lane - 1 - high, 1, high);
  }

  /** A shape for each kind: a tick, a cross, a small triangle to the left, a diamond. */
  mark(what, x, y) {
    const { brush, lane } = this, middle = y + lane / 2 - 0.5, r = Math.max(2, lane * 0.36), d = lane / 2;
    if (what === "prune") return brush.fillRect(x, y + lane * 0.15 - 1, 1.5, lane * 0.85);
    if (what === "wipe-out") {
      for (const way of [r, -r]) {
        this.shape(x - r, middle - way, x + r, middle + way);
        brush.stroke();
      }
      return;
    }
    if (what === "backtrack") this.shape(x - r, middle, x + r, middle - r, x + r, middle + r);
    else this.shape(x, middle - d, x + d, middle, x, middle + d, x - d, middle);
    brush.fill();
  }

  paintDepth(columns) {
    const { brush, run, left, top } = this;
    const deepest = Math.max(1, run.depth.reduce((most, depth) => Math.max(most, depth), 0));
    const depths = new Uint16Array(columns + 1);
    for (let turn = 0; turn < run.turns.length; turn++) {
      const from = Math.floor((run.turns[turn] / (run.length || 1)) * columns);
      const to = Math.floor(((run.turns[turn + 1] ?? run.length) / (run.length || 1)) * columns);
      const depth = run.depth[run.turnedTo[turn]];
      for (let x = from; x <= to; x++) if (depths[x] < depth) depths[x] = depth;
    }
    brush.fillStyle = this.theme.grey;
    brush.globalAlpha = 0.55;
    depths.forEach((depth, x) => {
      const high = ((top - 5) * depth) / deepest;
      brush.fillRect(left + x, top - 2 - high, 1, high + 1);
    });
    brush.globalAlpha = 1;
  }

  draw(step, words) {
    this.step = step;
    const part = step / (this.run.length || 1);
    if (this.span) this.hand.style.transform = `translateX(${this.left + part * this.span}px)`;
    put(this.node, "aria-valuenow", step);
    if (words) put(this.node, "aria-valuetext", `step ${step}: ${words}`);
  }
}
