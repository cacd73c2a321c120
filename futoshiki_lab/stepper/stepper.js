// The stepper: a whole recorded run in the browser, rebuilt at any step and drawn.
//
// Part 1 knows no page and also runs under Node: `Run` decodes the columns of a trace and indexes
// them, `Cursor` is the board at one step, `match` compares two search trees. It does what
// replay.py and words.py do, and the tests hold them together. Part 2 draws. Data from a puzzle or
// a student's code reaches the page as text nodes only.

// == 1. The run ===================================================================================

const [PLACE, ASSIGN, CHECK, PRUNE, WIPE_OUT, ACCEPT, RESTORE, BACKTRACK, SOLUTION, BEGIN] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const OPEN = 0, FAILURE = 1, BRANCH = 2, SOLVED = 3; // kinds of nodes, in the order of nodes.py
const EVERY = 1024; // events between two checkpoints

/** The counters with their definitions, word for word those of docs/COUNTING.md. */
export const COUNTERS = {
  nodes: "the search tries a value for a cell (every tried value, also one that fails at once). The root is no node; givens are no nodes",
  accepted: "a tried value survives its look (below). What some course material publishes as \"assignments\" or \"calls\" is accepted + 1",
  checks: "one binary constraint is evaluated on one pair of values, during search",
  setup_checks: "the same, while the givens are placed, before the first node",
  prunes: "a value is removed from a domain during search (removals of the setup are counted apart, as setup_prunes)",
  setup_prunes: "a value is removed from a domain while the givens are placed, before the first node",
  wipeouts: "a domain becomes empty, setup included",
  backtracks: "all values of a cell have been tried in vain and the search returns to the cell before it",
  max_depth: "the largest number of searched cells assigned at once",
  solutions: "a complete assignment is reached",
};
const [NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS,
  MAX_DEPTH, SOLUTIONS] = Object.keys(COUNTERS).keys();

const bit = (value) => (value >= 1 && value <= 32 ? (1 << (value - 1)) >>> 0 : 0);
const MIRROR = { "<": ">", ">": "<", "≠": "≠" };
const HOLDS = { "<": (a, b) => a < b, ">": (a, b) => a > b, "≠": (a, b) => a !== b };

function popcount(x) {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const valuesOf = (mask) => {
  const values = [];
  for (let value = 1; value <= 32; value++) if (mask & bit(value)) values.push(value);
  return values;
};

/** How many entries of an ascending column are at most `limit`. */
function atMost(column, limit) {
  let low = 0, high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A column as it arrives (little-endian bytes, one entry for each event), aligned and typed. */
function column(bytes, length) {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[length ? copy.byteLength / length : 1](copy);
}

/** A recorded run: its columns, an index of what happens where, and the search tree. */
export class Run {
  /** @param {{header: string}} sent what `pack` in widget.py made of a trace */
  constructor(sent) {
    this.header = JSON.parse(sent.header);
    const { n, grid, events } = this.header;
    this.n = n;
    this.cells = n * n;
    this.length = events;
    for (const name of ["verbs", "values", "others", "places", "sites"]) {
      this[name] = column(sent[name], events);
    }
    this.givens = Uint8Array.from(grid.flat());
    this.start = Uint32Array.from(this.givens, (given) => (given ? bit(given) : 2 ** n - 1));
    this.given = this.givens.filter(Boolean).length;
    this.findPlaces();
    this.index();
    this.measure();
  }

  name(cell) {
    return `r${Math.floor(cell / this.n) + 1}c${(cell % this.n) + 1}`;
  }

  relation(cell, other) {
    const smaller = this.smaller.has(cell * 1024 + other);
    return smaller ? "<" : this.smaller.has(other * 1024 + cell) ? ">" : "≠";
  }

  /** What an event can be about, numbered as in recorder.py: cells, constraints, nothing. */
  findPlaces() {
    const { n, cells } = this;
    this.smaller = new Set(this.header.signs.map(([cell, other]) => cell * 1024 + other));
    const at = [], others = [];
    for (let cell = 0; cell < cells; cell++) at.push(cell), others.push(-1);
    for (let cell = 0; cell < cells; cell++) {
      const row = Math.floor(cell / n);
      for (let other = 0; other < cells; other++) {
        const meets = Math.floor(other / n) === row || other % n === cell % n;
        if (meets && other !== cell) at.push(cell), others.push(other);
      }
    }
    this.placeCell = Int32Array.from([...at, -1]);
    this.placeOther = Int32Array.from([...others, -1]);
  }

  /** One pass over all events: checkpoints, steps of every kind, the nodes of the tree. */
  index() {
    const total = new Uint32Array(11);
    for (const verb of this.verbs) total[verb]++;
    const steps = Array.from(total, (count) => new Uint32Array(count));
    const seen = new Uint32Array(11);
    const size = total[ASSIGN] + 1;
    Object.assign(this, {
      nodes: size, parent: new Int32Array(size).fill(-1), nodeCell: new Int32Array(size).fill(-1),
      nodeValue: new Uint8Array(size), kind: new Uint8Array(size), depth: new Uint16Array(size),
      first: new Uint32Array(size), last: new Uint32Array(size), known: new Uint32Array(size),
      checkpoints: [],
    });
    this.kind[0] = BRANCH;
    const turns = new Uint32Array(total[ASSIGN] + total[RESTORE] + 1);
    const turnedTo = new Uint32Array(turns.length);
    const open = [[-1, 0]]; // the nodes from the root to here, each with its place in the trail
    const board = new Cursor(this, true);
    let turn = 0, made = 0;
    for (let step = 0; step <= this.length; step++) {
      if (step) {
        const verb = this.verbs[step - 1], mark = this.others[step - 1];
        steps[verb][seen[verb]++] = step;
        const top = board.trail.length;
        board.apply(step);
        const inner = open[open.length - 1][1];
        if (verb === ASSIGN) {
          const node = ++made;
          this.parent[node] = inner;
          this.nodeCell[node] = this.placeCell[this.places[step - 1]];
          this.nodeValue[node] = this.values[step - 1];
          this.first[node] = step;
          this.depth[node] = this.depth[inner] + 1;
          open.push([top, node]);
          turns[++turn] = step;
          turnedTo[turn] = node;
        } else if (verb === ACCEPT || verb === SOLUTION) {
          this.kind[inner] = verb === ACCEPT ? BRANCH : SOLVED;
          this.known[inner] = step;
        } else if (verb === RESTORE) {
          while (open[open.length - 1][0] >= mark) {
            const node = open.pop()[1];
            this.last[node] = step;
            if (this.kind[node] === OPEN) this.kind[node] = FAILURE;
          }
          turns[++turn] = step;
          turnedTo[turn] = open[open.length - 1][1];
        }
      }
      if (step % EVERY === 0) {
        const { trail, counts, inSetup } = board;
        this.checkpoints.push([Uint32Array.from(trail), counts.slice(), inSetup]);
      }
    }
    this.turns = turns;
    this.turnedTo = turnedTo;
    const dead = [];
    for (let node = 1; node < size; node++) {
      if (this.kind[node] === FAILURE) dead.push(this.last[node] - 1);
    }
    this.steps = {
      check: steps[CHECK], node: steps[ASSIGN], prune: steps[PRUNE], "wipe-out": steps[WIPE_OUT],
      "dead end": Uint32Array.from(dead).sort(), backtrack: steps[BACKTRACK],
      solution: steps[SOLUTION],
    };
  }

  /** How many nodes each node has below it, and which subtrees hold more than failures. */
  measure() {
    this.below = new Uint32Array(this.nodes);
    this.alive = new Uint8Array(this.nodes);
    this.solved = new Uint8Array(this.nodes);
    for (let node = this.nodes - 1; node >= 0; node--) {
      this.solved[node] ||= this.kind[node] === SOLVED ? 1 : 0;
      this.alive[node] ||= this.solved[node] || (this.last[node] ? 0 : 1);
      const parent = this.parent[node];
      if (parent < 0) continue;
      this.below[parent] += this.below[node] + 1;
      this.alive[parent] ||= this.alive[node];
      this.solved[parent] ||= this.solved[node];
    }
  }

  /** The innermost node that stands at a step; 0 is the root. */
  nodeAt(step) {
    return this.turnedTo[atMost(this.turns, step) - 1];
  }

  /** What is known of a node at a step. */
  kindAt(node, step) {
    if (this.kind[node] === FAILURE) return step >= this.last[node] - 1 ? FAILURE : OPEN;
    if (this.known[node] && step >= this.known[node]) return this.kind[node];
    return node ? OPEN : BRANCH;
  }

  label(node) {
    return node ? `${this.name(this.nodeCell[node])}=${this.nodeValue[node]}` : "start";
  }

  event(step) {
    const row = step - 1, place = this.places[row], other = this.placeOther[place];
    return {
      verb: this.verbs[row], cell: this.placeCell[place], value: this.values[row], other,
      otherValue: other < 0 ? 0 : this.others[row],
    };
  }

  next(step, what) {
    if (what === "event") return step < this.length ? step + 1 : null;
    return this.steps[what][atMost(this.steps[what], step)] ?? null;
  }

  previous(step, what) {
    if (what === "event") return step > 0 ? step - 1 : null;
    return this.steps[what][atMost(this.steps[what], step - 1) - 1] ?? null;
  }

  /** How many events, checks or nodes there have been at a step. */
  amount(step, what) {
    return what === "event" ? step : atMost(this.steps[what], step);
  }

  /** The first step at which that many have been; the end if there are fewer. */
  reach(amount, what) {
    if (what === "event") return Math.min(amount, this.length);
    return amount ? this.steps[what][amount - 1] ?? this.length : 0;
  }
}

/** The board of a run at one step; moves both ways. */
export class Cursor {
  /** @param {boolean} fresh during the run's own index there are no checkpoints yet */
  constructor(run, fresh = false) {
    this.run = run;
    this.domains = new Uint32Array(run.cells);
    this.values = new Int16Array(run.cells); // -1 where a cell has none
    this.counts = new Uint32Array(10);
    this.before = new Uint32Array(10); // the counters before the last event told
    this.reset();
    if (!fresh) this.tell(0);
  }

  reset() {
    this.step = 0;
    this.trail = []; // the steps of the changes that stand; beside it what each took away
    this.tookDomain = [];
    this.tookValue = [];
    this.domains.set(this.run.start);
    this.values.fill(-1);
    this.counts.fill(0);
    this.inSetup = true;
    this.assigned = 0;
  }

  seek(step) {
    const at = Math.floor(step / EVERY);
    if (step < this.step || at * EVERY > this.step) {
      const [changes, counts, inSetup] = this.run.checkpoints[at];
      this.reset();
      for (const change of changes) this.apply(change);
      this.counts.set(counts);
      this.inSetup = inSetup;
      this.step = at * EVERY;
    }
    while (this.step < step) this.apply(this.step + 1);
  }

  /** The board's verbs, as in board.py. */
  apply(step) {
    const { run, counts } = this, row = step - 1;
    const verb = run.verbs[row], cell = run.placeCell[run.places[row]], value = run.values[row];
    this.step = step;
    switch (verb) {
      case CHECK:
        counts[this.inSetup ? SETUP_CHECKS : CHECKS]++;
        break;
      case PRUNE:
        this.change(step, cell, this.values[cell], this.domains[cell] & ~bit(value));
        counts[this.inSetup ? SETUP_PRUNES : PRUNES]++;
        if (!this.domains[cell]) counts[WIPEOUTS]++;
        break;
      case PLACE:
        this.change(step, cell, value, bit(value));
        break;
      case ASSIGN:
        this.change(step, cell, value, bit(value));
        counts[NODES]++;
        counts[MAX_DEPTH] = Math.max(counts[MAX_DEPTH], this.depth);
        break;
      case ACCEPT:
        counts[ACCEPTED]++;
        break;
      case RESTORE:
        this.restore(run.others[row]);
        break;
      case BACKTRACK:
        if (this.depth > 0) counts[BACKTRACKS]++;
        break;
      case SOLUTION:
        counts[SOLUTIONS]++;
        break;
      case BEGIN:
        this.inSetup = false;
    }
  }

  get depth() {
    return this.assigned - this.run.given;
  }

  change(step, cell, value, domain) {
    this.trail.push(step);
    this.tookDomain.push(this.domains[cell]);
    this.tookValue.push(this.values[cell]);
    this.set(cell, value, domain);
  }

  set(cell, value, domain) {
    this.assigned += (value >= 0) - (this.values[cell] >= 0);
    this.values[cell] = value;
    this.domains[cell] = domain;
  }

  restore(mark) {
    while (this.trail.length > mark) {
      const cell = this.cellOf(this.trail.pop());
      this.set(cell, this.tookValue.pop(), this.tookDomain.pop());
    }
  }

  cellOf(step) {
    return this.run.placeCell[this.run.places[step - 1]];
  }

  /** The searched cells that are assigned, in the order in which they were. */
  path() {
    const cells = new Set();
    for (const step of this.trail) {
      const cell = this.cellOf(step);
      if (this.run.verbs[step - 1] !== PRUNE && !this.run.givens[cell]) cells.add(cell);
    }
    return [...cells];
  }

  /** The step of the prune that keeps a value from a cell now, or 0. */
  prunedAt(cell, value) {
    const { verbs, values } = this.run;
    return this.trail.findLast((step) =>
      verbs[step - 1] === PRUNE && values[step - 1] === value && this.cellOf(step) === cell) ?? 0;
  }

  /** Go to a step, and say what happened there and why: the words of words.py. */
  tell(step) {
    if (step === 0) {
      this.seek(0);
      this.before.fill(0);
      return "the start: nothing has happened yet";
    }
    this.seek(step - 1);
    this.before.set(this.counts);
    const event = this.run.event(step);
    const had = event.verb === RESTORE ? this.valuesLeft(event.cell) : 0;
    const words = this.describe(event, step);
    this.apply(step);
    if (event.verb !== RESTORE) return words;
    const back = this.valuesLeft(event.cell) - had;
    return back ? `${words} and give back ${back} pruned value${back === 1 ? "" : "s"}` : words;
  }

  valuesLeft(except) {
    let left = 0;
    this.domains.forEach((domain, cell) => (left += cell === except ? 0 : popcount(domain)));
    return left;
  }

  describe({ verb, cell, value, other, otherValue }, step) {
    const { run } = this, name = run.name(cell);
    switch (verb) {
      case PLACE:
        return `place the given ${name} = ${value}`;
      case BEGIN:
        return "the givens are placed: the search begins";
      case ASSIGN:
        return `try ${name} = ${value} (node ${run.nodeAt(step)})`;
      case CHECK: {
        const relation = run.relation(cell, other);
        const verdict = HOLDS[relation](value, otherValue) ? "holds" : "fails";
        return `check ${name} ${relation} ${run.name(other)}: ${value} ${relation} ${otherValue} ${verdict}`;
      }
      case PRUNE:
        return `remove ${value} from ${name}${this.because(cell, other, otherValue)}`;
      case WIPE_OUT:
        return `wipe-out: ${name} has no value left`;
      case ACCEPT:
        return `${name} = ${value} survives its look`;
      case RESTORE:
        return `take back ${name} = ${value}`;
      case BACKTRACK: {
        const back = this.path().at(-1);
        const where = back === undefined ? "no cell stands before it, the search ends" : `back to ${run.name(back)}`;
        return `all values of ${name} were tried in vain: ${where}`;
      }
      case SOLUTION:
        return `solution ${this.counts[SOLUTIONS] + 1}: every cell has a value`;
    }
  }

  because(cell, other, otherValue) {
    if (other < 0) return "";
    const { run } = this, seen = run.name(other);
    const rule = `: ${seen} ${MIRROR[run.relation(cell, other)]} ${run.name(cell)} and `;
    if (otherValue) return `${rule}${seen} = ${otherValue}`;
    return `${rule}no value of ${seen} in {${valuesOf(this.domains[other]).join(", ")}} supports it`;
  }

  /** The state as plain data, for the tests. */
  plain() {
    const values = {}, domains = {};
    this.values.forEach((value, cell) => value >= 0 && (values[this.run.name(cell)] = value));
    this.domains.forEach((mask, cell) => (domains[this.run.name(cell)] = valuesOf(mask)));
    return {
      values, domains, counts: [...this.counts], path: this.path().map((cell) => this.run.name(cell)),
      node: this.run.nodeAt(this.step),
    };
  }
}

/**
 * For each node of a run whether another run never comes there: no node of the other one is
 * reached by the same decisions (cell = value, in the same order) from the root.
 */
export function match(run, other) {
  const key = (parent, cell, value) => (parent * 1024 + cell) * 256 + value;
  const there = new Map();
  for (let node = other.nodes - 1; node > 0; node--) {
    there.set(key(other.parent[node], other.nodeCell[node], other.nodeValue[node]), node);
  }
  const twin = new Int32Array(run.nodes).fill(-1);
  twin[0] = 0;
  for (let node = 1; node < run.nodes; node++) {
    const above = twin[run.parent[node]];
    if (above >= 0) twin[node] = there.get(key(above, run.nodeCell[node], run.nodeValue[node])) ?? -1;
  }
  return Uint8Array.from(twin, (found) => (found < 0 ? 1 : 0));
}

// == 2. The page ==================================================================================

const SVG = "http://www.w3.org/2000/svg";
const MOVES = [ // what to move by, its key (with Shift: backwards), what it is
  ["event", "e", "one event"],
  ["check", "c", "the next check of a constraint"],
  ["node", "n", "the next value tried"],
  ["prune", "p", "the next value removed"],
  ["dead end", "d", "where a look has just failed"],
  ["wipe-out", "w", "where a domain has become empty"],
  ["backtrack", "b", "where all values of a cell were in vain"],
  ["solution", "s", "the next solution"],
];
const UNITS = ["event", "check", "node"];
const SUPPRESS = "data-lm-suppress-shortcuts"; // Jupyter takes no shortcut from an element with it
const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000];
const KEYS = [
  ["→ / ←", "one unit on / back (an event, a check or a node: see “by”)"],
  ...MOVES.map(([what, key]) => [`${key} / Shift+${key}`, `next / previous ${what}`]),
  ["Home / End", "the start / the end"],
  ["PageDown / PageUp", "a twentieth of the run on / back"],
  ["Space", "play / pause"],
  [". / ,", "faster / slower"],
  ["u", "change what → moves by"],
  ["g", "go to a step by its number"],
  ["v", "to the board: arrows choose a cell, Enter says when its values went; Esc back"],
  ["t", "to the tree: arrows choose a node, Enter goes there, Space opens or closes it, + − 0 zoom; Esc back"],
  ["1 2 3", "with several runs: which one leads"],
  ["Esc", "closes this list; then gives the keyboard back to the notebook"],
  ["Shift+Enter", "is the notebook's, as is all with Ctrl, Alt or Cmd"],
  ["?", "this list"],
];
const number = new Intl.NumberFormat("en").format;
const count = (many, what) => `${number(many)} ${what}${many === 1 ? "" : "s"}`;

/** The sum of a column's entries up to each one. */
function sums(column) {
  let sum = 0;
  return Uint32Array.from(column, (one) => (sum += one));
}

const withModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Keys that keep their meaning for the notebook around a stepper: run this cell, save, ... */
const forNotebook = (event) => withModifier(event) || (event.key === "Enter" && event.shiftKey);

/** Make an element; strings become text nodes, functions listeners, all else attributes. */
function h(tag, props = {}, ...children) {
  const svg = tag.startsWith("svg:");
  const node = svg ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function button(text, label, click, name = "") {
  const props = { type: "button", class: `fsl-button ${name}`, "aria-label": label, title: label, click };
  return h("button", props, text);
}

/** Write text only where it changes: most frames change little. */
function write(node, text) {
  if (node.shown !== text) node.textContent = node.shown = text;
}

function put(node, name, value) {
  const shown = (node.put ??= {});
  if (shown[name] === value) return;
  shown[name] = value;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

// -- the board ------------------------------------------------------------------------------------

const CELL = 50, LABELS = 20;

/** The board as SVG: one group for each cell, changed only where the state has changed. */
class Board {
  constructor(run, ask) {
    this.run = run;
    this.ask = ask; // called with a cell, and a value if one was meant
    const { n } = run;
    this.pitch = CELL + (n > 9 ? 9 : n > 6 ? 11 : 15);
    this.columns = Math.ceil(Math.sqrt(n));
    this.rows = Math.ceil(n / this.columns);
    this.small = Math.min(15, 40 / this.rows, n > 9 ? 38 / this.columns : 15);
    this.chosen = -1; // the cell the keyboard is at
    const side = LABELS + n * this.pitch - (this.pitch - CELL) + 13; // room for a bow past the last cell
    this.play = h("svg:g", { class: "fsl-play" });
    this.marks = h("svg:g");
    this.node = h("svg:svg", {
      class: "fsl-board", viewBox: `0 0 ${side} ${side}`, tabindex: "0",
      role: "application", "aria-label": `board, ${n} by ${n}; arrows choose a cell, Enter tells when its values went`,
      click: (event) => this.click(event), keydown: (event) => this.key(event),
      blur: () => this.choose(-1),
    });
    const hatch = `fsl-hatch-${Math.random().toString(36).slice(2)}`;
    this.node.append(
      h("svg:defs", {}, h("svg:pattern", {
        id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
      }, h("svg:rect", { width: 2.2, height: 7, class: "fsl-hatch" }))));
    for (let at = 0; at < n; at++) {
      const middle = at * this.pitch + CELL / 2;
      this.node.append(
        h("svg:text", { class: "fsl-axis", x: LABELS + middle, y: 12 }, `c${at + 1}`),
        h("svg:text", { class: "fsl-axis", x: 8, y: LABELS + middle }, `r${at + 1}`));
    }
    const boxes = h("svg:g"), digits = h("svg:g");
    this.cells = Array.from({ length: run.cells }, (_, cell) => this.makeCell(cell, boxes, digits, hatch));
    this.node.append(boxes, this.play, this.makeSigns(), digits, this.marks);
    this.makeMarks();
  }

  x(cell) {
    return LABELS + (cell % this.run.n) * this.pitch;
  }

  y(cell) {
    return LABELS + Math.floor(cell / this.run.n) * this.pitch;
  }

  middle(cell) {
    return [this.x(cell) + CELL / 2, this.y(cell) + CELL / 2];
  }

  /** The middle of a value's fixed slot. */
  slot(cell, value) {
    const column = (value - 1) % this.columns, row = Math.floor((value - 1) / this.columns);
    return [
      this.x(cell) + 4 + ((column + 0.5) * (CELL - 8)) / this.columns,
      this.y(cell) + 4 + ((row + 0.5) * (CELL - 8)) / this.rows,
    ];
  }

  makeCell(cell, boxes, digits, hatch) {
    const { n } = this.run, given = this.run.givens[cell] ? " fsl-given" : "";
    const square = { x: this.x(cell), y: this.y(cell), width: CELL, height: CELL, rx: 3 };
    const box = h("svg:rect", { ...square, class: `fsl-box${given}` });
    const empty = h("svg:rect", { ...square, fill: `url(#${hatch})`, class: "fsl-empty" });
    boxes.append(box, empty);
    const [cx, cy] = this.middle(cell);
    const big = h("svg:text", { x: cx, y: cy, class: `fsl-value${given}` });
    const wiped = h("svg:text", { x: cx, y: cy, class: "fsl-wiped" }, "∅");
    const group = h("svg:g", {});
    const pencil = h("svg:g", { class: "fsl-pencil", "font-size": this.small });
    const small = [];
    if (n <= 16) {
      for (let value = 1; value <= n; value++) {
        const [sx, sy] = this.slot(cell, value);
        small.push(h("svg:text", { x: sx, y: sy }, String(value)));
      }
    } else {
      small.push(h("svg:text", { x: cx, y: cy, "font-size": 15 })); // too small to read: their number
    }
    const strikes = h("svg:path", { class: "fsl-strikes" });
    pencil.append(...small, strikes);
    group.append(pencil, big, wiped);
    digits.append(group);
    return { group, big, small, strikes, empty, wiped, mask: -1, value: -2 };
  }

  makeSigns() {
    const { run } = this;
    this.signs = new Map();
    const group = h("svg:g", { class: "fsl-signs" });
    for (const [smaller, larger] of run.header.signs) {
      const [ax, ay] = this.middle(smaller), [bx, by] = this.middle(larger);
      const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI, size = this.pitch > 62 ? 5.5 : 4.2;
      const sign = h("svg:path", {
        d: `M ${size / 1.4} ${-size} L ${-size / 1.4} 0 L ${size / 1.4} ${size}`,
        transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`,
      });
      this.signs.set(Math.min(smaller, larger) * 1024 + Math.max(smaller, larger), sign);
      group.append(sign);
    }
    return group;
  }

  makeMarks() {
    const frame = (name, out) =>
      h("svg:rect", { class: name, width: CELL + out * 2, height: CELL + out * 2, rx: 5 });
    this.current = frame("fsl-current", 2);
    this.checked = [frame("fsl-checked", 1), frame("fsl-checked", 1)];
    this.keyed = frame("fsl-keyed", -3);
    this.probes = [0, 1].map(() => h("svg:circle", { class: "fsl-probe", r: Math.min(10, 23 / this.rows) }));
    this.cut = h("svg:g", { class: "fsl-cut" }, h("svg:text", {}), h("svg:path", {}));
    this.verdict = h("svg:g", { class: "fsl-verdict" }, h("svg:circle", { r: 8 }), h("svg:text", {}));
    this.line = h("svg:path", { class: "fsl-line" });
    this.play.append(this.line, ...this.probes);
    this.marks.append(...this.checked, this.current, this.keyed, this.cut, this.verdict);
  }

  draw(cursor) {
    const { run } = this;
    for (let cell = 0; cell < run.cells; cell++) this.drawCell(cell, cursor.domains[cell], cursor.values[cell]);
    const event = cursor.step ? run.event(cursor.step) : { verb: 0, cell: -1, other: -1 };
    put(this.node, "class", event.verb === SOLUTION ? "fsl-board fsl-solved" : "fsl-board");
    this.drawPlay(event, cursor);
  }

  drawCell(cell, mask, value) {
    const had = this.cells[cell];
    if (had.mask === mask && had.value === value) return;
    had.mask = mask;
    had.value = value;
    const { n, givens } = this.run, shown = value >= 0 ? value : givens[cell] || "";
    write(had.big, String(shown));
    put(had.group, "class", shown === "" ? null : "fsl-has-value");
    const wiped = value < 0 && !mask;
    put(had.empty, "visibility", wiped ? "visible" : "hidden");
    put(had.wiped, "visibility", wiped ? "visible" : "hidden");
    if (shown !== "") return;
    if (n > 16) return write(had.small[0], mask ? `${popcount(mask)} left` : "");
    let path = "";
    for (let at = 0; at < n; at++) {
      const gone = !((mask >>> at) & 1);
      put(had.small[at], "class", gone ? "fsl-gone" : null);
      if (gone) {
        const [x, y] = this.slot(cell, at + 1), r = Math.min(6, 17 / this.rows);
        path += `M${x - r} ${y + r / 2}L${x + r} ${y - r / 2}`;
      }
    }
    put(had.strikes, "d", path);
  }

  /** The current cell, the checked ones, and the constraint between. */
  drawPlay({ verb, cell, value, other, otherValue }, cursor) {
    const { run } = this, place = (mark, at, inset) => {
      put(mark, "visibility", at < 0 ? "hidden" : "visible");
      if (at >= 0) put(mark, "transform", `translate(${this.x(at) - inset} ${this.y(at) - inset})`);
    };
    const node = run.nodeAt(cursor.step);
    const placed = cursor.trail.findLast((step) => run.verbs[step - 1] === PLACE);
    let current = node ? run.nodeCell[node] : cursor.inSetup && placed ? cursor.cellOf(placed) : -1;
    if (verb === RESTORE || verb === BACKTRACK) current = cell;
    place(this.current, current, 2);
    const ends = other >= 0 ? [cell, other] : verb === PRUNE || verb === WIPE_OUT ? [cell, -1] : [-1, -1];
    ends.forEach((end, at) => place(this.checked[at], end === current ? -1 : end, 1));
    [[cell, value], [other, otherValue]].forEach(([end, tried], at) => {
      const seen = verb === CHECK && end >= 0 && cursor.values[end] < 0 && tried && run.n <= 16;
      put(this.probes[at], "visibility", seen ? "visible" : "hidden");
      if (seen) put(this.probes[at], "transform", `translate(${this.slot(end, tried)})`);
    });
    this.drawConstraint(cell, other, verb === CHECK && HOLDS[run.relation(cell, other)](value, otherValue), verb);
    const cut = verb === PRUNE && cursor.values[cell] < 0 && run.n <= 16;
    put(this.cut, "visibility", cut ? "visible" : "hidden");
    if (cut) {
      const [x, y] = this.slot(cell, value), r = Math.min(7, 20 / this.rows);
      write(this.cut.firstChild, String(value));
      put(this.cut, "transform", `translate(${x} ${y})`);
      put(this.cut, "font-size", this.small * 1.05);
      put(this.cut.lastChild, "d", `M${-r} ${r / 2}L${r} ${-r / 2}`);
    }
  }

  drawConstraint(cell, other, holds, verb) {
    const shown = other >= 0;
    put(this.verdict, "visibility", shown && verb === CHECK ? "visible" : "hidden");
    const key = shown ? Math.min(cell, other) * 1024 + Math.max(cell, other) : -1;
    if (this.lit && this.lit !== this.signs.get(key)) put(this.lit, "class", null);
    this.lit = this.signs.get(key);
    if (this.lit) put(this.lit, "class", "fsl-lit"); // the sign itself is the line then
    put(this.line, "visibility", shown && !this.lit ? "visible" : "hidden");
    if (!shown) return;
    const [ax, ay] = this.middle(cell), [bx, by] = this.middle(other);
    const span = Math.hypot(bx - ax, by - ay), [ux, uy] = [(bx - ax) / span, (by - ay) / span];
    const cut = CELL / 2; // from edge to edge, past the cells between in a bow
    const near = span < this.pitch * 1.5, bow = near ? 0 : CELL / 2 + 3;
    const [px, py] = [Math.abs(uy), Math.abs(ux)]; // to the right of a column, below a row
    const start = [ax + ux * cut + px * bow * 0.4, ay + uy * cut + py * bow * 0.4];
    const end = [bx - ux * cut + px * bow * 0.4, by - uy * cut + py * bow * 0.4];
    const [mx, my] = [(ax + bx) / 2 + px * bow, (ay + by) / 2 + py * bow];
    put(this.line, "d", near ? `M${start}L${end}` : `M${start}Q${[mx + px * 6, my + py * 6]} ${end}`);
    put(this.verdict, "class", holds ? "fsl-verdict" : "fsl-verdict fsl-fails");
    put(this.verdict, "transform", `translate(${near && this.lit ? [mx + px * 17, my + py * 17] : [mx, my]})`);
    write(this.verdict.lastChild, holds ? "✓" : "✗");
  }

  click(event) {
    const box = this.node.getBoundingClientRect(), unit = box.width / this.node.viewBox.baseVal.width;
    const x = (event.clientX - box.left) / unit - LABELS, y = (event.clientY - box.top) / unit - LABELS;
    const column = Math.floor(x / this.pitch), row = Math.floor(y / this.pitch);
    const dx = x - column * this.pitch, dy = y - row * this.pitch, { n } = this.run;
    if (column < 0 || row < 0 || column >= n || row >= n || dx > CELL || dy > CELL) return;
    const clamp = (at, most) => Math.max(0, Math.min(most - 1, at));
    const across = clamp(Math.floor(((dx - 4) / (CELL - 8)) * this.columns), this.columns);
    const value = clamp(Math.floor(((dy - 4) / (CELL - 8)) * this.rows), this.rows) * this.columns + across + 1;
    this.ask(row * n + column, value <= n && n <= 16 ? value : 0);
  }

  choose(cell) {
    this.chosen = cell;
    put(this.keyed, "visibility", cell < 0 ? "hidden" : "visible");
    if (cell >= 0) put(this.keyed, "transform", `translate(${this.x(cell) + 3} ${this.y(cell) + 3})`);
  }

  key(event) {
    if (forNotebook(event)) return;
    const { n, cells } = this.run, from = this.chosen;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: n, ArrowUp: -n }[event.key];
    if (by) {
      const to = from < 0 ? 0 : from + by;
      const turns = Math.abs(by) === 1 && from >= 0 && Math.floor(to / n) !== Math.floor(from / n);
      this.choose(to < 0 || to >= cells || turns ? from : to);
      this.ask(this.chosen, 0);
    } else if (event.key === "Enter" && from >= 0) this.ask(from, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// -- the source -----------------------------------------------------------------------------------

const STRING = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const WORDS = "def for in if elif else while return not and or is None True False break continue lambda yield try " +
  "except raise with as pass import from del";
const TOKENS = new RegExp(`(${STRING})|(#.*)|\\b(${WORDS.replaceAll(" ", "|")})\\b`, "g");

/** The functions that ran, the running line lit and in view. */
class Source {
  constructor(run) {
    this.run = run;
    this.lines = run.header.functions.map(() => []);
    const label = "the algorithm that ran";
    this.node = h("div", { class: "fsl-source", tabindex: "0", role: "region", "aria-label": label });
    run.header.functions.forEach((source, at) => {
      const block = h("div", { class: "fsl-function" });
      if (source.text) this.addLines(block, source, this.lines[at]);
      else block.append(h("div", { class: "fsl-lost" }, `${source.name}: its source text cannot be found`));
      this.node.append(block);
    });
  }

  /** Tokens may run over several lines (a docstring), so each is cut at its line ends. */
  addLines(block, { text }, lines) {
    let line;
    const open = () => {
      line = h("div", { class: "fsl-code" });
      lines.push(line);
      block.append(line);
    };
    const add = (piece, name) => piece.split("\n").forEach((part, at) => {
      if (at) open();
      if (part) line.append(name ? h("span", { class: name }, part) : part);
    });
    open();
    const whole = text.replace(/\n$/, "");
    let done = 0;
    for (const found of whole.matchAll(TOKENS)) {
      add(whole.slice(done, found.index));
      add(found[0], found[1] ? "fsl-string" : found[2] ? "fsl-comment" : "fsl-word");
      done = found.index + found[0].length;
    }
    add(whole.slice(done));
  }

  draw(cursor) {
    const { run } = this, { step } = cursor;
    const told = run.verbs[step - 1] === WIPE_OUT ? step - 1 : step; // the prune before it did it
    const [at, line] = step ? run.header.sites[run.sites[told - 1]] : [-1];
    const lit = this.lines[at]?.[line - 1];
    if (lit === this.lit) return;
    this.lit?.classList.remove("fsl-lit");
    this.lit?.removeAttribute("aria-current");
    this.lit = lit;
    if (!lit) return;
    lit.classList.add("fsl-lit");
    lit.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** Bring the lit line into view inside this box; the page stays where it is. */
  scroll() {
    const box = this.node, { lit } = this;
    if (!lit) return;
    const tops = (lit.top ??= lit.offsetTop), room = (this.room ??= box.clientHeight);
    if (tops < box.scrollTop + 8 || tops + 30 > box.scrollTop + room) {
      box.scrollTop = Math.max(0, tops - room / 3);
    }
  }

  resize() {
    this.room = undefined;
    for (const lines of this.lines) for (const line of lines) line.top = undefined;
    this.scroll();
  }
}

// -- the counters ---------------------------------------------------------------------------------

class Counters {
  constructor() {
    this.node = h("div", { class: "fsl-counters", role: "group", "aria-label": "counters" });
    this.boxes = Object.entries(COUNTERS).map(([name, definition]) => {
      const value = h("b", {}, "0");
      const whole = definition.replace(" (below)", "").replace(/^the same/, COUNTERS.checks.split(",")[0]);
      const told = name === "max_depth" ? whole : `one more whenever ${whole}`;
      const box = h("div", { class: "fsl-counter", tabindex: "0", "data-counter": name },
        h("span", {}, name.replace("_", " ")), value, h("span", { class: "fsl-tip", role: "tooltip" }, told));
      this.node.append(box);
      return [box, value];
    });
  }

  draw(cursor) {
    this.boxes.forEach(([box, value], at) => {
      write(value, number(cursor.counts[at]));
      put(box, "class", cursor.counts[at] === cursor.before[at] ? "fsl-counter" : "fsl-counter fsl-up");
    });
  }
}

// -- drawing on a canvas --------------------------------------------------------------------------

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

// -- the search tree ------------------------------------------------------------------------------

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

// -- one run --------------------------------------------------------------------------------------

/** All views of one run. */
class Panel {
  constructor(run, go) {
    Object.assign(this, { run, go, cursor: new Cursor(run) });
    const { header } = run;
    this.board = new Board(run, (cell, value) => this.ask(cell, value));
    this.source = new Source(run);
    this.counters = new Counters();
    this.timeline = new Timeline(run, go);
    this.tree = new Tree(run, go, (text) => this.note([[text, 0]]));
    this.sentence = h("p", { class: "fsl-sentence", "aria-live": "polite", "aria-atomic": "true" });
    this.notes = h("div", { class: "fsl-note", role: "status" });
    const wrong = header.violations.length ? `wrong solution: ${header.violations.join("; ")}` : "";
    const ended = header.ended ? `${header.outcome}: ${header.ended}` : header.outcome;
    this.title = h("div", { class: "fsl-title" },
      h("b", {}, header.name || `a ${header.n}×${header.n} puzzle`), h("span", {}, header.settings),
      h("span", { class: `fsl-outcome fsl-${header.outcome}` }, ended),
      h("span", { class: "fsl-wrong" }, wrong), this.where = h("span", { class: "fsl-where" }));
    const label = `${header.name} ${header.settings}`;
    const size = header.n > 6 ? "fsl-run fsl-large" : "fsl-run";
    this.node = h("section", { class: size, style: `--fsl-n:${header.n}`, "aria-label": label },
      this.title,
      h("div", { class: "fsl-left" }, this.board.node,
        h("div", { class: "fsl-words" }, this.sentence, this.notes), this.counters.node),
      h("div", { class: "fsl-right" }, this.source.node, this.tree.node), this.timeline.node);
  }

  /** Beside other runs: say how much is only here, and no total that spoils a guess. */
  markOnly(nodes, tops) {
    this.only = { nodes: sums(nodes), tops: sums(tops), told: h("span", { class: "fsl-only" }) };
    this.where.style.minWidth = `${5 + number(this.run.length).length}ch`; // for the last step: nothing jumps
    this.title.append(this.only.told);
  }

  drawTitle(step) {
    const { run, only } = this, now = `step ${number(step)}`;
    write(this.where, only ? now : `${now} of ${number(run.length)}`);
    if (!only) return;
    const over = step === run.length;
    const last = atMost(run.first, step) - 1, nodes = only.nodes[last], so = over ? "" : " so far";
    const some = `⚑ ${count(nodes, "node")} in ${count(only.tops[last], "subtree")} only here${so}`;
    write(only.told, nodes ? some : `no subtree only here${so}`);
  }

  draw(step) {
    const { cursor } = this, words = cursor.tell(step);
    this.board.draw(cursor);
    this.source.draw(cursor);
    this.counters.draw(cursor);
    this.tree.draw(step);
    this.timeline.draw(step, words);
    write(this.sentence, words[0].toUpperCase() + words.slice(1));
    this.drawTitle(step);
    if (this.asked !== undefined && this.asked !== step) this.note([]);
  }

  resize(theme) {
    this.timeline.resize(theme);
    this.tree.resize(theme);
    this.source.resize();
  }

  /** Say when values went from a cell, by which constraint, with a way to go there. */
  ask(cell, value) {
    const { run, cursor } = this, name = run.name(cell), scratch = (run.scratch ??= new Cursor(run));
    const lines = [];
    if (cursor.values[cell] >= 0 || run.givens[cell]) {
      const step = cursor.trail.findLast((at) => cursor.cellOf(at) === cell && run.verbs[at - 1] !== PRUNE);
      const given = run.givens[cell] ? `${name} = ${run.givens[cell]} is given` : `${name} = ${cursor.values[cell]}`;
      lines.push([step ? `${given}; on the board since step ${number(step)}` : `${given}; not placed yet`, step]);
    } else {
      const asked = value ? [value] : valuesOf(2 ** run.n - 1);
      for (const one of asked) {
        const step = cursor.prunedAt(cell, one);
        if (step) lines.push([`${one} went at step ${number(step)}: ${scratch.tell(step)}`, step]);
        else if (value) lines.push([`${one} is still possible in ${name}`, 0]);
      }
      if (!lines.length) lines.push([`no value has gone from ${name}`, 0]);
    }
    this.note(lines);
  }

  note(lines) {
    this.asked = lines.length ? this.cursor.step : undefined;
    this.notes.replaceChildren(...lines.map(([text, step]) => h("div", {}, `${text} `,
      step ? button("go there", `go to step ${step}`, () => this.go(step), "fsl-go") : "")));
  }
}

// -- the whole ------------------------------------------------------------------------------------

/** One to three runs, held in step, with what moves them. */
class Stepper {
  constructor(box, model) {
    Object.assign(this, { box, model, by: model.get("by"), speed: 5, lead: 0, undo: [] });
    this.root = h("div", {
      class: "fsl", tabindex: "0", role: "group", "aria-label": "stepper; press ? for its keys",
      [SUPPRESS]: "true", keydown: (event) => this.key(event),
      pointerdown: (event) => {
        if (!event.target.closest(".fsl-note")) this.panels.forEach((panel) => panel.note([]));
        const own = event.target.closest("button,select,input,[tabindex]") !== this.root;
        if (!own) this.root.focus({ preventScroll: true });
      },
    });
    this.root.stepper = this; // for the tests, and for who is curious in the console
    box.append(this.root);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.speed = 2;
    const watch = (event, action) => {
      model.on(event, action);
      this.undo.push(() => model.off(event, action));
    };
    watch("change:runs", () => this.build());
    watch("change:scale", () => this.rescale());
    watch("change:notice", () => this.showNotice());
    watch("change:by", () => this.setBy(model.get("by")));
    watch("change:step", () => this.hear());
    watch("change:steps", () => this.hear());
    const share = (event) => this.share(event);
    addEventListener("keydown", share, true); // on the window: before Jupyter's, on the document
    this.undo.push(() => removeEventListener("keydown", share, true));
    const resize = new ResizeObserver(() => this.resize());
    resize.observe(this.root);
    // Where Lab has had it out of sight, a canvas may come back blank.
    const sight = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.resize());
    sight.observe(this.root);
    const theme = new MutationObserver(() => this.resize());
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    const dark = matchMedia("(prefers-color-scheme: dark)"), turn = () => this.resize();
    dark.addEventListener("change", turn);
    for (const observer of [resize, sight, theme]) this.undo.push(() => observer.disconnect());
    this.undo.push(() => dark.removeEventListener("change", turn));
    this.build();
  }

  close() {
    this.play(false);
    if (this.stale) this.report(true);
    clearTimeout(this.later);
    this.undo.forEach((action) => action());
    this.root.remove();
  }

  // -- building ------------------------------------------------------------------------------

  build() {
    this.play?.(false);
    const sent = this.model.get("runs") ?? [];
    this.runs = sent.map((one) => decoded(one));
    this.panels = this.runs.map((run, at) => new Panel(run, (step) => this.goTo(at, step)));
    if (this.runs.length > 1) this.panels.forEach((panel, at) => this.compare(panel, at));
    this.notice = h("div", { class: "fsl-notice", role: "status" });
    const shown = this.panels.map((panel) => panel.node);
    const panels = h("div", { class: `fsl-runs fsl-runs-${shown.length}` }, ...shown);
    this.root.replaceChildren(this.notice, panels, ...(this.runs.length ? [this.makeTransport()] : []));
    this.showNotice();
    this.rescale();
    this.setLead(0);
    this.steps = this.runs.map(() => -1);
    this.drawn = [];
    if (this.runs.length) this.show(this.wanted());
  }

  /** Mark what of a run's tree no other run comes to. */
  compare(panel, at) {
    const run = this.runs[at];
    const nowhere = this.runs.filter((other) => other !== run).map((other) => match(run, other));
    const only = (panel.tree.only = run.first.map((_, node) => nowhere.every((never) => never[node])));
    panel.markOnly(only, only.map((one, node) => (one && !only[run.parent[node]] ? 1 : 0)));
    panel.title.addEventListener("click", () => this.setLead(at));
  }

  makeTransport() {
    this.playing = button("▶ play", "play or pause (Space)", () => this.play(!this.timer), "fsl-play-button");
    this.bys = h("select", {
      "aria-label": "what the arrows and play move by", change: () => this.setBy(this.bys.value),
    }, ...UNITS.map((unit) => h("option", { value: unit }, unit)));
    this.speeds = h("select", { "aria-label": "speed", change: () => (this.speed = Number(this.speeds.value)) },
      ...SPEEDS.map((speed) => h("option", { value: speed }, `${number(speed)}/s`)));
    this.speeds.value = this.speed;
    this.field = h("input", {
      type: "number", min: 0, "aria-label": "go to step", class: "fsl-field",
      change: () => this.goTo(this.lead, Number(this.field.value)),
    });
    this.moves = MOVES.map(([what, key, hint]) => {
      const back = button("‹", `previous ${what} (Shift+${key})`, () => this.move(what, -1));
      const on = button("›", `next ${what} (${key}): ${hint}`, () => this.move(what, 1));
      const node = h("span", { class: "fsl-move", "data-move": what }, back, h("span", { title: hint }, what), on);
      return { what, back, on, node };
    });
    this.setBy(this.by);
    return h("div", { class: "fsl-transport", role: "toolbar", "aria-label": "moves" },
      h("span", { class: "fsl-move" }, button("|◀", "to the start (Home)", () => this.edge(0)),
        button("◀", "one back (←)", () => this.move(this.by, -1)), this.playing,
        button("▶", "one on (→)", () => this.move(this.by, 1)),
        button("▶|", "to the end (End)", () => this.edge(1))),
      h("label", {}, h("span", { class: "fsl-by" }, "by "), this.bys), this.speeds, h("label", {}, "step ", this.field),
      ...this.moves.map((move) => move.node),
      button("?", "the keys (?)", () => this.help(), "fsl-help-button"), this.makeHelp());
  }

  makeHelp() {
    const rows = KEYS.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, what)));
    this.helping = h("div", { class: "fsl-help", role: "dialog", "aria-label": "keys", hidden: "" },
      h("b", {}, "Keys, while the stepper has the focus"), h("table", {}, h("tbody", {}, ...rows)),
      h("p", {}, "Click a struck-out value to be told when and why it went, a node of the tree to go there, " +
        "a triangle to open it, the timeline to go anywhere."),
      h("button", { type: "button", class: "fsl-button", click: () => this.help(false) }, "close"));
    return this.helping;
  }

  help(open = this.helping.hidden) {
    this.helping.hidden = !open;
    if (open) this.helping.querySelector("button").focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  showNotice() {
    write(this.notice, this.model.get("notice") ?? "");
  }

  rescale() {
    this.root.style.setProperty("--fsl-scale", this.model.get("scale") || 1);
    this.resize();
  }

  resize() {
    if (!this.root.isConnected) return;
    const theme = readTheme(this.root);
    for (const panel of this.panels) panel.resize(theme);
  }

  // -- moving --------------------------------------------------------------------------------

  setBy(by) {
    this.by = by;
    if (this.bys) this.bys.value = by;
    if (this.model.get("by") === by) return;
    this.model.set("by", by);
    this.model.save_changes();
  }

  setLead(at) {
    if (at >= this.panels.length) return;
    this.lead = at;
    const several = this.panels.length > 1;
    this.panels.forEach(({ node }, index) => node.classList.toggle("fsl-lead", several && index === at));
  }

  /** Which run a move is about: the chosen one; if that is at its end, the one that is furthest. */
  leader() {
    const { lead, runs, steps, by } = this;
    if (runs.length < 2 || steps[lead] < runs[lead].length) return lead;
    const amounts = runs.map((run, at) => run.amount(steps[at], by));
    const over = (at) => steps[at] === runs[at].length;
    const ahead = [...runs.keys()].filter((at) => steps[at] > 0 && amounts[at] >= amounts[lead]);
    return ahead.sort((a, b) => over(a) - over(b) || amounts[b] - amounts[a])[0] ?? lead;
  }

  /** Take one run to a step and the others along: to where they have had as many nodes, say. */
  goTo(at, step) {
    const run = this.runs[at], to = Math.max(0, Math.min(run.length, Math.round(step) || 0));
    const amount = run.amount(to, this.by);
    const steps = this.runs.map((other, index) => (index === at ? to : other.reach(amount, this.by)));
    if (at !== this.lead && steps[this.lead] < this.runs[this.lead].length) this.setLead(at);
    this.show(steps);
    this.report();
  }

  move(what, way) {
    let at = this.leader();
    const find = (index) => this.runs[index][way > 0 ? "next" : "previous"](this.steps[index], what);
    let to = find(at);
    if (to === null && way > 0) { // another run may still have one
      const other = this.runs.findIndex((_, index) => find(index) !== null);
      if (other >= 0) (at = other), (to = find(at));
    }
    if (to !== null) this.goTo(at, to);
    else if (what === this.by) this.edge(way > 0 ? 1 : 0);
    else this.panels[at].note([[`no ${way > 0 ? "later" : "earlier"} ${what}`, 0]]);
  }

  edge(part) {
    this.show(this.runs.map((run) => part * run.length));
    this.report();
  }

  jump(way) {
    const at = this.leader(), { length } = this.runs[at];
    this.goTo(at, this.steps[at] + way * Math.max(1, Math.round(length / 20)));
  }

  play(on) {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    if (this.playing) write(this.playing, on ? "❚❚ pause" : "▶ play");
    for (const panel of this.panels ?? []) put(panel.sentence, "aria-live", on ? "off" : "polite");
    if (!on) return;
    if (this.atEnd()) this.edge(0);
    let before = performance.now(), owed = 0;
    const tick = (now) => {
      this.timer = requestAnimationFrame(tick);
      owed += Math.min(0.25, (now - before) / 1000) * this.speed;
      before = now;
      if (owed < 1) return;
      const at = this.leader(), run = this.runs[at], amount = run.amount(this.steps[at], this.by) + Math.floor(owed);
      owed %= 1;
      this.goTo(at, run.reach(amount, this.by));
      if (this.atEnd()) this.play(false);
    };
    this.timer = requestAnimationFrame(tick);
  }

  atEnd() {
    return this.runs.every((run, at) => this.steps[at] === run.length);
  }

  // -- showing and telling -------------------------------------------------------------------

  /** Draw at once; what comes before the next frame waits for it. */
  show(steps) {
    this.steps = steps;
    if (this.waiting) return;
    this.draw();
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.steps.some((step, at) => step !== this.drawn[at])) this.show(this.steps);
    });
  }

  draw() {
    this.steps.forEach((step, at) => step !== this.drawn?.[at] && this.panels[at].draw(step));
    this.drawn = [...this.steps];
    const at = this.leader();
    if (document.activeElement !== this.field) this.field.value = this.steps[at];
    for (const { what, back, on } of this.moves) {
      put(back, "aria-disabled", this.runs[at].previous(this.steps[at], what) === null ? "true" : null);
      put(on, "aria-disabled", this.runs[at].next(this.steps[at], what) === null ? "true" : null);
    }
  }

  /** What the model asks for: the steps of all runs if they fit to `step`, else `step` alone. */
  wanted() {
    const step = Math.max(0, Math.min(this.runs[0].length, this.model.get("step")));
    const steps = this.model.get("steps") ?? [];
    const fits = steps.length === this.runs.length && steps.every((one, at) => one <= this.runs[at].length);
    if (fits && steps[0] === step) return [...steps];
    const amount = this.runs[0].amount(step, this.by);
    return this.runs.map((run, at) => (at ? run.reach(amount, this.by) : step));
  }

  hear() {
    if (!this.runs.length || this.reporting) return;
    const steps = this.wanted();
    if (steps.some((step, at) => step !== this.steps[at])) this.show(steps);
  }

  /** Tell Python the step: at once, then ten times a second at most, the last one always. */
  report(now = false) {
    if (this.later && !now) return (this.stale = true);
    clearTimeout(this.later);
    this.later = this.stale = 0;
    if (!this.runs.length) return;
    this.reporting = true;
    this.model.set("step", this.steps[0]);
    this.model.set("steps", [...this.steps]);
    this.reporting = false;
    this.model.save_changes();
    if (!now) this.later = setTimeout(() => ((this.later = 0), this.stale && this.report()), 100);
  }

  key(event) {
    const { target, key } = event;
    if (forNotebook(event) || !this.runs.length) return;
    event.stopPropagation();
    if (key === "Escape") return this.escape(target);
    if (target.matches("input,select")) return;
    if (target.matches("button") && (key === " " || key === "Enter")) return;
    const { board, tree } = this.panels[this.lead];
    const letter = MOVES.find((move) => move[1] === key.toLowerCase());
    const actions = {
      ArrowRight: () => this.move(this.by, 1), ArrowLeft: () => this.move(this.by, -1),
      Home: () => this.edge(0), End: () => this.edge(1),
      PageDown: () => this.jump(1), PageUp: () => this.jump(-1),
      " ": () => this.play(!this.timer), "?": () => this.help(),
      ".": () => this.faster(1), ",": () => this.faster(-1),
      u: () => this.setBy(UNITS[(UNITS.indexOf(this.by) + 1) % UNITS.length]),
      g: () => (this.field.focus(), this.field.select()),
      v: () => (board.node.focus(), board.choose(0)),
      t: () => (tree.canvas.focus(), tree.choose(this.runs[this.lead].nodeAt(this.steps[this.lead]))),
      1: () => this.setLead(0), 2: () => this.setLead(1), 3: () => this.setLead(2),
    };
    const action = letter ? () => this.move(letter[0], event.shiftKey ? -1 : 1) : actions[key];
    if (!action) return;
    event.preventDefault();
    if (this.timer && key !== " " && !".,".includes(key)) this.play(false);
    action();
  }

  /** Escape leads outwards: from the help, then a view with keys of its own, then the stepper. */
  escape(from) {
    if (!this.helping.hidden) return this.help(false);
    this.panels.forEach((panel) => panel.note([]));
    const inside = from.matches("input,select,.fsl-board,.fsl-canvas");
    if (inside || !this.leave()) this.root.focus({ preventScroll: true });
  }

  /** Give the keyboard to the cell around, where there is one, for Jupyter's command mode. */
  leave() {
    const cell = this.root.closest(".jp-Cell");
    if (!cell) return false;
    this.play(false);
    cell.focus({ preventScroll: true });
    if (document.activeElement !== cell) this.root.closest(".jp-Notebook")?.focus({ preventScroll: true });
    return true;
  }

  /**
   * Jupyter is kept from the stepper's keys by an attribute, which it looks for before the key
   * comes here; so for the notebook's own keys the attribute goes in time.
   */
  share(event) {
    if (!this.root.contains(event.target)) return;
    const shared = forNotebook(event);
    put(this.root, SUPPRESS, shared ? null : "true");
    // A field swallows it otherwise: to Jupyter, whoever types in one is editing.
    if (shared && event.key === "Enter") this.root.focus({ preventScroll: true });
  }

  faster(way) {
    const at = SPEEDS.indexOf(this.speed) + way;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
    this.speeds.value = this.speed;
  }
}

const known = new WeakMap();

/** A second view of the same widget needs no second reading of its columns. */
function decoded(sent) {
  if (!known.has(sent)) known.set(sent, new Run(sent));
  return known.get(sent);
}

/** Show a stepper in an element; `model` is anywidget's, or anything with its five methods. */
export function mount(element, model) {
  const stepper = new Stepper(element, model);
  return () => stepper.close();
}

// -- without a kernel -----------------------------------------------------------------------------

/** What stands in for a kernel's model in a plain page. */
class Standalone {
  constructor(state) {
    this.state = state;
    this.hearers = [];
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    for (const [event, action] of this.hearers) if (event === `change:${name}`) action();
  }

  save_changes() {}

  on(event, action) {
    this.hearers.push([event, action]);
  }

  off(event, action) {
    this.hearers = this.hearers.filter(([name, heard]) => name !== event || heard !== action);
  }
}

/** Base64 of compressed bytes, as export.py writes them. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Make players of all boxes that export.py has written into this page. */
export async function playAll() {
  for (const box of document.querySelectorAll(".fsl-player")) {
    const state = JSON.parse(box.querySelector("script").textContent);
    for (const run of state.runs) {
      for (const [name, text] of Object.entries(run)) if (name !== "header") run[name] = await unpack(text);
    }
    box.replaceChildren();
    mount(box, new Standalone(state));
  }
}

export default { render: ({ model, el }) => mount(el, model) };
