// Driving AC-3 alone in a stepper: arcs are taken, revised, and come back.

import { ArcDrive } from "./arc_drive.js";
import { Driving } from "./driving.js";
import { button, count, h, put } from "../../stepper/browser/page.js";
import { ASKED } from "./quiz_view.js";

/** By phase what the main button says, and what stands in the line of the source that is lit.
 * @type {Record<string, [goOn: string, line: string]>} */
const PHASES = {
  arc: ["", "popleft"],
  revise: ["next arc", "if revise"],
  return: ["that is all", "append((z, x))"],
};

const MANY_ARCS = 60; // with more arcs in the queue, those of the cell that was clicked are shown

export class ArcDriving extends Driving {
  first = -1; // the cell to be revised, until the other one of the arc is chosen
  queue = h("div", { class: "fsl-queue", role: "group", "aria-label": "queue", tabindex: "0" });

  build(panels) {
    super.build(panels);
    this.panel.title.children[1].textContent = "AC-3";
    this.panel.node.querySelector(".fsl-tree")?.before(this.queue);
    this.stepper.root.classList.add("fsl-arcs");
  }

  begin(run, { arcs, step }, { done = [] }) {
    const drive = new ArcDrive(run, step, arcs);
    for (const move of done) if (drive.allows(move)) drive.take(move);
    return drive;
  }

  make(move) {
    this.first = -1;
    super.make(move);
  }

  /** A click takes the two cells of an arc, or strikes out, or adds the arc from the cell. */
  click(/** @type {number} */ cell, /** @type {number} */ value) {
    const { drive, first } = this,
      { phase } = drive;
    this.chosen = cell;
    if (phase === "return") this.make({ kind: "arc", cell, value: drive.cell });
    else if (phase === "revise") value ? this.digit(value) : this.draw();
    else if (first >= 0 && first !== cell) this.make({ kind: "arc", cell: first, value: cell });
    else {
      this.first = first < 0 ? cell : -1;
      this.told = "";
      this.refuse("");
    }
  }

  action(/** @type {KeyboardEvent} */ event) {
    const kind = { i: "into", o: "out", 0: "pass" }[event.key];
    if (kind && this.open) return () => this.make({ kind: /** @type {any} */ (kind) });
    return super.action(event);
  }

  enter() {
    const { phase, cell } = this.drive;
    if (this.here && this.chosen >= 0 && phase !== "revise") this.click(this.chosen, 0);
    else if (this.here && phase === "arc") this.toBoard(cell);
    else this.goOn();
  }

  digit(value, cell = this.chosen < 0 ? this.drive.cell : this.chosen) {
    if (this.drive.phase === "revise") this.make({ kind: "strike", cell, value });
    else this.refuse("First take an arc.");
  }

  draw() {
    const { run, step } = this.drive;
    super.draw();
    this.panel.sentence.hidden = this.here && !run.nodeAt(step); // an event before AC-3
  }

  mark(board) {
    const { drive, first, panel } = this,
      { cell, other, phase, free, domains } = drive,
      asked = phase === "revise" || phase === "return" ? other : -1,
      lit = PHASES[phase]?.[1],
      line = panel.source.lines.flat().find(one => lit && one.textContent?.includes(lit));
    super.mark(board);
    for (const one of free) board.drawDomain(one, domains[one], -1);
    board.drawCurrent(asked < 0 ? first : cell);
    board.drawChecked(asked < 0 ? [] : [asked]);
    board.drawConstraint(cell, asked);
    board.drawProbes([]);
    panel.source.light(line);
    this.list();
  }

  /** The arcs that wait, as buttons, by the cell to be revised. */
  list() {
    const { first, drive } = this,
      { queue, phase, run } = drive,
      one = first >= 0 && queue.length > MANY_ARCS;
    const take = ([cell, value]) => {
      const says = `${this.name(cell)} against ${this.name(value)}`;
      const move = () => this.make({ kind: "arc", cell, value }),
        taken = button(this.name(value), says, move);
      put(taken, "disabled", phase === "arc" ? null : "");
      return taken;
    };
    const groups = (one ? [first] : [...Array(run.cells).keys()]).map(x => {
      const lit = x === first ? " fsl-lit" : "",
        waiting = queue.filter(arc => arc[0] === x).map(take);
      return h("span", { class: `fsl-queued${lit}` }, `${this.name(x)} against `, ...waiting);
    });
    const some = groups.filter(group => group.querySelector("button"));
    this.queue.replaceChildren(h("p", {}, `${count(queue.length, "arc")} in the queue`), ...some);
  }

  page() {
    const { drive, first } = this,
      { phase } = drive,
      [words, how] = ASKED[`drive-${phase}`],
      half = `${this.name(first)} is revised: click the other cell of the arc.`;
    return {
      words: drive.fill(words),
      how: first < 0 ? drive.fill(how) : half,
      options: this.options(),
      main: PHASES[phase][0],
    };
  }

  options() {
    const { phase, cell, run, domains } = this.drive;
    if (phase === "arc") return [this.says("the rest removes nothing", "0", "pass")];
    if (phase === "return") return [];
    return [
      ...this.digits(cell, domains[cell], true),
      this.says("wipe-out", "w", "fail"),
      this.says(`arcs into ${run.name(cell)}`, "i", "into"),
      this.says(`arcs out of ${run.name(cell)}`, "o", "out"),
    ];
  }

  get summary() {
    const ended = this.drive.domains.every(Boolean) ? "Arc consistent" : "A wipe-out";
    return `${ended}. ${super.summary}`;
  }
}
