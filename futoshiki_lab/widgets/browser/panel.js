// One recorded run: its board, the source with the running line lit, the counters; all its views.

/** The sum of a column's entries up to each one. */
function sums(column) {
  let sum = 0;
  return Uint32Array.from(column, (one) => (sum += one));
}

// -- the board in the role of a run's ----------------------------------------------------------------

class RunBoard extends Board {
  /** @param {(cell: number, value: number) => void} ask called with a cell, and a value or 0 */
  constructor(run, ask) {
    const label = `board, ${run.n} by ${run.n}; arrows choose a cell, Enter tells when its values went`;
    super(run, label, {
      click: ask, keydown: (event) => this.key(event), blur: () => this.choose(-1),
    });
    Object.assign(this, { run, ask, chosen: -1 }); // chosen: the cell the keyboard is at
    this.keyed = this.frame("fsl-keyed", -3);
    this.marks.append(this.keyed);
  }

  draw(cursor) {
    const { run } = this;
    for (let cell = 0; cell < run.cells; cell++) this.drawDomain(cell, cursor.domains[cell], cursor.values[cell]);
    const event = cursor.step ? run.event(cursor.step) : { verb: 0, cell: -1, other: -1 };
    put(this.node, "class", event.verb === SOLUTION ? "fsl-board fsl-solved" : "fsl-board");
    this.drawPlay(event, cursor);
  }

  drawDomain(cell, mask, value) {
    const { n, givens } = this.run, wiped = value < 0 && !mask;
    const shown = value >= 0 ? value : givens[cell];
    if (this.drawCell(cell, shown, mask, ~mask & (2 ** n - 1))) this.hatch(cell, wiped, wiped);
  }

  /** The current cell, those in play, and the constraint between. */
  drawPlay({ verb, cell, value, other, otherValue, reason }, cursor) {
    const { run } = this, node = run.nodeAt(cursor.step);
    const placed = cursor.trail.findLast((step) => run.verbs[step - 1] === PLACE);
    let current = node ? run.nodeCell[node] : cursor.inSetup && placed ? cursor.cellOf(placed) : -1;
    if (verb === RESTORE || verb === BACKTRACK) current = cell;
    this.drawCurrent(current);
    const alone = verb === PRUNE || verb === WIPE_OUT ? [cell, ...(reason?.cells ?? [])] : [];
    const ends = other >= 0 ? [cell, other] : [...new Set(alone)];
    this.drawChecked(ends.filter((end) => end !== current));
    const tried = [[cell, value], [other, otherValue]];
    this.drawProbes(verb === CHECK ? tried.filter(([end, one]) => end >= 0 && cursor.values[end] < 0 && one) : []);
    this.drawConstraint(cell, other, verb === CHECK ? HOLDS[run.relation(cell, other)](value, otherValue) : undefined);
    this.drawCuts(verb === PRUNE && cursor.values[cell] < 0 ? [[cell, value]] : []);
  }

  choose(cell) {
    this.chosen = cell;
    this.place(this.keyed, cell, -3);
  }

  key(event) {
    if (forNotebook(event)) return;
    const from = this.chosen;
    if (event.key.startsWith("Arrow")) {
      this.choose(from < 0 ? 0 : this.run.beside(from, event.key));
      this.ask(this.chosen, 0);
    } else if (event.key === "Enter" && from >= 0) this.ask(from, 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// -- the source -----------------------------------------------------------------------------------

const STRING = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/.source;
const WORDS = "def for in if elif else while return not and or is None True False break continue lambda yield try " +
  "except raise with as pass import from del";
const TOKENS = new RegExp(`(${STRING})|(#.*)|\\b(${WORDS.replaceAll(" ", "|")})\\b`, "g");

/** The functions that ran, the running line lit and in view. */
class Source {
  constructor(run) {
    this.run = run;
    this.lines = run.header.functions.map(() => []);
    const label = "the algorithm that ran";
    this.node = h("div", { class: "fsl-source", tabindex: "0", role: "region", "aria-label": label });
    run.header.functions.forEach((source, at) => {
      const block = h("div", { class: "fsl-function" });
      if (source.text) this.addLines(block, source, this.lines[at]);
      else block.append(h("div", { class: "fsl-lost" }, `${source.name}: its source text cannot be found`));
      this.node.append(block);
    });
  }

  /** Tokens may run over several lines (a docstring), so each is cut at its line ends. */
  addLines(block, { text }, lines) {
    let line;
    const open = () => {
      line = h("div", { class: "fsl-code" });
      lines.push(line);
      block.append(line);
    };
    const add = (piece, name) => piece.split("\n").forEach((part, at) => {
      if (at) open();
      if (part) line.append(name ? h("span", { class: name }, part) : part);
    });
    open();
    const whole = text.replace(/\n$/, "");
    let done = 0;
    for (const found of whole.matchAll(TOKENS)) {
      add(whole.slice(done, found.index));
      add(found[0], found[1] ? "fsl-string" : found[2] ? "fsl-comment" : "fsl-word");
      done = found.index + found[0].length;
    }
    add(whole.slice(done));
  }

  draw(cursor) {
    const { run } = this, { step } = cursor;
    const told = run.verbs[step - 1] === WIPE_OUT ? step - 1 : step; // the prune before it did it
    const [at, line] = step ? run.header.sites[run.sites[told - 1]] : [-1];
    const lit = this.lines[at]?.[line - 1];
    if (lit === this.lit) return;
    this.lit?.classList.remove("fsl-lit");
    this.lit?.removeAttribute("aria-current");
    this.lit = lit;
    if (!lit) return;
    lit.classList.add("fsl-lit");
    lit.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** Bring the lit line into view inside this box; the page stays where it is. */
  scroll() {
    const box = this.node, { lit } = this;
    if (!lit) return;
    const tops = (lit.top ??= lit.offsetTop), room = (this.room ??= box.clientHeight);
    if (tops < box.scrollTop + 8 || tops + 30 > box.scrollTop + room) {
      box.scrollTop = Math.max(0, tops - room / 3);
    }
  }

  resize() {
    this.room = undefined;
    for (const lines of this.lines) for (const line of lines) line.top = undefined;
    this.scroll();
  }
}

// -- the counters ---------------------------------------------------------------------------------

class Counters {
  constructor() {
    this.node = h("div", { class: "fsl-counters", role: "group", "aria-label": "counters" });
    this.boxes = Object.entries(COUNTERS).map(([name, definition]) => {
      const value = h("b", {}, "0");
      const whole = definition.replace(" (below)", "").replace(/^the same/, COUNTERS.checks.split(",")[0]);
      const told = name === "max_depth" ? whole : `one more whenever ${whole}`;
      const box = h("div", { class: "fsl-counter", tabindex: "0", "data-counter": name },
        h("span", {}, name.replace("_", " ")), value, h("span", { class: "fsl-tip", role: "tooltip" }, told));
      this.node.append(box);
      return [box, value];
    });
  }

  draw(cursor) {
    this.boxes.forEach(([box, value], at) => {
      write(value, number(cursor.counts[at]));
      put(box, "class", cursor.counts[at] === cursor.before[at] ? "fsl-counter" : "fsl-counter fsl-up");
    });
  }
}
// -- one run --------------------------------------------------------------------------------------

/** All views of one run. */
class Panel {
  constructor(run, go) {
    Object.assign(this, { run, go, cursor: new Cursor(run) });
    const { header } = run;
    this.board = new RunBoard(run, (cell, value) => this.ask(cell, value));
    this.source = new Source(run);
    this.counters = new Counters();
    this.timeline = new Timeline(run, go);
    this.tree = new Tree(run, go, (text) => this.note([[text, 0]]));
    this.sentence = h("p", { class: "fsl-sentence", "aria-live": "polite", "aria-atomic": "true" });
    this.notes = h("div", { class: "fsl-note", role: "status" });
    const wrong = header.violations.length ? `wrong solution: ${header.violations.join("; ")}` : "";
    const ended = header.ended ? `${header.outcome}: ${header.ended}` : header.outcome;
    this.title = h("div", { class: "fsl-title" },
      h("b", {}, header.name || `a ${header.n}×${header.n} puzzle`), h("span", {}, header.settings),
      h("span", { class: `fsl-outcome fsl-${header.outcome}` }, ended),
      h("span", { class: "fsl-wrong" }, wrong), this.where = h("span", { class: "fsl-where" }));
    const label = `${header.name} ${header.settings}`;
    const size = header.n > 6 ? "fsl-run fsl-large" : "fsl-run";
    this.node = h("section", { class: size, style: `--fsl-n:${header.n}`, "aria-label": label },
      this.title,
      h("div", { class: "fsl-left" }, this.board.node,
        h("div", { class: "fsl-words" }, this.sentence, this.notes), this.counters.node),
      h("div", { class: "fsl-right" }, this.source.node, this.tree.node), this.timeline.node);
  }

  /** Beside other runs: say how much is only here, and no total that spoils a guess. */
  markOnly(nodes, tops) {
    this.only = { nodes: sums(nodes), tops: sums(tops), told: h("span", { class: "fsl-only" }) };
    this.where.style.minWidth = `${5 + number(this.run.length).length}ch`; // for the last step: nothing jumps
    this.title.append(this.only.told);
  }

  drawTitle(step) {
    const { run, only } = this, now = `step ${number(step)}`;
    write(this.where, only ? now : `${now} of ${number(run.length)}`);
    if (!only) return;
    const over = step === run.length;
    const last = atMost(run.first, step) - 1, nodes = only.nodes[last], so = over ? "" : " so far";
    const some = `⚑ ${count(nodes, "node")} in ${count(only.tops[last], "subtree")} only here${so}`;
    write(only.told, nodes ? some : `no subtree only here${so}`);
  }

  draw(step) {
    const { cursor } = this, words = cursor.tell(step);
    this.board.draw(cursor);
    this.source.draw(cursor);
    this.counters.draw(cursor);
    this.tree.draw(step);
    this.timeline.draw(step, words);
    write(this.sentence, words[0].toUpperCase() + words.slice(1));
    this.drawTitle(step);
    if (this.asked !== undefined && this.asked !== step) this.note([]);
  }

  resize(theme) {
    this.timeline.resize(theme);
    this.tree.resize(theme);
    this.source.resize();
  }

  /** Say when values went from a cell, by which constraint, with a way to go there. */
  ask(cell, value) {
    const { run, cursor } = this, name = run.name(cell), scratch = (run.scratch ??= new Cursor(run));
    const lines = [];
    if (cursor.values[cell] >= 0 || run.givens[cell]) {
      const step = cursor.trail.findLast((at) => cursor.cellOf(at) === cell && run.verbs[at - 1] !== PRUNE);
      const given = run.givens[cell] ? `${name} = ${run.givens[cell]} is given` : `${name} = ${cursor.values[cell]}`;
      lines.push([step ? `${given}; on the board since step ${number(step)}` : `${given}; not placed yet`, step]);
    } else {
      const asked = value ? [value] : valuesOf(2 ** run.n - 1);
      for (const one of asked) {
        const step = cursor.prunedAt(cell, one);
        if (step) lines.push([`${one} went at step ${number(step)}: ${scratch.tell(step)}`, step]);
        else if (value) lines.push([`${one} is still possible in ${name}`, 0]);
      }
      if (!lines.length) lines.push([`no value has gone from ${name}`, 0]);
    }
    this.note(lines);
  }

  note(lines) {
    this.asked = lines.length ? this.cursor.step : undefined;
    this.notes.replaceChildren(...lines.map(([text, step]) => h("div", {}, `${text} `,
      step ? button("go there", `go to step ${step}`, () => this.go(step), "fsl-go") : "")));
  }
}
