// The board as SVG, in whichever role: cells with values, pencil digits in fixed slots, signs, and
// the marks that show what is in play. It draws what it is told and knows no search and no game.

import { h, put, svg, write } from "./page.js";
import { valuesOf } from "./puzzle.js";

/** @typedef {[cell: number, value: number]} Place */

export const CELL = 50; // the side of a cell, in the units of the drawing
const LABELS = 20;
export const SMALLEST = 16; // the largest size whose pencil digits can be read

/** As many marks of one kind as are needed. @template {SVGElement} T */
class Spares {
  constructor(/** @type {SVGElement} */ layer, /** @type {() => T} */ make) {
    this.layer = layer;
    this.make = make;
    /** @type {T[]} */ this.made = [];
  }

  /** @template I @param {I[]} items @param {(mark: T, item: I) => void} draw draws the mark of an item */
  each(items, draw) {
    while (this.made.length < items.length) {
      const mark = this.make();
      this.made.push(mark);
      this.layer.append(mark);
    }
    this.made.forEach((mark, at) => {
      put(mark, "visibility", at < items.length ? "visible" : "hidden");
      if (at < items.length) draw(mark, items[at]);
    });
  }
}

/** One group for each cell, changed only where something has changed. */
export class Board {
  /** @param {import("./puzzle.js").Puzzle} puzzle
   * @param {string} label what a screen reader calls it
   * @param {(cell: number, value: number) => void} click called with the value whose slot was hit, or 0
   * @param {Record<string, (event: any) => void>} [listeners] others of the SVG element
   * @param {(sign: number) => void} [clickSign] called with the number of the sign that was hit */
  constructor(puzzle, label, click, listeners = {}, clickSign = () => {}) {
    const { n } = puzzle;
    this.puzzle = puzzle;
    this.pitch = CELL + (n > 9 ? 9 : n > 6 ? 11 : 15);
    this.columns = Math.ceil(Math.sqrt(n));
    this.rows = Math.ceil(n / this.columns);
    this.small = Math.min(15, 40 / this.rows, n > 9 ? 38 / this.columns : 15);
    const side = LABELS + n * this.pitch - (this.pitch - CELL) + 13; // room for a bow past the last cell
    this.play = svg("g", { class: "fsl-play" });
    this.marks = svg("g", { class: "fsl-marks" });
    this.node = svg("svg", {
      class: "fsl-board", viewBox: `0 0 ${side} ${side}`, tabindex: "0",
      role: "application", "aria-label": label,
      click: (/** @type {MouseEvent} */ event) => {
        const [cell, value] = this.hit(event);
        if (cell >= 0) return click(cell, value);
        const sign = this.hitSign(event);
        if (sign >= 0) clickSign(sign);
      },
      ...listeners,
    });
    const hatch = `fsl-hatch-${Math.random().toString(36).slice(2)}`;
    this.node.append(
      svg("defs", {}, svg("pattern", {
        id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
      }, svg("rect", { width: 2.2, height: 7, class: "fsl-hatch" }))));
    for (let at = 0; at < n; at++) {
      const middle = at * this.pitch + CELL / 2;
      this.node.append(
        svg("text", { class: "fsl-axis", x: LABELS + middle, y: 12 }, `c${at + 1}`),
        svg("text", { class: "fsl-axis", x: 8, y: LABELS + middle }, `r${at + 1}`));
    }
    const boxes = svg("g"), digits = svg("g");
    this.cells = Array.from({ length: puzzle.cells }, (_, cell) => this.makeCell(cell, boxes, digits, hatch));
    /** @type {Map<number, SVGPathElement>} */ this.signs = new Map(); // by the pair of cells
    const frames = svg("g"); // below the signs, which stay in sight
    this.node.append(boxes, this.play, frames, this.makeSigns(), digits, this.marks);
    this.current = this.frame("fsl-current", 2);
    this.verdict = svg("g", { class: "fsl-verdict", visibility: "hidden" }, svg("circle", { r: 8 }), svg("text"));
    this.line = svg("path", { class: "fsl-line", visibility: "hidden" });
    this.play.append(this.line);
    frames.append(this.current);
    this.marks.append(this.verdict);
    const { marks, play } = this, inside = CELL - 8, veil = { x: -inside / 2, y: -inside / 2, width: inside, height: inside };
    this.checked = new Spares(frames, () => this.frame("fsl-checked", -2));
    this.probes = new Spares(play, () => svg("circle", { class: "fsl-probe", r: Math.min(10, 23 / this.rows) }));
    this.cuts = new Spares(marks, () => svg("g", { class: "fsl-cut" }, svg("text"), svg("path")));
    this.ghosts = new Spares(marks, () => svg("g", { class: "fsl-ghost" }, svg("rect", veil), svg("text")));
    this.faulty = new Spares(marks, () => svg("g", { class: "fsl-fault" }, this.frame("fsl-faulty", 0), svg("text", { x: CELL - 8, y: 9 }, "×")));
    this.wrongs = new Spares(play, () => svg("path", { class: "fsl-line fsl-broken" }));
  }

  x(cell) { return LABELS + this.puzzle.column(cell) * this.pitch; }
  y(cell) { return LABELS + this.puzzle.row(cell) * this.pitch; }
  middle(cell) { return [this.x(cell) + CELL / 2, this.y(cell) + CELL / 2]; }

  /** The middle of a value's fixed slot. */
  slot(cell, value) {
    const column = (value - 1) % this.columns, row = Math.floor((value - 1) / this.columns);
    return [
      this.x(cell) + 4 + ((column + 0.5) * (CELL - 8)) / this.columns,
      this.y(cell) + 4 + ((row + 0.5) * (CELL - 8)) / this.rows,
    ];
  }

  /** Where a pointer is, in the units of the drawing, from the corner of the first cell. */
  at(event) {
    const box = this.node.getBoundingClientRect(), unit = box.width / this.node.viewBox.baseVal.width;
    return [(event.clientX - box.left) / unit - LABELS, (event.clientY - box.top) / unit - LABELS];
  }

  /** The sign in the gap under a pointer, by its number; -1 where there is none. */
  hitSign(event) {
    const [x, y] = this.at(event), near = CELL / 2;
    return this.puzzle.signs.findIndex(([smaller, larger]) => {
      const [ax, ay] = this.middle(smaller), [bx, by] = this.middle(larger);
      return Math.abs((ax + bx) / 2 - LABELS - x) < near && Math.abs((ay + by) / 2 - LABELS - y) < near;
    });
  }

  /** The cell under a pointer, and the value whose slot it is over; -1 and 0 where there is none. */
  hit(event) {
    const [x, y] = this.at(event);
    const column = Math.floor(x / this.pitch), row = Math.floor(y / this.pitch);
    const dx = x - column * this.pitch, dy = y - row * this.pitch, { n } = this.puzzle;
    if (column < 0 || row < 0 || column >= n || row >= n || dx > CELL || dy > CELL) return [-1, 0];
    const part = (at, many) => Math.max(0, Math.min(many - 1, Math.floor(((at - 4) / (CELL - 8)) * many)));
    const value = part(dy, this.rows) * this.columns + part(dx, this.columns) + 1;
    return [row * n + column, value <= n && n <= SMALLEST ? value : 0];
  }

  makeCell(cell, boxes, digits, hatch) {
    const { n, givens } = this.puzzle, given = givens[cell] ? " fsl-given" : "";
    const square = { x: this.x(cell), y: this.y(cell), width: CELL, height: CELL, rx: 3 };
    const box = svg("rect", { ...square, class: `fsl-box${given}` });
    const hatched = svg("rect", { ...square, fill: `url(#${hatch})`, class: "fsl-empty", visibility: "hidden" });
    boxes.append(box, hatched);
    const [cx, cy] = this.middle(cell);
    const big = svg("text", { x: cx, y: cy, class: `fsl-value${given}` });
    const wiped = svg("text", { x: cx, y: cy, class: "fsl-wiped", visibility: "hidden" }, "∅");
    const slots = n <= SMALLEST ? Array.from({ length: n }, (_, at) => this.slot(cell, at + 1)) : [];
    const small = slots.map(([x, y], at) => svg("text", { x, y }, String(at + 1)));
    if (n > SMALLEST) small.push(svg("text", { x: cx, y: cy, "font-size": 15 })); // their number, or the last two
    const strikes = svg("path", { class: "fsl-strikes" });
    const pencil = svg("g", { class: "fsl-pencil", "font-size": this.small }, ...small, strikes);
    const group = svg("g", {}, pencil, big, wiped);
    digits.append(group);
    return { box, group, big, small, strikes, hatched, wiped };
  }

  makeSigns() {
    const group = svg("g", { class: "fsl-signs" });
    for (const [smaller, larger] of this.puzzle.signs) {
      const [ax, ay] = this.middle(smaller), [bx, by] = this.middle(larger);
      const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI, size = this.pitch > 62 ? 5.5 : 4.2;
      const sign = svg("path", {
        d: `M ${size / 1.4} ${-size} L ${-size / 1.4} 0 L ${size / 1.4} ${size}`,
        transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`,
      });
      this.signs.set(this.pair(smaller, larger), sign);
      group.append(sign);
    }
    return group;
  }

  pair(cell, other) { return Math.min(cell, other) * 1024 + Math.max(cell, other); }

  frame(name, out) {
    return svg("rect", { class: name, width: CELL + out * 2, height: CELL + out * 2, rx: 5, visibility: "hidden" });
  }

  /** @param {number} value the large number, 0 for none
   * @param {number} open the pencil digits, as a mask
   * @param {number} gone those that are struck out, as a mask
   * @returns {boolean} whether anything has changed */
  drawCell(cell, value, open, gone) {
    const had = this.cells[cell], { n } = this.puzzle;
    if (had.value === value && had.open === open && had.gone === gone) return false;
    Object.assign(had, { value, open, gone });
    write(had.big, value ? String(value) : "");
    put(had.group, "class", value ? "fsl-has-value" : null);
    if (value) return true;
    if (n > SMALLEST) {
      const left = valuesOf(open);
      write(had.small[0], left.length > 2 ? `${left.length} left` : left.join(" "));
      return true;
    }
    let path = "";
    for (let at = 0; at < n; at++) {
      const struck = (gone >>> at) & 1, there = (open >>> at) & 1;
      put(had.small[at], "class", struck ? "fsl-gone" : there ? null : "fsl-none");
      if (!struck) continue;
      const [x, y] = this.slot(cell, at + 1), r = Math.min(6, 17 / this.rows);
      path += `M${x - r} ${y + r / 2}L${x + r} ${y - r / 2}`;
    }
    put(had.strikes, "d", path);
    return true;
  }

  /** Hatch a cell, or not; with ∅ where no value is left. */
  hatch(cell, hatched, empty = false) {
    const { hatched: box, wiped } = this.cells[cell];
    put(box, "visibility", hatched ? "visible" : "hidden");
    put(wiped, "visibility", empty ? "visible" : "hidden");
  }

  /** Shade a cell; "" takes the shade away. @param {number} cell @param {string} name a class */
  light(cell, name) {
    put(this.cells[cell].box, "class", `fsl-box${this.puzzle.givens[cell] ? " fsl-given" : ""}${name && ` ${name}`}`);
  }

  /** Signs that are marked as done are pale. @param {ArrayLike<number>} done by their number, 1 or 0 */
  drawDone(done) {
    this.puzzle.signs.forEach(([cell, other], sign) => put(/** @type {Element} */ (this.signs.get(this.pair(cell, other))), "data-done", done[sign] ? "true" : null));
  }

  place(mark, cell, out) {
    put(mark, "visibility", cell < 0 ? "hidden" : "visible");
    if (cell >= 0) put(mark, "transform", `translate(${this.x(cell) - out} ${this.y(cell) - out})`);
  }

  /** Frame the cell that all is about, -1 for none. */
  drawCurrent(cell) { this.place(this.current, cell, 2); }

  /** Dashed frames: the cells of what is in play. */
  drawChecked(cells) { this.checked.each(cells, (mark, cell) => this.place(mark, cell, -2)); }

  /** Cells that break a rule: a frame, and a cross in the corner. @param {number[]} cells */
  drawFaulty(cells) {
    this.faulty.each(cells, (mark, cell) => {
      this.place(mark, cell, 0);
      put(mark.children[0], "visibility", "inherit");
    });
  }

  /** Dots behind pencil digits: the values that are tried. */
  drawProbes(places) {
    const seen = this.puzzle.n <= SMALLEST ? places : [];
    this.probes.each(seen, (mark, [cell, value]) => put(mark, "transform", `translate(${this.slot(cell, value)})`));
  }

  /** Pencil digits that go, struck out in the colour of failure. */
  drawCuts(places) {
    const r = Math.min(7, 20 / this.rows);
    this.cuts.each(this.puzzle.n <= SMALLEST ? places : [], (mark, [cell, value]) => {
      const [digit, stroke] = mark.children;
      write(digit, String(value));
      put(mark, "transform", `translate(${this.slot(cell, value).join(" ")})`);
      put(mark, "font-size", this.small * 1.05);
      put(stroke, "d", `M${-r} ${r / 2}L${r} ${-r / 2}`);
    });
  }

  /** Values that are about to be entered. */
  drawGhosts(places) {
    this.ghosts.each(places, (mark, [cell, value]) => {
      write(mark.children[1], String(value));
      put(mark, "transform", `translate(${this.middle(cell).join(" ")})`);
    });
  }

  /** The constraint in play, and whether it holds if that is known; without one `other` is -1. */
  drawConstraint(cell, other, holds) {
    const shown = other >= 0;
    put(this.verdict, "visibility", shown && holds !== undefined ? "visible" : "hidden");
    const sign = shown ? this.signs.get(this.pair(cell, other)) : undefined;
    if (this.lit && this.lit !== sign) put(this.lit, "class", null);
    this.lit = sign;
    if (sign) put(sign, "class", "fsl-lit"); // the sign itself is the line then
    put(this.line, "visibility", shown && !sign ? "visible" : "hidden");
    if (!shown) return;
    const { path, middle: [mx, my], beside: [px, py], near } = this.way(cell, other);
    put(this.line, "d", path);
    put(this.verdict, "class", holds ? "fsl-verdict" : "fsl-verdict fsl-fails");
    put(this.verdict, "transform", `translate(${near && sign ? [mx + px * 17, my + py * 17] : [mx, my]})`);
    write(this.verdict.children[1], holds ? "✓" : "✗");
  }

  /** From edge to edge of two cells in one line, past the cells between in a bow. */
  way(cell, other) {
    const [ax, ay] = this.middle(cell), [bx, by] = this.middle(other), cut = CELL / 2;
    const span = Math.hypot(bx - ax, by - ay), [ux, uy] = [(bx - ax) / span, (by - ay) / span];
    const near = span < this.pitch * 1.5, bow = near ? 0 : CELL / 2 + 3;
    const [px, py] = [Math.abs(uy), Math.abs(ux)]; // to the right of a column, below a row
    const start = [ax + ux * cut + px * bow * 0.4, ay + uy * cut + py * bow * 0.4];
    const end = [bx - ux * cut + px * bow * 0.4, by - uy * cut + py * bow * 0.4];
    const [mx, my] = [(ax + bx) / 2 + px * bow, (ay + by) / 2 + py * bow];
    const path = near ? `M${start}L${end}` : `M${start}Q${[mx + px * 6, my + py * 6]} ${end}`;
    return { path, middle: [mx, my], beside: [px, py], near };
  }

  /** Pairs of cells whose constraint is violated: the sign itself, or a line, in red. */
  drawBroken(pairs) {
    const broken = new Set(pairs.map(([cell, other]) => this.pair(cell, other)));
    for (const [key, sign] of this.signs) {
      if (sign !== this.lit) put(sign, "class", broken.has(key) ? "fsl-broken" : null);
    }
    const lines = pairs.filter(([cell, other]) => !this.signs.has(this.pair(cell, other)));
    this.wrongs.each(lines, (mark, [cell, other]) => put(mark, "d", this.way(cell, other).path));
  }
}
