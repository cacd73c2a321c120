// What a view has outside of it: the store of the browser, and the answers of a kernel. Where there
// is no kernel, or none is needed, a model stands in for it.

import { Puzzle } from "./puzzle.js";

/** @typedef {import("./game.js").Hint} Hint */
/** @typedef {import("./marks.js").Reason} Reason */
/** @typedef {{solutions: number | null, solution: number[] | null, level?: string}} Facts see
 * answers.py */
/** @typedef {{facts: Facts, walkthrough: Hint[], reasons?: Record<string, Reason[]>,
 *   none?: Reason}} CarriedData by "cell value" the reasons against it, the cheapest first; why
 * there is no solution */

const STORE = "futoshiki_lab:"; // where a browser keeps games, each under its puzzle's key

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

/** Questions that are open, and the facts once they are known. */
export class Questions {
  /** @type {Map<string, (reply: {answer: any, error?: string}) => void>} */ waiting = new Map();
  /** @type {Facts | null} */ facts = null;

  /** @param {import("./frame.js").Model} model @param {() => void} wait called when an answer takes
   * long */
  constructor(model, wait) {
    this.model = model;
    this.wait = wait;
  }

  /** Ask; the answer may be refused with a sentence. @param {string} what @param {object} more
   * @param {boolean} quietly whether nobody waits for it @returns {Promise<any>} */
  ask(what, more = {}, quietly = false) {
    const id = `${Date.now()} ${Math.random()}`,
      late = quietly ? 0 : setTimeout(this.wait, 2500);
    return new Promise((resolve, refuse) => {
      this.waiting.set(id, ({ answer, error }) => {
        clearTimeout(late);
        error ? refuse(new Error(error)) : resolve(answer);
      });
      this.model.send({ id, ask: what, ...more });
    });
  }

  /** Hear an answer; those to another view's questions are not heard. */
  answered(reply) {
    this.waiting.get(reply.id)?.(reply);
    this.waiting.delete(reply.id);
  }

  /** What is known of the puzzle's solutions. @returns {Promise<Facts>} */
  async know(quietly = false) {
    this.facts ??= await this.ask("facts", {}, quietly);
    return /** @type {Facts} */ (this.facts);
  }
}

export function refuse() {
  throw new Error("that takes a running kernel: open the notebook in Jupyter");
}

/** Holds a state (`Model` in frame.js), and answers questions. */
export class Standalone {
  alone = true;
  /** @type {[string, (news: any) => void][]} */ hearers = [];

  /** @param {Record<string, any>} state */
  constructor(state) {
    this.state = state;
  }
  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  /** @returns {any} an error says why there is no answer */
  answer(_question) {
    return refuse();
  }

  async send(question) {
    const reply = { id: question.id, answer: null, error: "" };
    try {
      reply.answer = await this.answer(question);
    } catch (error) {
      reply.error = /** @type {Error} */ (error).message;
    }
    this.tell("msg:custom", reply);
  }

  tell(what, /** @type {any} */ news = undefined) {
    for (const [event, action] of this.hearers) if (event === what) action(news);
  }

  /** @param {(news: any) => void} action */
  on(event, action) {
    this.hearers.push([event, action]);
  }
  off() {} // a player stays as long as its page
  save_changes() {}
}

/** What is compressed: bytes, or on a page their base64.
 * @param {string | ArrayBufferView<ArrayBuffer>} packed */
function inflate(packed) {
  const bytes =
    typeof packed === "string" ? Uint8Array.from(atob(packed), one => one.charCodeAt(0)) : packed;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}

/** @returns {Promise<any>} what it says in JSON */
export const unpackJson = text => inflate(text).json();

/** A stepper's runs with their columns unpacked. @param {Record<string, any>[]} runs
 * @returns {Promise<import("./recording.js").SentRun[]>} */
export async function unpackRuns(runs) {
  const unpacked = runs.map(async ({ header, ...columns }) => {
    const parts = Object.entries(columns).map(async ([name, packed]) => {
      return [name, new Uint8Array(await inflate(packed).arrayBuffer())];
    });
    return { header, ...Object.fromEntries(await Promise.all(parts)) };
  });
  return Promise.all(unpacked);
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

/** @typedef {{board: import("./puzzle.js").SentPuzzle, carried: string}} Page a board, and what is
 * carried of it */

/** A board's name in an address and of its file. @param {import("./puzzle.js").SentPuzzle} board */
const nameOf = ({ name }) => name.replace("#", "-");

/** The model of a game on a plain page. It answers from what the page carries of its board; a site
 * has a shelf of other boards, each in a file with what is carried of it: `folder`, the names in
 * `boards` by "size level". */
export class Shelf extends Standalone {
  /** @type {Record<string, Page>} by the board's name */ pages = {};

  /** Show a board, and answer about it. @param {Page} page */
  async open(page) {
    const { board, carried } = page;
    this.pages[nameOf(board)] = page;
    this.answers = new Carried(new Puzzle(board), await unpackJson(carried));
    this.own = board;
    this.set("board", board);
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
