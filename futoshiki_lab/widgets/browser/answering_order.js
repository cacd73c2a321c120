// An answer that is an order: items that are moved by buttons, arrow keys or dragging.

import { button, dom, h, marked, number } from "./page.js";

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
  for (const item of own)
    ends.push([
      ...best(ends.filter(one => right.indexOf(one[one.length - 1]) < right.indexOf(item))),
      item,
    ]);
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
    const rows = this.order.map(item => this.rows[item]),
      moved = rows.find(
        row => row.classList.contains("fsl-dragged") || row.contains(document.activeElement),
      );
    const at = moved ? rows.indexOf(moved) : -1;
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
    return first
      ? `The first ${first === 1 ? "one is" : `${number(first)} are`} in place, the next one is not.`
      : "Another one comes first.";
  }

  said(/** @type {number[]} */ right) {
    return this.order.join() === right.join()
      ? "the order that stands above"
      : "the right order, beside yours";
  }
}
