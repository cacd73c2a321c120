// Free play in a stepper: the run is the learner's own, and is compared with others at the end.

import { Driving } from "./driving.js";
import { Free } from "./free_play.js";
import { count } from "../../stepper/browser/page.js";
import { ASKED } from "./quiz_view.js";
import { unpackRuns } from "../../stepper/browser/standalone.js";

function sizeOf({ header, steps }) {
  const cut = header.outcome === "limit" ? ", then it was cut off" : "",
    ends = count(steps["failed value"].length, "failed value");
  return `${header.settings}: ${count(steps.node.length, "node")}, ${ends}${cut}.`;
}

export class FreeDriving extends Driving {
  own = true;
  ends = false; // whether to end it has been asked for once

  build(panels) {
    const { stepper } = this,
      several = panels.length > 1; // then it is over, and stands beside the others
    this.on = !several;
    this.ends = false;
    stepper.whole = several;
    if (!several) return super.build(panels);
    stepper.hide(false);
    stepper.root.classList.remove("fsl-driving");
    stepper.root.prepend(this.view.node);
    stepper.root.focus({ preventScroll: true });
  }

  begin(run, _, { done }) {
    return new Free(run, done);
  }

  halt(from, to) {
    return this.on ? super.halt(from, to) : to;
  }

  get here() {
    return !this.on || super.here;
  }

  make(move) {
    this.ends = this.here && !this.ends && move.kind === "back" && !(move.cell >= 0);
    if (this.ends) return this.refuse("This ends the game. Once more, if you want that.");
    super.make(move);
  }

  assist() {} // nothing is right or wrong

  goOn() {
    this.on && !this.open && this.here ? this.compare() : super.goOn();
  }

  /** Show the learner's tree and those of the algorithms, all on one scale. */
  async compare() {
    const { stepper, drive } = this;
    stepper.by = "node";
    stepper.build([drive.sent, ...(await unpackRuns(stepper.model.get("drive").others))]);
    stepper.resize(); // what is said above the trees takes room
  }

  /** As if the last move had not been made. */
  undo() {
    const { model } = this.stepper,
      driven = { ...model.get("driven"), done: this.drive.done.slice(0, -1), over: false };
    this.stepper.tellPython({ driven });
    this.stepper.build(this.stepper.sent);
    this.draw();
  }

  click(cell, value) {
    const { phase, values, cell: here } = this.drive;
    this.chosen = cell;
    if (phase === "free" && values[cell] < 0 && cell !== here) this.choose(cell);
    else super.click(cell, value);
  }

  /** A cell is no move, only a value. @param {number} cell */
  choose(cell) {
    this.drive.cell = this.drive.values[cell] < 0 ? cell : -1;
    super.choose(cell);
  }

  action(event) {
    if (!this.on) return event.key === "Enter" ? () => this.enter() : undefined;
    return event.key === "u" ? () => this.undo() : super.action(event);
  }

  draw() {
    for (const cell of this.here ? this.drive.free : [])
      this.panel.board.drawDomain(cell, this.drive.domains[cell], -1);
    super.draw();
  }

  page() {
    return { ...super.page(), shows: false };
  }

  get asked() {
    const { dead, cell } = this.drive;
    return dead ? "dead" : cell < 0 ? "free" : "value";
  }

  get offered() {
    const { cell, domains } = this.drive;
    return cell < 0 ? 0 : domains[cell];
  }

  options() {
    return [
      ...this.digits(this.drive.cell, this.offered),
      this.says("take back", "r", "restore"),
      this.says("stop", "0", "back"),
      { text: "undo", label: "undo the last move (u)", act: () => this.undo() },
      { text: "new board", label: "a new board like this", act: () => this.renew() },
    ];
  }

  ending() {
    const [words] = ASKED[`drive-${this.drive.run.header.outcome}`],
      how = ASKED["drive-over"][Number(!this.on)],
      main = this.on ? "beside bt, fc, mac" : this.another;
    return { words, how, reasons: this.stepper.runs.map(sizeOf), main };
  }

  get score() {
    return this.open ? sizeOf(this.drive.run) : "";
  }

  get points() {
    return null;
  }
}
