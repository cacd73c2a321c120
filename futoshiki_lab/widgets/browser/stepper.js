// The stepper: one to three recorded runs, and what moves them.

const MOVES = [ // what to move by, its key (with Shift: backwards), what it is
  ["event", "e", "one event"],
  ["check", "c", "the next check of a constraint"],
  ["node", "n", "the next value tried"],
  ["prune", "p", "the next value removed"],
  ["dead end", "d", "where a look has just failed"],
  ["wipe-out", "w", "where a domain has become empty"],
  ["backtrack", "b", "where all values of a cell were in vain"],
  ["solution", "s", "the next solution"],
];
const UNITS = ["event", "check", "node"];
const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000];
const KEYS = [
  ["→ / ←", "one unit on / back (an event, a check or a node: see “by”)"],
  ...MOVES.map(([what, key]) => [`${key} / Shift+${key}`, `next / previous ${what}`]),
  ["Home / End", "the start / the end"],
  ["PageDown / PageUp", "a twentieth of the run on / back"],
  ["Space", "play / pause"],
  [". / ,", "faster / slower"],
  ["u", "change what → moves by"],
  ["g", "go to a step by its number"],
  ["v", "to the board: arrows choose a cell, Enter says when its values went; Esc back"],
  ["t", "to the tree: arrows choose a node, Enter goes there, Space opens or closes it, + − 0 zoom; Esc back"],
  ["1 2 3", "with several runs: which one leads"],
  ["Esc", "closes this list; then gives the keyboard back to the notebook"],
  ["Shift+Enter", "is the notebook's, as is all with Ctrl, Alt or Cmd"],
  ["?", "this list"],
];
const HELP = "Click a struck-out value to be told when and why it went, a node of the tree to go there, " +
  "a triangle to open it, the timeline to go anywhere.";

/** One to three runs, held in step, with what moves them. */
class Stepper extends Frame {
  constructor(box, model) {
    super(box, model, "stepper; press ? for its keys", {
      tabindex: "0",
      pointerdown: (event) => {
        if (!event.target.closest(".fsl-note")) this.panels.forEach((panel) => panel.note([]));
        const own = event.target.closest("button,select,input,[tabindex]") !== this.root;
        if (!own) this.root.focus({ preventScroll: true });
      },
    });
    Object.assign(this, { by: model.get("by"), speed: 5, lead: 0 });
    this.root.stepper = this; // for the tests, and for who is curious in the console
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.speed = 2;
    this.watch("change:runs", () => this.build());
    this.watch("change:by", () => this.setBy(model.get("by")));
    this.watch("change:step", () => this.hear());
    this.watch("change:steps", () => this.hear());
    this.watchCanvases();
    this.build();
  }

  /** What a page without a kernel holds: its columns are compressed. */
  static async standalone(state) {
    for (const run of state.runs) {
      for (const [name, text] of Object.entries(run)) if (name !== "header") run[name] = await unpack(text);
    }
    return new Standalone(state);
  }

  /** Canvases are painted anew where their size, the theme or their sight changes. */
  watchCanvases() {
    const resize = new ResizeObserver(() => this.resize());
    resize.observe(this.root);
    // Where Lab has had it out of sight, a canvas may come back blank.
    const sight = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.resize());
    sight.observe(this.root);
    const theme = new MutationObserver(() => this.resize());
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    this.listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.resize());
    for (const observer of [resize, sight, theme]) this.endings.push(() => observer.disconnect());
  }

  close() {
    this.play(false);
    if (this.stale) this.report(true);
    clearTimeout(this.later);
    super.close();
  }

  // -- building ------------------------------------------------------------------------------

  build() {
    this.play?.(false);
    const sent = this.model.get("runs") ?? [];
    this.runs = sent.map((one) => decoded(one));
    this.panels = this.runs.map((run, at) => new Panel(run, (step) => this.goTo(at, step)));
    if (this.runs.length > 1) this.panels.forEach((panel, at) => this.compare(panel, at));
    const shown = this.panels.map((panel) => panel.node);
    const panels = h("div", { class: `fsl-runs fsl-runs-${shown.length}` }, ...shown);
    this.root.replaceChildren(this.notice, panels, ...(this.runs.length ? [this.makeTransport()] : []));
    this.showNotice();
    this.rescale();
    this.setLead(0);
    this.steps = this.runs.map(() => -1);
    this.drawn = [];
    if (this.runs.length) this.show(this.wanted());
  }

  /** Mark what of a run's tree no other run comes to. */
  compare(panel, at) {
    const run = this.runs[at];
    const nowhere = this.runs.filter((other) => other !== run).map((other) => match(run, other));
    const only = (panel.tree.only = run.first.map((_, node) => nowhere.every((never) => never[node])));
    panel.markOnly(only, only.map((one, node) => (one && !only[run.parent[node]] ? 1 : 0)));
    panel.title.addEventListener("click", () => this.setLead(at));
  }

  makeTransport() {
    this.playing = button("▶ play", "play or pause (Space)", () => this.play(!this.timer), "fsl-play-button");
    this.bys = h("select", {
      class: "fsl-choice",
      "aria-label": "what the arrows and play move by", change: () => this.setBy(this.bys.value),
    }, ...UNITS.map((unit) => h("option", { value: unit }, unit)));
    this.speeds = h("select", { class: "fsl-choice", "aria-label": "speed", change: () => (this.speed = Number(this.speeds.value)) },
      ...SPEEDS.map((speed) => h("option", { value: speed }, `${number(speed)}/s`)));
    this.speeds.value = this.speed;
    this.field = h("input", {
      type: "number", min: 0, "aria-label": "go to step", class: "fsl-field",
      change: () => this.goTo(this.lead, Number(this.field.value)),
    });
    this.moves = MOVES.map(([what, key, hint]) => {
      const back = button("‹", `previous ${what} (Shift+${key})`, () => this.move(what, -1));
      const on = button("›", `next ${what} (${key}): ${hint}`, () => this.move(what, 1));
      const node = h("span", { class: "fsl-move", "data-move": what }, back, h("span", { title: hint }, what), on);
      return { what, back, on, node };
    });
    this.setBy(this.by);
    return h("div", { class: "fsl-transport", role: "toolbar", "aria-label": "moves" },
      h("span", { class: "fsl-move" }, button("|◀", "to the start (Home)", () => this.edge(0)),
        button("◀", "one back (←)", () => this.move(this.by, -1)), this.playing,
        button("▶", "one on (→)", () => this.move(this.by, 1)),
        button("▶|", "to the end (End)", () => this.edge(1))),
      h("label", {}, h("span", { class: "fsl-by" }, "by "), this.bys), this.speeds, h("label", {}, "step ", this.field),
      ...this.moves.map((move) => move.node),
      button("?", "the keys (?)", () => this.help(), "fsl-help-button"), this.makeHelp("Keys, while the stepper has the focus", KEYS, HELP));
  }

  rescale() {
    super.rescale();
    this.resize();
  }

  resize() {
    if (!this.root.isConnected) return;
    const theme = readTheme(this.root);
    for (const panel of this.panels) panel.resize(theme);
  }

  // -- moving --------------------------------------------------------------------------------

  setBy(by) {
    this.by = by;
    if (this.bys) this.bys.value = by;
    if (this.model.get("by") === by) return;
    this.model.set("by", by);
    this.model.save_changes();
  }

  setLead(at) {
    if (at >= this.panels.length) return;
    this.lead = at;
    const several = this.panels.length > 1;
    this.panels.forEach(({ node }, index) => node.classList.toggle("fsl-lead", several && index === at));
  }

  /** Which run a move is about: the chosen one; if that is at its end, the one that is furthest. */
  leader() {
    const { lead, runs, steps, by } = this;
    if (runs.length < 2 || steps[lead] < runs[lead].length) return lead;
    const amounts = runs.map((run, at) => run.amount(steps[at], by));
    const over = (at) => steps[at] === runs[at].length;
    const ahead = [...runs.keys()].filter((at) => steps[at] > 0 && amounts[at] >= amounts[lead]);
    return ahead.sort((a, b) => over(a) - over(b) || amounts[b] - amounts[a])[0] ?? lead;
  }

  /** Take one run to a step and the others along: to where they have had as many nodes, say. */
  goTo(at, step) {
    const run = this.runs[at], to = Math.max(0, Math.min(run.length, Math.round(step) || 0));
    const amount = run.amount(to, this.by);
    const steps = this.runs.map((other, index) => (index === at ? to : other.reach(amount, this.by)));
    if (at !== this.lead && steps[this.lead] < this.runs[this.lead].length) this.setLead(at);
    this.show(steps);
    this.report();
  }

  move(what, way) {
    let at = this.leader();
    const find = (index) => this.runs[index][way > 0 ? "next" : "previous"](this.steps[index], what);
    let to = find(at);
    if (to === null && way > 0) { // another run may still have one
      const other = this.runs.findIndex((_, index) => find(index) !== null);
      if (other >= 0) (at = other), (to = find(at));
    }
    if (to !== null) this.goTo(at, to);
    else if (what === this.by) this.edge(way > 0 ? 1 : 0);
    else this.panels[at].note([[`no ${way > 0 ? "later" : "earlier"} ${what}`, 0]]);
  }

  edge(part) {
    this.show(this.runs.map((run) => part * run.length));
    this.report();
  }

  jump(way) {
    const at = this.leader(), { length } = this.runs[at];
    this.goTo(at, this.steps[at] + way * Math.max(1, Math.round(length / 20)));
  }

  play(on) {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    if (this.playing) write(this.playing, on ? "❚❚ pause" : "▶ play");
    for (const panel of this.panels ?? []) put(panel.sentence, "aria-live", on ? "off" : "polite");
    if (!on) return;
    if (this.atEnd()) this.edge(0);
    let before = performance.now(), owed = 0;
    const tick = (now) => {
      this.timer = requestAnimationFrame(tick);
      owed += Math.min(0.25, (now - before) / 1000) * this.speed;
      before = now;
      if (owed < 1) return;
      const at = this.leader(), run = this.runs[at], amount = run.amount(this.steps[at], this.by) + Math.floor(owed);
      owed %= 1;
      this.goTo(at, run.reach(amount, this.by));
      if (this.atEnd()) this.play(false);
    };
    this.timer = requestAnimationFrame(tick);
  }

  atEnd() {
    return this.runs.every((run, at) => this.steps[at] === run.length);
  }

  // -- showing and telling -------------------------------------------------------------------

  /** Draw at once; what comes before the next frame waits for it. */
  show(steps) {
    this.steps = steps;
    if (this.waiting) return;
    this.draw();
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.steps.some((step, at) => step !== this.drawn[at])) this.show(this.steps);
    });
  }

  draw() {
    this.steps.forEach((step, at) => step !== this.drawn?.[at] && this.panels[at].draw(step));
    this.drawn = [...this.steps];
    const at = this.leader();
    if (document.activeElement !== this.field) this.field.value = this.steps[at];
    for (const { what, back, on } of this.moves) {
      put(back, "aria-disabled", this.runs[at].previous(this.steps[at], what) === null ? "true" : null);
      put(on, "aria-disabled", this.runs[at].next(this.steps[at], what) === null ? "true" : null);
    }
  }

  /** What the model asks for: the steps of all runs if they fit to `step`, else `step` alone. */
  wanted() {
    const step = Math.max(0, Math.min(this.runs[0].length, this.model.get("step")));
    const steps = this.model.get("steps") ?? [];
    const fits = steps.length === this.runs.length && steps.every((one, at) => one <= this.runs[at].length);
    if (fits && steps[0] === step) return [...steps];
    const amount = this.runs[0].amount(step, this.by);
    return this.runs.map((run, at) => (at ? run.reach(amount, this.by) : step));
  }

  hear() {
    if (!this.runs.length || this.reporting) return;
    const steps = this.wanted();
    if (steps.some((step, at) => step !== this.steps[at])) this.show(steps);
  }

  /** Tell Python the step: at once, then ten times a second at most, the last one always. */
  report(now = false) {
    if (this.later && !now) return (this.stale = true);
    clearTimeout(this.later);
    this.later = this.stale = 0;
    if (!this.runs.length) return;
    this.reporting = true;
    this.model.set("step", this.steps[0]);
    this.model.set("steps", [...this.steps]);
    this.reporting = false;
    this.model.save_changes();
    if (!now) this.later = setTimeout(() => ((this.later = 0), this.stale && this.report()), 100);
  }

  key(event) {
    const { target, key } = event;
    if (forNotebook(event) || !this.runs.length) return;
    event.stopPropagation();
    if (key === "Escape") return this.escape(target);
    if (target.matches("input,select")) return;
    if (target.matches("button") && (key === " " || key === "Enter")) return;
    const { board, tree } = this.panels[this.lead];
    const letter = MOVES.find((move) => move[1] === key.toLowerCase());
    const actions = {
      ArrowRight: () => this.move(this.by, 1), ArrowLeft: () => this.move(this.by, -1),
      Home: () => this.edge(0), End: () => this.edge(1),
      PageDown: () => this.jump(1), PageUp: () => this.jump(-1),
      " ": () => this.play(!this.timer), "?": () => this.help(),
      ".": () => this.faster(1), ",": () => this.faster(-1),
      u: () => this.setBy(UNITS[(UNITS.indexOf(this.by) + 1) % UNITS.length]),
      g: () => (this.field.focus(), this.field.select()),
      v: () => (board.node.focus(), board.choose(0)),
      t: () => (tree.canvas.focus(), tree.choose(this.runs[this.lead].nodeAt(this.steps[this.lead]))),
      1: () => this.setLead(0), 2: () => this.setLead(1), 3: () => this.setLead(2),
    };
    const action = letter ? () => this.move(letter[0], event.shiftKey ? -1 : 1) : actions[key];
    if (!action) return;
    event.preventDefault();
    if (this.timer && key !== " " && !".,".includes(key)) this.play(false);
    action();
  }

  /** Escape leads outwards: from the help, then a view with keys of its own, then the stepper. */
  escape(from) {
    if (!this.helping.hidden) return this.help(false);
    this.panels.forEach((panel) => panel.note([]));
    const inside = from.matches("input,select,.fsl-board,.fsl-canvas");
    if (inside || !this.leave()) this.root.focus({ preventScroll: true });
  }

  leave() {
    if (!super.leave()) return false;
    this.play(false);
    return true;
  }

  faster(way) {
    const at = SPEEDS.indexOf(this.speed) + way;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
    this.speeds.value = this.speed;
  }
}

const known = new WeakMap();

/** A second view of the same widget needs no second reading of its columns. */
function decoded(sent) {
  if (!known.has(sent)) known.set(sent, new Run(sent));
  return known.get(sent);
}
