// How a learner gives an answer, by its kind. Each has a `node`; `read` gives the answer as plain
// data, null if it is none yet; `where` says where a wrong one is wrong, `said` tells one in words.

import { BoardAnswer } from "./answering_board.js";
import { button, dom, h, list, marked, number } from "./page.js";

/** The items of an order that need not move, as few as possible do: those at their place, and the
 * most that follow each other
 * as they should. @param {number[]} own @param {number[]} right the same items */
export function inPlace(own, right) {
  const placed = (/** @type {number} */ item) => own.indexOf(item) === right.indexOf(item);
  const weigh = (/** @type {number[]} */ some) =>
    some.length + some.filter(placed).length / (own.length + 1);
  /** @type {(lists: number[][]) => number[]} */
  const best = lists => lists.reduce((one, other) => (weigh(other) > weigh(one) ? other : one), []);
  /** @type {number[][]} */ const ends = []; // for each item, the best list that ends with it
  const at = (/** @type {number | undefined} */ item) => right.indexOf(item ?? -1);
  for (const item of own) ends.push([...best(ends.filter(one => at(one.at(-1)) < at(item))), item]);
  const kept = best(ends);
  return own.filter(item => kept.includes(item) || placed(item));
}

export class OrderAnswer {
  wanted = "";

  /** @param {{items: string[]}} offer @param {() => void} changed */
  constructor({ items }, changed) {
    this.items = items;
    this.changed = changed;
    this.order = items.map((_, at) => at);
    this.rows = items.map((item, at) => this.row(item, at));
    this.told = h("span", { class: "fsl-hidden", role: "status" });
    this.listed = h("ol", { class: "fsl-order", "aria-label": "your order" }, ...this.rows);
    this.answer = h("ol", { class: "fsl-order", "aria-label": "the right order" });
    this.node = h("div", { class: "fsl-answer fsl-orders" }, this.listed, this.told);
  }

  row(/** @type {string} */ item, /** @type {number} */ at) {
    const text = item.replaceAll("`", "");
    const move = (/** @type {number} */ way) => () => this.move(at, way);
    return dom`<li tabindex="0" aria-label=${`${text}; the arrow keys move it`}
      keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event, at)}
      pointerdown=${(/** @type {PointerEvent} */ event) => this.drag(event, at)}>
      <div><span class="fsl-item">${marked(item)}</span>
        ${button("↑", `${text}: earlier`, move(-1))}${button("↓", `${text}: later`, move(1))}</div>
      </li>`;
  }

  /** @param {KeyboardEvent} event @param {number} item */
  key(event, item) {
    const way = Number(event.key === "ArrowDown") - Number(event.key === "ArrowUp");
    if (!way || event.target !== this.rows[item]) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(item, way);
    this.rows[item].focus();
  }

  /** @param {number} item @param {number} way 1 for later, -1 for earlier */
  move(item, way) {
    const from = this.order.indexOf(item),
      to = from + way;
    if (this.locked || to < 0 || to >= this.order.length) return;
    this.order.splice(from, 1);
    this.order.splice(to, 0, item);
    this.draw();
    this.told.textContent = `now at place ${to + 1}`;
    this.changed();
  }

  /** @param {PointerEvent} event @param {number} item */
  drag(event, item) {
    const row = this.rows[item];
    if (this.locked || /** @type {Element} */ (event.target).closest("button")) return;
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
    const held = (/** @type {HTMLElement} */ row) =>
      row.classList.contains("fsl-dragged") || row.contains(document.activeElement);
    const at = rows.findIndex(held);
    if (at < 0) return this.listed.replaceChildren(...rows);
    for (const row of rows.slice(0, at)) this.listed.insertBefore(row, rows[at]);
    this.listed.append(...rows.slice(at + 1));
  }

  read() {
    return [...this.order];
  }

  show(/** @type {any} */ given) {
    if (!Array.isArray(given) || [...given].sort().join() !== [...this.order].sort().join()) return;
    this.order = [...given];
    this.draw();
  }

  lock(/** @type {boolean} */ done) {
    this.locked = done;
    for (const field of this.listed.querySelectorAll("button")) field.disabled = done;
  }

  /** Mark what has to move in a given order, and show the right one beside it.
   * @param {number[]} right @param {boolean} given */
  correct(right, given) {
    if (!given) this.show(right);
    const stay = inPlace(this.order, right);
    if (given) this.rows.forEach((row, item) => (row.dataset.right = String(stay.includes(item))));
    if (stay.length === right.length) return;
    this.answer.replaceChildren(...right.map(item => h("li", {}, ...marked(this.items[item]))));
    this.node.append(this.answer);
  }

  where(given, right) {
    const first = right.findIndex((item, at) => given?.[at] !== item);
    if (!first) return "Another one comes first.";
    const some = first === 1 ? "one is" : `${number(first)} are`;
    return `The first ${some} in place, the next one is not.`;
  }

  said(/** @type {number[]} */ right) {
    const same = this.order.join() === right.join();
    return same ? "the order that stands above" : "the right order, beside yours";
  }
}

/** A number, typed. */
class NumberAnswer {
  wanted = "Write a number, such as 12.";

  /** @param {object} _offer @param {() => void} changed */
  constructor(_offer, changed) {
    this.field = /** @type {HTMLInputElement} */ (
      dom`<input class="fsl-field" type="text" inputmode="decimal" autocomplete="off"
        aria-label="your number" input=${changed}>`
    );
    this.node = dom`<div class="fsl-answer"><label>your number: ${this.field}</label></div>`;
  }

  read() {
    const digits = this.field.value.replace(/[\s,_'()[\]]/g, "");
    return /^[-+]?\d*\.?\d+$|^[-+]?\d+\.$/.test(digits) ? Number(digits) : null;
  }

  show(/** @type {any} */ given) {
    this.field.value = number(given);
  }
  lock(/** @type {boolean} */ done) {
    this.field.disabled = done;
  }
  correct() {}
  where(given, right) {
    return given < right ? "It is more." : "It is less.";
  }
  said(/** @type {number} */ right) {
    return number(right);
  }
}

/** One of the options. */
class ChoiceAnswer {
  wanted = "Choose one.";

  /** @param {{options: string[]}} offer @param {() => void} changed */
  constructor({ options }, changed) {
    this.options = options;
    const name = `fsl-${Math.random().toString(36).slice(2)}`;
    const radio = { type: "radio", name, change: changed };
    this.radios = options.map((_, value) => h("input", { ...radio, value }));
    this.labels = this.radios.map(
      (one, at) => dom`<label>${one}<span>${marked(options[at])}</span></label>`,
    );
    const long = options.some(option => option.length > 24) || options.length > 5;
    const classes = `fsl-answer fsl-options${long ? " fsl-long" : ""}`;
    this.node = dom`<div class=${classes} role="radiogroup" aria-label="your answer">
      ${this.labels}</div>`;
  }

  read() {
    const at = this.radios.findIndex(radio => radio.checked);
    return at < 0 ? null : at;
  }

  show(/** @type {any} */ given) {
    this.radios.forEach((radio, at) => (radio.checked = at === given));
  }
  lock(/** @type {boolean} */ done) {
    for (const radio of this.radios) radio.disabled = done;
  }
  correct(/** @type {number[]} */ right) {
    this.labels.forEach((one, at) => (one.dataset.right = String(right.includes(at))));
  }
  where() {
    return "That one is not it either.";
  }
  said(/** @type {number[]} */ right) {
    const plain = (/** @type {string} */ text) =>
      text.replaceAll("`", "").replace(/\s+/g, " ").trim();
    return right.map(at => plain(this.options[at])).join(" or ");
  }
}

/** One of the options for each row. */
class RowsAnswer {
  wanted = "Choose one in every row.";

  /** @param {{rows: string[], options: string[]}} offer @param {() => void} changed */
  constructor({ rows, options }, changed) {
    this.rows = rows;
    this.options = options;
    const base = `fsl-${Math.random().toString(36).slice(2)}`;
    this.radios = rows.map((row, at) => {
      const radio = { type: "radio", name: `${base}-${at}`, change: changed };
      return options.map((option, value) =>
        h("input", { ...radio, value, "aria-label": `${row}: ${option}` }),
      );
    });
    this.boxes = this.radios.map(radios => radios.map(radio => h("td", {}, h("label", {}, radio))));
    const head = options.map(option => h("th", { scope: "col" }, ...marked(option)));
    const body = rows.map(
      (row, at) => dom`<tr role="radiogroup" aria-label=${row}>
        <th scope="row">${marked(row)}</th>${this.boxes[at]}</tr>`,
    );
    this.node = dom`<div class="fsl-answer"><table class="fsl-rows">
      <thead><tr><td></td>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
  }

  read() {
    const chosen = this.radios.map(radios => radios.findIndex(radio => radio.checked));
    return chosen.includes(-1) ? null : chosen;
  }

  show(/** @type {any} */ given) {
    this.radios.forEach((radios, row) =>
      radios.forEach((radio, at) => (radio.checked = at === given?.[row])),
    );
  }
  lock(/** @type {boolean} */ done) {
    for (const radio of this.radios.flat()) radio.disabled = done;
  }
  correct(/** @type {number[]} */ right) {
    this.boxes.forEach((boxes, row) =>
      boxes.forEach((box, at) => (box.dataset.right = String(right[row] === at))),
    );
  }

  where(given, right) {
    const wrong = this.rows.filter((_, row) => given?.[row] !== right[row]);
    const many = this.rows.length;
    return `${many - wrong.length} of ${many} are right; look again at ${list(wrong)}.`;
  }

  said(/** @type {number[]} */ right) {
    return right.map((at, row) => `${this.rows[row]}: ${this.options[at]}`).join("; ");
  }
}

/** @type {Record<string, new (offer: any, changed: () => void, kind: string) => any>} */
export const ANSWERS = {
  number: NumberAnswer,
  choice: ChoiceAnswer,
  rows: RowsAnswer,
  order: OrderAnswer,
  cells: BoardAnswer,
  values: BoardAnswer,
};
