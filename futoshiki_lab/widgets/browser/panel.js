// One recorded run: its board, the source with the running line lit, the counters; all its views.

import { BlameMarks, Conflicts, ReasonMarks } from "./blame_view.js";
import { Board } from "./board.js";
import { dress } from "./graph.js";
import { button, count, dom, forNotebook, h, number, put, sentence, write } from "./page.js";
import { valuesOf } from "./puzzle.js";
import { COUNTERS, Cursor, LOOKING, VERB } from "./recording.js";
import { atMost } from "./run.js";
import { Tree } from "./tree.js";
import { Source, Timeline } from "./views.js";

const NOTHING = { verb: 0, cell: -1, value: 0, other: -1, otherValue: 0, reason: undefined };

/** Who takes what is done on the board for an answer, while a question is open.
 * @typedef {{open: boolean, click(cell: number, value: number): void,
 *   choose(cell: number): void}} Answering */

/** The board in the role of a run's: what is assigned and left, and what an event is about. */
class RunBoard extends Board {
  /** @type {Answering | undefined} */ answering;

  /** @param {import("./run.js").Run} run @param {(cell: number, value: number) => void} ask called
   * with a cell, and a value or 0 */
  constructor(run, ask) {
    const keys = "arrows choose a cell, Enter tells when its values went";
    const label = `board, ${run.title}; ${keys}`;
    const click = (/** @type {number} */ cell, /** @type {number} */ value) =>
      this.answering?.open ? this.answering.click(cell, value) : ask(cell, value);
    super(run, label, click, {
      keydown: event => this.key(event),
      blur: () => this.answering?.open || this.choose(-1),
    });
    this.run = run;
    this.ask = ask;
    this.label = label;
    this.chosen = -1; // the cell that the keyboard is at
    dress(this);

    this.blames = new BlameMarks(this);
    this.reasons = new ReasonMarks(this);
  }

  /** @param {Cursor} cursor @param {number} since the step before what is shown
   * @param {import("./blame.js").Fault | null} fault whose culprits are marked */
  draw(cursor, since, fault) {
    const { run } = this,
      { step } = cursor;
    for (let cell = 0; cell < run.cells; cell++)
      this.drawDomain(cell, cursor.domains[cell], cursor.values[cell]);
    const events = Array.from({ length: step - since }, (_, at) => run.event(since + 1 + at));
    const solution = run.verbs[step - 1] === VERB.SOLUTION,
      faults = solution ? run.faults(cursor.values) : [],
      solved = solution && !faults.length;
    put(this.node, "class", solved ? "fsl-board fsl-solved" : "fsl-board");
    this.drawPlay(events, cursor);
    this.drawFaulty([...new Set(faults.flatMap(({ cells }) => cells))]);
    const signs = faults
      .map(({ cells }) => cells)
      .filter(([one, two]) => this.signs.has(this.pair(one, two)));
    this.drawBroken(/** @type {[number, number][]} */ (signs));
    this.blames.draw(fault, cursor);
  }

  /** @param {number} cell @param {number} mask of its domain @param {number} value -1 for none */
  drawDomain(cell, mask, value) {
    const { givens } = this.run,
      wiped = value < 0 && !mask;
    const shown = value >= 0 ? value : givens[cell];
    if (this.drawCell(cell, shown, mask, ~mask & this.run.all(cell)))
      this.hatch(cell, wiped, wiped);
  }

  /** The current cell, those in play, and the constraint between; of a whole setup only what has
   * gone. @param {import("./recording.js").RunEvent[]} events the last one shown, or a whole move
   * @param {Cursor} cursor */
  drawPlay(events, cursor) {
    const { run } = this,
      { step, trail, values } = cursor,
      node = run.nodeAt(step),
      setup = step <= run.begin;
    const { verb, cell, value, other, otherValue } = events.at(-1) ?? NOTHING;
    const placed = trail.findLast(at => run.verbs[at - 1] === VERB.PLACE);
    let current = node ? run.nodeCell[node] : setup && placed ? run.cellOf(placed) : -1;
    if (verb === VERB.RESTORE || verb === VERB.BACKTRACK) current = cell;
    if (setup && events.length > 1) current = -1;
    this.drawCurrent(current);
    const looked = events.filter(event => LOOKING.has(event.verb)),
      ends = looked.flatMap(event => [event.cell, event.other, ...(event.reason?.cells ?? [])]);
    const seen = new Set(setup && events.length > 1 ? [] : ends);
    this.drawChecked([...seen].filter(end => end >= 0 && end !== current));
    const check = verb === VERB.CHECK,
      tried = check ? [cell, value, other, otherValue] : [];
    const probes = [tried.slice(0, 2), tried.slice(2)];
    this.drawProbes(probes.filter(([end, one]) => end >= 0 && values[end] < 0 && one));
    this.drawConstraint(cell, other, check ? run.holds(step) : undefined);
    const gone = looked.filter(one => one.verb === VERB.PRUNE && values[one.cell] < 0);
    this.drawCuts(gone.map(one => [one.cell, one.value]));
  }

  choose(/** @type {number} */ cell) {
    this.chosen = cell;
    this.drawKeyed(cell);
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (forNotebook(event)) return;
    const from = this.chosen,
      answering = this.answering?.open ? this.answering : null;
    if (event.key.startsWith("Arrow")) {
      this.choose(from < 0 ? 0 : this.run.beside(from, event.key));
      answering ? answering.choose(this.chosen) : this.ask(this.chosen, 0);
    } else if (event.key === "Enter" && from >= 0 && !answering) this.ask(from, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The sum of a column's entries up to each one. @param {ArrayLike<number>} column */
function sums(column) {
  let sum = 0;
  return Uint32Array.from(column, one => (sum += one));
}

class Counters {
  constructor(/** @type {boolean} */ jumps) {
    this.node = h("div", { class: "fsl-counters", role: "group", "aria-label": "counters" });
    this.boxes = Object.entries(COUNTERS).map(([name, definition]) => {
      const value = h("b", {}, "0");
      const whole = definition
        .replace(" (below)", "")
        .replace(/^the same/, COUNTERS.checks.split(",")[0]);
      const told = name === "max_depth" ? whole : `one more whenever ${whole}`;
      const box = dom`<div class="fsl-counter" tabindex="0" data-counter=${name}
        hidden=${name === "skipped" && !jumps}>
        <span>${name.replace("_", " ")}</span>${value}
        <span class="fsl-tip" role="tooltip">${told}</span></div>`;
      this.node.append(box);
      return [box, value];
    });
  }

  /** @param {number[]} counts @param {number[]} before the move */
  draw(counts, before) {
    this.boxes.forEach(([box, value], at) => {
      write(value, number(counts[at]));
      box.classList.toggle("fsl-up", counts[at] !== before[at]);
    });
  }
}

/** A line of a note, with the step that it names, to go there, or 0; or with what it offers.
 * @typedef {[text: string, step: number, whatIf?: () => void]} Line */

/** All views of one run. */
export class Panel {
  hidden = false; // whether what comes is hidden
  whole = false; // whether whole moves are shown, not their events
  asked = -1; // the step at which a note was written
  lit = -1; // the node whose culprits are shown, as long as it stands on the board
  /** @type {{nodes: Uint32Array, told: HTMLElement, saved: boolean} | undefined} */
  only; // beside other runs: how many nodes only this one has come to

  /** @param {import("./run.js").Run} run @param {(step: number) => void} go
   * @param {(node: number) => Promise<import("./blame_view.js").Reason>} why what is enough for a
   * node to come to nothing @param {() => void} overview shows whole trees, or not
   * @param {(cell: number, value: number) => void} whatIf search on with another choice */
  constructor(run, go, why, overview, whatIf) {
    const { header } = run;
    this.run = run;
    this.go = go;
    this.why = why;
    this.whatIf = whatIf;
    this.cursor = new Cursor(run);
    this.board = new RunBoard(run, (cell, value) => this.ask(cell, value));
    this.source = new Source(run);
    this.counters = new Counters(header.jump);
    this.conflicts = header.jump ? new Conflicts(run) : null;
    this.timeline = new Timeline(run, go);
    this.tree = new Tree(
      run,
      node => this.pick(node),
      text => this.note([[text, 0]]),
      overview,
    );
    this.sentence = h("p", { class: "fsl-sentence", "aria-live": "polite", "aria-atomic": "true" });
    this.notes = h("div", { class: "fsl-note", role: "status" });
    const found = run.steps.solution.length,
      wrong = run.wrong.size;
    const some =
      found === 1 ? "wrong solution" : `${number(wrong)} of ${count(found, "solution")} wrong`;
    const asks = () => button("why?", "why is there no solution?", () => this.whyNone(), "fsl-go");
    this.where = h("span", { class: "fsl-where" });
    this.verdict = [
      dom`<span class=${`fsl-outcome fsl-${wrong ? "wrong" : header.outcome}`}>
        ${wrong ? `× ${some}` : header.outcome}
        ${header.ended ? h("span", { class: "fsl-ended" }, `: ${header.ended}`) : ""}
        ${header.outcome === "unsatisfiable" ? [" ", asks()] : ""}</span>`,
      h("span", { class: "fsl-wrong" }, wrong ? header.violations.join("; ") : ""),
    ];
    this.title = dom`<div class="fsl-title">
      <b title=${header.name}>${header.name || `a ${header.n}×${header.n} puzzle`}</b>
      <span>${header.settings}</span>${this.verdict}${this.where}</div>`;
    const { board, conflicts, counters, notes, source, timeline, tree } = this;
    this.node = dom`<div class=${header.jump ? "fsl-run fsl-jumping" : "fsl-run"} role="group"
      style=${`--fsl-n:${run.span}`} aria-label=${`${header.name} ${header.settings}`}>
      ${this.title}
      <div class="fsl-left">
        ${board.node}<div class="fsl-words">${this.sentence}${notes}</div>${counters.node}
      </div>
      <div class="fsl-right">${conflicts?.node}${source.node}${tree.node}</div>
      ${timeline.node}</div>`;
  }
  /** Beside other runs: say how much is only here, and no total that spoils a guess; `saved`: the
   * other run is this one with jumps. @param {ArrayLike<number>} nodes @param {boolean} saved */
  markOnly(nodes, saved) {
    const told = h("span", { class: "fsl-only" });
    this.only = { saved, nodes: sums(nodes), told };
    // for the last step: nothing jumps
    this.where.style.minWidth = `${4 + number(this.run.length).length}ch`;
    this.title.append(this.only.told);
  }

  drawTitle(/** @type {number} */ step) {
    const { run, only } = this,
      now = `step ${number(step)}`,
      ahead = step < run.length,
      hidden = this.hidden && ahead;
    const { outcome } = run.header,
      // of this board it is not true yet
      early = ahead && !run.wrong.size && (outcome === "solved" || outcome === "exhausted");
    for (const part of this.verdict) {
      put(part, "hidden", hidden ? "" : null);
      put(part, "style", early ? "visibility: hidden" : null); // it has its room: nothing jumps
    }
    write(this.where, only || hidden ? now : `${now} of ${number(run.length)}`);
    if (!only) return;
    const over = step === run.length;
    const last = atMost(run.first, step) - 1,
      nodes = only.nodes[last],
      so = over ? "" : " so far",
      many = `${number(nodes)} of ${count(last, "node")}`;
    const some = only.saved ? `⚑ jumping saves ${many}${so}` : `⚑ only here: ${many}${so}`;
    write(only.told, nodes ? some : `no node only here${so}`);
  }

  /** Hide what comes after the step, or show it again. @param {boolean} hidden */
  hide(hidden) {
    this.hidden = this.timeline.hidden = hidden;
    this.tree.hide(hidden);
    if (this.cursor.step >= 0) this.draw(this.cursor.step);
  }

  /** Where what is shown began: a whole move, or one event. @param {number} step */
  since(step) {
    const before = this.whole ? this.run.before(step) : -1;
    return before < 0 ? Math.max(0, step - 1) : before;
  }

  draw(/** @type {number} */ step) {
    const { cursor, run } = this,
      since = this.since(step),
      words = step - since > 1 ? cursor.tellMove(since, step) : cursor.tell(step),
      fault = this.faultAt(step);
    this.source.draw(step, step - since > 1); // before what is written: it asks for its place
    this.board.draw(cursor, since, fault);
    this.conflicts?.draw(step);
    this.tree.blame(fault);
    this.counters.node.classList.toggle("fsl-setup", step < run.begin);
    this.counters.draw(cursor.counts, run.countsAt(since));
    this.tree.draw(step);
    this.timeline.draw(step, words);
    write(this.sentence, sentence(words));
    this.drawTitle(step);
    if (this.asked >= 0 && this.asked !== step) this.note([]);
  }

  /** Whose culprits are shown: the node that was picked, or what failed at this step of a run that
   * jumps. @param {number} step */
  faultAt(step) {
    const { run, lit } = this;
    if (lit >= 0 && step >= run.first[lit] && step < run.last[lit]) return run.blame.why(lit);
    this.lit = -1;
    return run.header.jump && run.blame.known ? run.blame.at(step) : null;
  }

  /** Go to a node's step; of one that has come to nothing by now, show who is to blame.
   * @param {number} node */
  pick(node) {
    const { run, cursor } = this,
      step = run.first[node],
      over = run.last[node] - 1,
      seen = cursor.step;
    const failed = node > 0 && over > 0 && over <= seen && !run.alive[node];
    this.lit = -1;
    this.go(step);
    if (failed && run.blame.known) this.lit = node;
    if (cursor.step === step) this.draw(step);
    const words = () => `${run.blame.words(node, seen)}. See step ${number(over)}`;
    if (failed) this.explain(node, [[words(), over]], step);
  }

  /** Why the puzzle has no solution, where the run found none. */
  whyNone() {
    this.explain(0, [], this.cursor.step);
  }

  /** Note some lines, and under them what is enough for a node to come to nothing, once that is
   * known. @param {number} node @param {[text: string, step: number][]} lines @param {number} at
   * the step that they are about */
  async explain(node, lines, at) {
    this.note([...lines, ["Looking for the smallest reason …", 0]], at);
    const asked = this.notes.lastChild; // as long as it stands, the answer is wanted
    const reason = await this.why(node).catch((/** @type {Error} */ error) => error);
    if (!asked?.isConnected) return;
    if (reason instanceof Error)
      return this.note([...lines, [`Why? ${sentence(reason.message)}.`, 0]], at);
    this.note([...lines, [reason.text, 0], ...(reason.since ? [reason.since] : [])], at);
    this.board.reasons.draw(reason, this.cursor.values);
  }

  /** Show the graph of the constraints, or the board again. */
  turn() {
    dress(this.board, this.board.node.dataset.view !== "graph");
    this.draw(this.cursor.step);
  }

  /** Take back what was asked for. */
  quiet() {
    this.note([]);
    if (this.lit < 0) return;
    this.lit = -1;
    this.draw(this.cursor.step);
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    this.board.fit(theme.least);
    this.timeline.resize(theme);
    this.tree.resize(theme);
    this.source.resize();
    this.conflicts?.scroll();
  }

  /** Say when values went from a cell, by which constraint, with a way to go there.
   * @param {number} cell @param {number} value */
  ask(cell, value) {
    const { run, cursor } = this,
      name = run.name(cell);
    /** @type {Line[]} */ const lines = [];
    if (cursor.values[cell] >= 0 || run.givens[cell]) {
      const step = cursor.trail.findLast(
        at => run.cellOf(at) === cell && run.verbs[at - 1] !== VERB.PRUNE,
      );
      const word = run.word(run.givens[cell] || cursor.values[cell]),
        given = run.givens[cell] ? `${word} is given` : word;
      const since = step ? `on the board since step ${number(step)}` : "not placed yet";
      lines.push([`${name} = ${given}; ${since}`, step ?? 0]);
    } else {
      const asked = value ? [value] : valuesOf(run.all(cell));
      for (const one of asked) {
        const step = cursor.prunedAt(cell, one);
        const word = run.word(one),
          why = step && run.tell(step).slice(`remove ${word} from ${name}`.length);
        if (step) lines.push([`${word} went at step ${number(step)}${why}`, step]);
        else if (value)
          lines.push([`${word} is still possible in ${name}; `, 0, () => this.whatIf(cell, value)]);
      }
      if (!lines.length) lines.push([`no value has gone from ${name}`, 0]);
    }
    if (this.board.node.dataset.view === "graph") {
      const near = run.neighbours(cell),
        free = near.filter(other => cursor.values[other] < 0).length;
      lines.unshift([
        `${name}: ${count(near.length, "constraint")}, ${free} with unassigned ones`,
        0,
      ]);
      this.board.drawChecked(near);
    }
    this.note(lines);
  }

  /** @param {Line[]} lines @param {number} at the step that they are about */
  note(lines, at = this.cursor.step) {
    // a button that goes takes the keyboard with it
    const held = this.notes.contains(document.activeElement);
    if (held)
      /** @type {HTMLElement | null} */ (this.node.closest(".fsl"))?.focus({ preventScroll: true });
    this.asked = lines.length ? at : -1;
    this.board.reasons.draw(null, []); // it goes with the note
    this.notes.replaceChildren(
      ...lines.map(([text, step, whatIf]) => {
        const there = `step ${number(step)}`,
          [before, after = ""] = step ? text.split(there) : [text];
        const go = step && button(there, `go there: ${there}`, () => this.go(step), "fsl-go");
        const other = whatIf && button("what if?", "search on with this choice", whatIf, "fsl-go");
        return h("div", {}, before, go || other || "", after);
      }),
    );
  }
}
