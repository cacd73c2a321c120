// A learner who is AC-3: which arc is revised next, what has no support there, which arcs come
// back.
//
// Knows no page and also runs under Node.

import { lacks, TURNED } from "./beliefs.js";
import { Judge, move } from "./drive.js";
import { list } from "./page.js";
import { HOLDS, valuesOf } from "./puzzle.js";
import { unspot } from "./quiz.js";

/** @typedef {import("./drive.js").Move} Move
 * @typedef {[x: number, y: number]} Arc the cell to be revised, and the one that is asked
 * @typedef {{name: string, say: string, moves(drive: ArcDrive): Move[] | null | false}}
 *   ArcMisconception its moves, where it differs from AC-3 */

/** The arcs that come back, whether they wait already or not. @type {(drive: ArcDrive) => Arc[]} */
const into = ({ cell, run }) => run.neighbours(cell).map(z => [z, cell]);
/** @param {Arc[]} arcs */
const arcMoves = arcs => arcs.map(([x, y]) => move("arc", x, y));
const cuts = (cell, values) => values.map(value => move("strike", cell, value));
/** The ends of a revision. */
const PASS = move("pass"),
  INTO = move("into"),
  OUT = move("out");

/** What may come next, in each phase; the first is a move that helps.
 * @type {Record<string, (drive: ArcDrive) => Move[]>} */
const AC3 = {
  arc: drive => {
    const finds = drive.queue.filter(arc => drive.lacking(...arc).length);
    return [...arcMoves(finds), ...(finds.length ? [] : [PASS]), ...arcMoves(drive.queue)];
  },
  revise: drive => {
    if (drive.left.length) return cuts(drive.cell, drive.left);
    if (!drive.domains[drive.cell]) return [move("fail")];
    return [drive.missing.length ? INTO : PASS];
  },
  return: ({ missing }) => (missing.length ? arcMoves(missing) : [PASS]),
  over: () => [],
};

/** What learners do instead. @type {[string, string, ArcMisconception["moves"]][]} */
const ARC_TABLE = [
  [
    "revises the wrong cell of the arc",
    "{here} is revised here; {other} is only asked for supports.",
    ({ phase, other, domains }) => phase === "revise" && cuts(other, valuesOf(domains[other])),
  ],
  [
    "reads a sign the wrong way",
    "Read the sign again: {sign}.",
    ({ phase, run, cell, other, domains }) => {
      const turned = HOLDS[TURNED[run.relation(cell, other)]],
        goes = one => valuesOf(domains[other]).some(two => turned(one, two)),
        signed = phase === "revise" && run.relation(cell, other) in { "<": 0, ">": 0 };
      return (
        signed &&
        cuts(
          cell,
          valuesOf(domains[cell]).filter(one => !goes(one)),
        )
      );
    },
  ],
  [
    "strikes for another arc",
    "{value} has a support in {other}, and this arc asks nobody else.",
    drive => {
      const { cell, domains, phase, run } = drive,
        lost = one => run.neighbours(cell).some(z => lacks(drive, cell, one, z));
      return phase === "revise" && cuts(cell, valuesOf(domains[cell]).filter(lost));
    },
  ],
  [
    "strikes a value that has a support",
    "{value} stays: {support} of {other} goes with it.",
    ({ phase, cell, domains }) => phase === "revise" && cuts(cell, valuesOf(domains[cell])),
  ],
  [
    "misses the wipe-out",
    "{here} has no value left: a wipe-out, and AC-3 ends.",
    ({ phase, cell, domains }) => phase === "revise" && !domains[cell] && [PASS, INTO, OUT],
  ],
  [
    "forgets the arcs that come back",
    "{here} has lost a value, which may have been somebody's last support: ask them again.",
    ({ phase, revised, missing }) =>
      (revised || phase === "return") && missing.length > 0 && [PASS],
  ],
  [
    "adds the arcs although nothing was struck",
    "Nothing went from {here}, so no support was lost: no arc comes back.",
    ({ revised, struck }) => revised && !struck.size && [INTO, OUT],
  ],
  [
    "adds the arcs that leave the cell",
    "What {here} lost matters to those who ask it: to the arcs into {here}.",
    ({ revised, struck }) => revised && struck.size > 0 && [OUT],
  ],
  [
    "adds back the arc just done",
    "What went had no support in {other}, so {other} has lost no support.",
    ({ phase, cell, other }) => phase === "return" && [move("arc", other, cell)],
  ],
  [
    "adds an arc twice",
    "{waits} in the queue already.",
    drive => {
      const { phase, revised, struck, missing } = drive;
      if (phase === "return") return arcMoves(into(drive).filter(arc => drive.waits(...arc)));
      return revised && struck.size > 0 && !missing.length && [INTO];
    },
  ],
  [
    "takes an arc the wrong way round",
    "{turned} waits: the cell to be revised comes first.",
    ({ phase, queue }) => phase === "arc" && arcMoves(queue.map(([x, y]) => [y, x])),
  ],
  [
    "stops before the queue is empty",
    "Not yet: an arc that waits finds a value without support.",
    drive => drive.phase === "arc" && drive.right[0] !== PASS && [PASS],
  ],
];

/** @type {ArcMisconception[]} */
const ARC_MISCONCEPTIONS = ARC_TABLE.map(([name, say, moves]) => ({ name, say, moves }));

/** What stands in braces. @type {Record<string, (drive: ArcDrive, move: Move) => string>} */
const ARC_WORDS = {
  cell: (drive, { cell }) => drive.name(cell),
  value: ({ run }, { value }) => run.word(value),
  here: drive => drive.name(drive.cell),
  other: drive => drive.name(drive.other),
  now: drive => drive.write([drive.cell, drive.other]),
  asked: (drive, { cell, value }) => drive.write([cell, value]),
  sign: ({ run, cell, other }) => run.rule(cell, other),
  lost: ({ run, struck }) => list([...struck].map(one => run.word(unspot(one)[1]))),
  support: ({ run, cell, other, domains }, { value }) =>
    run.word(valuesOf(domains[other]).find(two => run.goes(cell, value, other, two)) ?? 0),
  waits: (drive, move) =>
    move.kind === "arc" ? `${ARC_WORDS.asked(drive, move)} waits` : "All these arcs wait",
  turned: (drive, { cell, value }) => drive.write([value, cell]),
};

/** A learner's way through AC-3, from a board of a run and a queue of arcs. What is right does not
 * depend on the order: any arc of the queue may be revised.
 * @extends {Judge<ArcMisconception>} */
export class ArcDrive extends Judge {
  words = ARC_WORDS;
  known = ARC_MISCONCEPTIONS;
  other = -1;
  /** @type {Move[]} */ done = []; // the right moves that were made
  /** @type {Move[]} */ right = []; // those that may come next

  /** @param {import("./run.js").Run} run @param {number} step whose board AC-3 begins with
   * @param {Arc[]} queue */
  constructor(run, step, queue) {
    super(run);
    this.see(step);
    this.queue = [...queue];
    this.enter("arc");
  }

  /** @param {string} phase "arc": if one waits */
  enter(phase) {
    this.phase = phase !== "arc" || this.queue.length ? phase : "over";
    this.right = AC3[this.phase](this);
  }

  /** The values of a cell that no value of another one supports. @param {number} x
   * @param {number} y */
  lacking(x, y) {
    return valuesOf(this.domains[x]).filter(one => lacks(this, x, one, y));
  }

  get left() {
    return this.lacking(this.cell, this.other);
  }

  /** Whether a cell has been revised, and has values left. */
  get revised() {
    return this.phase === "revise" && !this.left.length && this.domains[this.cell] > 0;
  }

  waits(/** @type {number} */ x, /** @type {number} */ y) {
    return this.queue.some(arc => arc[0] === x && arc[1] === y);
  }

  /** The arcs that come back and do not wait yet. */
  get missing() {
    const { struck, values, other } = this,
      asks = (/** @type {Arc} */ [z]) => values[z] < 0 && z !== other;
    return struck.size ? into(this).filter(arc => asks(arc) && !this.waits(...arc)) : [];
  }

  /** @param {ArcMisconception} [changed] @returns {Move[]} */
  options(changed) {
    const theirs = changed?.moves(this);
    return theirs && theirs.length ? theirs : this.right;
  }

  /** @param {Move} move */
  refuse({ kind, cell, value }) {
    const { phase, values } = this;
    if (phase === "arc") return kind === "arc" ? "{asked} does not wait." : "First take an arc.";
    if (phase === "return")
      if (kind !== "arc") return "First say which arcs come back.";
      else return values[cell] < 0 ? "{cell} does not ask {here}." : "{cell} has its value.";
    if (kind === "fail") return "{here} still has a value.";
    if (kind !== "strike") return "Not yet: a value of {here} has no support in {other}.";
    if (cell !== this.cell) return "{cell} is not in this arc: revise {now}.";
    return "{value} is not in {here} any more.";
  }

  /** An arc in words. @param {number[]} cells */
  write(cells) {
    return `(${cells.map(cell => this.name(cell)).join(", ")})`;
  }

  take(/** @type {Move} */ move) {
    const { kind, cell, value } = move,
      { phase } = this;
    this.done.push(move);
    this.told = false;
    if (kind === "into") return this.enter("return");
    if (kind === "strike") this.strike(cell, value);
    else if (kind === "arc" && phase === "return") this.queue.push([cell, value]);
    else if (kind === "arc") {
      this.queue = this.queue.filter(([x, y]) => x !== cell || y !== value);
      this.struck.clear();
      Object.assign(this, { cell, other: value });
      return this.enter("revise");
    } else {
      if (kind === "fail" || phase === "arc") this.queue = [];
      return this.enter("arc");
    }
    this.enter(phase);
  }
}
