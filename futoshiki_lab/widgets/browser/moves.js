// What a stepper moves by, its keys, and its bar of buttons.

import { button, choice, dom, h, heldBy, number, put, write } from "./page.js";

/** What to move by, its key (with Shift: backwards), what it is. */
export const MOVES = [
  ["move", "m", "the next move of the search: a value tried, a look, a step back, a jump"],
  ["event", "e", "one event"],
  ["check", "c", "the next check of a constraint"],
  ["node", "n", "the next value tried"],
  ["prune", "p", "the next value removed"],
  ["dead end", "d", "where a look has just failed"],
  ["wipe-out", "w", "where a domain has become empty"],
  ["backtrack", "b", "where all values of a cell were in vain"],
  ["skip", "j", "where a jump has skipped cells"],
  ["solution", "s", "the next solution"],
];
export const UNITS = ["move", "event", "check", "node"];
export const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000];
export const KEYS = [
  ["→ / ←", "one unit on / back (a move of the search, an event, a check or a node: see “by”)"],
  ["↓ / ↑", "by move: open the move into its checks and other events / close it"],
  ...MOVES.map(([what, key]) => [`${key} / Shift+${key}`, `next / previous ${what}`]),
  ["Home / End", "the start / the end"],
  [
    "PageDown / PageUp",
    "a twentieth of the run on / back; where boards fill the window one after the other: " +
      "ask, tell, then the next board / the board before",
  ],
  ["f", "fill the window with this board; f or Esc leaves"],
  ["Shift+F", "the same, in the browser's full screen"],
  ["i", "in a second window: what the page has for instructors"],
  ["Space", "play / pause"],
  [". / ,", "faster / slower"],
  ["h", "hide what comes (outcome, timeline, tree ahead), or show it"],
  ["q / Shift+Q", "predict: stop before each event of a kind and ask, or not / another kind"],
  ["Enter", "with predictions: answers with what is chosen, goes on, goes to the next question"],
  ["w r 0 h", "while you drive: wipe-out, give back, the search ends, help; digits are values"],
  ["o", "whole trees as silhouettes, all on one scale, or not"],
  ["u", "change what → moves by"],
  ["g", "go to a step by its number"],
  ["v", "to the board: arrows choose a cell, Enter says when its values went; Esc back"],
  [
    "t",
    "to the tree: arrows choose a node, Enter goes there, Space opens or closes it, + − 0 zoom; " +
      "Esc back",
  ],
  ["k", "the graph of the constraints, or the board again"],
  ["1 2 3", "with several runs: which one leads"],
  ["Esc", "closes this list; then gives the keyboard back to the notebook"],
  ["Shift+Enter", "is the notebook's, as is all with Ctrl, Alt or Cmd"],
  ["?", "this list"],
];
export const HELP =
  "On a phone: swipe over the board to step; “…” has more buttons. " +
  "Click a struck-out value to be told when and why it went, a node of the tree to go there, " +
  "a triangle to open it, the timeline to go anywhere. A node that came to nothing also shows " +
  "the cells to blame: ! to blame, ↩ where a jump leads, ∅ no value left, » skipped; and it " +
  "lights the smallest reason why nothing below it can work.";

/** What the other keys do to a stepper.
 * @type {Record<string, ((stepper: import("./stepper.js").Stepper) => void) | undefined>} */
export const ACTIONS = {
  ArrowRight: stepper => stepper.move(stepper.by, 1),
  ArrowLeft: stepper => stepper.move(stepper.by, -1),
  ArrowDown: stepper => stepper.inside || stepper.openMove(),
  ArrowUp: stepper => stepper.inside && stepper.closeMove(),
  Home: stepper => stepper.edge(0),
  End: stepper => stepper.edge(1),
  PageDown: stepper => stepper.jump(1),
  PageUp: stepper => stepper.jump(-1),
  f: ({ stage }) => stage.toggle(),
  F: ({ stage }) => stage.fullScreen(),
  i: ({ stage }) => stage.notes(),
  " ": stepper => stepper.play(),
  "?": stepper => stepper.help(),
  ".": stepper => stepper.faster(1),
  ",": stepper => stepper.faster(-1),
  h: stepper => stepper.hide(),
  o: stepper => stepper.overview(),
  u: stepper => stepper.setBy(UNITS[(UNITS.indexOf(stepper.by) + 1) % UNITS.length]),
  g: ({ transport: { field } }) => (field.focus(), field.select()),
  v: ({ panels, lead }) => (panels[lead].board.node.focus(), panels[lead].board.choose(0)),
  t: ({ panels, lead }) => (panels[lead].tree.canvas.focus(), panels[lead].tree.chooseCurrent()),
  k: stepper => (stepper.panels.forEach(panel => panel.turn()), stepper.resize()),
  1: stepper => stepper.setLead(0),
  2: stepper => stepper.setLead(1),
  3: stepper => stepper.setLead(2),
};

/** The bar of buttons below the runs: on a phone four, and the rest behind "…". */
export class Transport {
  /** @param {import("./stepper.js").Stepper} stepper @param {HTMLElement} help the list of keys */
  constructor(stepper, help) {
    this.stepper = stepper;
    /** @type {(values: (string | number)[], text?: (value: any) => string) => any} */
    const options = (values, text = String) => values.map(value => [value, text(value)]),
      speeds = options(SPEEDS, speed => `${number(speed)}/s`),
      kinds = options(MOVES.map(([what]) => what));
    this.playing = button("", "play or pause (Space)", () => stepper.play(), "fsl-play-button");
    this.bys = choice("what the arrows and play move by", options(UNITS), () =>
      stepper.setBy(this.bys.value),
    );
    this.speeds = choice("speed", speeds, () => (stepper.speed = Number(this.speeds.value)));
    const go = () => stepper.goTo(Number(this.field.value));
    this.field = /** @type {HTMLInputElement} */ (
      dom`<input type="number" min="0" aria-label="go to step" class="fsl-field" change=${go}>`
    );
    const hides = "hide what comes: outcome, timeline and tree ahead (h)";
    this.ahead = button("hide", hides, () => stepper.hide(), "fsl-extra fsl-ahead");
    const inside = "open this move into its checks and other events (↓), or close it (↑)";
    this.inside = button("▾", inside, () => stepper.openMove(), "fsl-extra fsl-inside");
    this.kinds = choice("what to go to", kinds, () => stepper.drawTransport());
    this.kinds.value = "dead end";
    this.back = button("‹", "the previous one", () => stepper.move(this.kinds.value, -1));
    this.on = button("›", "the next one", () => stepper.move(this.kinds.value, 1));
    this.node = dom`<div class="fsl-transport" role="toolbar" aria-label="moves">
      ${button("|◀", "to the start (Home)", () => stepper.edge(0), "fsl-extra")}
      ${button("◀", "one back (←)", () => stepper.move(stepper.by, -1))}
      ${this.playing}
      ${button("▶", "one on (→)", () => stepper.move(stepper.by, 1))}
      ${button("▶|", "to the end (End)", () => stepper.edge(1), "fsl-extra")}
      <label class="fsl-extra"><span class="fsl-by">by </span>${this.bys}</label>
      ${this.inside}<span class="fsl-extra">${this.speeds}</span>
      <label class="fsl-extra"><span class="fsl-at">step </span>${this.field}</label>
      <span class="fsl-extra fsl-jump">${this.back}${this.kinds}${this.on}</span>
      ${this.ahead}${stepper.stage.button}
      ${button("?", "the keys (?)", () => stepper.help(), "fsl-extra fsl-help-button")}
      ${button("…", "more buttons, or fewer", () => this.more(), "fsl-more-button")}${help}</div>`;
  }

  more() {
    this.node.classList.toggle("fsl-opened");
  }

  /** @param {import("./run.js").Run} run the one that the next move is about
   * @param {number} step */
  draw(run, step) {
    const what = this.kinds.value,
      { hidden } = this.stepper,
      more = (hidden && step < run.length) || run.next(step, what) !== null;
    if (heldBy(this.node) !== this.field) this.field.value = String(step);
    put(this.back, "aria-disabled", run.previous(step, what) === null ? "true" : null);
    put(this.on, "aria-disabled", more ? null : "true");
    put(this.ahead, "aria-pressed", hidden);
  }

  /** Whether there is something to skip in a run shown. @param {boolean} jumps */
  offer(jumps) {
    for (const one of this.kinds.options) one.hidden = one.value === "skip" && !jumps;
    if (!jumps && this.kinds.value === "skip") this.kinds.value = "dead end";
  }

  drawChoices(playing = this.stepper.timer > 0) {
    const { by, speed, inside } = this.stepper;
    this.bys.value = by;
    this.speeds.value = String(speed);
    put(this.inside, "style", by === "move" ? null : "visibility:hidden"); // it has its room
    put(this.inside, "aria-pressed", inside !== null);
    write(this.inside, inside ? "▴" : "▾");
    write(this.playing, playing ? "❚❚ pause" : "▶ play");
  }
}

/** By name in Python, what a choice says in front. @type {Record<string, string>} */
const CHOICES = {
  puzzle: "puzzle",
  number: "number",
  look: "algorithm",
  select: "next cell",
  order: "value order",
  jump: "goes back",
};

/** What is recorded, to be chosen. */
export class Choosing {
  /** @type {Record<string, HTMLSelectElement>} */ selects = {};

  constructor(/** @type {import("./stepper.js").Stepper} */ stepper) {
    this.stepper = stepper;
    const labels = Object.entries(CHOICES).map(([name, label]) => {
      this.selects[name] = choice(label, [], () => this.choose(name));
      return h("label", {}, h("span", {}, label), this.selects[name]);
    });
    const role = { role: "group", "aria-label": "what is recorded" };
    this.node = h("div", { class: "fsl-choosing", ...role }, ...labels);
    this.draw();
  }

  /** What Python offers under a name. @param {string} name
   * @returns {[value: any, text: string][]} */
  offered(name) {
    return this.stepper.model.get("offers")?.[name] ?? [];
  }

  /** Options are told by their place: values may be texts, numbers or truths. */
  draw() {
    const chosen = this.stepper.model.get("choice") ?? {};
    for (const [name, select] of Object.entries(this.selects)) {
      const offered = this.offered(name),
        texts = offered.map(([, text]) => text),
        few = texts.length < 2;
      if (texts.join("\n") !== [...select.options].map(({ text }) => text).join("\n"))
        select.replaceChildren(...texts.map((text, value) => h("option", { value }, text)));
      select.selectedIndex = offered.findIndex(([value]) => value === chosen[name]);
      select.disabled = few;
      if (name === "number") select.parentElement?.toggleAttribute("hidden", few);
    }
    this.node.hidden = !this.offered("look").length;
  }

  /** The first puzzle of another file: its number may be none of the file before.
   * @param {string} name */
  choose(name) {
    const [value] = this.offered(name)[this.selects[name].selectedIndex],
      choice = { ...this.stepper.model.get("choice"), [name]: value };
    this.stepper.tellPython({ choice: name === "puzzle" ? { ...choice, number: 1 } : choice });
  }
}
