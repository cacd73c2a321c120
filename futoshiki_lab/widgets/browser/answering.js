// How a learner gives an answer, by its kind. Each has a `node`; `read` gives the answer as plain
// data, null if it is none yet; `where` says where a wrong one is wrong, `said` tells one in words.

import { BoardAnswer } from "./answering_board.js";
import { OrderAnswer } from "./answering_order.js";
import { h, list, marked, number } from "./page.js";

/** A number, typed. */
class NumberAnswer {
  wanted = "Write a number, such as 12.";

  /** @param {object} _offer @param {() => void} changed */
  constructor(_offer, changed) {
    this.field = h("input", {
      class: "fsl-field",
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      "aria-label": "your number",
      input: changed,
    });
    this.node = h("div", { class: "fsl-answer" }, h("label", {}, "your number: ", this.field));
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
    this.radios = options.map((_, value) =>
      h("input", { type: "radio", name, value, change: changed }),
    );
    this.labels = this.radios.map((radio, at) =>
      h("label", {}, radio, h("span", {}, ...marked(options[at]))),
    );
    const long = options.some(option => option.length > 24) || options.length > 5;
    this.node = h(
      "div",
      {
        class: `fsl-answer fsl-options${long ? " fsl-long" : ""}`,
        role: "radiogroup",
        "aria-label": "your answer",
      },
      ...this.labels,
    );
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
    this.radios = rows.map((row, at) =>
      options.map((option, value) =>
        h("input", {
          type: "radio",
          name: `${base}-${at}`,
          value,
          "aria-label": `${row}: ${option}`,
          change: changed,
        }),
      ),
    );
    this.boxes = this.radios.map(radios => radios.map(radio => h("td", {}, h("label", {}, radio))));
    const head = h(
      "tr",
      {},
      h("td", {}),
      ...options.map(option => h("th", { scope: "col" }, ...marked(option))),
    );
    const body = rows.map((row, at) =>
      h(
        "tr",
        { role: "radiogroup", "aria-label": row },
        h("th", { scope: "row" }, ...marked(row)),
        ...this.boxes[at],
      ),
    );
    this.node = h(
      "div",
      { class: "fsl-answer" },
      h("table", { class: "fsl-rows" }, h("thead", {}, head), h("tbody", {}, ...body)),
    );
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
