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

/** @typedef {{
 *   move(what: string, way: number): void, setBy(by: string): void, speed: number,
 * edge(part: number): void,
 *   openMove(): void,
 *   goTo(step: number): void, hide(on?: boolean): void, play(): void, help(): void,
 * drawTransport(): void,
 *   stage: {button: HTMLElement},
 * }} Mover what the buttons call: a stepper */

/** The bar of buttons below the runs: on a phone four, and the rest behind "…". */
export class Transport {
  /** @param {Mover} mover @param {HTMLElement} help the list of keys */
  constructor(mover, help) {
    this.playing = button("", "play or pause (Space)", () => mover.play(), "fsl-play-button");
    /** @type {(values: (string | number)[], text?: (value: any) => string) => any} */
    const options = (values, text = String) => values.map(value => [value, text(value)]);
    this.bys = choice("what the arrows and play move by", options(UNITS), () =>
      mover.setBy(this.bys.value),
    );
    const speeds = options(SPEEDS, speed => `${number(speed)}/s`);
    this.speeds = choice("speed", speeds, () => (mover.speed = Number(this.speeds.value)));
    const go = () => mover.goTo(Number(this.field.value));
    this.field = /** @type {HTMLInputElement} */ (
      dom`<input type="number" min="0" aria-label="go to step" class="fsl-field" change=${go}>`
    );
    const hides = "hide what comes: outcome, timeline and tree ahead (h)";
    this.ahead = button("hide", hides, () => mover.hide(), "fsl-extra fsl-ahead");
    const inside = "open this move into its checks and other events (↓), or close it (↑)";
    this.inside = button("▾", inside, () => mover.openMove(), "fsl-extra fsl-inside");
    const kinds = options(MOVES.map(([what]) => what));
    this.kinds = choice("what to go to", kinds, () => mover.drawTransport());
    this.kinds.value = "dead end";
    this.back = button("‹", "the previous one", () => mover.move(this.kinds.value, -1));
    this.on = button("›", "the next one", () => mover.move(this.kinds.value, 1));
    const more = button("…", "more buttons, or fewer", () => this.more(), "fsl-more-button");
    this.node = dom`<div class="fsl-transport" role="toolbar" aria-label="moves">
      ${button("|◀", "to the start (Home)", () => mover.edge(0), "fsl-extra")}
      ${button("◀", "one back (←)", () => mover.move(this.bys.value, -1))}
      ${this.playing}
      ${button("▶", "one on (→)", () => mover.move(this.bys.value, 1))}
      ${button("▶|", "to the end (End)", () => mover.edge(1), "fsl-extra")}
      <label class="fsl-extra"><span class="fsl-by">by </span>${this.bys}</label>
      ${this.inside}<span class="fsl-extra">${this.speeds}</span>
      <label class="fsl-extra"><span class="fsl-at">step </span>${this.field}</label>
      <span class="fsl-extra fsl-jump">${this.back}${this.kinds}${this.on}</span>
      ${this.ahead}${mover.stage.button}
      ${button("?", "the keys (?)", () => mover.help(), "fsl-extra fsl-help-button")}
      ${more}${help}</div>`;
  }

  more() {
    this.node.classList.toggle("fsl-opened");
  }

  /** @param {import("./run.js").Run} run the one that the next move is about
   * @param {number} step */
  draw(run, step, hidden = false) {
    if (heldBy(this.node) !== this.field) this.field.value = String(step);
    const what = this.kinds.value;
    put(this.back, "aria-disabled", run.previous(step, what) === null ? "true" : null);
    const more = (hidden && step < run.length) || run.next(step, what) !== null;
    put(this.on, "aria-disabled", more ? null : "true");
  }

  /** Whether there is something to skip in a run shown. @param {boolean} jumps */
  offer(jumps) {
    for (const one of this.kinds.options) one.hidden = one.value === "skip" && !jumps;
    if (!jumps && this.kinds.value === "skip") this.kinds.value = "dead end";
  }

  drawHidden(/** @type {boolean} */ hidden) {
    put(this.ahead, "aria-pressed", hidden);
  }

  /** @param {string} by @param {number} speed @param {boolean} playing
   * @param {boolean} inside whether a move is open */
  drawChoices(by, speed, playing, inside) {
    this.bys.value = by;
    this.speeds.value = String(speed);
    put(this.inside, "style", by === "move" ? null : "visibility:hidden"); // it has its room
    put(this.inside, "aria-pressed", inside);
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

/** @typedef {{model: import("./frame.js").Model,
 *   tellPython(values: Record<string, any>): void}} Chooser
 * a stepper */

export class Choosing {
  /** @type {Record<string, HTMLSelectElement>} */ selects = {};

  constructor(/** @type {Chooser} */ stepper) {
    this.stepper = stepper;
    this.node = h("div", {
      class: "fsl-choosing",
      role: "group",
      "aria-label": "what is recorded",
    });
    for (const [name, label] of Object.entries(CHOICES)) {
      this.selects[name] = choice(label, [], () => this.choose(name));
      this.node.append(h("label", {}, h("span", {}, label), this.selects[name]));
    }
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
        texts = offered.map(([, text]) => text);
      if (texts.join("\n") !== [...select.options].map(({ text }) => text).join("\n")) {
        select.replaceChildren(...texts.map((text, at) => h("option", { value: at }, text)));
      }
      select.selectedIndex = offered.findIndex(([value]) => value === chosen[name]);
      select.disabled = texts.length < 2;
      if (name === "number")
        put(/** @type {Element} */ (select.parentElement), "hidden", texts.length < 2 ? "" : null);
    }
    put(this.node, "hidden", this.offered("look").length ? null : "");
  }

  /** The first puzzle of another file: its number may be none of the file before.
   * @param {string} name */
  choose(name) {
    const [value] = this.offered(name)[this.selects[name].selectedIndex];
    const first = name === "puzzle" ? { number: 1 } : {};
    this.stepper.tellPython({
      choice: { ...this.stepper.model.get("choice"), ...first, [name]: value },
    });
  }
}
