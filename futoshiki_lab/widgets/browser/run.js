// A recorded run: an index of what happens where, its search tree, what two trees have in common.

import { Cursor, EVERY } from "./cursor.js";
import { ACCEPT, ASSIGN, BACKTRACK, CHECK, PRUNE, Recording, RESTORE, SOLUTION, WIPE_OUT } from "./recording.js";

export const OPEN = 0, FAILURE = 1, BRANCH = 2, SOLVED = 3, WRONG = 4; // kinds of nodes, in the order of tree.py

/** How many entries of an ascending column are at most `limit`. @param {ArrayLike<number>} column @param {number} limit */
export function atMost(column, limit) {
  let low = 0, high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Run extends Recording {
  wrong = new Set(); // the steps of solutions that break a rule

  constructor(/** @type {import("./recording.js").SentRun} */ sent) {
    super(sent);
    this.teller = new Cursor(this); // for the index, and then for single sentences
    /** @type {number[][]} */ const ofVerbs = Array.from({ length: 11 }, () => []);
    this.verbs.forEach((verb, row) => ofVerbs[verb].push(row + 1));
    const steps = ofVerbs.map((some) => Uint32Array.from(some));
    const turns = steps[ASSIGN].length + steps[RESTORE].length + 1;
    this.nodes = steps[ASSIGN].length + 1; // the root is number 0
    this.parent = new Int32Array(this.nodes).fill(-1);
    this.nodeCell = new Int32Array(this.nodes).fill(-1);
    this.nodeValue = new Uint8Array(this.nodes);
    this.kind = new Uint8Array(this.nodes);
    this.depth = new Uint16Array(this.nodes);
    this.first = new Uint32Array(this.nodes); // the steps at which a node is tried, known, given up
    this.known = new Uint32Array(this.nodes);
    this.last = new Uint32Array(this.nodes);
    this.turns = new Uint32Array(turns); // the steps at which another node becomes the innermost one
    this.turnedTo = new Uint32Array(turns);
    this.below = new Uint32Array(this.nodes); // how many nodes each one has below it
    this.alive = new Uint8Array(this.nodes); // whether its subtree holds more than failures
    this.index();
    this.measure();
    const failures = [...this.kind.keys()].filter((node) => this.kind[node] === FAILURE);
    const deadEnds = Uint32Array.from(failures, (node) => this.last[node] - 1).sort();
    /** @type {Record<string, Uint32Array>} */
    this.steps = {
      check: steps[CHECK], node: steps[ASSIGN], prune: steps[PRUNE], "wipe-out": steps[WIPE_OUT],
      "dead end": deadEnds, backtrack: steps[BACKTRACK], solution: steps[SOLUTION],
    };
  }

  /** One pass over all events: checkpoints, the nodes of the tree, where the search is when. */
  index() {
    const board = this.teller, inside = [0], tops = [-1]; // the nodes from the root to here, each with its place in the trail
    let level = 0, made = 0, turn = 0;
    this.kind[0] = BRANCH;
    for (let step = 0; step <= this.length; step++) {
      const verb = step ? this.verbs[step - 1] : 0, top = board.trail.length;
      if (step) board.apply(step);
      if (verb === ASSIGN) {
        this.parent[++made] = inside[level];
        this.nodeCell[made] = board.cellOf(step);
        this.nodeValue[made] = this.values[step - 1];
        this.first[made] = step;
        this.depth[made] = this.depth[inside[level]] + 1;
        inside[++level] = made;
        tops[level] = top;
      } else if (verb === ACCEPT || verb === SOLUTION) {
        if (verb === SOLUTION && this.faults(board.values).length) this.wrong.add(step);
        this.kind[inside[level]] = verb === ACCEPT ? BRANCH : this.wrong.has(step) ? WRONG : SOLVED;
        this.known[inside[level]] = step;
      } else if (verb === RESTORE) {
        while (tops[level] >= this.others[step - 1]) this.last[inside[level--]] = step;
      }
      if (verb === ASSIGN || verb === RESTORE) {
        this.turns[++turn] = step;
        this.turnedTo[turn] = inside[level];
      }
      if (step % EVERY) continue;
      this.checkpoints.push([Uint32Array.from(board.trail), board.counts.slice(), board.inSetup]);
    }
  }

  /** Which nodes failed, how many each node has below it, which subtrees hold more than failures. */
  measure() {
    for (let node = this.nodes - 1; node >= 0; node--) {
      if (this.last[node] && this.kind[node] === OPEN) this.kind[node] = FAILURE;
      if (this.kind[node] >= SOLVED || !this.last[node]) this.alive[node] = 1;
      const parent = this.parent[node];
      if (parent < 0) continue;
      this.below[parent] += this.below[node] + 1;
      this.alive[parent] ||= this.alive[node];
    }
  }

  /** The innermost node that stands at a step; 0 is the root. @param {number} step */
  nodeAt(step) { return this.turnedTo[atMost(this.turns, step) - 1]; }

  /** What is known of a node at a step. @param {number} node @param {number} step */
  kindAt(node, step) {
    if (this.kind[node] === FAILURE) return step >= this.last[node] - 1 ? FAILURE : OPEN;
    if (this.known[node] && step >= this.known[node]) return this.kind[node];
    return node ? OPEN : BRANCH;
  }

  label(/** @type {number} */ node) {
    return node ? `${this.name(this.nodeCell[node])}=${this.nodeValue[node]}` : "start";
  }

  /** What happened at a step, in words; the board shown stays where it is. @param {number} step */
  tell(step) { return this.teller.tell(step); }

  next(/** @type {number} */ step, /** @type {string} */ what) {
    if (what === "event") return step < this.length ? step + 1 : null;
    return this.steps[what][atMost(this.steps[what], step)] ?? null;
  }

  previous(/** @type {number} */ step, /** @type {string} */ what) {
    if (what === "event") return step > 0 ? step - 1 : null;
    return this.steps[what][atMost(this.steps[what], step - 1) - 1] ?? null;
  }

  /** How many events, checks or nodes there have been at a step. @param {number} step @param {string} what */
  amount(step, what) { return what === "event" ? step : atMost(this.steps[what], step); }

  /** The first step at which that many have been; the end if there are fewer. @param {number} amount @param {string} what */
  reach(amount, what) {
    if (what === "event") return Math.min(amount, this.length);
    return amount ? this.steps[what][amount - 1] ?? this.length : 0;
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
    if (above >= 0) twin[node] = there.get(key(above, run.nodeCell[node], run.nodeValue[node])) ?? -1;
  }
  return Uint8Array.from(twin, (found) => (found < 0 ? 1 : 0));
}
