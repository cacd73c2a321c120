// The stepper: one to three recorded runs, and what moves them.

import { ASKERS, BUILT, KEYS, NOBODY } from "./annexes.js";
import { Choosing } from "./choosing.js";
import { Frame, Keyboard, markRun, Stage } from "./frame.js";
import { scaleOf } from "./layout.js";
import { button, dom, h, partOf, put, readTheme, targetOf, wire, write } from "./page.js";
import { drawFacing, inWords, Panel } from "./panel.js";
import { atMost, match, Run, saves } from "./run.js";
import STEPPER from "./stepper.html";
import { Transport } from "./transport.js";

export class Stepper extends Frame {
  /** @type {Run[]} */ runs = [];
  /** @type {import("./recording.js").SentRun[]} */ sent = []; // as they came
  /** @type {Panel[]} */ panels = [];
  /** @type {number[]} */ steps = []; // of all runs
  /** @type {number[]} */ drawn = []; // those that are shown
  lead = 0; // the run that moves are about
  hidden = false; // whether what comes after the step is hidden
  /** @type {{at: number, from: number, to: number} | null} */ inside = null; // a move that is open
  lane = "dead end"; // what the timelines mark
  whole = false; // whether whole trees are shown, all on one scale
  waiting = false; // for the next frame, to draw
  later = 0; // when Python may be told again
  stale = false; // whether it must be
  /** @type {{asked: {step: number, cell: number, value: number}, first: number, steps: number[],
   * sent: any[]} | null} */ ghost = null; // another choice that is shown, and what to go back to

  /** @param {Element} box @param {import("./frame.js").Model} model
   * @param {import("./recording.js").SentRun[]} [runs] */
  constructor(box, model, runs = model.get("runs")) {
    super(box, model, "stepper; press ? for its keys", {
      tabindex: "0",
      pointerdown: (/** @type {PointerEvent} */ event) => {
        this.keyboard.next = null;
        if (!targetOf(event).closest(".fsl-note")) this.panels.forEach(panel => panel.note([]));
        if (!targetOf(event).closest(".fsl-menu, .fsl-more-button")) this.transport.more(true);
        const own = targetOf(event).closest("button,select,input,[tabindex]") !== this.root;
        if (!own) this.root.focus({ preventScroll: true });
      },
    });
    // for the tests, and for who is curious in the console
    Object.assign(this.root, { stepper: this });
    this.by = model.get("by");
    const parts = dom(STEPPER),
      part = name => partOf(parts, name);
    part("added").replaceWith(...KEYS.map(row => row.cloneNode(true)));
    wire(parts, this);
    this.notice = part("notice");
    this.shown = part("runs");
    this.head = part("head");
    this.facing = part("facing");
    this.helping = part("help");
    this.stage = new Stage(this, part("scene"));
    this.choosing = new Choosing(this, part("choosing"));
    this.transport = new Transport(this, part("transport"));
    this.root.append(...parts.children);
    put(this.root, "data-tab", "tree");
    this.listen(document, "fullscreenchange", () => this.stage.changed());
    const asks = ASKERS.find(one => one.asks(model));
    this.asker = asks ? asks.begin(this) : NOBODY;
    this.watch("change:by", () => this.setBy(model.get("by")));
    this.watch("change:hide_ahead", () => this.hide(model.get("hide_ahead")));
    this.watch("change:predict", () => this.telling || this.asker.set(model.get("predict")));
    for (const what of ["offers", "choice"])
      this.watch(`change:${what}`, () => this.choosing.draw());
    for (const what of ["step", "steps"]) this.watch(`change:${what}`, () => this.hear());
    this.build(runs);
    this.keyboard = new Keyboard(this.root);
    setTimeout(() => this.keyboard.take()); // once it stands in the page
  }

  /** See `View`. */
  get points() {
    return this.asker.points;
  }

  close() {
    this.transport.play(false);
    clearTimeout(this.later);
    this.stage.leave(); // before its place is gone
    if (this.stale) this.tellSteps();
    super.close();
  }

  /** Show runs, in the place of those before. @param {import("./recording.js").SentRun[]} runs */
  build(runs) {
    this.transport.play(false);
    this.sent = runs;
    this.runs = runs.map(sent => new Run(sent));
    this.panels = this.runs.map((run, at) => new Panel(run, at, this));
    if (this.runs[1] && !this.asker.own) this.panels.forEach(panel => this.compare(panel));
    this.drawn = [];
    this.inside = null;
    this.steps = this.runs.map(() => -1);
    this.asker.build(this.panels); // hides what comes, before a tree finds its place
    this.scaleTrees();
    this.transport.offer(this.runs.some(({ header }) => header.blames));
    put(this.shown, "class", `fsl-runs fsl-runs-${runs.length}${runs[1] ? " fsl-several" : ""}`);
    this.shown.style.setProperty("--fsl-n", `${Math.max(0, ...this.runs.map(run => run.span))}`);
    for (const old of this.shown.querySelectorAll(".fsl-run")) old.remove();
    this.shown.append(...this.panels.map(panel => panel.node));
    this.shown.hidden = !this.runs.length;
    this.drawHead();
    this.setLane(this.lane);
    this.showNotice();
    const longest = Math.max(0, ...this.runs.map(run => run.length));
    this.root.style.setProperty("--fsl-digits", `${String(longest).length}`);
    this.rescale();
    this.setLead(0);
    this.setBy(this.by);
    for (const told of BUILT) told(this);
    if (this.runs.length) this.show(this.wanted());
    this.keepFocus();
  }

  /** Show what another choice leads to, in the tree of the run; it is not told to Python.
   * @param {{step: number, cell: number, value: number}} asked
   * @param {import("./recording.js").SentRun[]} sent */
  branch(asked, sent) {
    const [run] = this.runs,
      first = run.next(asked.step, "node") ?? run.length;
    this.ghost = { asked, sent: this.sent, steps: this.steps, first };
    this.build(sent);
    const [panel] = this.panels;
    Object.assign(panel.tree, { only: Array.from(match(panel.run, run), Number), branched: true });
    panel.draw(first);
  }

  goBack(steps = this.ghost?.steps ?? []) {
    const sent = this.ghost?.sent ?? [];
    this.ghost = null;
    this.build(sent);
    this.show(steps);
    this.root.focus({ preventScroll: true });
  }

  showNotice() {
    super.showNotice();
    const { ghost, panels } = this;
    if (!ghost) return;
    const [{ run }] = panels,
      { cell, value } = ghost.asked,
      beside = () => (this.goBack(), this.panels[0].whatIf(ghost.asked, true));
    this.notice.replaceChildren(
      `What if ${run.name(cell)} = ${run.word(value)}? `,
      button("back to the run", "back to the run (Esc)", () => this.goBack(), "fsl-go"),
      " ",
      button("side by side", "both runs side by side", beside, "fsl-go"),
    );
  }

  /** Ask Python about a run. @param {string} what @param {number} run @param {object} more
   * @returns {Promise<any>} the answer, or the error that tells why there is none */
  ask(what, run, more) {
    return this.request(what, { run, ...more }).catch(error => error);
  }

  /** Hide what comes after the step (outcome, timeline, tree ahead), or show it; it stays hidden
   * from who predicts it. @param {boolean} [on] */
  hide(on) {
    if (on === undefined && this.asker.on)
      return this.say("the next steps are hidden while you predict");
    on ??= !this.hidden;
    this.hidden = on || this.asker.on;
    for (const panel of this.panels) if (panel.hidden !== this.hidden) panel.hide(this.hidden);
    if (this.whole && this.drawn.length) (this.scaleTrees(), this.resize());
    if (this.drawn.length) this.transport.draw();
    if (Boolean(this.model.get("hide_ahead")) !== on) this.tellPython({ hide_ahead: on });
  }

  /** Mark what of a run's tree no other run comes to. @param {Panel} panel */
  compare(panel) {
    const { run } = panel,
      others = this.runs.filter(other => other !== run),
      nowhere = others.map(other => match(run, other)),
      only = run.first.map((_, node) => Number(nowhere.every(never => never[node])));
    panel.markOnly(only, others.length === 1 && saves(others[0], run));
  }

  /** Show each tree as a whole, all on one scale; or again as it grows. */
  overview() {
    this.whole = !this.whole;
    this.scaleTrees();
    this.resize();
  }

  scaleTrees() {
    this.root.classList.toggle("fsl-whole", this.whole);
    const scale = this.whole ? scaleOf(this, this.hidden && !this.atEnd()) : null;
    for (const { tree } of this.panels) tree.scaled = scale;
  }

  /** Above several runs: the puzzle and what all of them do; above each what it does itself. */
  drawHead() {
    const said = this.runs.map(({ header }) => header.settings.split(", ")),
      [first, ...others] = said.map(some => some.slice(1).join()),
      alike = others.every(one => one === first), // then their looks tell them apart
      isShared = (one, at) => (at > 0 || !alike) && said.every(some => some.includes(one));
    if (!said[1]) return this.head.replaceChildren();
    this.panels.forEach(({ title, run }, at) => {
      const own = said[at].filter((one, place) => !isShared(one, place)),
        { role, said: called } = run.header,
        words = [role, inWords(own.join(", "), own.length > 2 ? {} : called)]; // else it is cut
      write(title.children[1], words.filter(Boolean).join(": "));
      put(title.children[1], "data-short", role || own.join(" · "));
    });
    const { name, said: words } = this.runs[0].header,
      shared = h("span", {}, inWords(said[0].filter(isShared).join(", "), words));
    this.head.replaceChildren(name, shared);
  }

  /** Open all of each tree, or close what failed again. */
  openTrees() {
    for (const { tree } of this.panels) tree.openAll();
  }

  /** Show the tree, the code or all counts, where they have no room beside each other; the last
   * two also give way again. @param {string} name */
  tab(name) {
    const { tab } = this.root.dataset;
    put(this.root, "data-tab", name === tab && name !== "tree" ? "tree" : name);
    for (const one of this.root.querySelectorAll(".fsl-tabs button"))
      put(one, "aria-pressed", one.matches(`[data-do="tab(${this.root.dataset.tab})"]`));
    this.resize();
  }

  setLane(/** @type {string} */ lane) {
    this.lane = lane;
    this.transport.lanes.value = lane;
    for (const { timeline } of this.panels) Object.assign(timeline, { lane });
    if (this.drawn.length) this.resize();
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

  setBy(/** @type {string} */ by) {
    this.by = by;
    this.closeMove();
    if (this.model.get("by") !== by) this.tellPython({ by });
  }

  /** Open the move that is shown, at its first event; or close the one that is open.
   * @param {string} [way] "down" only opens, "up" only closes */
  openMove(way) {
    const at = this.leader(),
      run = this.runs[at],
      step = this.steps[at],
      { move } = run.steps;
    if (this.inside ? way === "down" : way === "up") return;
    if (this.inside) return this.closeMove();
    const to = run.before(step) < 0 ? (run.next(step, "move") ?? step) : step,
      from = move[atMost(move, to - 1) - 1] ?? 0;
    if (this.by !== "move" || to - from < 2) return this.say("there is nothing inside to open");
    this.inside = { at, from, to };
    this.redraw();
    if (step === to) this.goAt(at, from + 1);
  }

  /** Show whole moves again, the one that was open at its end. */
  closeMove() {
    const { inside } = this;
    this.inside = null;
    this.redraw();
    if (inside) this.goAt(inside.at, inside.to);
  }

  redraw() {
    for (const panel of this.panels) panel.whole = this.by === "move" && !this.inside;
    if (this.drawn.length) this.panels.forEach((panel, at) => panel.draw(this.drawn[at]));
    this.transport.drawChoices();
  }

  setLead(/** @type {number} */ at) {
    const several = this.panels.length > 1;
    if (at >= this.panels.length) return;
    this.lead = at;
    this.panels.forEach(({ node }, one) =>
      node.classList.toggle("fsl-lead", several && one === at),
    );
    if (several) this.resize(); // it may have been out of sight
  }

  /** Which run a move is about: the chosen one; if that is at its end, the one that is furthest. */
  leader() {
    const { lead, runs, steps, by } = this;
    if (runs.length < 2 || steps[lead] < runs[lead].length) return lead;
    const amounts = runs.map((run, at) => run.amount(steps[at], by));
    const over = (/** @type {number} */ at) => Number(steps[at] === runs[at].length);
    const ahead = [...runs.keys()].filter(at => steps[at] > 0 && amounts[at] >= amounts[lead]);
    return ahead.sort((a, b) => over(a) - over(b) || amounts[b] - amounts[a])[0] ?? lead;
  }

  /** Take one run to a step and the others along: to where they have had as many nodes, say. */
  goAt(at, step) {
    const run = this.runs[at],
      wanted = Math.max(0, Math.min(run.length, Math.round(step) || 0));
    const to = this.asker.halt(this.steps[at], wanted);
    const amount = run.amount(to, this.by);
    const steps = this.runs.map(other => (other === run ? to : other.reach(amount, this.by)));
    if (at !== this.lead && steps[this.lead] < this.runs[this.lead].length) this.setLead(at);
    this.show(steps);
    this.report();
  }

  goTo(/** @type {number} */ step) {
    this.goAt(this.lead, step);
    this.transport.field.value = String(this.steps[this.lead]); // what it came to
  }

  /** @param {string} what @param {number} way 1 or -1 */
  move(what, way) {
    const leader = this.leader(),
      { inside, asker } = this;
    this.transport.beat();
    if (way > 0 && asker.open) asker.hold();
    if (inside && what === this.by) {
      const on = this.steps[inside.at] + way;
      if (on > inside.from && on <= inside.to) return this.goAt(inside.at, on);
    }
    const find = (/** @type {number} */ index) =>
      this.runs[index][way > 0 ? "next" : "previous"](this.steps[index], what);
    const others = way > 0 ? this.runs.keys() : []; // on the way on, another run may still have one
    const at = [leader, ...others].find(index => find(index) !== null) ?? leader,
      to = find(at);
    if (to !== null) this.goAt(at, to);
    else if (what === this.by || (way > 0 && this.asker.on)) this.edge(way > 0 ? 1 : 0);
    else this.panels[at].note([[`no ${way > 0 ? "later" : "earlier"} ${what}`, 0]]);
  }

  edge(/** @type {number} */ part) {
    this.show(this.runs.map((run, at) => this.asker.halt(this.steps[at], part * run.length)));
    this.report();
  }

  atEnd() {
    return this.runs.every((run, at) => this.steps[at] === run.length);
  }

  /** Draw at once; what comes before the next frame waits for it, unless a question is open. */
  show(/** @type {number[]} */ steps) {
    if (this.ghost && steps[0] >= 0 && steps[0] < this.ghost.first) return this.goBack(steps);
    this.steps = steps;
    const { inside } = this;
    if (inside && (steps[inside.at] <= inside.from || steps[inside.at] > inside.to)) {
      this.inside = null;
      this.redraw();
    }
    if (this.waiting && !this.asker.open) return;
    this.draw();
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.steps.some((step, at) => step !== this.drawn[at])) this.show(this.steps);
    });
  }

  draw() {
    if (this.whole) this.scaleTrees();
    this.steps.forEach((step, at) => step !== this.drawn[at] && this.panels[at].draw(step));
    this.drawn = [...this.steps];
    if (this.panels.length === 2) drawFacing(this.facing, this.panels);
    this.asker.draw();
    this.transport.draw();
  }

  /** What the model asks for: the steps of all runs if they fit to `step`, else `step` alone. */
  wanted() {
    const { runs, by, model, asker, ghost } = this;
    if (ghost) return [ghost.first];
    if (asker.own) return runs.map(run => asker.halt(0, run.length));
    const step = Math.max(0, Math.min(runs[0].length, model.get("step"))),
      amount = runs[0].amount(step, by);
    /** @type {number[]} */ const steps = model.get("steps") ?? [];
    const fits = steps.length === runs.length && steps.every((one, at) => one <= runs[at].length);
    if (fits && steps[0] === step) return [...steps];
    return runs.map((run, at) => (at ? run.reach(amount, by) : step));
  }

  hear() {
    if (!this.runs.length || this.telling) return;
    const steps = this.wanted();
    if (steps.some((step, at) => step !== this.steps[at])) this.show(steps);
  }

  /** Tell Python the step: at once, then ten times a second at most, the last one always. */
  report() {
    this.stale = this.later > 0;
    if (this.stale || this.asker.own || this.ghost) return;
    this.tellSteps();
    this.later = setTimeout(() => {
      this.later = 0;
      if (this.stale) this.report();
    }, 100);
  }

  tellSteps() {
    if (this.runs.length && !this.ghost)
      this.tellPython({ step: this.steps[0], steps: [...this.steps] });
  }

  share(/** @type {KeyboardEvent} */ event) {
    if (event.isTrusted) markRun(event);
    const answers = this.asker.on && event.key === "Enter";
    if (!this.root.contains(targetOf(event)) || (!answers && this.keyboard.passOn(event))) return;
    if (this.stage.on && event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.stage.go(1);
    } else super.share(event);
  }

  action(/** @type {KeyboardEvent} */ event) {
    if (!this.runs.length) return undefined;
    const answer = this.asker.action(event),
      action = this.transport.action(event);
    if (answer) return answer;
    if (action) this.keyboard.used = true; // from now on ↓ is not the notebook's
    if (action && this.transport.timer && !" .,".includes(event.key)) this.transport.play(false);
    return action;
  }

  say(/** @type {string} */ text) {
    this.panels[this.lead].note([[text, 0]]);
  }

  /** From a view with keys of its own, the stage, another choice. @param {Element} from */
  escape(from) {
    if (!this.transport.menu.hidden) return this.transport.more();
    this.panels.forEach(panel => panel.quiet());
    const inside = from.matches("input,select,.fsl-board,.fsl-canvas");
    if (!inside && this.stage.on) return this.stage.leave();
    if (!inside && this.ghost) return this.goBack();
    this.root.focus({ preventScroll: true });
  }
}
