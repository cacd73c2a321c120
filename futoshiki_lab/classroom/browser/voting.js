// A class votes for the next move of a search.

import { Driving } from "./driving.js";
import { ASKED } from "./quiz_view.js";

/** One key tells the right move and makes it, the next one asks again. */
export class Voting extends Driving {
  right = ""; // the move that was just made

  constructor(/** @type {any} */ stepper) {
    super(stepper);
    stepper.root.classList.add("fsl-voting");
  }

  hold() {
    if (this.here) this.commit();
  }

  goOn() {
    this.open ? this.commit() : super.goOn();
  }

  enter() {
    this.goOn();
  }

  commit() {
    if (!this.here) return this.make({}); // comes back from a look at earlier moves
    const right = this.right ? undefined : this.options().find(({ right }) => right);
    this.right = right ? `✓ ${right.text}` : "";
    right ? right.act() : this.draw();
    if (!this.open) this.right = ""; // the end says the rest
  }

  /** The right move, among those of who is mistaken. */
  options() {
    const { drive } = this,
      right = drive.options().slice(0, 1),
      ends = ["pass", "fail"].flatMap(kind => right.map(one => ({ ...one, kind }))),
      /** @type {any} */ back = { kind: "back", cell: drive.path.at(-1) ?? -1, value: 0 },
      mistaken = [...drive.known.flatMap(belief => drive.options(belief)), back],
      moves = [...right, ...(drive.phase === "look" ? ends : mistaken)],
      told = new Map(moves.map(one => [drive.fill(ASKED[`vote-${one.kind}`][0], one), one])),
      labels = [...told.keys()].slice(0, 4).sort();
    return labels.map((label, at) => {
      const move = told.get(label),
        text = `${"ABCD"[at]}: ${label}`;
      return { text, label, right: drive.allows(move), act: () => this.make(move) };
    });
  }

  page() {
    const [words, how] = ASKED["drive-vote"],
      asked = { words, how, options: this.options() };
    return { ...(this.right ? { words: this.right, main: "go on" } : asked), shows: false };
  }
}
