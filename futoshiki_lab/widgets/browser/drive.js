// A learner drives a recorded run: what the algorithm may do next, and which misconception would do
// something else.
//
// Knows no page and also runs under Node. What the next move may be follows from a belief about the
// search: what a look removes, which cell is selected, which value is tried, where the search goes
// back to. The truth is one belief; a misconception changes a part of it.

import { count, list } from "./page.js";
import { bit, HOLDS, valuesOf } from "./puzzle.js";
import { Cursor, VERB } from "./recording.js";

/** A cell is chosen, a value tried or struck out; a look passes or fails; what a value removed is
 * given back; the search goes back to a cell (-1: it ends).
 * @typedef {{kind: "cell" | "value" | "strike" | "pass" | "fail" | "restore" | "back",
 *   cell: number, value: number}} Move
 * @typedef {{removes(drive: Drive): number[], wiped(drive: Drive): number[],
 *   cells(drive: Drive): number[], values(drive: Drive): number[], back(drive: Drive): number,
 *   restores: boolean}} Belief
 * @typedef {Partial<Belief> & {name: string, looks?: string[],
 *   selects?: string[], jumps?: boolean, puzzles?: boolean,
 *   say(drive: Drive, move: Move): string}} Misconception */

const NEVER = -2; // no cell, and not the end of the search, which is -1
const SLIPS = 0.1; // how often a move is not the one that the learner believes in
const ODDS = (1 - SLIPS) / SLIPS;
const SURE = 100; // how many times likelier than the truth a misconception is, to be named

/** A value of a cell as one number. @param {number} cell @param {number} value */
const spotOf = (cell, value) => cell * 64 + value;
const cellOf = (/** @type {number} */ spot) => Math.floor(spot / 64);

/** The values of its neighbours that the value just tried rules out. @param {Drive} drive
 * @param {(relation: string, cell: number) => string} [read] how each constraint is read instead;
 * "" is not at all */
function ruledOut({ run, domains, values, cell, value }, read) {
  const free = run.neighbours(cell).filter(other => values[other] < 0);
  return free.flatMap(other => {
    const relation = read?.(run.relation(cell, other), other);
    const goes = (/** @type {number} */ one) =>
      relation
        ? HOLDS[/** @type {"<"} */ (relation)](value, one)
        : run.goes(cell, value, other, one);
    const left = valuesOf(relation === "" ? 0 : domains[other]);
    return left.filter(one => !goes(one)).map(one => spotOf(other, one));
  });
}

/** The values that no value of some neighbour supports. @param {Drive} drive */
function unsupported({ free, run, domains }) {
  const lacks = (/** @type {number} */ cell, /** @type {number} */ one) =>
    run
      .neighbours(cell)
      .some(other => !valuesOf(domains[other]).some(two => run.goes(cell, one, other, two)));
  return free.flatMap(cell =>
    valuesOf(domains[cell])
      .filter(one => lacks(cell, one))
      .map(one => spotOf(cell, one)),
  );
}

/** What each look removes; of other looks the recording tells.
 * @type {Record<string, (drive: Drive) => number[]>} */
const REMOVES = { bt: () => [], fc: drive => ruledOut(drive), mac: unsupported };

/** The free cells with the least of something. @param {Drive} drive
 * @param {(cell: number) => number} key */
function least(drive, key) {
  const few = Math.min(...drive.free.map(key));
  return drive.free.filter(cell => key(cell) === few);
}
const left = (/** @type {Drive} */ { domains }, /** @type {number} */ cell) =>
  valuesOf(domains[cell]).length;

/** A misconception about what forward checking removes, by how it reads a constraint.
 * @param {string} name @param {(drive: Drive, relation: string, cell: number) => string} read
 * @param {Misconception["say"]} say @returns {Misconception} */
const misread = (name, read, say) => ({
  name,
  looks: ["fc"],
  puzzles: true,
  removes: drive => ruledOut(drive, (relation, cell) => read(drive, relation, cell)),
  say,
});
/** @param {"row" | "column"} one @param {"row" | "column"} other */
const alongOne = (one, other) =>
  misread(
    `looks along the ${one} only`,
    ({ run, cell }, relation, seen) => (run[one](cell) === run[one](seen) ? relation : ""),
    drive => `The ${other} too: ${drive.nameLeft()} shares it.`,
  );
/** @type {Record<string, string>} */ const turned = { "<": ">", ">": "<", "≠": "≠" };

/** What learners do instead, and what a tutor says. @type {Misconception[]} */
export const MISCONCEPTIONS = [
  alongOne("row", "column"),
  alongOne("column", "row"),
  misread(
    "forgets the signs",
    () => "≠",
    drive => `The signs too: ${drive.nameLeft()} has values that break one.`,
  ),
  misread(
    "looks at signs only",
    (_, relation) => (relation === "≠" ? "" : relation),
    drive => `Not only the signs: ${drive.nameLeft()} must be different, too.`,
  ),
  misread(
    "reads a sign the wrong way",
    (_, relation) => turned[relation],
    (drive, { kind, cell }) =>
      `Read the sign again: ${kind === "strike" ? drive.nameRule(cell) : drive.nameLeft()}.`,
  ),
  {
    name: "goes on to arc consistency",
    looks: ["fc"],
    removes: unsupported,
    say: drive =>
      "That would be arc consistency. Forward checking asks only what " +
      `${drive.nameTried()} rules out.`,
  },
  {
    name: "stops at forward checking",
    looks: ["mac"],
    removes: drive => ruledOut(drive),
    say: drive => `Arc consistency goes on: ${drive.nameLeft()} has a value without support.`,
  },
  {
    name: "misses the wipe-out",
    looks: ["fc", "mac"],
    wiped: () => [],
    say: drive => `${drive.nameWiped()} has no value left: a wipe-out, and the look ends.`,
  },
  {
    name: "takes one value left for a wipe-out",
    looks: ["fc", "mac"],
    wiped: drive => drive.free.filter(cell => left(drive, cell) < 2),
    say: () => "No domain is empty: one value left is no wipe-out.",
  },
  {
    name: "selects the fewest values",
    selects: ["reading"],
    cells: drive => least(drive, cell => left(drive, cell)),
    say: (drive, { cell }) => drive.compare(cell),
  },
  {
    name: "selects in reading order",
    selects: ["mrv", "mrv_degree", "dom_wdeg", "legal_mrv", "legal_mrv_degree"],
    cells: drive => drive.free.slice(0, 1),
    say: (drive, { cell }) => drive.compare(cell),
  },
  {
    name: "breaks ties the wrong way",
    selects: ["mrv", "mrv_degree"],
    cells: drive => least(drive, cell => left(drive, cell)),
    say: (drive, { cell }) => drive.compare(cell),
  },
  {
    name: "selects the most values",
    selects: ["mrv", "mrv_degree"],
    cells: drive => least(drive, cell => -left(drive, cell)),
    say: (drive, { cell }) => drive.compare(cell),
  },
  {
    name: "tries the values in another order",
    values: drive => drive.untried,
    say: drive => `The order of values is ${drive.order}.`,
  },
  {
    name: "tries a value again",
    values: drive => drive.tried,
    say: (drive, { value }) => `${drive.run.word(value)} was tried here: it came to nothing.`,
  },
  {
    name: "restores too much",
    values: ({ run, domains, cell }) => valuesOf(run.all(cell) & ~domains[cell]),
    say: (drive, { value }) =>
      `${drive.run.word(value)} had gone from ${drive.name(drive.cell)} before this node: ` +
      "restore does not give it back.",
  },
  {
    name: "does not give back",
    restores: false,
    say: drive => `First give back what ${drive.nameTried()} removed.`,
  },
  {
    name: "goes back too early",
    back: ({ untried, path }) => (untried.length ? (path.at(-1) ?? -1) : NEVER),
    say: drive => `${drive.name(drive.cell)} has more to try: ${drive.nameUntried()}.`,
  },
  {
    name: "jumps where the search backtracks",
    jumps: false,
    back: ({ phase, run, step, cell }) => {
      const known = phase === "back" && run.blame.known;
      const set = known && run.blame.conflicts(step).find(one => one.cell === cell);
      return set ? (set.culprits.at(-1) ?? -1) : NEVER;
    },
    say: drive => `Backtracking goes to the last choice, ${drive.nameBack()}, whoever is to blame.`,
  },
  {
    name: "backtracks where the search jumps",
    jumps: true,
    back: ({ phase, path }) => (phase === "back" ? (path.at(-1) ?? -1) : NEVER),
    say: drive => `Another value there does not help: ${drive.nameCulprits()} to blame.`,
  },
  {
    name: "goes back to the start",
    back: ({ phase, path }) => (phase === "back" ? (path[0] ?? -1) : NEVER),
    say: drive => `Not so far: the search goes back to ${drive.nameBack()}.`,
  },
];

/** A learner's way through a run: where they stand, what they did, what they may do next. */
export class Drive {
  /** @type {Uint32Array} */ domains; // what is left of each, with what has been struck out
  /** @type {Int16Array} */ values; // -1 where a cell has none
  step = 0; // the last event of the run that the learner has come to
  /** @type {"cell" | "value" | "look" | "restore" | "back" | "over"} */ phase = "over";
  node = 0; // the one whose look goes on, or that is tried next
  cell = -1; // the one that values are tried for
  value = 0;
  /** @type {Set<number>} */ struck = new Set(); // in this look
  told = false; // whether a wrong move was made here: only the first counts for a guess
  moves = 0;
  /** @type {Record<string, number>} */ mistakes = {}; // by the name of the misconception
  /** @type {Map<Misconception, number>} */ signs = new Map(); // for each how much speaks for it

  /** @param {import("./run.js").Run} run @param {string[]} asks what the learner does themselves:
   * "cell", "strike", "look", "restore"; values and ways back are always theirs */
  constructor(run, asks = ["cell", "strike", "look", "restore"]) {
    this.run = run;
    this.asks = asks;
    this.cursor = new Cursor(run);
    const [look, select, order = ""] = run.header.settings.split(", ");
    this.look = look;
    this.select = select;
    this.order = order;
    /** @type {Belief} */ this.truth = {
      removes: REMOVES[look] ?? (() => this.recorded().filter(spot => this.holds(spot))),
      wiped: () => this.free.filter(cell => !this.domains[cell]),
      cells: () => [run.nodeCell[this.node]],
      values: () => (this.phase === "value" ? [run.nodeValue[this.node]] : []),
      back: () => (this.phase === "back" ? this.target() : NEVER),
      restores: true,
    };
    this.stand(run.verbs.indexOf(VERB.BEGIN) + 1);
  }

  /** Stand at a step: the next event of the run says which kind of move comes.
   * @param {number} step */
  stand(step) {
    const { run, cursor } = this;
    const next = () => run.verbs[step];
    while (next() === VERB.CHECK || next() === VERB.SOLUTION || next() === VERB.ACCEPT) step++;
    this.step = step;
    cursor.seek(step);
    this.domains = cursor.domains.slice();
    this.values = cursor.values;
    this.struck.clear();
    this.told = false;
    const at = run.nodeAt(step);
    const tried = next() === VERB.ASSIGN ? run.nodeAt(step + 1) : 0;
    // of a look that was cut off nobody knows the end
    if (tried && (run.known[tried] || run.last[tried])) {
      this.node = tried;
      this.cell = run.nodeCell[this.node];
      const chosen = this.triedNodes.length > 0 || !this.asks.includes("cell");
      this.phase = chosen ? "value" : "cell";
      if (!chosen) this.cell = -1;
    } else if (next() === VERB.RESTORE) this.wait(at);
    else if (next() === VERB.BACKTRACK) this.phase = "back";
    else this.phase = "over";
  }

  /** Wait until what a node removed is given back. @param {number} node */
  wait(node) {
    Object.assign(this, { node, cell: this.run.nodeCell[node], value: this.run.nodeValue[node] });
    this.phase = "restore";
    if (!this.asks.includes("restore")) this.stand(this.step + 1);
  }

  get free() {
    return [...this.values.keys()].filter(cell => this.values[cell] < 0);
  }

  /** The searched cells that have a value, in the order in which they were tried. */
  get path() {
    return this.cursor.path();
  }

  /** The nodes that were tried for this cell before, below the same node. */
  get triedNodes() {
    const { run, node } = this,
      found = [];
    for (let one = run.parent[node] + 1; one < node; one += run.below[one] + 1)
      if (run.nodeCell[one] === run.nodeCell[node]) found.push(one);
    return found;
  }

  get tried() {
    return this.phase === "value" ? this.triedNodes.map(node => this.run.nodeValue[node]) : [];
  }

  get untried() {
    return valuesOf(this.domains[this.cell]).filter(one => !this.tried.includes(one));
  }

  /** The end of the look that goes on: its last event before the value is taken back, or kept. */
  get end() {
    const { run, node } = this;
    return run.known[node] || (run.last[node] || run.length + 1) - 1;
  }

  /** Whether the look that goes on fails in the recorded run. */
  get fails() {
    return !this.run.known[this.node];
  }

  /** What the recorded look removes. */
  recorded() {
    const { run } = this,
      found = [];
    for (let step = this.step + 1; step <= this.end; step++)
      if (run.verbs[step - 1] === VERB.PRUNE)
        found.push(spotOf(run.cellOf(step), run.values[step - 1]));
    return found;
  }

  holds(/** @type {number} */ spot) {
    return Boolean(this.domains[cellOf(spot)] & bit(spot % 64));
  }

  /** The cells of a failed check: under bt any assigned neighbour that the value violates. */
  get violated() {
    const { run, values, cell, value } = this;
    return run
      .neighbours(cell)
      .filter(other => values[other] >= 0)
      .filter(other => !run.goes(cell, value, other, values[other]));
  }

  /** The cell to which the search goes back now; -1 if it ends. */
  target() {
    const jump = this.run.jumpAt(this.step + 1);
    return (jump ? jump.culprits : this.path).at(-1) ?? -1;
  }

  // -- what may come next -----------------------------------------------------------------------

  /** The moves that follow from what somebody believes; the first is as good as any.
   * @param {Partial<Belief>} [changed] what is believed instead of the truth @returns {Move[]} */
  options(changed = {}) {
    const { phase, look } = this,
      believed = { ...this.truth, ...changed };
    /** @type {(kind: Move["kind"], cell?: number, value?: number) => Move} */
    const move = (kind, cell = -1, value = 0) => ({ kind, cell, value });
    const tries = (/** @type {number[]} */ values) => values.map(one => move("value", -1, one));
    if (phase === "over") return [];
    if (phase === "cell") return believed.cells(this).map(cell => move("cell", cell));
    if (phase === "restore")
      return believed.restores
        ? [move("restore")]
        : [...tries(valuesOf(this.run.all(this.cell))), move("back", this.path.at(-2) ?? -1)];
    if (phase !== "look") {
      const back = believed.back(this);
      return [...tries(believed.values(this)), ...(back === NEVER ? [] : [move("back", back)])];
    }
    const ends = move(this.fails ? "fail" : "pass");
    if (look === "bt")
      return this.violated.length ? this.violated.map(cell => move("fail", cell)) : [move("pass")];
    if (!this.asks.includes("strike")) return changed.removes || changed.wiped ? [] : [ends];
    if (believed.wiped(this).length) return [move("fail")];
    const strikes = believed.removes(this).map(spot => move("strike", cellOf(spot), spot % 64));
    return strikes.length ? strikes : [look in REMOVES ? move("pass") : ends];
  }

  /** Whether a move follows from what somebody believes. @param {Move} move
   * @param {Partial<Belief>} [changed] what is believed instead of the truth */
  allows({ kind, cell, value }, changed) {
    return this.options(changed).some(
      one => one.kind === kind && one.cell === cell && one.value === value,
    );
  }

  /** Make a move, if the algorithm could make it; otherwise say why it could not.
   * @param {Move} move @returns {string} "" if it was made */
  make(move) {
    const right = this.allows(move);
    if (!this.told) this.weigh(move, right);
    this.moves++;
    if (right) return (this.take(move), "");
    this.told = true;
    const { name, say } = this.diagnose(move);
    this.mistakes[name] = (this.mistakes[name] ?? 0) + 1;
    return say;
  }

  /** Count what a move says for each misconception and against it. @param {Move} move
   * @param {boolean} right */
  weigh(move, right) {
    for (const belief of this.known)
      if (this.allows(move, belief) !== right)
        this.signs.set(belief, (this.signs.get(belief) ?? 0) + (right ? -1 : 1));
  }

  /** The misconceptions that this algorithm can meet. */
  get known() {
    const fits = (/** @type {string[] | undefined} */ some, /** @type {string} */ one) =>
      !some || some.includes(one);
    return MISCONCEPTIONS.filter(
      ({ looks, selects, puzzles, jumps = this.run.header.jump }) =>
        !(puzzles && this.run.problem) &&
        fits(looks, this.look) &&
        fits(selects, this.select) &&
        jumps === this.run.header.jump,
    );
  }

  /** A guess at what the learner believes: the misconception whose moves these are, if that is
   * much more likely than the truth. Each first move that only one of both would make is `ODDS`
   * times as likely under the one as under the other. @returns {Misconception | null} */
  guess() {
    const [best] = [...this.signs].sort(([, a], [, b]) => b - a);
    return best && ODDS ** best[1] >= SURE ? best[0] : null;
  }

  /** The name of a mistake, and what a tutor says. @param {Move} move */
  diagnose(move) {
    const found = this.known
      .filter(belief => this.allows(move, belief))
      .sort((a, b) => (this.signs.get(b) ?? 0) - (this.signs.get(a) ?? 0));
    const said = found.map(belief => ({ name: belief.name, say: belief.say(this, move) }))[0];
    return said ?? { name: "another move", say: this.refuse(move) };
  }

  /** What is wrong with a move that no misconception explains. @param {Move} move */
  refuse({ kind, cell, value }) {
    const { phase, look } = this,
      name = this.name(cell),
      own = this.nameTried();
    const stands = cell >= 0 && this.values[cell] >= 0 ? `${name} has a value.` : "";
    if (phase === "cell")
      return kind === "cell" ? stands || this.compare(cell) : "First choose a cell.";
    if (phase === "restore") return `First give back what ${own} removed.`;
    if (phase === "value" || phase === "back")
      return kind === "back"
        ? `The search goes back to ${this.nameBack()}.`
        : kind === "value" && !this.untried.length
          ? `${this.name(this.cell)} has nothing left to try.`
          : `${this.name(this.cell)} has to be tried next: ${this.nameUntried()}.`;
    if (kind === "pass")
      return look === "bt"
        ? `${own} breaks a rule. Click the cell that it clashes with.`
        : `Not yet: ${this.nameLeft()} has a value that goes.`;
    if (kind === "fail")
      return look === "bt" ? `${name} does not clash with ${own}.` : "No domain is empty yet.";
    if (kind !== "strike") return "The look at the value comes first.";
    if (stands || !this.holds(spotOf(cell, value)))
      return stands || `${this.run.word(value)} is not in ${name} any more.`;
    return this.run.neighbours(this.cell).includes(cell)
      ? `${this.run.word(value)} stays: ${this.nameRule(cell)} allows it.`
      : `${this.run.word(value)} stays: no constraint joins ${name} and ${this.name(this.cell)}.`;
  }

  /** @param {Move} move */
  take({ kind, cell, value }) {
    if (kind === "cell") {
      this.cell = cell;
      this.phase = "value";
      this.told = false;
    } else if (kind === "value") {
      Object.assign(this, { cell: this.run.nodeCell[this.node], value });
      this.step = this.run.first[this.node];
      this.cursor.seek(this.step);
      this.domains = this.cursor.domains.slice();
      this.phase = "look";
      this.told = false;
      this.skip();
    } else if (kind === "strike") {
      this.domains[cell] &= ~bit(value);
      this.struck.add(spotOf(cell, value));
    } else if (kind === "pass" || kind === "fail") this.stand(this.end);
    else if (kind === "restore") this.stand(this.step + 1);
    else this.stand(this.goBack());
  }

  /** The step after going back: a jump takes all on its way back with it. */
  goBack() {
    const { from, to } = this.run.leaps,
      at = from.indexOf(this.step + 1);
    return at < 0 ? this.step + 1 : to[at];
  }

  /** Do what the learner is not asked for in a look. */
  skip() {
    if (!this.asks.includes("look")) this.stand(this.end);
  }

  // -- words ------------------------------------------------------------------------------------

  name(/** @type {number} */ cell) {
    return cell < 0 ? "no cell" : this.run.name(cell);
  }

  nameRule(/** @type {number} */ cell) {
    return this.run.rule(this.cell, cell);
  }

  /** The first cell that still has a value which the look removes. */
  nameLeft() {
    const [spot] = this.truth.removes(this);
    return spot === undefined ? "no cell" : this.name(cellOf(spot));
  }

  nameTried() {
    return `${this.name(this.cell)} = ${this.run.word(this.value)}`;
  }

  nameUntried() {
    return list(this.untried.map(value => this.run.word(value)));
  }

  nameWiped() {
    return list(this.truth.wiped(this).map(cell => this.name(cell)));
  }

  nameBack() {
    const cell = this.truth.back(this);
    return cell < 0 ? "nowhere: it ends" : this.name(cell);
  }

  nameCulprits() {
    const found = this.run.jumpAt(this.step + 1)?.culprits ?? [];
    const names = list(found.map(cell => this.name(cell))) || "no searched cell";
    return `${names} ${found.length > 1 ? "are" : "is"}`;
  }

  /** The cell that the search selects beside another one. @param {number} cell */
  compare(cell) {
    const right = this.run.nodeCell[this.node],
      values = (/** @type {number} */ one) => count(left(this, one), "value");
    const why =
      left(this, right) < left(this, cell)
        ? `${this.name(right)} has ${values(right)} left, ${this.name(cell)} has ${values(cell)}`
        : `${this.name(right)} comes before ${this.name(cell)}`;
    return `The selection is ${this.select}: ${why}.`;
  }
}
