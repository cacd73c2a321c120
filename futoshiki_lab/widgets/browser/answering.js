// How a learner gives an answer, by its kind. Each has a `node`; `read` gives the answer as plain
// data, null if it is none yet; `where` says where a wrong one is wrong, `said` tells one in words.

import { BoardAnswer } from "./answering_board.js";
import { OrderAnswer } from "./answering_order.js";
import { dom, h, list, marked, number } from "./page.js";

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
    return right
      .map(at => this.options[at].replaceAll("`", "").replace(/\s+/g, " ").trim())
      .join(" or ");
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
    return `${this.rows.length - wrong.length} of ${this.rows.length} are right; look again at ${list(wrong)}.`;
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
