// What is seen of a game: game.html, with a board, and what keys and buttons ask of the game.

import { Board } from "../../stepper/browser/board.js";
import GAME from "./game.html";
import { clock, targets } from "./game.js";
import { CELL, ReasonMarks } from "../../stepper/browser/marks.js";
import { dom, h, partOf, put, targetOf, wire, write } from "../../stepper/browser/page.js";
import { SMALLEST } from "../../stepper/browser/pencil.js";

export const isHistory = ({ ctrlKey, metaKey, altKey, key }) =>
  (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);

/** What a screen reader calls a button: all that is seen of it, and what it does. */
const called = (text, what) => (what.includes(text) ? what : `${text}: ${what}`);

export class GameView {
  // where a new puzzle can be made: its size, its level
  /** @type {HTMLSelectElement | undefined} */ sizing;
  /** @type {HTMLSelectElement | undefined} */ levelling;
  /** @param {import("./play.js").Play} play whose methods keys and buttons call */
  constructor(play) {
    const { puzzle, name, offers } = play,
      { n } = puzzle,
      label = `board, ${n} by ${n}: arrows choose a cell, digits enter a value`,
      choose = (cell, value) => play.choose(cell, value);
    this.play = play;
    this.board = new Board(puzzle, label, choose, {}, sign => play.markSign(sign));
    this.reasons = new ReasonMarks(this.board);
    this.node = dom(GAME);
    this.node.classList.toggle("fsl-wide", n > 12);
    this.node.style.setProperty("--fsl-n", String(n));
    this.told = this.part("sentence");
    this.field = this.part("field");
    this.part("table").append(this.board.node);
    this.part("title").firstElementChild?.append(name || `a ${n}x${n} puzzle`);
    this.digits = Array.from({ length: n }, (_, at) => {
      const props = { class: "fsl-digit", title: `enter ${at + 1}`, "data-do": `press(${at + 1})` };
      return h("button", props, String(at + 1));
    });
    this.part("pad").append(...this.digits);
    wire(this.node, play);
    for (const made of this.node.querySelectorAll("button")) this.dress(made);
    if (offers) this.offer(offers);
    else for (const one of ["new", "to-new"]) this.part(one).remove();
    for (const press of ["pointerdown", "mousedown"])
      this.node.addEventListener(press, event => {
        if (targetOf(event).closest(".fsl-press")) this.focus(event);
      });
    this.field.addEventListener("keydown", event => {
      if (event.key === "Enter" && !event.shiftKey) play.openId();
    });
  }

  part(name) {
    return partOf(this.node, name);
  }

  /** Give a button its key's name and its picture; it leaves the focus on the board.
   * @param {HTMLButtonElement} made */
  dress(made) {
    const { title, textContent: text, dataset } = made,
      { key, icon } = dataset,
      shown = text?.trim() ?? "",
      what = key ? `${title} (${key.split(" ")[0]})` : title;
    Object.assign(made, { title: what, ariaLabel: called(shown, what) });
    if (made.closest(".fsl-bare, .fsl-help")) return;
    made.classList.add("fsl-press");
    const picture = icon ? [h("span", { class: "fsl-icon", "aria-hidden": "true" }, icon)] : [];
    made.replaceChildren(...picture, h("span", {}, shown));
  }

  tool(name) {
    const named = `[data-do="${name}"],[data-do="toggle(${name})"]`;
    return /** @type {HTMLElement} */ (this.node.querySelector(named));
  }

  action(event) {
    const { play } = this,
      { key, code, shiftKey } = event,
      letter = key.length === 1 ? key.toLowerCase() : key;
    if (isHistory(event)) return () => (letter === "y" || shiftKey ? play.redo() : play.undo());
    // A digit by its place on the keyboard, since what Shift makes of it differs; or one of the
    // number pad.
    const digit = /^Digit(\d)$/.exec(code)?.[1] ?? /^\d$/.exec(key)?.[0];
    if (digit !== undefined) return () => play.type(Number(digit), shiftKey);
    if (key.startsWith("Arrow") && shiftKey) return () => play.markBeside(key);
    if (/^(Arrow.*|Home|End)$/.test(key)) return () => play.walk(key);
    const name = letter === "r" && shiftKey ? "Shift+R" : letter;
    /** @type {HTMLElement | null} */
    const tool = this.node.querySelector(`[data-key~=${CSS.escape(name) || "none"}]`);
    return tool ? () => (tool.matches("select") ? tool.focus() : tool.click()) : undefined;
  }

  /** Offer new puzzles. @param {{sizes: number[], levels: string[]}} offers */
  offer({ sizes, levels }) {
    const { wish, puzzle } = this.play,
      size = sizes.includes(puzzle.n) ? puzzle.n : sizes[0];
    const [sizing, levelling] = this.node.querySelectorAll("select");
    Object.assign(this, { sizing, levelling });
    sizing.append(...sizes.map(n => new Option(`${n}x${n}`, String(n))));
    levelling.append(...levels.map(level => new Option(level)));
    sizing.value = String(wish?.n ?? size);
    levelling.value = wish?.level ?? levels[1];
  }

  focus(/** @type {Event | undefined} */ event = undefined) {
    event?.preventDefault();
    this.board.node.focus({ preventScroll: true });
  }

  drawTime() {
    const { hideTime, game } = this.play;
    write(this.part("time"), hideTime ? "" : clock(game.seconds));
    write(this.tool("hideTime"), hideTime ? "show" : "hide");
  }

  /** The level of the puzzle on the board is the one that is offered. */
  drawLevel(level) {
    write(this.part("level"), level);
    const offered = [...(this.levelling?.options ?? [])].find(({ value }) => value === level);
    if (offered) offered.selected = true;
  }

  draw() {
    const { board, play } = this,
      { game, puzzle, hint, chosen } = play,
      strength = hint ? play.strength : 0,
      last = strength === 3 ? hint : null,
      reason = play.reason ?? last?.reason,
      broken = game.conflicts(),
      bad = new Set([...broken.flat(), ...play.wrong, ...(reason?.wrong ?? [])]),
      noted = game.lit ? game.litNotes(game.lit) : [];
    if (hint && strength > 1 && hint.wrong !== null) bad.add(hint.wrong);
    for (let cell = 0; cell < puzzle.cells; cell++) {
      // On a large board notes are dots, and what is struck out counts too.
      const dots = puzzle.n > SMALLEST && game.struck[cell];
      const notes = dots ? game.possible(cell) : game.noted[cell];
      board.drawCell(cell, game.values[cell], notes, game.struck[cell]);
      board.hatch(cell, bad.has(cell));
      const stands = game.lit > 0 && game.values[cell] === game.lit;
      board.light(cell, stands ? "fsl-stands" : noted.includes(cell) ? "fsl-noted" : "");
    }
    board.drawProbes(noted.map(cell => [cell, game.lit]));
    board.drawDone(game.done);
    put(board.node, "class", game.solved ? "fsl-board fsl-solved" : "fsl-board");
    board.drawCurrent(game.solved ? -1 : chosen);
    // a reason lights what it is made of, and no more
    const framed = hint && !reason?.short ? hint.cells : [];
    board.drawChecked(hint ? [...new Set([...framed, ...targets(hint)])] : []);
    board.drawBroken(broken);
    const removes = last?.removes ?? [];
    board.drawCuts(removes.flatMap(([cell, gone]) => gone.map(value => [cell, value])));
    board.drawGhosts(last?.places ?? []);
    this.reasons.draw(reason ?? null, game.values);
    write(this.part("count"), game.progress);
    this.drawTime();
    this.drawTools(strength);
    write(this.part("hidden"), game.describe(chosen)); // what it holds now
  }

  /** @param {number} strength of the hint */
  drawTools(strength) {
    const { game, next, pencil } = this.play;
    const redo = game.at === game.moves.length,
      off = { undo: !game.at, redo, nextHint: strength === 3, apply: strength < 3 },
      find = next === "find" || game.lit > 0,
      on = { pencil, tidy: game.tidy, find, why: next === "why" };
    for (const name in off) put(this.tool(name), "aria-disabled", off[name] ? "true" : null);
    for (const name in on) put(this.tool(name), "aria-pressed", String(on[name]));
    this.node.classList.toggle("fsl-noting", pencil);
    this.digits.forEach((digit, at) => {
      const many = game.cells(cell => game.values[cell] === at + 1).length;
      put(digit, "data-done", many >= game.puzzle.n ? "true" : null);
    });
    this.say("nextHint", strength ? `hint ${Math.min(3, strength + 1)}/3` : "hint");
    this.say("find", game.lit ? `find ${game.lit}` : "find");
    this.drawAsked();
  }

  drawAsked() {
    this.say("why", this.play.inQuestion ? `why ${this.play.inQuestion}?` : "why?");
  }

  say(name, text) {
    const made = this.tool(name);
    write(/** @type {Element} */ (made.lastElementChild), text);
    put(made, "aria-label", called(text, made.title));
  }

  /** Frame the chosen cell, bring it into view, and say what it holds. */
  choose(cell) {
    const { board, play } = this,
      table = this.part("table"),
      unit = board.node.clientWidth / board.node.viewBox.baseVal.width;
    board.drawCurrent(play.game.solved ? -1 : cell);
    const margin = 1.5 * CELL * unit,
      [x, y] = board.middle(cell).map(at => at * unit);
    const into = (at, from, room) => Math.max(at + margin - room, Math.min(from, at - margin));
    // a large board is scrolled in its box
    table.scrollLeft = into(x, table.scrollLeft, table.clientWidth);
    table.scrollTop = into(y, table.scrollTop, table.clientHeight);
    write(this.part("hidden"), play.game.describe(cell));
    this.drawAsked();
  }
}
