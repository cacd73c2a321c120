// Who is to blame for each value that came to nothing, whether the run jumps or not: does again
// what blame.py does. Sets of cells are bits of one number, the first cell's is the lowest.
//
// Knows no page and also runs under Node.

import { list } from "./page.js";
import { Cursor, KIND, VERB } from "./recording.js";

/** The visit of a cell below a node: when its conflict set became what, whether a set came back
 * that does not hold the cell, and which cells a sign or a line blames, not only what happened
 * further down.
 * @typedef {{cell: number, steps: number[], sets: bigint[], jumped: boolean, direct: bigint}} Visit
 * @typedef {{start: number, deadEnd: number, culprits: number[], skipped: number[]}} Jump
 *   of `trace.events.Jump`; `start`: the step of its backtrack
 * @typedef {{dead: number, culprits: {cell: number, node: number, direct: boolean}[],
 *   back: number, skipped: number[], from: number}} Fault
 *   a dead end: the cell that has no value left, the cells to blame with their nodes, the node that
 *   a jump leads to or -1, the cells that a jump has skipped, the node below which it is dead */

export class Blame {
  known = true; // false: a value went for a reason that is not one assigned cell
  /** @type {Map<number, bigint>} */ ofNode = new Map(); // the culprits of nodes taken back
  /** @type {Map<number, Visit>} */ visits = new Map(); // by the node below which values are tried
  violated = [-1, -1]; // the cells of the last check that failed

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.board = new Cursor(run);
    this.bits = Array.from({ length: run.cells }, (_, cell) => 1n << BigInt(cell));
    this.setup = run.begin <= run.length ? run.height[run.begin] : 0; // changes of the setup
    for (let step = 1; this.known && step <= run.length; step++) this.note(step);
  }

  note(step) {
    const { run, board } = this,
      verb = run.verbs[step - 1];
    if (verb === VERB.CHECK) {
      const { cell, other } = run.event(step);
      if (other >= 0 && !run.holds(step)) this.violated = [cell, other];
    } else if (verb === VERB.ASSIGN || verb === VERB.BACKTRACK) {
      const node = run.nodeAt(step),
        parent = verb === VERB.ASSIGN ? run.parent[node] : node,
        cell = run.cellOf(step);
      if (this.visits.get(parent)?.cell === cell) return;
      board.seek(step - 1);
      const direct = this.removers(cell);
      this.visits.set(parent, { cell, steps: [step], sets: [direct], jumped: false, direct });
    } else if (verb === VERB.RESTORE) {
      board.seek(step - 1);
      let node = run.nodeAt(step - 1);
      for (; node && run.last[node] === step; node = run.parent[node]) this.takeBack(node, step);
    }
  }

  takeBack(node, step) {
    const { run } = this,
      failed = run.kind[node] === KIND.FAILURE,
      above = this.visits.get(run.parent[node]);
    const below = failed ? this.culprits() : (this.handed(node) ?? this.searched());
    this.ofNode.set(node, below);
    if (!above) return;
    const others = below & ~this.bits[above.cell];
    if (failed && this.wiped() < 0 && this.told()) above.direct |= others;
    if (above.jumped) return;
    const had = above.sets[above.sets.length - 1];
    above.jumped = !failed && !run.solves(node) && others === below;
    const set = above.jumped ? below : had | others;
    if (set === had) return;
    above.steps.push(step);
    above.sets.push(set);
  }

  /** The conflict set that the cell tried below a node hands over. @param {number} node */
  handed(node) {
    return this.visits.get(node)?.sets.at(-1);
  }

  /** The searched cells whose values removed what a domain has lost since the setup. */
  removers(cell) {
    const { run, bits } = this;
    let found = 0n,
      tried = 0n;
    for (const step of this.board.trail.slice(this.setup)) {
      const changed = run.cellOf(step),
        because = run.placeOther[run.places[step - 1]];
      if (run.verbs[step - 1] !== VERB.PRUNE) tried |= bits[changed];
      else if (changed !== cell) continue;
      else if (because >= 0 && tried & bits[because]) found |= bits[because];
      else if (run.event(step).reason?.rule === "nogood")
        run.event(step).reason?.cells.forEach(one => (found |= bits[one]));
      else if (!run.givens[because]) this.known = false; // also where there is no such cell
    }
    return found;
  }

  /** The searched cells to blame for a look that has just failed. */
  culprits() {
    const wiped = this.wiped(),
      [cell, other] = this.violated;
    if (wiped >= 0) return this.removers(wiped);
    return this.searched() & (this.told() ? this.bits[cell] | this.bits[other] : -1n);
  }

  wiped() {
    return this.board.domains.findIndex((domain, cell) => !domain && this.board.values[cell] < 0);
  }

  /** Whether the last failed check compared two values that stand, and they still violate it. */
  told() {
    const [cell, other] = this.violated,
      [value, otherValue] = [this.board.values[cell], this.board.values[other]];
    return value >= 0 && otherValue >= 0 && !this.run.goes(cell, value, other, otherValue);
  }

  searched() {
    return this.board.path().reduce((set, cell) => set | this.bits[cell], 0n);
  }

  // -- what can be asked ------------------------------------------------------------------------

  /** The conflict set of each cell that is visited at a step, the first visit first; since when it
   * is what it is. @param {number} step */
  conflicts(step) {
    return this.run.pathTo(this.run.nodeAt(step)).flatMap(node => {
      const { cell, steps, sets } = this.visits.get(node) ?? { cell: -1, steps: [], sets: [] },
        at = steps.findLastIndex(since => since <= step);
      return at < 0 ? [] : { cell, culprits: this.inOrder(sets[at], node), since: steps[at] };
    });
  }

  /** Those nodes on the path to a node whose cells are in a set. @param {bigint} set */
  nodesOf(set, node) {
    const { run, bits } = this;
    return run.pathTo(node).filter(at => at && set & bits[run.nodeCell[at]]);
  }

  inOrder(set, node) {
    return this.nodesOf(set, node).map(at => this.run.nodeCell[at]);
  }

  /** The jump that a backtrack or a skip belongs to. @param {number} step @returns {Jump} */
  jump(step) {
    const { run } = this,
      start = run.verbs.lastIndexOf(VERB.BACKTRACK, step - 1) + 1,
      node = run.nodeAt(step),
      steps = Array.from({ length: step - start }, (_, at) => start + 1 + at),
      skipped = steps.filter(at => run.verbs[at - 1] === VERB.SKIP).map(at => run.cellOf(at)),
      culprits = this.inOrder(this.handed(node) ?? 0n, node);
    return { start, deadEnd: run.cellOf(start), culprits, skipped };
  }

  /** What a jump at a step, or a look that has just failed there, has to blame; null: neither. */
  at(step) {
    const { run } = this,
      node = run.nodeAt(step);
    if ([VERB.BACKTRACK, VERB.SKIP].includes(run.verbs[step - 1])) {
      const { start, skipped } = this.jump(step);
      return this.below(run.nodeAt(start), skipped);
    }
    const fails = step && run.kind[node] === KIND.FAILURE && run.last[node] === step + 1;
    return fails ? this.leaf(node) : null;
  }

  /** Why a node came to nothing: its look failed, or all values below it did; null if it is
   * neither. @param {number} node */
  why(node) {
    const { run } = this;
    if (!node || !run.last[node] || run.alive[node]) return null;
    return run.kind[node] === KIND.FAILURE ? this.leaf(node) : this.below(node);
  }

  /** Which cells are to blame for a failed node, and where a jump would have gone.
   * @param {number} node @param {number} step nothing is said of what comes after it */
  words(node, step) {
    const { run } = this,
      label = run.label(node),
      name = run.name(run.nodeCell[node]),
      fault = this.known ? this.why(node) : null;
    const unknown =
      "the cells to blame are not known: values were removed for reasons of several cells";
    if (!fault) return `${label} failed; ${unknown}`;
    const { culprits, back } = fault,
      names = list(culprits.map(({ cell }) => run.name(cell))),
      dead = run.name(fault.dead),
      was = `${names || "no cell"} ${culprits.length > 1 ? "were" : "was"} to blame`;
    if (back < 0) {
      const above = run.parent[node],
        how = dead === name ? "" : `: ${dead} has no value left`,
        failed = `${label} failed${how}; ${names ? was : "no other searched cell was to blame"}`;
      const over = run.last[above] <= step && this.why(above);
      return over ? `${failed}; in the end ${this.words(above, step)}` : failed;
    }
    const spent = `no value of ${dead} was left to try`,
      went = `${spent}: backtracking went back to ${name}`,
      to = back ? `gone to ${run.name(run.nodeCell[back])}` : "ended the search";
    if (run.kind[node] === KIND.SKIPPED) return `${spent}; ${was}, so the jump passed ${name}`;
    if (run.header.jump) return `${spent}; ${was}: the search went back to ${name}`;
    return back === node
      ? `${went}, as a jump would have; ${was}`
      : `${went}; ${was}: a jump would have ${to}`;
  }

  /** @param {number} node whose look failed @returns {Fault} */
  leaf(node) {
    const { board, run } = this;
    board.seek(run.last[node] - 1);
    const wiped = this.wiped(),
      dead = wiped < 0 ? run.nodeCell[node] : wiped;
    const direct = wiped >= 0 ? -1n : (this.visits.get(run.parent[node])?.direct ?? 0n); // -1n: all
    const all = this.listed(this.ofNode.get(node) ?? 0n, node, direct),
      culprits = all.filter(({ cell }) => cell !== dead);
    return { dead, culprits, back: -1, skipped: [], from: node };
  }

  /** @param {number} node below which all values came to nothing @param {number[]} skipped
   * @returns {Fault | null} */
  below(node, skipped = []) {
    const visit = this.visits.get(node);
    if (!visit) return null;
    const culprits = this.listed(visit.sets.at(-1) ?? 0n, node, visit.direct);
    return { dead: visit.cell, culprits, back: culprits.at(-1)?.node ?? 0, skipped, from: node };
  }

  /** @param {bigint} set @param {bigint} direct what a sign or a line blames */
  listed(set, node, direct) {
    return this.nodesOf(set, node).map(at => {
      const cell = this.run.nodeCell[at];
      return { cell, node: at, direct: Boolean(direct & this.bits[cell]) };
    });
  }
}
