// What moves a stepper: the bar of buttons and the keys of stepper.html, fingers, time.

import { PRESENTING } from "./annexes.js";
import { callOf, heldBy, put, targetOf, write } from "./page.js";

const PLAYS = "M1 1.5v11L7 7zM7 1.5v11L13 7z",
  PAUSES = "M2.5 1.5h3v11h-3zM8.5 1.5h3v11h-3z";

/** Back, Next and Play, and "…" with the rest. */
export class Transport {
  /** @type {Map<string, () => void>} */ keys = new Map();
  timer = 0; // the next frame while it plays
  beaten = 0; // when the last step by hand was
  speed = matchMedia("(prefers-reduced-motion: reduce)").matches ? 2 : 5; // units a second

  /** @param {import("./stepper.js").Stepper} stepper @param {HTMLElement} node */
  constructor(stepper, node) {
    this.stepper = stepper;
    this.node = node;
    /** @type {(name: string) => any} */ const part = name => node.querySelector(name);
    this.playing = part(".fsl-play-button");
    this.menu = part(".fsl-menu");
    this.moreButton = part(".fsl-more-button");
    this.lanes = part("[data-change=setLane]");
    this.field = part(".fsl-field");
    this.ahead = part(".fsl-ahead");
    this.inside = part(".fsl-inside");
    this.bys = part("[data-change=setBy]");
    this.speeds = part("[data-change$=setSpeed]");
    this.kinds = part("[data-change$=draw]");
    this.back = part("[data-do$='ofKind(-1)']");
    this.on = part("[data-do$='ofKind(1)']");
    const rows = node.querySelectorAll(/** @type {"tr"} */ ("[data-keys]"));
    for (const words of [...rows].flatMap(row => row.dataset.keys?.split(/ (?=\S+=)/) ?? [])) {
      const [key, does] = words.split(/(?<=^\S+)=/);
      this.keys.set(key === "Space" ? " " : key, callOf(stepper, does));
    }
    this.watchSwipes();
    this.watchCanvases();
  }

  /** A finger that goes over a board from right to left steps on, the other way back. */
  watchSwipes() {
    const { stepper } = this;
    /** @type {PointerEvent | null} */ let begun = null;
    stepper.listen(stepper.root, "pointerdown", event => {
      const over = event.pointerType === "touch" && targetOf(event).closest(".fsl-board");
      begun = over ? event : null;
    });
    stepper.listen(stepper.root, "pointerup", ({ clientX, clientY }) => {
      const [dx, dy] = begun ? [clientX - begun.clientX, clientY - begun.clientY] : [0, 0];
      begun = null;
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy))
        stepper.move(stepper.by, dx < 0 ? 1 : -1);
    });
  }

  /** Canvases are painted anew where their size, the theme or their sight changes. */
  watchCanvases() {
    const { stepper } = this,
      paint = () => stepper.resize(),
      resize = new ResizeObserver(paint),
      // Where Lab has had it out of sight, a canvas may come back blank.
      sight = new IntersectionObserver(seen => seen.at(-1)?.isIntersecting && paint()),
      theme = new MutationObserver(paint);
    resize.observe(stepper.root);
    sight.observe(stepper.root);
    theme.observe(document.body, { attributeFilter: ["data-jp-theme-light", "class"] });
    stepper.listen(matchMedia("(prefers-color-scheme: dark)"), "change", paint);
    for (const observer of [resize, sight, theme])
      stepper.endings.push(() => observer.disconnect());
  }

  /** What a key does; a letter with Shift is a capital, whatever Caps Lock says.
   * @param {KeyboardEvent} event */
  action({ key, shiftKey }) {
    const letter = shiftKey ? key.toUpperCase() : key.toLowerCase();
    return this.keys.get(/^[a-z]$/i.test(key) ? letter : key);
  }

  draw() {
    const { hidden, runs, steps } = this.stepper,
      at = this.stepper.leader(),
      [run, step] = [runs[at], steps[at]],
      what = this.kinds.value,
      more = (hidden && step < run.length) || run.next(step, what) !== null;
    if (heldBy(this.node) !== this.field) this.field.value = String(step);
    put(this.back, "aria-disabled", run.previous(step, what) === null ? "true" : null);
    put(this.on, "aria-disabled", more ? null : "true");
    put(this.ahead, "aria-pressed", hidden);
  }

  /** Whether there is something to skip in a run shown. @param {boolean} jumps */
  offer(jumps) {
    for (const one of [...this.kinds.options, ...this.lanes.options])
      one.hidden = one.value === "skip" && !jumps;
    if (!jumps && this.kinds.value === "skip") this.kinds.value = "dead end";
  }

  drawChoices(playing = this.timer > 0) {
    const { by, inside } = this.stepper;
    this.bys.value = by;
    this.speeds.value = String(this.speed);
    put(this.inside, "aria-disabled", by === "move" ? null : "true");
    put(this.inside, "aria-pressed", inside !== null);
    put(this.playing.querySelector("path"), "d", playing ? PAUSES : PLAYS);
    write(this.playing.lastChild, playing ? "Pause" : "Play");
  }

  /** A step by hand shows how things move; ten in a second do not. */
  beat() {
    const { root } = this.stepper,
      before = this.beaten;
    this.beaten = performance.now();
    put(root, "data-beat", null);
    if (root.offsetWidth && this.beaten - before > 100) put(root, "data-beat", ""); // anew
  }

  next(what = this.stepper.by) {
    this.stepper.move(what, 1);
  }
  previous(what = this.stepper.by) {
    this.stepper.move(what, -1);
  }
  ofKind(way) {
    this.stepper.move(this.kinds.value, way);
  }
  cycle(name) {
    const shown = [...this[name].options].filter(one => !one.hidden),
      at = shown.findIndex(one => one.selected);
    shown[(at + 1) % shown.length].selected = true;
    this[name].dispatchEvent(new Event("change"));
  }
  setSpeed(/** @type {string} */ speed) {
    this.speed = Number(speed);
    this.drawChoices();
  }
  faster(/** @type {number} */ way) {
    this.setSpeed(this.speeds.options[this.speeds.selectedIndex + way]?.value ?? this.speed);
  }
  /** Open what is not needed at once, or close it. @param {boolean} [hides] */
  more(hides = !this.menu.hidden) {
    if (this.menu.hidden === hides) return;
    const inside = this.menu.contains(heldBy(this.menu));
    this.menu.hidden = hides;
    put(this.moreButton, "aria-expanded", !hides);
    if (hides && inside) this.stepper.root.focus({ preventScroll: true });
    if (!hides) this.menu.querySelector("button,select")?.focus({ preventScroll: true });
  }
  askStep() {
    this.more(false);
    this.field.focus();
    this.field.select();
  }

  notes() {
    PRESENTING.notes?.(this.stepper.stage);
  }
  toBoard() {
    const { board } = this.stepper.panels[this.stepper.lead];
    board.node.focus();
    board.choose(0);
  }
  toTree() {
    if (this.stepper.root.dataset.tab !== "tree") this.stepper.tab("tree");
    const { tree } = this.stepper.panels[this.stepper.lead];
    tree.canvas.focus();
    tree.choose(tree.run.nodeAt(tree.step));
  }
  turn() {
    for (const panel of this.stepper.panels) panel.turn();
    this.stepper.resize();
  }

  /** What a clicker's key for "on" does in a scene before it goes on: ask, then tell. Without
   * predictions it tells what the heading asks: of several runs how large they become, of one the
   * next move, or where it jumps. @returns {boolean} whether there was anything to tell */
  reveal() {
    const { stepper } = this,
      { asker, stage, runs } = stepper;
    // without another scene to go to it moves on in this one
    if (!stage.on || !(stepper.root.closest(".slide") || stage.all()[1])) return false;
    if (asker.open) asker.commit([], true);
    else if (stage.told !== stepper.steps.join(" ")) return false;
    else if (asker.on) return (asker.goOn(), true);
    else if (runs.length > 1) {
      if (!stepper.whole) stepper.overview();
      stepper.edge(1);
    } else this.next(runs[0].header.jump ? "skip" : stepper.by);
    stage.told = "";
    return true;
  }

  /** A twentieth of the run on or back; on stage to another stepper. @param {number} way */
  jump(way) {
    const { stepper } = this;
    if (way > 0 && this.reveal()) return;
    if (stepper.stage.on && stepper.stage.go(way)) return;
    const at = stepper.leader(),
      { length } = stepper.runs[at];
    stepper.goAt(at, stepper.steps[at] + way * Math.max(1, Math.round(length / 20)));
  }

  play(/** @type {boolean} */ on = !this.timer) {
    const { stepper } = this;
    if (on && stepper.asker.open) return stepper.asker.hold();
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    put(stepper.root, "data-beat", null);
    this.drawChoices(on);
    for (const { sentence } of stepper.panels) put(sentence, "aria-live", on ? "off" : "polite");
    if (!on) return;
    if (stepper.atEnd()) stepper.edge(0);
    let before = performance.now(),
      owed = 0;
    const tick = (/** @type {number} */ now) => {
      this.timer = requestAnimationFrame(tick);
      owed += Math.min(0.25, (now - before) / 1000) * this.speed;
      before = now;
      if (owed < 1) return;
      const at = stepper.leader(),
        run = stepper.runs[at],
        amount = run.amount(stepper.steps[at], stepper.by) + Math.floor(owed);
      owed %= 1;
      stepper.goAt(at, run.reach(amount, stepper.by));
      if (stepper.atEnd() || stepper.asker.open) this.play(false);
    };
    this.timer = requestAnimationFrame(tick);
  }
}
