// The judge of a learner who is AC-3: which arc is revised next, what has no support there, which
// arcs come back.
//
// Knows no page and also runs under Node.

import { lacks, TURNED } from "./beliefs.js";
import { Judge, move, TUTOR_WORDS } from "./drive.js";
import { list } from "../../stepper/browser/page.js";
import { HOLDS, valuesOf } from "../../stepper/browser/puzzle.js";
import { unspot } from "./quiz.js";

/** @import { Run } from "../../stepper/browser/run.js" */

/** @typedef {import("./drive.js").Move} Move
 * @typedef {[x: number, y: number]} Arc the cell to be revised, and the one with its supports
 * @typedef {(drive: ArcDrive) => Move[] | false} Moves
 * @typedef {{name: string, moves: Moves}} ArcMisconception `moves`: instead of those
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
  arc: ({ finds, queue }) => [...(finds.length ? arcMoves(finds) : [PASS]), ...arcMoves(queue)],
  revise: ({ left, wiped, missing }) =>
    left.length ? left : [wiped ? move("fail") : missing.length ? INTO : PASS],
  return: ({ missing }) => (missing.length ? arcMoves(missing) : [PASS]),
  over: () => [],
};

/** What learners do instead, by phase and by its name in ideas.txt.
 * @type {Record<string, Record<string, Moves>>} */
const IDEAS = {
  arc: {
    "takes an arc the wrong way round": ({ queue }) => arcMoves(queue.map(([x, y]) => [y, x])),
    "stops before the queue is empty": ({ finds }) => finds.length > 0 && [PASS],
  },
  return: {
    "forgets the arcs that come back": ({ missing }) => missing.length > 0 && [PASS],
    "adds back the arc just done": ({ cell, other }) => [move("arc", other, cell)],
    "adds an arc twice": drive => arcMoves(drive.into.filter(arc => drive.waits(arc))),
  },
  revise: {
    "revises the wrong cell of the arc": drive => cuts(drive, drive.other),
    "reads a sign the wrong way": drive => {
      const { run, cell, other, domains } = drive,
        turned = TURNED[run.relation(cell, other)] ?? "≠",
        goes = one => valuesOf(domains[other]).some(two => HOLDS[turned](one, two));
      return turned !== "≠" && cuts(drive, cell, one => !goes(one));
    },
    "removes for another arc": drive =>
      cuts(drive, drive.cell, one => drive.into.some(([z]) => lacks(drive, drive.cell, one, z))),
    "removes a value that has a support": drive => cuts(drive, drive.cell),
    "misses the wipe-out": ({ wiped }) => wiped && [PASS, INTO, OUT],
    "forgets the arcs that come back": ({ lost, missing }) => lost && missing.length > 0 && [PASS],
    "adds arcs although nothing was removed": ({ left, struck }) =>
      !left.length && !struck.size && [INTO, OUT],
    "adds the arcs that leave the cell": ({ lost }) => lost && [OUT],
    "adds an arc twice": ({ lost, missing }) => lost && !missing.length && [INTO],
  },
};

const NAMES = new Set(Object.values(IDEAS).flatMap(Object.keys));
const ARC_MISCONCEPTIONS = [...NAMES].map(name => {
  const moves = (/** @type {ArcDrive} */ drive) => IDEAS[drive.phase][name]?.(drive) ?? false;
  return { name, moves };
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
  other = -1; // the other cell of the arc
  /** @type {Move[]} */ right = []; // those that may come next

  /** @param {Run} run @param {number} step whose board AC-3 begins with @param {Arc[]} queue */
  constructor(run, step, queue) {
    super(run);
    this.see(step);
    this.queue = [...queue];
    this.enter("arc");
  }

  get finds() {
    return this.queue.filter(arc => this.unsupported(...arc).length);
  }

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
    if (phase === "arc")
      return kind === "arc" ? "{arc} is not in the queue." : "First take an arc.";
    if (phase === "return") {
      if (kind !== "arc") return "First say which arcs are added.";
      return values[cell] < 0 ? "No arc leads from {cell} to {here}." : "{cell} has its value.";
    }
    if (kind === "strike" && cell !== this.cell) return "{cell} is not in this arc: revise {now}.";
    if (kind === "strike") return "{value} is not in {here} any more.";
    return left.length
      ? "Not yet: a value of {here} has no support in {other}."
      : "No domain is empty.";
  }

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
