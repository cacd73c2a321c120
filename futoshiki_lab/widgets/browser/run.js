// The counters, a recorded run rebuilt at any step, and what two search trees have in common.
//
// Knows no page and also runs under Node: `Run` decodes the columns of a trace and indexes them,
// `Cursor` is the board at one step, `match` compares two search trees. It does what replay.py and
// words.py do, and the tests hold them together.

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
export class Run extends Puzzle {
  /** @param {{header: string}} sent what `pack` in widget.py made of a trace */
  constructor(sent) {
    const header = JSON.parse(sent.header), { n, events } = header;
    super(header);
    this.header = header;
    this.length = events;
    for (const name of ["verbs", "values", "others", "places", "sites"]) {
      this[name] = column(sent[name], events);
    }
    this.start = Uint32Array.from(this.givens, (given) => (given ? bit(given) : 2 ** n - 1));
    this.given = this.givens.filter(Boolean).length;
    this.findPlaces();
    this.index();
    this.measure();
  }

  /** What an event can be about, numbered as in recorder.py: cells, constraints, nothing. */
  findPlaces() {
    const at = [], others = [];
    for (let cell = 0; cell < this.cells; cell++) at.push(cell), others.push(-1);
    for (let cell = 0; cell < this.cells; cell++) {
      for (const other of this.neighbours(cell)) at.push(cell), others.push(other);
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
    const row = step - 1, verb = this.verbs[row], place = this.places[row], other = this.placeOther[place];
    const deduced = other < 0 && (verb === PRUNE || verb === WIPE_OUT);
    return {
      verb, cell: this.placeCell[place], value: this.values[row], other,
      otherValue: other < 0 ? 0 : this.others[row],
      reason: deduced ? this.header.reasons?.[this.others[row] - 1] : undefined, // one of several cells
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
    const takenBack = event.value ? event.cell : -1; // a broken search may restore to a prune
    const had = event.verb === RESTORE ? this.valuesLeft(takenBack) : 0;
    const words = this.describe(event, step);
    this.apply(step);
    if (event.verb !== RESTORE) return words;
    const back = this.valuesLeft(takenBack) - had;
    const also = back ? `give back ${back} pruned value${back === 1 ? "" : "s"}` : "";
    return [words, also].filter(Boolean).join(" and ");
  }

  valuesLeft(except) {
    let left = 0;
    this.domains.forEach((domain, cell) => (left += cell === except ? 0 : popcount(domain)));
    return left;
  }

  describe({ verb, cell, value, other, otherValue, reason }, step) {
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
        return `remove ${value} from ${name}${reason ? `: ${reason.text}` : this.because(cell, other, otherValue)}`;
      case WIPE_OUT:
        return `wipe-out: ${name} has no value left`;
      case ACCEPT:
        return `${name} = ${value} survives its look`;
      case RESTORE:
        return value ? `take back ${name} = ${value}` : "";
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
