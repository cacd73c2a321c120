// How a learner gives an answer, by its kind. Each has a `node`; `read` gives the answer as plain
// data, null if it is none yet; `where` says where a wrong one is wrong, `said` tells one in words,
// `wrongs` lists the texts in it that are wrong, and itself as Python writes it.

import { Board } from "../../stepper/browser/board.js";
import {
  button,
  byHand,
  forNotebook,
  h,
  list,
  marked,
  number,
  readTheme,
} from "../../stepper/browser/page.js";
import { bit, Puzzle, valuesOf } from "../../stepper/browser/puzzle.js";
import { spot, unspot } from "./quiz.js";
import { QuizMarks } from "./quiz_view.js";

/** @import { SentPuzzle } from "../../stepper/browser/puzzle.js" */

const LETTERS = [..."abcdefghijklmnop"]; // the keys of options
const STILL = { role: "img", tabindex: "-1" }; // a board that only shows

const plain = text => text.replaceAll("`", "").replace(/\s+/g, " ").trim();

/** The items of an order that need not move, as few as possible do: those at their place, and the
 * most that follow each other as they should. @param {number[]} right the same items */
export function inPlace(own, right) {
  const placed = item => own.indexOf(item) === right.indexOf(item);
  const weigh = some => some.length + some.filter(placed).length / (own.length + 1);
  /** @type {(lists: number[][]) => number[]} */
  const best = lists => lists.reduce((one, other) => (weigh(other) > weigh(one) ? other : one), []);
  /** @type {number[][]} */ const ends = []; // for each item, the best list that ends with it
  const at = (/** @type {number | undefined} */ item) => right.indexOf(item ?? -1);
  for (const item of own) ends.push([...best(ends.filter(one => at(one.at(-1)) < at(item))), item]);
  const kept = best(ends);
  return own.filter(item => kept.includes(item) || placed(item));
}

/** Items in an order; where some do not belong, any can be left out. */
class OrderAnswer {
  wanted = "Leave some lines in.";
  /** @type {Set<number>} */ out = new Set(); // the items left out

  /** @param {{items: string[], leaves?: boolean}} offer @param {() => void} changed */
  constructor({ items, leaves = false }, changed) {
    this.items = items;
    this.leaves = leaves;
    this.changed = changed;
    this.order = items.map((_, at) => at);
    this.rows = items.map((item, at) => this.row(item, at));
    this.told = h("span", { class: "fsl-hidden", role: "status" });
    const lines = leaves ? "fsl-order fsl-lines" : "fsl-order";
    this.listed = h("ol", { class: lines, "aria-label": "your order" }, ...this.rows);
    this.answer = h("ol", { class: "fsl-order", "aria-label": "the right order" });
    this.node = h("fieldset", { class: "fsl-answer fsl-orders" }, this.listed, this.told);
  }

  row(item, at) {
    const text = plain(item),
      keys = `the arrow keys move it${this.leaves ? ", Delete leaves it out" : ""}`;
    const parts = [
      h("span", { class: "fsl-item" }, ...marked(item)),
      button("↑", `${text}: earlier`, () => this.move(at, -1)),
      button("↓", `${text}: later`, () => this.move(at, 1)),
      this.leaves && button("✕", `${text}: leave out, or in`, () => this.leave(at)),
    ];
    const props = { tabindex: "0", "aria-label": `${text}; ${keys}` },
      row = h("li", { ...props, keydown: event => this.key(event, at) }, h("div", {}, ...parts));
    row.addEventListener("pointerdown", event => this.drag(event, at));
    return row;
  }

  key(event, item) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key],
      leaves = this.leaves && (event.key === "Delete" || event.key === "Backspace");
    if (!(way || leaves) || event.target !== this.rows[item]) return;
    event.preventDefault();
    event.stopPropagation();
    way ? this.move(item, way) : this.leave(item);
    this.rows[item].focus();
  }

  /** @param {number} way 1 for later, -1 for earlier */
  move(item, way) {
    const from = this.order.indexOf(item),
      to = from + way;
    if (this.node.disabled || to < 0 || to >= this.order.length) return;
    this.order.splice(from, 1);
    this.order.splice(to, 0, item);
    this.tell(`now at place ${to + 1}`);
  }

  leave(item) {
    if (this.node.disabled) return;
    if (!this.out.delete(item)) this.out.add(item);
    this.tell(this.out.has(item) ? "left out" : "in again");
  }

  tell(what) {
    this.draw();
    this.told.textContent = what;
    this.changed();
  }

  drag(event, item) {
    const row = this.rows[item];
    if (this.node.disabled || /** @type {Element} */ (event.target).closest("button")) return;
    row.setPointerCapture(event.pointerId);
    row.classList.add("fsl-dragged");
    row.onpointermove = ({ clientY }) => {
      const before = row.previousElementSibling?.getBoundingClientRect(),
        after = row.nextElementSibling?.getBoundingClientRect();
      if (before && clientY < before.top + before.height / 2) this.move(item, -1);
      else if (after && clientY > after.top + after.height / 2) this.move(item, 1);
    };
    row.onpointerup = row.onpointercancel = () => {
      row.classList.remove("fsl-dragged");
      row.onpointermove = null;
    };
  }

  /** The rows in their order; the one that has the focus or the pointer stays in the page. */
  draw() {
    const rows = this.order.map(item => this.rows[item]);
    this.rows.forEach((row, item) => row.classList.toggle("fsl-out", this.out.has(item)));
    const held = row => row.matches(".fsl-dragged, :focus-within"),
      at = Math.max(0, rows.findIndex(held));
    rows[at].before(...rows.slice(0, at));
    rows[at].after(...rows.slice(at + 1));
  }

  read() {
    const kept = this.order.filter(item => !this.out.has(item));
    return kept.length ? kept : null;
  }

  show(given) {
    const own = Array.isArray(given) ? given.filter(item => this.order.includes(item)) : [];
    if (!own.length || (!this.leaves && own.length < this.items.length)) return;
    const rest = this.order.filter(item => !own.includes(item));
    this.out = new Set(rest);
    this.order = [...own, ...rest];
    this.draw();
  }

  /** Mark what has to move in a given order, and show the right one beside it. */
  correct(right, given) {
    if (!given) this.show(right);
    const own = this.read() ?? [],
      known = own.filter(item => right.includes(item)),
      stay = inPlace(known, right);
    const fits = item => (this.out.has(item) ? !right.includes(item) : stay.includes(item));
    if (given) this.rows.forEach((row, item) => (row.dataset.right = String(fits(item))));
    if (own.join() === right.join()) return;
    this.answer.replaceChildren(...right.map(item => h("li", {}, ...marked(this.items[item]))));
    this.node.append(this.answer);
  }

  wrongs(given, right) {
    const wrong = given.filter(item => !right.includes(item)).map(item => this.items[item]);
    return [...wrong, given.map(item => this.items[item]).join(", ")];
  }

  where(given, right) {
    const first = right.findIndex((item, at) => given?.[at] !== item),
      extra = given.filter(item => !right.includes(item)).length;
    if (extra) return extra === 1 ? "One line does not belong." : `${extra} lines do not belong.`;
    if (given.length < right.length) return "A line is missing.";
    if (!first) return "Another one comes first.";
    const some = first === 1 ? "one is" : `${number(first)} are`;
    return `The first ${some} in place, the next one is not.`;
  }

  said(right) {
    const same = this.read()?.join() === right.join();
    return same ? "the order that stands above" : "the right order, shown with yours";
  }
}

class NumberAnswer {
  wanted = "Write a number, such as 12.";

  /** @param {object} _offer @param {() => void} changed */
  constructor(_offer, changed) {
    const props = { type: "text", inputmode: "decimal", autocomplete: "off", input: changed };
    const field = h("input", { class: "fsl-field", "aria-label": "your number", ...props });
    this.field = field;
    this.node = h("fieldset", { class: "fsl-answer" }, h("label", {}, "your number: ", field));
  }

  read() {
    const digits = this.field.value.replace(/[\s,_'()[\]]/g, "");
    return /^[-+]?\d*\.?\d+$|^[-+]?\d+\.$/.test(digits) ? Number(digits) : null;
  }
  show(given) {
    this.field.value = number(given);
  }
  correct() {}
  wrongs(given) {
    return [String(given)];
  }
  where(given, right) {
    return given < right ? "It is more." : "It is less.";
  }
  said(right) {
    return number(right);
  }
}

/** One of the options: alone, for each row of a table, or for each hole in a piece of code. */
class ChoiceAnswer {
  wanted = "Choose one.";

  /** @param {{options: any[], rows?: string[], code?: string}} offer @param {() => void} change
   * @param {string} kind "choice", "rows" or "holes" */
  constructor({ options, rows = ["your answer"], code = "" }, change, kind) {
    const alone = kind === "choice",
      layout = `fsl-answer${alone ? " fsl-options" : ""}`,
      group = alone ? { role: "radiogroup", "aria-label": rows[0] } : {},
      holes = kind === "holes",
      select = holes || (!alone && options.join().length > 60); // a column each would be too wide
    this.node = h("fieldset", { class: layout, ...group });
    const parts = code.split("____"),
      base = `fsl-${Math.random().toString(36).slice(2)}`;
    this.alone = alone;
    this.code = code;
    this.chosen = select ? "selected" : "checked"; // what a field is that is chosen
    this.rows = holes ? parts.slice(1).map((_, at) => `blank ${at + 1}`) : rows;
    /** @type {string[][]} */ this.options = holes ? options : rows.map(() => options);
    if (!alone) this.wanted = `Choose one in every ${holes ? "blank" : "row"}.`;
    const field = (at, text, value) => {
      if (select) return h("option", { value }, text);
      const label = alone ? undefined : `${rows[at]}: ${text}`;
      const props = { type: "radio", name: `${base}-${at}`, "aria-label": label };
      return h("input", { ...props, value, change });
    };
    /** @type {HTMLElement[][]} by row */ this.fields = this.options.map((texts, at) =>
      texts.map((text, value) => field(at, text, value)),
    );
    /** @type {HTMLElement[][]} what is marked as right or wrong */
    this.boxes = this.fields.map((fields, at) => {
      const none = () => h("option", { value: "", selected: "" }, "…"),
        pick = { class: "fsl-choice", "aria-label": this.rows[at], change };
      if (select) return [h("select", pick, none(), ...fields)];
      const named = value => ({ "data-word": plain(options[value]) }); // where no head is seen
      if (!alone) return fields.map((one, at) => h("td", {}, h("label", named(at), one)));
      return fields.map((one, value) => {
        const text = h("span", {}, ...marked(options[value]));
        return h("label", {}, one, text, h("kbd", {}, LETTERS[value] ?? ""));
      });
    });
    if (alone) this.node.append(...this.boxes[0]);
    else if (holes) {
      const lines = parts.flatMap((part, at) => [part, ...(this.boxes[at] ?? [])]);
      this.node.append(h("pre", { class: "fsl-holes" }, ...lines));
    } else {
      const heads = select ? [] : options,
        cells = boxes => (select ? [h("td", {}, ...boxes)] : boxes);
      const head = (text, scope) => h("th", { scope }, ...marked(text)),
        group = row => ({ role: "radiogroup", "aria-label": row }),
        top = h("tr", {}, h("td"), ...heads.map(option => head(option, "col"))),
        line = (row, at) => h("tr", group(row), head(row, "row"), ...cells(this.boxes[at])),
        parts = [h("thead", {}, top), h("tbody", {}, ...rows.map(line))];
      this.node.append(h("table", { class: "fsl-rows" }, ...parts));
    }
  }

  /** A letter is the key of an option. @param {string} key @returns {boolean} */
  pick(key) {
    const field = this.alone && this.fields[0][LETTERS.indexOf(key)];
    if (field) field.click();
    return Boolean(field);
  }

  get places() {
    return this.fields.map(fields => fields.findIndex(field => field[this.chosen]));
  }

  read() {
    const { places } = this;
    return places.includes(-1) ? null : this.alone ? places[0] : places;
  }

  show(given) {
    const places = this.alone ? [given] : given;
    this.fields.forEach((fields, row) =>
      fields.forEach((field, at) => (field[this.chosen] = at === places?.[row])),
    );
  }

  correct(right) {
    const { places, alone, chosen } = this;
    const isRight = (row, at) => (alone ? right.includes(at) : right[row] === at);
    this.boxes.forEach((boxes, row) =>
      boxes.forEach((box, at) => {
        const shown = chosen === "selected" ? places[row] : at;
        if (shown >= 0) box.dataset.right = String(isRight(row, shown));
      }),
    );
  }

  wrongs(given, right) {
    if (this.alone) return [this.options[0][given]];
    const wrong = this.rows.flatMap((_, row) =>
      given?.[row] === right[row] ? [] : [this.options[row][given?.[row]]],
    );
    const rows = this.rows.map((name, row) => `${name}: ${this.options[row][given?.[row]]}`);
    return [...wrong, rows.join("; ")];
  }

  where(given, right) {
    if (this.alone) return "That one is not it either.";
    const wrong = this.rows.filter((_, row) => given?.[row] !== right[row]),
      many = this.rows.length;
    return `${many - wrong.length} of ${many} are right; look again at ${list(wrong)}.`;
  }

  said(right) {
    if (this.alone) return right.map(at => this.options[0][at]).join(" or ");
    const code = this.code ? "`" : "";
    return right
      .map((at, row) => `\n${this.rows[row]}: ${code}${this.options[row][at]}${code}`)
      .join("");
  }
}

/** What the marks on a board say. @type {Record<string, string>} */
const MARKED = { found: "found", missing: "missed", extra: "wrong" };

export class Sheet {
  // by cell: the values struck out, or -1 for the cell itself
  /** @type {Map<number, number>} */ chosen = new Map();
  cells = false; // whether cells are chosen

  /** @param {{board: SentPuzzle, values: number[], domains: number[], mark: number}} offer
   * @param {string} [label] @param {(cell: number, value: number) => void} [click]
   * @param {Record<string, any>} [more] of the board's attributes and listeners */
  constructor(offer, label = "the board of the question", click = () => {}, more = STILL) {
    this.offer = offer;
    this.puzzle = new Puzzle(offer.board);
    this.board = new Board(this.puzzle, label, click, more);
    const fit = new ResizeObserver(() => this.board.fit(readTheme(this.board.node).least));
    fit.observe(this.board.node);
    this.draw();
  }

  /** What is on the board, for whoever hears it. */
  get inWords() {
    const { puzzle, offer } = this,
      { values, domains, mark } = offer,
      name = cell => puzzle.name(cell),
      left = cell => puzzle.words(domains[cell]).join(" ") || "has no value left",
      cells = values.map((value, cell) =>
        value > 0 ? `${name(cell)} = ${puzzle.word(value)}` : `${name(cell)} ${left(cell)}`,
      ),
      signs = puzzle.signs.map(([small, large]) => `${name(small)} < ${name(large)}`),
      framed = mark < 0 ? [] : [`framed: ${name(mark)}`];
    return `${[...cells, ...signs, ...framed].join(", ")}.`;
  }

  draw() {
    const { offer, board, chosen, puzzle } = this;
    board.node.setAttribute("aria-description", this.inWords);
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const open = offer.domains[cell];
      board.drawCell(cell, offer.values[cell], open, puzzle.all(cell) & ~open);
      board.light(cell, this.cells && chosen.has(cell) ? "fsl-stands" : "");
    }
    board.drawCurrent(offer.mark);
    const cuts = this.cells ? [] : [...chosen];
    board.drawCuts(cuts.flatMap(([cell, mask]) => valuesOf(mask).map(value => [cell, value])));
  }
}

/** Cells of a board that are clicked, or values that are struck out there. */
class BoardAnswer extends Sheet {
  at = -1; // the cell that the keyboard is at
  /** @type {QuizMarks | undefined} */ marks;
  /** @type {HTMLElement | undefined} */ legend; // of the marks, once an answer is marked
  found = ""; // the verdict

  /** @param {any} offer @param {() => void} changed @param {string} kind "cells" or "values" */
  constructor(offer, changed, kind) {
    const cells = kind === "cells",
      puzzle = new Puzzle(offer.board),
      how = `arrows go to a cell, ${cells ? "the space bar marks it" : "a digit strikes"}`;
    super(
      offer,
      puzzle.own(`board, ${puzzle.title}; ${how}`),
      (cell, value) => this.toggle(cell, value),
      { keydown: event => this.key(event), blur: () => this.go(-1) },
    );
    this.wanted = cells
      ? puzzle.own(byHand("Click a cell."))
      : "Strike out what is removed, if anything is.";
    this.changed = changed;
    this.cells = cells;
    this.told = h("span", { class: "fsl-hidden fsl-told", role: "status" });
    this.chips = h("p", { class: "fsl-chips", "aria-hidden": "true" });
    const does = cells ? puzzle.own("Click a cell.") : "Click a value to strike it out.",
      first = puzzle.word(1) === "1" ? "" : ` (1 is ${puzzle.word(1)})`,
      keys = `Keyboard: arrows, then ${cells ? "space" : `digits${first}`}.`,
      typed = h("p", { class: "fsl-how" }, keys),
      clicked = h("p", {}, byHand(`${does} Click again to take it back.`)),
      parts = [clicked, typed, this.told, this.chips];
    this.node = h("fieldset", { class: "fsl-answer" }, ...parts);
  }

  toggle(cell, value) {
    if (this.node.disabled || cell < 0) return;
    const { offer, chosen } = this,
      can = value && !offer.values[cell] && offer.domains[cell] & bit(value);
    if (!this.cells && !can) return;
    const mask = (chosen.get(cell) ?? 0) ^ (this.cells ? -1 : bit(value));
    mask ? chosen.set(cell, mask) : chosen.delete(cell);
    const name = this.puzzle.name(cell),
      is = `${name} ${mask ? "chosen" : "not chosen"}; ${chosen.size} in all.`,
      gone = `${name}: ${this.puzzle.words(mask).join(" ") || "nothing"} struck out.`;
    this.told.textContent = this.cells ? is : gone;
    this.draw();
    this.changed();
  }

  draw() {
    super.draw();
    const chip = ([cell, mask]) => {
      const gone = mask < 0 ? [] : [" ", h("s", {}, this.puzzle.words(mask).join(" "))];
      return h("code", {}, this.puzzle.name(cell), ...gone);
    };
    this.chips?.replaceChildren(...[...this.chosen].sort(([a], [b]) => a - b).map(chip));
  }

  go(cell) {
    this.at = cell;
    this.board.drawKeyed(cell);
  }

  key(event) {
    if (forNotebook(event)) return;
    const { at, puzzle } = this,
      digit = Number(event.key);
    if (event.key.startsWith("Arrow")) {
      this.go(at < 0 ? 0 : puzzle.beside(at, event.key));
      this.told.textContent = this.describe(this.at);
    } else if (at >= 0 && this.cells && event.key === " ") this.toggle(at, 0);
    else if (at >= 0 && digit >= 1 && digit <= puzzle.n) this.toggle(at, digit);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  describe(cell) {
    const { offer, puzzle } = this,
      value = offer.values[cell],
      mask = this.chosen.get(cell) ?? 0,
      open = puzzle.words(offer.domains[cell]).join(" "),
      left = value ? `= ${puzzle.word(value)}` : `in ${open}`,
      marked = this.cells ? "chosen" : `${puzzle.words(mask).join(" ")} struck out`;
    return `${puzzle.name(cell)} ${left}${mask ? `, ${marked}` : ""}.`;
  }

  /** An answer as masks by cell. @returns {Map<number, number>} */
  masks(answer) {
    return new Map(this.cells ? answer.map(cell => [cell, -1]) : answer);
  }

  read() {
    const chosen = [...this.chosen].sort(([a], [b]) => a - b);
    if (!this.cells) return chosen;
    return chosen.length ? chosen.map(([cell]) => cell) : null;
  }

  show(given) {
    if (!Array.isArray(given)) return;
    this.chosen = this.masks(given);
    this.draw();
  }

  /** What was found, what was missed and what is wrong, each with its mark, beside the learner's
   * own; or the right answer where none was given. */
  correct(right, given) {
    if (!given) return this.show(right);
    const spots = (/** @type {Map<number, number>} */ masks) =>
        [...masks].flatMap(([cell, mask]) =>
          this.cells ? cell : valuesOf(mask).map(value => spot(cell, value)),
        ),
      [own, wanted] = [spots(this.chosen), spots(this.masks(right))],
      kinds = {
        found: wanted.filter(one => own.includes(one)),
        missing: wanted.filter(one => !own.includes(one)),
        extra: own.filter(one => !wanted.includes(one)),
      };
    this.marks ??= new QuizMarks(this.board);
    this.marks.node.replaceChildren();
    this.marks.draw(this.cells ? "cell" : "prune", -1, kinds);
    this.marks.light(this.cells ? [] : this.deciding(this.masks(right)));
    const line = ([kind, some]) => {
      const masks = new Map();
      for (const [cell, value] of some.map(unspot)) masks.set(cell, masks.get(cell) | bit(value));
      const names = this.said(this.cells ? some : [...masks]),
        shape = h("span", { class: `fsl-key-${kind}`, "aria-hidden": "true" });
      return h("li", {}, shape, h("b", {}, MARKED[kind]), ` ${names}`);
    };
    const some = Object.entries(kinds).filter(([, ones]) => ones.length);
    this.legend = h("ul", { class: "fsl-marked" }, ...some.map(line));
    const { found, missing, extra } = kinds,
      many = missing.length
        ? `${found.length} of ${wanted.length} found`
        : `${extra.length} too many`;
    this.found = found.length || !missing.length ? `Not quite: ${many}.` : "Wrong.";
    this.chips.replaceChildren();
  }

  /** The signs that decide: each rules out something, and nothing but what is removed. Where a cell
   * is framed, its own.
   * @param {Map<number, number>} gone by cell */
  deciding(gone) {
    const { puzzle, offer } = this,
      left = cell => valuesOf(offer.domains[cell]);
    const ruled = (cell, other) =>
      left(cell).filter(one => !left(other).some(two => puzzle.goes(cell, one, other, two)));
    return puzzle.signs.filter(([one, two]) => {
      if (offer.mark >= 0 && ![one, two].includes(offer.mark)) return false;
      const out = (cell, other) => ruled(cell, other).map(one => (gone.get(cell) ?? 0) & bit(one)),
        all = [...out(one, two), ...out(two, one)];
      return all.length > 0 && all.every(Boolean);
    });
  }

  wrongs(given) {
    if (this.cells) return [given.map(cell => this.puzzle.name(cell)).join(", ")];
    const told = ([at, mask]) => `${this.puzzle.name(at)}: ${this.puzzle.words(mask).join(" ")}`;
    return [given.map(told).join("; ") || "nothing"];
  }

  where(given, right) {
    const [mine, wanted] = [this.masks(given), this.masks(right)],
      cells = [...new Set([...wanted.keys(), ...mine.keys()])].sort((a, b) => a - b),
      wrong = cells.filter(cell => mine.get(cell) !== wanted.get(cell)),
      extra = wrong.find(cell => mine.has(cell));
    if (!this.cells) return `Look again at ${this.puzzle.name(wrong[0])}.`;
    if (extra === undefined) return "There is another one.";
    return `${this.puzzle.name(extra)} is not one of them.`;
  }

  said(right) {
    const { puzzle } = this;
    if (!right.length) return "nothing";
    if (this.cells) return list(right.map(cell => puzzle.name(cell)));
    return right.map(([at, mask]) => `${puzzle.name(at)}: ${list(puzzle.words(mask))}`).join("; ");
  }
}

/** @type {Record<string, new (offer: any, changed: () => void, kind: string) => any>} */
export const ANSWERS = {
  number: NumberAnswer,
  choice: ChoiceAnswer,
  rows: ChoiceAnswer,
  holes: ChoiceAnswer,
  order: OrderAnswer,
  cells: BoardAnswer,
  values: BoardAnswer,
};
