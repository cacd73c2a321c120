// One recorded run: its board, the source with the running line lit, the counters; all its views.

import { Board } from "./board.js";
import { BlameMarks, dress, ReasonMarks } from "./marks.js";
import {
  button,
  count,
  dom,
  fit,
  forNotebook,
  h,
  number,
  partOf,
  put,
  sentence,
  write,
} from "./page.js";
import { bit, valuesOf } from "./puzzle.js";
import { Cursor, LOOKING, VERB } from "./recording.js";
import RUN from "./run.html";
import { atMost } from "./run.js";
import { Source } from "./source.js";
import { unpackRuns } from "./standalone.js";
import { Timeline } from "./timeline.js";
import { Tree } from "./tree.js";

/** Who takes what is done on the board for an answer, while a question is open.
 * @typedef {{open: boolean, click(cell: number, value: number): void, choose(cell: number): void}}
 *   Answering */

/** The board in the role of a run's: what is assigned and left, and what an event is about. */
class RunBoard extends Board {
  /** @type {Answering | undefined} */ answering;
  chosen = -1; // the cell that the keyboard is at
  /** @type {number[]} */ about = []; // the current cell, or -1, and those that are checked
  /** @type {Set<string>} */ goes = new Set(); // the values that go

  /** @param {import("./run.js").Run} run @param {(cell: number, value: number) => void} ask called
   * with a cell, and a value or 0 */
  constructor(run, ask) {
    const label = `board, ${run.title}; arrows choose a cell, Enter says when values were removed`;
    const click = (cell, value) =>
      this.answering?.open ? this.answering.click(cell, value) : ask(cell, value);
    super(run, label, click, {
      keydown: event => this.key(event),
      blur: () => this.answering?.open || this.choose(-1),
    });
    this.run = run;
    this.ask = ask;
    this.label = label;
    this.blames = new BlameMarks(this);
    this.reasons = new ReasonMarks(this);
  }

  /** @param {Cursor} cursor @param {number} since the step before what is shown
   * @param {import("./blame.js").Fault | null} fault whose culprits are marked */
  draw(cursor, since, fault) {
    const { run } = this,
      { step, domains, values } = cursor;
    for (let cell = 0; cell < run.cells; cell++)
      this.drawDomain(cell, domains[cell], values[cell], run.standing(cell, step));
    const solution = run.verbs[step - 1] === VERB.SOLUTION,
      lit = run.header.mends ? cursor.conflicts() : [],
      faults = solution ? run.faults(values).map(({ cells }) => cells) : lit;
    put(this.node, "class", `fsl-board${solution && !faults.length ? " fsl-solved" : ""}`);
    const events = Array.from({ length: step - since }, (_, at) => run.event(since + 1 + at));
    this.drawPlay(events, cursor);
    this.faulty.each([...new Set(faults.flat())], (mark, cell) =>
      this.place(mark, cell, 0, Math.max(0, values[cell])),
    );
    this.drawBroken(faults.filter(([one, two]) => this.signs.has(this.pair(one, two))));
    this.blames.draw(fault, cursor);
  }

  /** @param {number} cell @param {number} mask of its domain @param {number} value -1 for none
   * @param {number[]} [standing] its values by place, if they were moved */
  drawDomain(cell, mask, value, standing) {
    const wiped = value < 0 && !mask,
      shown = value >= 0 ? value : this.run.givens[cell];
    if (this.drawCell(cell, shown, mask, ~mask & this.run.all(cell), standing))
      this.hatch(cell, wiped, wiped);
  }

  /** The current cell, those in play, and the constraint between; of a whole setup only what has
   * gone. @param {import("./recording.js").RunEvent[]} events the last one shown, or a whole move
   * @param {Cursor} cursor */
  drawPlay(events, { step, trail, values }) {
    const { run } = this,
      node = run.nodeAt(step),
      setup = step <= run.begin,
      all = setup && events.length > 1,
      { verb, cell = -1, value = 0, other = -1, otherValue = 0 } = events.at(-1) ?? {},
      placed = setup && trail.findLast(at => run.verbs[at - 1] === VERB.PLACE);
    let current = node ? run.nodeCell[node] : placed ? run.cellOf(placed) : -1;
    if (verb === VERB.RESTORE || verb === VERB.BACKTRACK) current = cell;
    if (all) current = -1;
    this.drawCurrent(current);
    const looked = events.filter(event => LOOKING.has(event.verb) || event.reason),
      ends = looked.flatMap(event => [event.cell, event.other, ...(event.reason?.cells ?? [])]),
      seen = new Set(all ? [] : ends.filter(end => end >= 0 && end !== current));
    this.drawChecked([...seen]);
    this.about = [current, ...seen];
    const check = verb === VERB.CHECK,
      tried = [cell, value, other, otherValue],
      probes = check ? [tried.slice(0, 2), tried.slice(2)] : [];
    this.drawProbes(probes.filter(([end, one]) => end >= 0 && values[end] < 0 && one));
    this.drawConstraint(cell, other, check ? run.holds(step) : undefined);
    const gone = looked.filter(one => one.verb === VERB.PRUNE && values[one.cell] < 0);
    this.drawCuts(gone.map(one => [one.cell, one.value]));
    this.goes = new Set(gone.map(one => run.word(one.value)));
  }

  choose(/** @type {number} */ cell) {
    this.chosen = cell;
    this.drawKeyed(cell);
  }

  key(/** @type {KeyboardEvent} */ event) {
    const { chosen, run } = this,
      answering = this.answering?.open ? this.answering : null;
    if (forNotebook(event)) return;
    if (event.key.startsWith("Arrow")) {
      this.choose(chosen < 0 ? 0 : run.beside(chosen, event.key));
      answering ? answering.choose(this.chosen) : this.ask(this.chosen, 0);
    } else if (event.key === "Enter" && chosen >= 0 && !answering) this.ask(chosen, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {string} text as it is, in a regular expression */
const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Settings as they are called. @param {string} text @param {Record<string, string>} said */
export const inWords = (text, said = {}) =>
  text
    .split(", ")
    .map(one => said[one] ?? one)
    .join(" · ");

/** Draw the counters of two runs face to face: what is to be compared stands side by side.
 * @param {HTMLElement} node @param {Panel[]} panels */
export function drawFacing(node, panels) {
  for (const row of /** @type {any} */ (node.children)) {
    const at = Number(row.dataset.at);
    row.hidden = !panels.some(({ shows }) => shows.includes(at));
    panels.forEach(({ cursor }, run) => {
      const [many, other] = [cursor.counts[at], panels[1 - run].cursor.counts[at]],
        [side, bar] = [row.children[1 + run], row.children[3 + run]];
      write(side, number(many));
      for (const part of [side, bar]) part.classList.toggle("fsl-most", many > other);
      bar.style.width = `${(100 * many) / Math.max(1, many, other)}%`;
    });
  }
}

/** A line of a note, with the step that it names, to go there, or 0; or with what it offers.
 * @typedef {[text: string, step?: number, whatIf?: false | (() => void)]} Line */

export class Panel {
  hidden = false; // whether what comes is hidden
  whole = false; // whether whole moves are shown, not their events
  asked = -1; // the step at which a note was written
  lit = -1; // the node whose culprits are shown, as long as it stands on the board
  told = ""; // the sentence, with its marks
  /** @type {{nodes: Uint32Array, told: HTMLElement, saved: boolean} | undefined} */
  only; // beside other runs: how many nodes only this one has come to by then

  /** @param {import("./run.js").Run} run @param {number} at its place among the runs
   * @param {import("./stepper.js").Stepper} stepper */
  constructor(run, at, stepper) {
    const { header, wrong } = run,
      found = run.steps.solution.length,
      some = `${number(wrong.size)} of ${count(found, "solution")} wrong`;
    this.run = run;
    this.at = at;
    this.stepper = stepper;
    this.go = step => stepper.goAt(at, step);
    this.node = dom(RUN);
    const part = name => partOf(this.node, name);
    this.title = part("title");
    this.where = part("where");
    this.sentence = part("sentence");
    this.notes = part("note");
    this.cursor = new Cursor(run);
    this.board = new RunBoard(run, (cell, value) => this.ask(cell, value));
    this.source = new Source(run, part("source"));
    this.counters = part("counters");
    this.conflicts = part("conflicts");
    this.timeline = new Timeline(run, this.go, part("timeline"));
    this.tree = new Tree(run, this, part("tree"));
    part("words").after(this.board.node);
    if (!header.blames) this.conflicts.remove();
    else if (!header.jump) this.conflicts.children[0].append(", as they should be");
    for (const [at, box] of [...this.counters.children].entries()) {
      box.classList.toggle("fsl-more", !this.shows.includes(at));
      box.hidden = at > 9 && !header[at > 10 ? "learn" : "blames"];
    }
    this.node.classList.toggle("fsl-jumping", header.blames);
    this.node.classList.toggle("fsl-mends", header.mends);
    this.node.style.setProperty("--fsl-n", `${run.span}`);
    this.node.ariaLabel = `${header.name} ${header.settings}`;
    this.node.classList.toggle("fsl-unread", header.code && !header.functions.length);
    this.node.classList.toggle("fsl-codeless", !header.code);
    const [name, settings, outcome, violations] = this.title.children;
    this.verdict = [outcome, violations];
    name.title = header.name;
    name.append(header.name || `a ${header.n}x${header.n} puzzle`);
    settings.append(header.role ? `${header.role}: ` : "", inWords(header.settings, header.said));
    put(settings, "data-short", header.settings.split(", ").slice(0, 2).join(" · "));
    const none = header.outcome === "unsatisfiable",
      lost = none && header.wrong?.length; // a function that its check calls wrong has searched
    outcome.classList.add(`fsl-${wrong.size || lost ? "wrong" : header.outcome.split(" ")[0]}`);
    const stopped = header.outcome === "interrupted" && `stopped at step ${number(run.length)}`,
      told = lost ? "× no solution found" : none ? "no solution" : stopped || header.outcome;
    outcome.append(wrong.size ? `× ${found === 1 ? "wrong solution" : some}` : told);
    if (header.ended) outcome.append(h("span", { class: "fsl-ended" }, `: ${header.ended}`));
    const asks = button("why?", "why is there no solution?", () => this.explain(0), "fsl-go");
    if (none && !lost) outcome.append(" ", asks);
    if (wrong.size) violations.append(header.violations.join("; "));
    this.title.addEventListener("click", () => stepper.setLead(at));
  }

  /** Beside other runs: say how much is only here, and no total that spoils a guess.
   * @param {ArrayLike<number>} only by node @param {boolean} saved the other one has no jumps */
  markOnly(only, saved) {
    let sum = 0;
    const nodes = Uint32Array.from(only, one => (sum += one));
    this.only = { saved, nodes, told: h("span", { class: "fsl-only" }) };
    this.tree.only = only;
    this.title.append(this.only.told);
  }

  drawTitle(/** @type {number} */ step) {
    const { run, only } = this,
      of = (/** @type {number} */ many) => (only || hidden ? "" : ` of ${number(many)}`),
      ahead = step < run.length,
      hidden = this.hidden && ahead,
      // of this board it is not true yet
      early = ahead && !run.wrong.size && ["solved", "exhausted"].includes(run.header.outcome);
    for (const part of this.verdict) {
      put(part, "hidden", hidden ? "" : null);
      put(part, "style", early ? "visibility: hidden" : null); // it has its room: nothing jumps
    }
    const [steps, moves] = this.where.children,
      { length } = run.steps.move;
    write(steps, `step ${number(step)}${of(run.length)}`);
    write(moves, `move ${number(run.amount(step, "move"))}${of(length)}`);
    if (!only) return;
    const last = atMost(run.first, step) - 1,
      nodes = only.nodes[last],
      many = `${number(nodes)} of ${count(last, "node")}`,
      some = only.saved ? `⚑ jumping saves ${many}` : `⚑ only here: ${many}`;
    const none = ahead ? "\u00a0" : "no node only here"; // its line stays
    const tells = nodes && !(ahead && last === 1); // of one node there is nothing to compare
    write(only.told, tells ? `${some}${ahead ? " so far" : ""}` : none);
  }

  /** Hide what comes after the step, or show it again. @param {boolean} hidden */
  hide(hidden) {
    this.hidden = this.timeline.hidden = hidden;
    this.tree.hide(hidden);
    if (this.cursor.step >= 0) this.draw(this.cursor.step);
  }

  draw(/** @type {number} */ step) {
    const { cursor, run } = this,
      before = this.whole ? run.before(step) : -1,
      since = before < 0 ? Math.max(0, step - 1) : before, // a whole move, or one event
      whole = step - since > 1,
      words = whole ? cursor.tellMove(since, step) : cursor.tell(step),
      fault = this.faultAt(step);
    this.source.draw(step, whole); // before what is written: it asks for its place
    this.board.draw(cursor, since, fault);
    if (run.header.blames) this.drawConflicts(step);
    this.counters.classList.toggle("fsl-setup", step < run.begin);
    this.drawCounters(cursor.counts, run.countsAt(since));
    this.tree.fault = fault;
    this.tree.draw(step);
    this.timeline.draw(step, words);
    this.drawSentence(sentence(words));
    this.drawTitle(step);
    if (this.asked >= 0 && this.asked !== step) this.note([]);
  }

  /** @param {number[]} counts @param {number[]} before the move */
  drawCounters(counts, before) {
    counts.forEach((many, at) => {
      const box = this.counters.children[at],
        more = many - before[at];
      write(box.children[1], number(many));
      box.classList.toggle("fsl-up", more !== 0);
      put(box, "data-up", more > 0 ? `+${number(more)}` : null);
    });
  }

  /** The conflict set of each visited cell, the innermost last; before them the nogoods learned. */
  drawConflicts(step) {
    const { run, board, conflicts } = this,
      rows = run.blame.conflicts(step).map(({ cell, culprits, since }) => {
        const names = culprits.map(one => run.name(one)).join(", "),
          set = names ? ` {${names}}` : " ∅";
        return h("li", { class: since === step && "fsl-up" }, h("b", {}, run.name(cell)), set);
      }),
      known = run.steps.learn.slice(0, atMost(run.steps.learn, step)).slice(-50);
    const nogoods = Array.from(known, at => {
      const { text = "", cells = [] } = run.event(at).reason ?? {};
      const light = () => board.drawChecked(cells);
      return h("li", { class: at === step && "fsl-up", mouseenter: light, click: light }, text);
    });
    conflicts.lastElementChild.replaceChildren(...nogoods, ...rows);
    conflicts.scrollTop = conflicts.scrollHeight;
  }

  /** The counters that are always shown, of what this search does. */
  get shows() {
    const { steps, header } = this.run;
    if (header.mends) return [0]; // it checks nothing by itself, and never goes back
    const prunes = steps.prune.length + steps["wipe-out"].length > 0;
    return [0, 2, prunes && [4, 6], header.learn ? [11, 12] : [7, header.blames && 10]].flat();
  }

  /** What happened, and why: with the marks that the board has. @param {string} text */
  drawSentence(text) {
    const { run, sentence: node } = this,
      { about, goes } = this.board,
      names = about.map(cell => (cell < 0 ? "" : run.name(cell))),
      [current] = names,
      some = [...new Set(names.filter(Boolean))].map(escaped).join("|") || "(?!)",
      lost = [...goes].map(escaped).join("|"),
      cuts = lost && `|(?<!\\S)(?:${lost})(?=(?:(?:, | and )(?:${lost}))* from )`,
      marks = new RegExp(`((?<!\\w)(?:${some})(?!\\w)${cuts})`),
      seen = `${text}\n${marks.source}`;
    if (seen === this.told) return;
    this.told = seen;
    const end = /(?<=:) | \(|$/.exec(text)?.index ?? 0;
    const mark = (/** @type {string} */ part, /** @type {number} */ at) => {
      const kind = part === current ? "current" : names.includes(part) ? "checked" : "cut";
      return at % 2 ? h("span", { class: `fsl-mark fsl-is-${kind}` }, part) : part;
    };
    const parts = (/** @type {string} */ words) => words.split(marks).map(mark);
    node.replaceChildren(h("b", {}, ...parts(text.slice(0, end))), ...parts(text.slice(end)));
    this.fitSentence();
  }

  /** A long sentence is written smaller: its place stays as it is. */
  fitSentence() {
    fit(this.sentence, [1, 0.8, 0.7, 0.62, 0.55]);
  }

  /** Whose culprits are shown: the node that was picked, or what failed at this step of a run that
   * jumps. @param {number} step */
  faultAt(step) {
    const { run, lit } = this;
    if (lit >= 0 && step >= run.first[lit] && step < run.last[lit]) return run.blame.why(lit);
    this.lit = -1;
    return run.header.blames && run.blame.known ? run.blame.at(step) : null;
  }

  /** Go to a node's step; of one that has come to nothing by now, show who is to blame. */
  pick(node) {
    const { run, cursor } = this,
      step = run.first[node],
      over = run.last[node] - 1,
      seen = cursor.step,
      told = node > 0 && !this.stepper.asker.own, // why a learner goes back nobody knows
      failed = told && over > 0 && over <= seen && !run.alive[node];
    this.lit = -1;
    this.go(step);
    if (failed && run.blame.known) this.lit = node;
    if (cursor.step === step) this.draw(step);
    if (!failed) return;
    const said = `${run.blame.words(node, seen)}. See step ${number(over)}`;
    this.explain(node, [[said, over]], step);
  }

  /** Note some lines, and under them what is enough for a node to come to nothing, once that is
   * known; of the root: why the puzzle has no solution. @param {number} node @param {Line[]} lines
   * @param {number} step that they are about */
  async explain(node, lines = [], step = this.cursor.step) {
    this.note([...lines, ["Looking for the smallest reason …"]], step);
    const wanted = this.notes.lastChild, // as long as it stands, the answer is wanted
      reason = await this.stepper.ask("why", this.at, { node });
    if (!wanted?.isConnected) return;
    if (reason instanceof Error)
      return this.note([...lines, [`Why? ${sentence(reason.message)}.`]], step);
    this.note([...lines, [reason.text], ...(reason.since ? [reason.since] : [])], step);
    this.board.reasons.draw(reason, this.cursor.values);
  }

  /** Whether another value can be chosen next, as `what_if` in Python takes it. */
  canChoose(cell, value) {
    const { run, stepper, cursor } = this,
      first = run.next(cursor.step, "node");
    if (stepper.model.alone || stepper.asker.on || stepper.runs.length > 1 || !first) return false;
    const next = run.nodeAt(first),
      there = new Cursor(run);
    there.seek(first - 1);
    if (there.values[cell] >= 0 || !(there.domains[cell] & bit(value))) return false;
    const sameCell = run.nodeCell[next] === cell;
    for (let node = run.parent[next] + 1; node <= next; node += run.below[node] + 1) {
      const tried = run.nodeCell[node] === run.nodeCell[next];
      if (tried && (sameCell ? run.nodeValue[node] === value : node < next)) return false;
    }
    return true;
  }

  /** Search on with another choice: in the same tree, or in a run beside this one.
   * @param {{step: number, cell: number, value: number}} asked @param {boolean} [beside] */
  async whatIf(asked, beside = false) {
    const sent = await this.stepper.ask("what if", this.at, { ...asked, beside });
    if (sent instanceof Error) this.note([[sentence(`${sent.message}.`)]]);
    else if (!beside) this.stepper.branch(asked, await unpackRuns([sent]));
  }

  /** Show the graph of the constraints, or the board again. */
  turn() {
    dress(this.board, this.board.node.dataset.view !== "graph");
    this.draw(this.cursor.step);
  }

  quiet() {
    this.note([]);
    const lit = this.lit;
    this.lit = -1;
    if (lit >= 0) this.draw(this.cursor.step);
  }

  resize(/** @type {import("./page.js").Theme} */ theme) {
    this.fitSentence();
    this.board.fit(theme.least);
    this.timeline.resize(theme);
    this.tree.resize(theme);
    this.source.scroll();
    this.conflicts.scrollTop = this.conflicts.scrollHeight; // the innermost are in view
  }

  /** Say when values went from a cell, by which constraint, with a way to go there. */
  ask(cell, value) {
    const { run, cursor } = this,
      name = run.name(cell),
      stands = run.givens[cell] || Math.max(0, cursor.values[cell]);
    /** @type {Line[]} */ const lines = [];
    if (this.board.node.dataset.view === "graph") {
      const near = run.neighbours(cell),
        free = near.filter(other => cursor.values[other] < 0).length;
      lines.push([`${name}: ${count(near.length, "constraint")}, ${free} with unassigned ones`]);
      this.board.drawChecked(near);
    }
    const told = lines.length;
    if (stands) {
      const sets = step => run.cellOf(step) === cell && run.verbs[step - 1] !== VERB.PRUNE,
        step = cursor.trail.findLast(sets),
        since = step ? `on the board since step ${number(step)}` : "not placed yet";
      const given = run.givens[cell] ? " is given" : "";
      lines.push([`${name} = ${run.word(stands)}${given}; ${since}`, step]);
    } else
      for (const one of value ? [value] : valuesOf(run.all(cell))) {
        const step = cursor.prunedAt(cell, one),
          word = run.word(one);
        const why = () => run.tell(step).slice(`remove ${word} from ${name}`.length);
        if (step) lines.push([`${word} was removed at step ${number(step)}${why()}`, step]);
        const what = () => this.whatIf({ step: cursor.step, cell, value }),
          still = `${word} is still possible in ${name}; `;
        if (!step && value) lines.push([still, 0, this.canChoose(cell, value) && what]);
      }
    if (lines.length === told) lines.push([`no value has been removed from ${name}`]);
    this.note(lines);
  }

  /** @param {Line[]} lines @param {number} at the step that they are about */
  note(lines, at = this.cursor.step) {
    this.asked = lines.length ? at : -1;
    this.board.reasons.draw(null, []); // it goes with the note
    const rows = lines.map(([text, step, whatIf]) => {
      const there = `step ${number(step ?? 0)}`,
        [before, after = ""] = step ? text.split(there) : [text];
      const go = step && button(there, `go there: ${there}`, () => this.go(step), "fsl-go");
      const other = whatIf && button("what if?", "search on with this choice", whatIf, "fsl-go");
      return h("div", {}, before, go || other || "", after);
    });
    this.notes.replaceChildren(...rows);
    this.stepper.keepFocus(); // a button that goes takes the keyboard with it
  }
}
