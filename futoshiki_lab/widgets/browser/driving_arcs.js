// Driving AC-3 in a stepper: arcs are taken, revised, and come back.

import { ArcDrive } from "./arcs.js";
import { Driving } from "./driving.js";
import { button, count, h, put } from "./page.js";
import { valuesOf } from "./puzzle.js";
import { ASKED } from "./quiz_view.js";

/** By phase what the main button says, and what stands in the line of the source that is lit.
 * @type {Record<string, [goOn: string, line: string]>} */
const PHASES = {
  arc: ["", "popleft"],
  revise: ["next arc", "if revise"],
  return: ["that is all", "append((z, x))"],
};

export class ArcDriving extends Driving {
  first = -1; // the cell to be revised, until the other one of the arc is chosen

  queue = h("div", { class: "fsl-queue", role: "group", "aria-label": "queue of arcs" });

  build(panels) {
    super.build(panels);
    this.panel.title.children[1].textContent = "AC-3";
    this.stepper.root.classList.add("fsl-arcs");
    this.panel.node.querySelector(".fsl-tree")?.before(this.queue);
  }

  begin(run, { arcs, step }, { done = [] }) {
    const drive = new ArcDrive(run, step, arcs);
    this.first = -1;
    for (const move of done) if (drive.allows(move)) drive.take(move);
    return drive;
  }

  make(move) {
    this.first = -1;
    super.make(move);
  }

  click(/** @type {number} */ cell, /** @type {number} */ value) {
    const { phase, cell: here } = this.drive;
    this.chosen = cell;
    if (phase === "return") this.make({ kind: "arc", cell, value: here });
    else if (phase === "arc") this.pick(cell);
    else if (value && !this.panel.board.pencil.dotted) this.digit(value);
    else this.draw();
  }

  /** A cell of the arc that is taken: first the one to be revised. */
  pick(/** @type {number} */ cell) {
    const { first } = this;
    if (first >= 0 && first !== cell) return this.make({ kind: "arc", cell: first, value: cell });
    this.first = first === cell ? -1 : cell;
    this.told = "";
    this.refuse("");
  }

  /** @param {KeyboardEvent} event */
  action(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      i: () => this.make({ kind: "into" }),
      o: () => this.make({ kind: "out" }),
      0: () => this.make({ kind: "pass" }),
    };
    return (this.drive.phase !== "over" && keys[event.key]) || super.action(event);
  }

  enter() {
    const { phase } = this.drive;
    if (!this.here || phase === "over" || phase === "revise") this.goOn();
    else if (this.chosen >= 0) this.click(this.chosen, 0);
    else if (phase === "return") this.goOn();
    else this.toBoard(this.drive.cell);
  }

  digit(/** @type {number} */ value) {
    const cell = this.chosen < 0 ? this.drive.cell : this.chosen;
    if (this.drive.phase === "revise") this.make({ kind: "strike", cell, value });
    else this.refuse("First take an arc.");
  }

  mark(board) {
    const { drive, first } = this,
      { cell, other, phase, free, domains } = drive,
      inPlay = phase === "revise" || phase === "return";
    super.mark(board);
    for (const one of free) board.drawDomain(one, domains[one], -1);
    board.drawCurrent(inPlay ? cell : first);
    board.drawChecked(inPlay ? [other] : []);
    board.drawConstraint(cell, inPlay ? other : -1);
    const [, line] = PHASES[phase] ?? [],
      lines = this.panel.source.lines.flat();
    this.panel.source.light(lines.find(({ textContent }) => line && textContent?.includes(line)));
    this.list();
  }

  /** The arcs that wait, by the cell to be revised; they are buttons. */
  list() {
    const { queue, phase } = this.drive;
    const take = (/** @type {number[]} */ [cell, value]) => {
      const label = `revise ${this.drive.write([cell, value])}`;
      const one = button(this.name(value), label, () => {
        this.stepper.root.focus({ preventScroll: true }); // the button goes
        this.make({ kind: "arc", cell, value });
      });
      put(one, "disabled", phase === "arc" ? null : "");
      return one;
    };
    const cells = [...new Set(queue.map(([x]) => x))].sort((a, b) => a - b);
    const groups = cells.map(x => {
      const waiting = queue.filter(arc => arc[0] === x),
        chosen = x === this.first ? "fsl-queued fsl-lit" : "fsl-queued";
      return h("span", { class: chosen }, `${this.name(x)} asks `, ...waiting.map(take));
    });
    const many = `${count(queue.length, "arc")} in the queue`;
    this.queue.replaceChildren(h("p", {}, many), ...groups);
  }

  page() {
    const { drive, first } = this,
      { phase } = drive,
      [words, how] = ASKED[`drive-${phase}`];
    const half = phase === "arc" && first >= 0;
    return {
      words: drive.fill(words),
      how: half
        ? `${this.name(first)} is to be revised: click the cell that it asks.`
        : drive.fill(how),
      options: this.options(),
      main: PHASES[phase][0],
    };
  }

  options() {
    const { phase, cell, run, domains } = this.drive,
      name = run.name(cell);
    const says = (text, key, kind) => {
      return { text, label: `${text} (${key})`, act: () => this.make({ kind }) };
    };
    if (phase === "arc") return [says("the rest removes nothing", "0", "pass")];
    if (phase === "return") return [];
    const strikes = valuesOf(domains[cell]).map(value => ({
      text: `${value}`,
      label: `strike ${run.word(value)} out of ${name}`,
      act: () => this.make({ kind: "strike", cell, value }),
    }));
    return [
      ...strikes,
      says("wipe-out", "w", "fail"),
      says(`arcs into ${name} come back`, "i", "into"),
      says(`arcs out of ${name} come back`, "o", "out"),
    ];
  }
}
