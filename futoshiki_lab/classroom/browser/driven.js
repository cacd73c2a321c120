// What a learner has done in a drive: it stays with the notebook, and is told at the end.

import { count, list, number } from "../../stepper/browser/page.js";
import { ASKED } from "./quiz_view.js";

const LONGEST = 60; // seconds: a longer one counts as so many
const UNAIDED = 3; // moves without help, after one with it

/** @typedef {import("./drive.js").Judge<any>} Judge */

export class Driven {
  helped = 0; // how many right moves help led to, or made
  seconds = 0;
  boards = 0; // that were driven to their ends before
  // by kind, the unaided moves since help with one
  /** @type {Record<string, number>} */ alone = {};
  since = Date.now();

  /** @param {any} driven as Python keeps it */
  constructor({ helped = 0, seconds = 0, boards = 0 }) {
    Object.assign(this, { helped, seconds, boards });
  }

  /** A right move was made. @param {string} kind @param {boolean} helped
   * @param {boolean} first whether no wrong one was made before it */
  count(kind, helped, first) {
    if (helped) this.helped++;
    if (helped) this.alone[kind] = 0;
    else if (first && kind in this.alone) this.alone[kind]++;
  }

  /** The kinds of moves that were made with help, and not often enough without since. */
  get due() {
    return Object.keys(this.alone).filter(kind => this.alone[kind] < UNAIDED);
  }

  /** As Python keeps it. @param {Judge & {nodes?: number, failed_values?: number}} drive */
  keep({ moves, mistakes, step, phase, done, nodes = 0, failed_values = 0 }) {
    const now = Date.now(),
      { helped, boards } = this;
    this.seconds += Math.min(LONGEST, (now - this.since) / 1000);
    this.since = now;
    const seconds = Math.round(this.seconds),
      counts = { moves, helped, seconds, boards, step, nodes, failed_values };
    return { ...counts, mistakes: { ...mistakes }, over: phase === "over", done: [...done] };
  }

  /** How many moves were right. @param {Judge} drive */
  rights({ moves, mistakes }) {
    return moves - Object.values(mistakes).reduce((sum, many) => sum + many, 0);
  }

  /** Of all moves the share that was right and unaided. @param {Judge} drive */
  share(drive) {
    return Math.max(0, this.rights(drive) - this.helped) / Math.max(1, drive.moves);
  }

  /** Whose the right moves are. @param {Judge} drive */
  whose(drive) {
    const { helped } = this,
      rights = this.rights(drive);
    return helped ? `${rights - helped} yours, ${helped} helped` : count(rights, "move");
  }

  /** So far, in a few words. @param {Judge} drive */
  score(drive) {
    const { moves } = drive;
    return moves ? `${this.whose(drive)}, ${count(moves - this.rights(drive), "mistake")}` : "";
  }

  /** At the end, in a sentence. @param {Judge} drive */
  summary(drive) {
    const wrong = Object.entries(drive.mistakes).map(([name, many]) => `${name} (${number(many)})`),
      minutes = Math.floor(this.seconds / 60),
      left = String(Math.round(this.seconds % 60)).padStart(2, "0"),
      done = `${this.whose(drive)} in ${minutes}:${left}`,
      made = wrong.length ? `mistakes: ${list(wrong)}` : "no mistake";
    const what = this.boards ? `${this.boards + 1} runs to their ends` : "the whole run",
      who = 2 * this.helped > this.rights(drive) ? "Mostly help drove" : "You drove";
    return `${who} ${what}: ${done}, ${made}.`;
  }

  /** What is worth another board. */
  get advice() {
    const due = list(this.due.map(kind => ASKED[`kind-${kind}`]?.[0] ?? kind));
    return due && `Practise without help: ${due}, each ${UNAIDED} times.`;
  }
}
