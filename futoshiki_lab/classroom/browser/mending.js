// Mending a full board in a stepper: a cell in conflict is chosen, then one of its best values.

import { Driving } from "./driving.js";
import { MendDrive } from "./mend_drive.js";
import { count } from "../../stepper/browser/page.js";
import { ASKED } from "./quiz_view.js";

const ANOTHER = "another beginning";

export class Mending extends Driving {
  own = true;

  begin(run, _, { done = [] }) {
    return new MendDrive(run, done);
  }

  /** A cell is chosen, or on a wide board the square of a value. */
  click(cell, value) {
    const { drive } = this;
    this.chosen = cell;
    if (value && cell === drive.cell) this.make({ kind: "value", value });
    else this.make({ kind: "cell", cell });
  }

  digit(value) {
    this.make({ kind: "value", value });
  }

  enter() {
    if (this.here && this.open && this.chosen >= 0) this.click(this.chosen, 0);
    else this.goOn();
  }

  goOn() {
    this.open ? this.toBoard(Math.max(0, this.drive.cell)) : super.goOn();
  }

  get asked() {
    return this.drive.stuck ? "stuck" : this.drive.cell < 0 ? "mend" : "best";
  }

  options() {
    const { cell, run } = this.drive;
    const again = { text: ANOTHER, label: `${ANOTHER}: a restart`, act: () => this.renew() };
    return [...(cell < 0 ? [] : this.digits(cell, run.all(cell), false)), again];
  }

  /** On a plateau a change to a value that is as good may lead on; where none does, help takes
   * another beginning. */
  assist() {
    if (this.drive.advice) return super.assist();
    this.help++;
    if (this.help > 2) return this.renew();
    [this.told] = ASKED["help-nowhere"];
    this.refuse("");
  }

  hint(move) {
    return this.drive.leads.plateau ? ASKED["help-plateau"][0] : super.hint(move);
  }

  get score() {
    return [count(this.drive.nodes, "change"), super.score].filter(Boolean).join("; ");
  }

  get summary() {
    return `Solved after ${count(this.drive.nodes, "change")}. ${super.summary}`;
  }

  get another() {
    return ANOTHER;
  }
}
