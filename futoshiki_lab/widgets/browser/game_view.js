// What is seen of a game: title, board, words, buttons.

import { ReasonMarks } from "./blame_view.js";
import { Board, CELL } from "./board.js";
import { GameControls } from "./game_controls.js";
import { clock, describe, progress, targets } from "./game_words.js";
import { button, dom, h, put, write } from "./page.js";
import { SMALLEST } from "./pencil.js";

/** All that is seen of one puzzle's game. */
export class GameView {
  /** @param {import("./game.js").Game} game @param {string} name of the puzzle
   * @param {import("./game_controls.js").Commands & {choose(cell: number,
   *   value?: number): void, markSign(sign: number): void}} play
   * what is called
   * @param {HTMLElement} help the list of keys */
  constructor(game, name, play, help) {
    this.game = game;
    const { n } = game.puzzle;
    const label = `board, ${n} by ${n}: arrows choose a cell, digits enter a value`;
    /** @type {(cell: number, value: number) => void} */
    const choose = (cell, value) => play.choose(cell, value);
    this.board = new Board(game.puzzle, label, choose, {}, sign => play.markSign(sign));
    this.reasons = new ReasonMarks(this.board);
    this.time = dom`<span class="fsl-time" role="timer" aria-label="time" aria-live="off"></span>`;
    this.timing = button("", "hide or show the timer (t)", () => play.toggleTimer(), "fsl-bare");
    this.count = h("span", { class: "fsl-count" });
    this.level = h("span", { class: "fsl-level" });
    this.said = h("div", { class: "fsl-hidden", "aria-live": "polite" });
    this.told = dom`<p class="fsl-sentence" role="status" aria-live="polite" aria-atomic="true">`;
    this.words = dom`<div class="fsl-words" tabindex="0" role="region" aria-label="what happened">
      ${this.told}</div>`;
    this.table = h("div", { class: "fsl-table" }, this.board.node);
    this.controls = new GameControls(game, play, this.words, event => this.focus(event));
    const keys = button("?", "the keys (?)", () => play.help(), "fsl-bare");
    this.node = dom`<div class=${n > 12 ? "fsl-game fsl-wide" : "fsl-game"} style=${`--fsl-n:${n}`}>
      <div class="fsl-title">
        <b>${name || `a ${n}×${n} puzzle`}</b>${this.level}${this.count}
        <span class="fsl-where">${this.time} ${this.timing} ${keys}</span>
      </div>
      ${this.table}
      <div class="fsl-side">${this.controls.node}${this.said}</div>
      ${help}</div>`;
  }
  focus(/** @type {Event | undefined} */ event = undefined) {
    event?.preventDefault();
    this.board.node.focus({ preventScroll: true });
  }

  tell(/** @type {string} */ text, kind = "plain") {
    write(this.told, text);
    put(this.told, "data-kind", kind);
  }

  drawTime(/** @type {boolean} */ hidden) {
    write(this.time, hidden ? "" : clock(this.game.seconds));
    write(this.timing, hidden ? "show" : "hide");
  }

  drawLevel(/** @type {string} */ level) {
    write(this.level, level);
    this.controls.drawLevel(level);
  }

  /** @param {number} chosen a cell @param {number[]} wrong cells
   * @param {import("./game_words.js").Hint | null} hint
   * @param {number} strength @param {import("./blame_view.js").Reason | null} reason */
  draw(chosen, wrong, hint, strength, reason) {
    const { board, game } = this,
      { puzzle } = game,
      broken = game.conflicts();
    const bad = new Set([...broken.flat(), ...wrong, ...(reason?.wrong ?? [])]),
      noted = new Set(game.lit ? game.litNotes(game.lit) : []);
    if (hint && strength > 1 && hint.wrong !== null) bad.add(hint.wrong);
    for (let cell = 0; cell < puzzle.cells; cell++) {
      // On a large board notes are dots, and what is struck out counts too.
      const notes =
        puzzle.n > SMALLEST && game.struck[cell] ? game.possible(cell) : game.noted[cell];
      board.drawCell(cell, game.values[cell], notes, game.struck[cell]);
      board.hatch(cell, bad.has(cell));
      const stands = game.lit > 0 && game.values[cell] === game.lit;
      board.light(cell, stands ? "fsl-stands" : noted.has(cell) ? "fsl-noted" : "");
    }
    board.drawProbes([...noted].map(cell => [cell, game.lit]));
    board.drawDone(game.done);
    put(board.node, "class", game.solved ? "fsl-board fsl-solved" : "fsl-board");
    board.drawCurrent(game.solved ? -1 : chosen);
    // a reason lights what it is made of, and no more
    const framed = hint && !reason?.short ? hint.cells : [];
    board.drawChecked(hint ? [...new Set([...framed, ...targets(hint)])] : []);
    board.drawBroken(broken);
    const last = strength === 3 ? hint : null;
    const removes = last?.removes ?? [];
    board.drawCuts(removes.flatMap(([cell, gone]) => gone.map(value => [cell, value])));
    board.drawGhosts(last?.places ?? []);
    this.reasons.draw(reason, game.values);
    write(this.count, progress(game));
  }

  /** Frame the chosen cell, bring it into view, and say what it holds. @param {number} cell */
  choose(cell) {
    const { table, board, game } = this,
      unit = board.node.clientWidth / board.node.viewBox.baseVal.width;
    board.drawCurrent(game.solved ? -1 : cell);
    const margin = 1.5 * CELL * unit,
      [x, y] = board.middle(cell).map(at => at * unit);
    /** @type {(at: number, from: number, room: number) => number} */
    const into = (at, from, room) => Math.max(at + margin - room, Math.min(from, at - margin));
    // a large board is scrolled in its box
    table.scrollLeft = into(x, table.scrollLeft, table.clientWidth);
    table.scrollTop = into(y, table.scrollTop, table.clientHeight);
    write(this.said, describe(game, cell));
  }
}
