// What a page and its browser have without a kernel: the browser keeps games and answers, what the
// page carries of a board answers, and a shelf has more boards.

import { Puzzle } from "../../stepper/browser/puzzle.js";
import { Standalone, unpackJson } from "../../stepper/browser/standalone.js";

/** @import { Reason } from "../../stepper/browser/marks.js" */
/** @import { SentPuzzle } from "../../stepper/browser/puzzle.js" */

/** @typedef {import("./game.js").Hint} Hint */
/** @typedef {{solutions: number | null, solution: number[] | null, level?: string}} Facts see
 * answers.py */
/** @typedef {{facts: Facts, walkthrough: Hint[], reasons?: Record<string, Reason[]>,
 *   none?: Reason}} CarriedData by "cell value" the reasons against it, the cheapest first; why
 * there is no solution */

const STORE = "futoshiki_lab:"; // before the key of what a browser keeps

export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(STORE + key) ?? "null");
  } catch {
    return null; // nothing that can be read, or no store at all
  }
}

export function store(key, /** @type {object} */ game) {
  try {
    localStorage.setItem(STORE + key, JSON.stringify(game));
  } catch {
    // no store, or a full one: the notebook has it
  }
}

/** Answers what a kernel would be asked of a puzzle, from what a page carries; see answers.py. */
export class Carried {
  /** @param {Puzzle} puzzle @param {CarriedData} data */
  constructor(puzzle, data) {
    this.puzzle = puzzle;
    this.data = data;
  }

  answer({ ask, values, marks, cell, value }) {
    if (ask === "facts") return this.data.facts;
    if (ask === "hint") return this.hint(values, new Map(marks));
    if (ask === "why") return cell === null ? this.data.none : this.why(cell, value, values);
    throw new Error("a new puzzle needs a running kernel: open the notebook in Jupyter");
  }

  /** Why a value cannot stand, or that it can; if it can, but another entry is wrong, why that one
   * cannot. */
  why(cell, value, values) {
    const reason = this.reason(cell, value, values);
    return reason?.can ? (this.mistake(values, [])?.reason ?? reason) : reason;
  }

  /** The cheapest reason whose entries are on the board. @returns {Reason | null} */
  reason(cell, value, values) {
    const holds = ({ entries }) => entries.every(([other, stands]) => values[other] === stands);
    return this.data.reasons?.[`${cell} ${value}`]?.find(holds) ?? null;
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    const leads = step => this.leadsOn(step, values, marks);
    return this.mistake(values, marks) ?? this.data.walkthrough.find(leads) ?? null;
  }

  /** @returns {Hint | undefined} */
  mistake(values, marks) {
    const { puzzle } = this,
      { solution, solutions } = this.data.facts;
    if (solutions !== 1 || !solution) return undefined;
    const entry = values.findIndex((value, cell) => value && value !== solution[cell]);
    if (entry >= 0) {
      const reason = this.reason(entry, values[entry], values),
        none = `${puzzle.name(entry)} = ${values[entry]} is in no solution.`;
      return { ...this.wrongCell(entry, "This entry is wrong.", reason?.text ?? none), reason };
    }
    const [cell] = [...marks].find(([at, left]) => !left.includes(solution[at])) ?? [];
    if (cell === undefined) return undefined;
    const why = `${puzzle.name(cell)} can still be ${solution[cell]}.`;
    return this.wrongCell(cell, "Its notes leave out a value that is possible.", why);
  }

  /** @returns {Hint} */
  wrongCell(cell, rule, why) {
    const where = `Look at ${this.puzzle.name(cell)}: something is wrong there.`;
    return { where, rule, why, cells: [cell], places: [], removes: [], wrong: cell };
  }

  /** Whether a step says more than what is entered, noted, or done in the lines of what is
   * entered. */
  leadsOn({ places, removes }, values, marks) {
    if (places.some(([cell]) => !values[cell])) return true;
    return removes.some(([cell, gone]) => {
      const inLine = this.puzzle.neighbours(cell).map(other => values[other]);
      const open = gone.filter(value => (marks.get(cell) ?? gone).includes(value));
      return !values[cell] && open.some(value => !inLine.includes(value));
    });
  }
}

/** @typedef {{board: SentPuzzle, carried: string}} Page a board, and what is
 * carried of it */

/** A board's name in an address and of its file. @param {SentPuzzle} board */
const nameOf = ({ name }) => name.replace("#", "-");

/** The model of a game on a plain page. It answers from what the page carries of its board; a site
 * has a shelf of other boards, each in a file with what is carried of it: `folder`, the names in
 * `boards` by "size level". */
export class Shelf extends Standalone {
  /** @type {Record<string, Page>} by the board's name */ pages = {};

  async open(page) {
    const { board, carried } = page;
    this.pages[nameOf(board)] = page;
    this.answers = new Carried(new Puzzle(board), await unpackJson(carried));
    this.own = board;
    this.set("board", board);
    return this;
  }

  /** The name of the board that is shown, if it is one of the shelf. */
  get shown() {
    const { own, state } = this;
    return own && state.shelf && state.board === own ? nameOf(own) : "";
  }

  /** Show a board of the shelf. */
  async take(name) {
    await this.open(this.pages[name] ?? (await this.fetched(name)));
  }

  /** @returns {Promise<Page>} */
  async fetched(name) {
    const folder = this.state.shelf?.folder,
      known = folder && /^[\w/-]+$/.test(name),
      answer = known ? await fetch(`${folder}${name}.json`).catch(() => null) : null;
    if (!answer?.ok) throw new Error(`the board ${name} cannot be fetched here`);
    return answer.json();
  }

  /** A new puzzle is the next one on the shelf. */
  answer(question) {
    const { shelf, board } = this.state,
      names = shelf?.boards[`${question.n} ${question.level}`];
    if (question.ask === "puzzle" && names)
      return this.take(names[(names.indexOf(this.shown) + 1) % names.length]);
    if (board === this.own) return this.answers?.answer(question);
    return question.ask === "facts" ? { solutions: null, solution: null } : null;
  }
}
