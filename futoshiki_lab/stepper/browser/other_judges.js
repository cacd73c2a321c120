// Judges of moves that no recorded search tells: those of AC-3 alone (which arc is revised next,
// what has no support there, which arcs come back), and those of free play, without an algorithm.
//
// Know no page and also run under Node.

import { lacks, TURNED } from "./beliefs.js";
import { Judge, move, TUTOR_WORDS } from "./drive.js";
import { list } from "./page.js";
import { bit, HOLDS, valuesOf } from "./puzzle.js";
import { unspot } from "./quiz.js";
import { VERB } from "./recording.js";
import { Run } from "./run.js";

/** @typedef {import("./drive.js").Move} Move
 * @typedef {[x: number, y: number]} Arc the cell to be revised, and the one that it asks
 * @typedef {(drive: ArcDrive) => Move[] | false} Moves
 * @typedef {{name: string, say: string, moves: Moves}} ArcMisconception `moves`: instead of those
 *   of AC-3, where they differ */

const [PASS, INTO, OUT] = [move("pass"), move("into"), move("out")];
/** @param {Arc[]} arcs */
const arcMoves = arcs => arcs.map(([x, y]) => move("arc", x, y));
/** @param {ArcDrive} drive @param {number} cell @param {(value: number) => boolean} goes */
const cuts = ({ domains }, cell, goes = () => true) =>
  valuesOf(domains[cell])
    .filter(goes)
    .map(value => move("strike", cell, value));

/** What may come next, by phase; the first is a move that helps.
 * @type {Record<string, (drive: ArcDrive) => Move[]>} */
const AC3 = {
  arc: ({ finds, queue }) => [
    ...arcMoves(finds),
    ...(finds.length ? [] : [PASS]),
    ...arcMoves(queue),
  ],
  revise: ({ left, wiped, missing }) =>
    left.length ? left : [wiped ? move("fail") : missing.length ? INTO : PASS],
  return: ({ missing }) => (missing.length ? arcMoves(missing) : [PASS]),
  over: () => [],
};

/** What learners do instead, by phase. @type {Record<string, Record<string, Moves>>} */
const IDEAS = {
  arc: {
    "takes an arc the wrong way round": ({ queue }) => arcMoves(queue.map(([x, y]) => [y, x])),
    "stops before the queue is empty": ({ finds }) => finds.length > 0 && [PASS],
  },
  revise: {
    "revises the wrong cell of the arc": drive => cuts(drive, drive.other),
    "reads a sign the wrong way": drive => {
      const { run, cell, other, domains } = drive,
        turned = TURNED[run.relation(cell, other)] ?? "≠",
        goes = one => valuesOf(domains[other]).some(two => HOLDS[turned](one, two));
      return turned !== "≠" && cuts(drive, cell, one => !goes(one));
    },
    "strikes for another arc": drive =>
      cuts(drive, drive.cell, one => drive.into.some(([z]) => lacks(drive, drive.cell, one, z))),
    "strikes a value that has a support": drive => cuts(drive, drive.cell),
    "misses the wipe-out": ({ wiped }) => wiped && [PASS, INTO, OUT],
    "forgets the arcs that come back": ({ lost, missing }) => lost && missing.length > 0 && [PASS],
    "adds the arcs although nothing was struck": ({ left, struck }) =>
      !left.length && !struck.size && [INTO, OUT],
    "adds the arcs that leave the cell": ({ lost }) => lost && [OUT],
    "adds an arc twice": ({ lost, missing }) => lost && !missing.length && [INTO],
  },
  return: {
    "forgets the arcs that come back": ({ missing }) => missing.length > 0 && [PASS],
    "adds back the arc just done": ({ cell, other }) => [move("arc", other, cell)],
    "adds an arc twice": drive => arcMoves(drive.into.filter(arc => drive.waits(arc))),
  },
};

/** What a tutor says, with the words of `ARC_WORDS`. @type {Record<string, string>} */
const REPLIES = {
  "takes an arc the wrong way round": "{turned} waits: the cell to be revised comes first.",
  "stops before the queue is empty": "Not yet: an arc that waits finds a value without support.",
  "revises the wrong cell of the arc": "{here} is revised; {other} is only asked for supports.",
  "reads a sign the wrong way": "Read the sign again: {sign}.",
  "strikes for another arc": "{value} has a support in {other}, and this arc asks nobody else.",
  "strikes a value that has a support": "{value} stays: {support} of {other} goes with it.",
  "misses the wipe-out": "{here} has no value left: a wipe-out, and AC-3 ends.",
  "forgets the arcs that come back":
    "{here} has lost a value, which may have been somebody's last support: ask them again.",
  "adds the arcs although nothing was struck":
    "Nothing went from {here}, so no support was lost: no arc comes back.",
  "adds the arcs that leave the cell":
    "What {here} lost matters to those who ask it: to the arcs into {here}.",
  "adds back the arc just done":
    "What went had no support in {other}, so {other} has lost no support.",
  "adds an arc twice": "What comes back waits in the queue already.",
};

const ARC_MISCONCEPTIONS = Object.entries(REPLIES).map(([name, say]) => {
  const moves = (/** @type {ArcDrive} */ drive) => IDEAS[drive.phase][name]?.(drive) ?? false;
  return { name, say, moves };
});

/** What stands in braces. @type {Record<string, (drive: ArcDrive, move: Move) => string>} */
const ARC_WORDS = {
  ...TUTOR_WORDS,
  other: drive => drive.name(drive.other),
  now: drive => drive.write(drive.cell, drive.other),
  arc: (drive, { cell, value }) => drive.write(cell, value),
  turned: (drive, { cell, value }) => drive.write(value, cell),
  sign: ({ run, cell, other }) => run.rule(cell, other),
  gone: ({ run, struck }) => list([...struck].map(one => run.word(unspot(one)[1]))),
  support: ({ run, cell, other, domains }, { value }) =>
    run.word(valuesOf(domains[other]).find(two => run.goes(cell, value, other, two)) ?? 0),
};

/** A learner's way through AC-3, from a board of a run and a queue of arcs. Any order of the arcs
 * is right. @extends {Judge<ArcMisconception>} */
export class ArcDrive extends Judge {
  words = ARC_WORDS;
  known = ARC_MISCONCEPTIONS;
  other = -1; // the cell that the arc asks
  /** @type {Move[]} */ right = []; // those that may come next

  /** @param {import("./run.js").Run} run @param {number} step whose board AC-3 begins with
   * @param {Arc[]} queue */
  constructor(run, step, queue) {
    super(run);
    this.see(step);
    this.queue = [...queue];
    this.enter("arc");
  }

  /** The arcs that would remove something. */
  get finds() {
    return this.queue.filter(arc => this.unsupported(...arc).length);
  }

  /** The strikes that are left. */
  get left() {
    return this.unsupported(this.cell, this.other);
  }

  get wiped() {
    return !this.domains[this.cell];
  }

  /** Whether the cell is revised, and has lost a value, but not its last. */
  get lost() {
    return !this.left.length && !this.wiped && this.struck.size > 0;
  }

  /** @returns {Arc[]} */
  get into() {
    return this.run.neighbours(this.cell).map(z => [z, this.cell]);
  }

  /** The arcs that come back and do not wait yet. */
  get missing() {
    const { struck, values, other } = this,
      back = this.into.filter(([z]) => values[z] < 0 && z !== other);
    return struck.size ? back.filter(arc => !this.waits(arc)) : [];
  }

  /** @param {Arc} arc */
  waits([x, y]) {
    return this.queue.some(arc => arc[0] === x && arc[1] === y);
  }

  /** @param {number} x @param {number} y */
  unsupported(x, y) {
    return cuts(this, x, one => lacks(this, x, one, y));
  }

  /** @param {ArcMisconception} [changed] @returns {Move[]} */
  options(changed) {
    const theirs = changed?.moves(this);
    return theirs && theirs.length ? theirs : this.right;
  }

  /** @param {Move} move */
  refuse({ kind, cell }) {
    const { phase, values, left } = this;
    if (phase === "arc") return kind === "arc" ? "{arc} does not wait." : "First take an arc.";
    if (phase === "return") {
      if (kind !== "arc") return "First say which arcs come back.";
      return values[cell] < 0 ? "{cell} does not ask {here}." : "{cell} has its value.";
    }
    if (kind === "strike" && cell !== this.cell) return "{cell} is not in this arc: revise {now}.";
    if (kind === "strike") return "{value} is not in {here} any more.";
    return left.length
      ? "Not yet: a value of {here} has no support in {other}."
      : "No domain is empty.";
  }

  /** An arc in words. @param {number} x @param {number} y */
  write(x, y) {
    return `(${this.name(x)}, ${this.name(y)})`;
  }

  /** @param {string} phase "arc": if one waits */
  enter(phase) {
    this.phase = phase !== "arc" || this.queue.length ? phase : "over";
    this.right = AC3[this.phase](this);
  }

  take(/** @type {Move} */ move) {
    const { kind, cell, value } = move;
    let { phase } = this;
    this.done.push(move);
    this.told = false;
    if (kind === "into") phase = "return";
    else if (kind === "strike") this.strike(cell, value);
    else if (kind === "arc" && phase === "return") this.queue.push([cell, value]);
    else if (kind === "arc") {
      this.queue = this.queue.filter(([x, y]) => x !== cell || y !== value);
      this.struck.clear();
      Object.assign(this, { cell, other: value });
      phase = "revise";
    } else {
      if (kind === "fail" || phase === "arc") this.queue = [];
      phase = "arc";
    }
    this.enter(phase);
  }
}

// -- free play ------------------------------------------------------------------------------------

/** Any free cell, any value that has not come to nothing there, back to any choice. A dead end is a
 * value that is given back before another one is tried below it, as in every search.
 * @extends {Judge<any>} */
export class Free extends Judge {
  look = "bt"; // a value that breaks a rule fails at once, and nothing is struck out
  /** @type {Uint32Array<ArrayBuffer>[]} */ above = []; // by depth, what is left of each cell
  /** @type {number[][]} */ next = []; // what is known to come: a value that fails is given back
  /** @type {import("./recording.js").SentRun} */ sent;

  /** @param {Run} run of which only the setup is there @param {Move[]} [done] */
  constructor(run, done = []) {
    super(run);
    const { verbs, values, others, places, cells, begin, steps } = run,
      open = begin < Infinity ? "" : "unsatisfiable"; // givens may break a rule
    this.events = Array.from(verbs, (verb, at) => [verb, values[at], others[at], places[at]]);
    this.domains = Uint32Array.from({ length: cells }, (_, cell) => run.all(cell));
    this.write([], steps.solution.length ? "solved" : open);
    for (const one of done) {
      this.cell = one.cell;
      this.make(one);
    }
  }

  /** Write down what happened. All views have this run: it stays the same object. Until the search
   * is over it ends with what comes next, known or not. @param {number[][]} events
   * @param {string} [outcome] @param {number[][]} [next] */
  write(events, outcome = "", next = []) {
    const { run } = this,
      ahead = next.length ? next : [[0, 0, 0, 0]];
    this.events.push(...events);
    this.next = next;
    this.phase = outcome ? "over" : "free";
    const all = outcome ? this.events : [...this.events, ...ahead],
      header = JSON.stringify({ ...run.header, outcome, events: all.length }),
      column = at => new Uint8Array(Uint32Array.from(all, event => event[at] ?? 0).buffer),
      [verbs, values, others, places, sites] = [0, 1, 2, 3, 4].map(column);
    this.sent = { header, verbs, values, others, places, sites };
    Object.assign(run, new Run(this.sent));
    this.step = this.events.length;
    this.cursor.seek(this.step);
    this.nodes = run.steps.node.length;
    this.dead_ends = run.steps["dead end"].length;
  }

  /** Whether nothing but to go back is left: a rule is broken, or a cell has no value. */
  get dead() {
    return this.next.length > 0 || this.domains.includes(0);
  }

  allows(/** @type {Move} */ move) {
    return !this.refuse(move);
  }

  /** @param {Move} move @returns {string} "" if it can be made */
  refuse({ kind, cell, value }) {
    const path = this.cursor.path();
    if (kind === "restore") return path.length ? "" : "There is nothing to give back.";
    if (kind === "back") return cell < 0 || path.includes(cell) ? "" : "{cell} is given.";
    if (kind !== "value") return "Here you try values, and give them back.";
    if (!this.free.includes(this.cell)) return "First choose a cell.";
    if (this.next.length) return "A rule is broken: first give back.";
    return this.domains[this.cell] & bit(value) ? "" : "{value} is not left in {here}.";
  }

  take(/** @type {Move} */ { kind, cell, value }) {
    const tries = kind === "value";
    this.done.push({ kind, cell: tries ? this.cell : cell, value });
    if (tries) this.assign(value);
    else if (kind === "restore" || cell >= 0) this.goBack(cell);
    else {
      if (this.next.length) this.goBack(-1);
      this.write([], this.run.header.outcome || "stopped");
    }
  }

  assign(/** @type {number} */ value) {
    const { run, cell, step, values } = this,
      { placeCell, placeOther, known, nodeCell, nodeValue } = run,
      node = run.nodeAt(step),
      events = [[VERB.ASSIGN, value, 0, cell]];
    if (node && !known[node]) events.unshift([VERB.ACCEPT, nodeValue[node], 0, nodeCell[node]]);
    const fails = other => values[other] >= 0 && !run.goes(cell, value, other, values[other]),
      pair = placeOther.findIndex((other, at) => placeCell[at] === cell && fails(other));
    this.above.push(this.domains);
    this.domains = this.domains.slice();
    if (pair >= 0) {
      events.push([VERB.CHECK, value, values[placeOther[pair]], pair]);
      this.write(events, "", [[VERB.RESTORE, value, run.height[step], cell]]);
    } else if (this.free.length > 1) this.write(events);
    else this.write([...events, [VERB.SOLUTION, 0, 0, placeCell.length - 1]], "solved");
    this.cell = -1;
  }

  /** Give the last value back, or all from a cell's on; one that led to a dead end came to nothing.
   * @param {number} to the cell, or -1 */
  goBack(to) {
    const { run, dead } = this,
      node = run.nodeAt(this.step),
      [cell, value] = [run.nodeCell[node], run.nodeValue[node]],
      back = [VERB.RESTORE, value, run.height[run.first[node]] - 1, cell];
    this.domains = this.above.pop() ?? this.domains;
    if (dead) this.domains[cell] &= ~bit(value);
    this.write([back], this.domains.includes(0) && !this.above.length ? "unsatisfiable" : "");
    this.cell = cell;
    if (to >= 0 && cell !== to) this.goBack(to);
  }
}
