// The model of a game on a plain page. It answers from what the page carries of its board; a site
// has a shelf
// of other boards, each in a file with what is carried of it.

import { Carried } from "./carried.js";
import { Puzzle } from "./puzzle.js";
import { Standalone, unpackJson } from "./standalone.js";

/** @typedef {{board: import("./puzzle.js").SentPuzzle, carried: string}} Page a board, and what is
 * carried of it
 * @typedef {{folder: string, sizes: number[], levels: string[], boards: Record<string, string[]>}} Shelved
 *   names of boards, by "size level" */

/** A board's name in an address and of its file. @param {import("./puzzle.js").SentPuzzle} board */
const nameOf = ({ name }) => name.replace("#", "-");

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
    const answer =
      folder && /^[\w/-]+$/.test(name)
        ? await fetch(`${folder}${name}.json`).catch(() => null)
        : null;
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
