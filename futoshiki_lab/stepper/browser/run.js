// A recorded run: an index of what happens where, its search tree, what two trees have in common.

import { Blame } from "./blame.js";
import { Cursor, KIND, Recording, VERB } from "./recording.js";

/** How many entries of an ascending column are at most `limit`. @param {ArrayLike<number>} column
 * @param {number} limit */
export function atMost(column, limit) {
  let low = 0,
    high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By verb, whether a move of the search ends with it. @type {boolean[]} */
const ENDS = [];
for (const verb of ["BEGIN", "ASSIGN", "ACCEPT", "RESTORE", "SKIP", "SOLUTION"])
  ENDS[VERB[verb]] = true;

export class Run extends Recording {
  wrong = new Set(); // the steps of solutions that break a rule
  /** @type {number[]} */ deeper = []; // the steps at which the search gets deeper than ever
  /** @type {number[]} */ givenUp = []; // the backtracks below a node
  /** @type {Blame | undefined} */ books;

  constructor(/** @type {import("./recording.js").SentRun} */ sent) {
    super(sent);
    this.teller = new Cursor(this); // for the index, and then for single sentences
    /** @type {number[][]} */ const ofVerbs = Array.from({ length: VERB.LEARN + 1 }, () => []);
    this.verbs.forEach((verb, row) => ofVerbs[verb].push(row + 1));
    const of = (/** @type {string} */ verb) => new Uint32Array(ofVerbs[VERB[verb]]);
    /** @type {Record<string, Uint32Array>} */
    this.steps = {
      check: of("CHECK"),
      node: of("ASSIGN"),
      prune: of("PRUNE"),
      "wipe-out": of("WIPE_OUT"),
      "failed value": new Uint32Array(),
      "dead end": new Uint32Array(),
      backtrack: of("BACKTRACK"),
      skip: of("SKIP"),
      learn: of("LEARN"),
      solution: of("SOLUTION"),
    };
    this.begin = of("BEGIN")[0] ?? Infinity; // when the setup is over
    this.restarts = of("BEGIN").slice(1); // of a full board that is mended
    this.accepted = of("ACCEPT");
    const cut = step => this.event(step).reason?.rule === "nogood";
    this.reused = this.header.learn ? this.steps.prune.filter(cut) : new Uint32Array();
    const nodes = this.steps.node.length + 1; // the root is number 0
    this.nodes = nodes;
    this.parent = new Int32Array(nodes).fill(-1);
    this.nodeCell = new Int32Array(nodes).fill(-1);
    this.nodeValue = new Uint8Array(nodes);
    this.kind = new Uint8Array(nodes);
    this.depth = new Uint16Array(nodes);
    this.curve = this.header.mends ? new Uint16Array(nodes) : this.depth; // depth, or conflicts
    this.first = new Uint32Array(nodes); // the steps at which a node is tried, known, given up
    this.known = new Uint32Array(nodes);
    this.last = new Uint32Array(nodes);
    // the steps at which another node becomes the innermost one
    this.turns = new Uint32Array(nodes + of("RESTORE").length);
    this.turnedTo = new Uint32Array(nodes + of("RESTORE").length);
    this.below = new Uint32Array(nodes); // how many nodes each one has below it
    this.alive = new Uint8Array(nodes); // whether its subtree holds more than failures
    this.index();
    this.measure();
    const failures = [...this.kind.keys()].filter(node => this.kind[node] === KIND.FAILURE);
    this.steps["failed value"] = Uint32Array.from(failures, node => this.last[node] - 1).sort();
    // a dead end: of the cell that is left, each value failed in its look
    const survived = new Set(this.parent.filter((_, node) => this.kind[node] !== KIND.FAILURE));
    this.steps["dead end"] = this.steps.backtrack.filter(at => !survived.has(this.nodeAt(at)));
    this.leaps = this.findLeaps();
    this.cuts = new Map(Array.from(this.reused, step => [this.nodeAt(step), step]));
    this.steps.move = this.findMoves();
  }

  /** One pass over all events: the nodes of the tree, where the search is when. */
  index() {
    const board = this.teller,
      inside = [0]; // the nodes from the root to here
    let made = 0,
      turn = 0,
      closed = 0;
    this.kind[0] = KIND.BRANCH;
    for (let step = 1; step <= this.length; step++) {
      const verb = this.verbs[step - 1],
        here = inside[inside.length - 1];
      if (verb === VERB.CHECK || verb === VERB.PRUNE) continue;
      if (verb === VERB.ASSIGN) {
        this.parent[++made] = here;
        this.nodeCell[made] = this.cellOf(step);
        this.nodeValue[made] = this.values[step - 1];
        this.first[made] = step;
        this.depth[made] = inside.push(made) - 1;
        board.seek(step);
        while (this.deeper.length < board.depth) this.deeper.push(step);
        if (this.header.mends) this.curve[made] = board.conflicts().length;
      } else if (verb === VERB.ACCEPT) {
        this.kind[here] = KIND.BRANCH;
        this.known[here] = step;
      } else if (verb === VERB.SOLUTION) {
        board.seek(step);
        if (this.faults(board.values).length) this.wrong.add(step);
        this.kind[here] = this.wrong.has(step) ? KIND.WRONG : KIND.SOLVED;
        this.known[here] = step;
      } else if (verb === VERB.RESTORE) {
        while (inside.length > 1 && this.height[this.first[inside.at(-1) ?? 0]] > this.height[step])
          this.last[(closed = inside.pop() ?? 0)] = step;
      } else if (verb === VERB.SKIP) {
        const passed =
          this.nodeCell[closed] === this.cellOf(step) && this.last[closed] === step - 1;
        if (passed && this.kind[closed] === KIND.BRANCH) this.kind[closed] = KIND.SKIPPED;
      } else if (verb === VERB.BACKTRACK) {
        board.seek(step);
        if (board.depth > 0) this.givenUp.push(step);
      }
      if (verb !== VERB.ASSIGN && verb !== VERB.RESTORE) continue;
      this.turns[++turn] = step;
      this.turnedTo[turn] = inside[inside.length - 1];
    }
    board.seek(this.length);
    // the prune before a wipe-out empties the domain; the recording may end right there
    const last = this.verbs[this.length - 1] === VERB.PRUNE ? this.cellOf(this.length) : -1;
    this.wipedAtEnd = last >= 0 && !board.domains[last];
  }

  /** Which nodes failed, how many each node has below it, which subtrees hold more than
   * failures. */
  measure() {
    for (let node = this.nodes - 1; node >= 0; node--) {
      if (this.last[node] && this.kind[node] === KIND.OPEN) this.kind[node] = KIND.FAILURE;
      if (this.solves(node) || !this.last[node]) this.alive[node] = 1;
      const parent = this.parent[node];
      if (parent < 0) continue;
      this.below[parent] += this.below[node] + 1;
      this.alive[parent] ||= this.alive[node];
    }
  }

  /** The innermost node that stands at a step; 0 is the root. @param {number} step */
  nodeAt(step) {
    return this.turnedTo[atMost(this.turns, step) - 1];
  }

  /** What is known of a node at a step. @param {number} node @param {number} step */
  kindAt(node, step) {
    if (this.kind[node] === KIND.FAILURE)
      return step >= this.last[node] - 1 ? KIND.FAILURE : KIND.OPEN;
    if (this.kind[node] === KIND.SKIPPED && step <= this.last[node] && step >= this.known[node])
      return KIND.BRANCH;
    if (this.known[node] && step >= this.known[node]) return this.kind[node];
    return node ? KIND.OPEN : KIND.BRANCH;
  }

  solves(node) {
    return this.kind[node] === KIND.SOLVED || this.kind[node] === KIND.WRONG;
  }

  pathTo(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  /** Who is to blame; computed when it is first asked. */
  get blame() {
    return (this.books ??= new Blame(this));
  }

  jumpAt(step) {
    return this.header.jump && this.blame.known ? this.blame.jump(step) : null;
  }

  /** A jump takes back and skips one cell after the other: the backtrack before each, its last
   * event, the last node that failed before it, and the node that it leads to. */
  findLeaps() {
    /** @type {number[][]} */ const [from, to] = [[], []];
    for (const step of this.steps.skip) {
      if (to.at(-1) === step - 2) to.pop();
      else from.push(step - 2);
      to.push(step);
    }
    const start = from.map(step => this.lastBelow(this.nodeAt(step), step)),
      end = to.map(step => this.nodeAt(step));
    return { from, to, start, end };
  }

  /** The last child of a node that was taken back before a step; the node itself if there is none.
   * @param {number} node @param {number} step */
  lastBelow(node, step) {
    let found = node,
      last = atMost(this.first, step) - 1; // the last node tried by then
    while (last > node) {
      if (this.parent[last] === node) found = last;
      last = this.parent[last];
    }
    return found;
  }

  /** A step, or the end of the jump that it is within: a jump is one move. @param {number} step */
  leap(step, back = false) {
    const { from, to } = this.leaps,
      at = atMost(from, step) - 1;
    if (at < 0 || step === from[at] || step >= to[at]) return step;
    return back ? from[at] : to[at];
  }

  /** What a tree has to show at a step: the current node, or all of the way back that a jump has
   * just gone. @param {number} step */
  tipAt(step) {
    const { from, to, start } = this.leaps,
      at = atMost(from, step - 1) - 1;
    return at >= 0 && step <= to[at] ? start[at] : this.nodeAt(step);
  }

  /** Where the moves of the search end: the setup, a value tried, a look that is over, a step back,
   * a jump, a solution. */
  findMoves() {
    const { verbs, length } = this,
      ends = [];
    for (let step = 1; step <= length; step++) {
      const verb = verbs[step - 1],
        back = verbs[step] === VERB.RESTORE;
      const over = ENDS[verb] || (verb === VERB.BACKTRACK ? !back : back);
      if ((over || step === length) && this.leap(step) === step) ends.push(step);
    }
    return new Uint32Array(ends);
  }

  /** The step before the move that ends at a step; -1 where none does. @param {number} step */
  before(step) {
    const { move } = this.steps,
      at = atMost(move, step) - 1;
    return move[at] === step ? (move[at - 1] ?? 0) : -1;
  }

  /** The counters at a step, in the order of run.html. @param {number} step */
  countsAt(step) {
    const { steps, begin } = this,
      many = (/** @type {ArrayLike<number>} */ some) => atMost(some, step);
    const both = (/** @type {ArrayLike<number>} */ some) => {
      const setup = atMost(some, Math.min(step, begin));
      return [many(some) - setup, setup];
    };
    const wiped = atMost(steps["wipe-out"], step + 1),
      ended = Number(this.wipedAtEnd && step === this.length),
      looks = [...both(steps.check), ...both(steps.prune), wiped + ended],
      { solution, skip, learn } = steps,
      rest = [this.givenUp, this.deeper, solution, skip, learn, this.reused].map(many);
    return [many(steps.node), many(this.accepted), ...looks, ...rest];
  }

  label(/** @type {number} */ node) {
    return node ? `${this.name(this.nodeCell[node])}=${this.word(this.nodeValue[node])}` : "start";
  }

  tell(step) {
    return this.teller.tell(step);
  }

  next(/** @type {number} */ step, /** @type {string} */ what) {
    if (what === "event") return step < this.length ? this.leap(step + 1) : null;
    const next = this.steps[what][atMost(this.steps[what], step)];
    return next ? this.leap(next) : null;
  }

  previous(/** @type {number} */ step, /** @type {string} */ what) {
    if (what === "event") return step > 0 ? this.leap(step - 1, true) : null;
    const before = what === "skip" ? this.leap(step - 1, true) : step - 1;
    return this.steps[what][atMost(this.steps[what], before) - 1] ?? null;
  }

  /** How many events, checks or nodes there have been at a step. @param {string} what */
  amount(step, what) {
    return what === "event" ? step : atMost(this.steps[what], step);
  }

  /** The first step at which that many have been; the end if there are fewer.
   * @param {number} amount @param {string} what */
  reach(amount, what) {
    if (what === "event") return this.leap(Math.min(amount, this.length));
    return amount ? (this.steps[what][amount - 1] ?? this.length) : 0;
  }
}

/** For each node of a run whether another run never comes there: no node of the other one is
 * reached by the same decisions (cell = value, in the same order) from the root.
 * @param {Run} run @param {Run} other */
export function match(run, other) {
  /** @type {(parent: number, cell: number, value: number) => number} */
  const key = (parent, cell, value) => (parent * 1024 + cell) * 256 + value;
  const there = new Map();
  for (let node = other.nodes - 1; node > 0; node--) {
    there.set(key(other.parent[node], other.nodeCell[node], other.nodeValue[node]), node);
  }
  const twin = new Int32Array(run.nodes).fill(-1);
  twin[0] = 0;
  for (let node = 1; node < run.nodes; node++) {
    const above = twin[run.parent[node]];
    if (above >= 0)
      twin[node] = there.get(key(above, run.nodeCell[node], run.nodeValue[node])) ?? -1;
  }
  return Uint8Array.from(twin, found => (found < 0 ? 1 : 0));
}

/** Whether a run is another one with jumps, and comes to no node that the other does not.
 * @param {Run} run @param {Run} other */
export function saves(run, other) {
  const same = run.header.jump && run.header.settings === `${other.header.settings}, jump`;
  return same && !match(run, other).includes(1);
}
