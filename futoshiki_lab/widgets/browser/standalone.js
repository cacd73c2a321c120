// Stands in for a kernel's model, where there is no kernel or where none is needed.

import { Puzzle } from "./puzzle.js";

/** @typedef {import("./game_words.js").Hint} Hint */
/** @typedef {import("./blame_view.js").Reason} Reason */
/** @typedef {{facts: Facts, walkthrough: Hint[], reasons?: Record<string, Reason[]>,
 *   none?: Reason}} CarriedData
 *   by "cell value" the reasons against it, the cheapest first; why there is no solution */
/** @typedef {{solutions: number | null, solution: number[] | null, level?: string}} Facts see
 * answers.py */

/** Answers what a kernel would be asked; see answers.py. */
export class Carried {
  /** @param {import("./puzzle.js").Puzzle} puzzle @param {CarriedData} data */
  constructor(puzzle, { facts, walkthrough, reasons = {}, none }) {
    this.puzzle = puzzle;
    this.facts = facts;
    this.walkthrough = walkthrough;
    this.reasons = reasons;
    this.none = none;
  }

  /** @param {any} question @param {boolean} own whether it is about this puzzle, not one that the
   * player has entered */
  answer({ id, ask, values, marks, cell, value }, own = true) {
    if (!own) return { id, answer: ask === "facts" ? { solutions: null, solution: null } : null };
    if (ask === "facts") return { id, answer: this.facts };
    if (ask === "hint") return { id, answer: this.hint(values, new Map(marks)) };
    if (ask === "why")
      return { id, answer: cell === null ? this.none : this.why(cell, value, values) };
    return { id, error: "a new puzzle needs a running kernel: open the notebook in Jupyter" };
  }

  /** Why a value cannot stand, or that it can; if it can, but another entry is wrong, why that one
   * cannot. @param {number} cell @param {number} value @param {number[]} values */
  why(cell, value, values) {
    const reason = this.reason(cell, value, values);
    return reason?.can ? (this.mistake(values, [])?.reason ?? reason) : reason;
  }

  /** The cheapest reason whose entries are on the board. @param {number} cell @param {number} value
   * @param {number[]} values */
  reason(cell, value, values) {
    const holds = (/** @type {Reason} */ { entries }) =>
      entries.every(([other, stands]) => values[other] === stands);
    return this.reasons[`${cell} ${value}`]?.find(holds) ?? null;
  }

  /** The first step whose conclusion is not on the board yet; what is wrong comes first. */
  hint(values, marks) {
    const leads = (/** @type {Hint} */ step) => this.leadsOn(step, values, marks);
    return this.mistake(values, marks) ?? this.walkthrough.find(leads) ?? null;
  }

  mistake(values, marks) {
    const { solution, solutions } = this.facts;
    if (solutions !== 1 || !solution) return undefined;
    const entry = values.findIndex((value, cell) => value && value !== solution[cell]);
    if (entry >= 0) {
      const reason = this.reason(entry, values[entry], values),
        none = `${this.puzzle.name(entry)} = ${values[entry]} is in no solution.`;
      return { ...this.wrongCell(entry, "This entry is wrong.", reason?.text ?? none), reason };
    }
    for (const [cell, left] of marks) {
      const why = `${this.puzzle.name(cell)} can still be ${solution[cell]}.`;
      if (!left.includes(solution[cell]))
        return this.wrongCell(cell, "Its notes leave out a value that is possible.", why);
    }
    return undefined;
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

export const NO_KERNEL = "that takes a running kernel: open the notebook in Jupyter";

/** Holds a state (`Model` in frame.js); messages go to `answer`. */
export class Standalone {
  alone = true;
  /** @type {[string, (news: any) => void][]} */ hearers = [];

  /** @param {Record<string, any>} state @param {(question: any) => any} [answer] */
  constructor(state, answer = ({ id }) => ({ id, error: NO_KERNEL })) {
    this.state = state;
    this.answer = answer;
  }

  get(/** @type {string} */ name) {
    return this.state[name];
  }

  set(/** @type {string} */ name, /** @type {any} */ value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {}

  send(/** @type {object} */ question) {
    this.tell("msg:custom", this.answer(question));
  }

  tell(/** @type {string} */ what, /** @type {any} */ news = undefined) {
    for (const [event, action] of this.hearers) if (event === what) action(news);
  }

  /** @param {string} event @param {(news: any) => void} action */
  on(event, action) {
    this.hearers.push([event, action]);
  }

  off() {} // a player stays as long as its page
}

/** What is compressed: bytes, or on a page their base64.
 * @param {string | ArrayBufferView<ArrayBuffer>} packed */
export async function unpack(packed) {
  const decoded = (/** @type {string} */ text) =>
    Uint8Array.from(atob(text), at => at.charCodeAt(0));
  const bytes = typeof packed === "string" ? decoded(packed) : packed;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The same as text. @param {string} text @returns {Promise<any>} what it says in JSON */
export async function unpackJson(text) {
  return JSON.parse(new TextDecoder().decode(await unpack(text)));
}

/** A stepper's runs with their columns unpacked. @param {Record<string, any>[]} runs
 * @returns {Promise<import("./recording.js").SentRun[]>} */
export async function unpackRuns(runs) {
  const unpacked = runs.map(async run => {
    const columns = Object.entries(run).filter(([name]) => name !== "header");
    const parts = columns.map(async ([name, part]) => [name, await unpack(part)]);
    return { header: run.header, ...Object.fromEntries(await Promise.all(parts)) };
  });
  return Promise.all(unpacked);
}

/** @typedef {{board: import("./puzzle.js").SentPuzzle, carried: string}} Page a board, and what is
 * carried of it
 * @typedef {{folder: string, sizes: number[], levels: string[],
 *   boards: Record<string, string[]>}} Shelved
 *   names of boards, by "size level" */

/** A board's name in an address and of its file. @param {import("./puzzle.js").SentPuzzle} board */
const nameOf = ({ name }) => name.replace("#", "-");

/** The model of a game on a plain page. It answers from what the page carries of its board; a site
 * has a shelf of other boards, each in a file with what is carried of it. */
export class Shelf extends Standalone {
  /** @param {Record<string, any>} state */
  constructor(state) {
    super(state, question => this.answers?.answer(question, this.state.board === this.own));
    this.pages = new Map([[nameOf(state.board), /** @type {Page} */ (state)]]);
  }

  /** Answer about a board from what is carried of it. @param {Page} page */
  async carry({ board, carried }) {
    this.answers = new Carried(new Puzzle(board), await unpackJson(carried));
    this.own = board;
  }

  /** The name of the board that is shown, if it is one of the shelf. */
  get shown() {
    const { own, state } = this;
    return own && state.shelf && state.board === own ? nameOf(own) : "";
  }

  /** Show a board of the shelf. @param {string} name */
  async take(name) {
    const page = this.pages.get(name) ?? (await this.fetched(name));
    this.pages.set(name, page);
    await this.carry(page);
    this.set("board", page.board);
  }

  /** @param {string} name @returns {Promise<Page>} */
  async fetched(name) {
    const { folder } = /** @type {Shelved} */ (this.state.shelf ?? {});
    const known = folder && /^[\w/-]+$/.test(name);
    const answer = known ? await fetch(`${folder}${name}.json`).catch(() => null) : null;
    if (!answer?.ok) throw new Error(`the board ${name} cannot be fetched here`);
    return answer.json();
  }

  /** Answer; a new puzzle is the next one on the shelf. @param {any} question */
  async send(question) {
    const { id, ask, n, level } = question,
      names = this.state.shelf?.boards[`${n} ${level}`];
    if (ask !== "puzzle" || !names) return super.send(question);
    try {
      await this.take(names[(names.indexOf(this.shown) + 1) % names.length]);
      this.tell("msg:custom", { id, answer: true });
    } catch (error) {
      this.tell("msg:custom", { id, error: /** @type {Error} */ (error).message });
    }
  }
}
