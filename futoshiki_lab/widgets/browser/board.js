// The board as SVG, in whichever role: cells with values, pencil digits in fixed slots, signs, and
// the marks that show what is in play. It draws what it is told and knows no search and no game.

import { put, shape, svg, write } from "./page.js";
import { PencilMarks, SMALLEST } from "./pencil.js";

/** @typedef {[cell: number, value: number]} Place */

export const CELL = 50; // the side of a cell, in the units of the drawing
export const LABELS = 20; // the room for the names of rows and columns

/** As many marks of one kind as are needed. @template {SVGElement} T */
export class Spares {
  constructor(/** @type {SVGElement} */ layer, /** @type {() => T} */ make) {
    this.layer = layer;
    this.make = make;
    /** @type {T[]} */ this.made = [];
  }

  /** @template I @param {I[]} items @param {(mark: T, item: I) => void} draw draws the mark of an
   * item */
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
  /** @param {import("./puzzle.js").Puzzle} puzzle @param {string} label what a screen reader calls
   * it @param {(cell: number, value: number) => void} click called with the value whose slot was
   * hit, or 0 @param {Record<string, (event: any) => void>} [listeners] others of the SVG element
   * @param {(sign: number) => void} [clickSign] called with the number of the sign that was hit */
  constructor(puzzle, label, click, listeners = {}, clickSign = () => {}) {
    this.puzzle = puzzle;
    this.wide = CELL; // how wide a cell is
    this.pitch = this.pitchOfSigns; // from one cell to the next
    this.side = 0; // of the whole drawing
    this.places = (/** @type {number} */ cell) => puzzle.place(cell);
    this.pencil = new PencilMarks(puzzle.n, CELL);
    /** @type {string[]} */ this.dressed = []; // the methods that are not its own (graph.js)
    /** @type {Map<number, number>} */ this.probed = new Map(); // by cell the value that is tried
    /** @type {SVGElement[]} */ this.axes = [];
    this.play = svg("g", { class: "fsl-play" });
    this.marks = svg("g", { class: "fsl-marks" });
    this.node = svg("svg", {
      class: "fsl-board",
      tabindex: "0",
      role: "application",
      "aria-label": label,
      click: (/** @type {MouseEvent} */ event) => {
        const [cell, value] = this.hit(event);
        if (cell >= 0) return click(cell, value);
        const sign = this.hitSign(event);
        if (sign >= 0) clickSign(sign);
      },
      ...listeners,
    });
    const hatch = (this.hatching = `fsl-hatch-${Math.random().toString(36).slice(2)}`);
    const pattern = 'width="7" height="7" patternUnits="userSpaceOnUse"';
    const lines = '<rect width="2.2" height="7" class="fsl-hatch"></rect>';
    this.node.append(
      shape(`<defs><pattern id="${hatch}" ${pattern} patternTransform="rotate(45)">${lines}
        </pattern></defs>`),
    );
    this.fine = 0; // nothing is written smaller, in the units of the drawing
    const frames = svg("g"); // below the signs, which stay in sight
    this.names = svg("g");
    this.edges = svg("g", { class: "fsl-edges" }); // below the cells
    this.boxes = svg("g");
    this.above = svg("g", { class: "fsl-signs" });
    this.digits = svg("g");
    const { above, boxes, digits, edges, names } = this;
    this.node.append(names, edges, boxes, this.play, frames, above, digits, this.marks);
    /** @type {ReturnType<Board["makeCell"]>[]} */ this.cells = [];
    /** @type {(() => void)[]} */ this.enlarge = []; // for each sign, where the board is small
    /** @type {Map<number, SVGPathElement>} */ this.signs = new Map(); // by the pair of cells
    this.current = this.frame("fsl-current", 2);
    this.verdict = shape(
      '<g class="fsl-verdict" visibility="hidden"><circle r="8"></circle><text></text></g>',
    );
    this.line = svg("path", { class: "fsl-line", visibility: "hidden" });
    this.play.append(this.line);
    this.keyed = this.frame("fsl-keyed", -3);
    frames.append(this.current);
    this.marks.append(this.verdict);
    const { marks, play } = this,
      inside = CELL - 8,
      box = `x="${-inside / 2}" y="${-inside / 2}" width="${inside}" height="${inside}"`;
    const probe = () => svg("circle", { class: "fsl-probe", r: this.pencil.reach });
    const cut = '<g class="fsl-cut"><text></text><path></path></g>';
    const ghost = `<g class="fsl-ghost"><rect ${box}></rect><text></text></g>`;
    const fault = `<g class="fsl-fault"><text x="${inside}" y="9">×</text></g>`;
    this.marks.append(this.keyed);
    this.checked = new Spares(frames, () => this.frame("fsl-checked", -2));
    this.probes = new Spares(play, probe);
    this.cuts = new Spares(marks, () => shape(cut));
    this.ghosts = new Spares(marks, () => shape(ghost));
    this.faulty = new Spares(marks, () => {
      const mark = shape(fault);
      mark.prepend(this.frame("fsl-faulty", 0));
      return mark;
    });
    this.wrongs = new Spares(play, () => svg("path", { class: "fsl-line fsl-broken" }));
    this.arrange();
  }

  /** Make all cells and signs where they are to stand. */
  arrange() {
    const { above, boxes, digits, edges, names, puzzle } = this;
    for (const layer of [above, boxes, digits, edges, names]) layer.replaceChildren();
    this.signs.clear();
    this.axes = [];
    this.enlarge = [];
    this.fitted = "";
    const ends = Array.from({ length: puzzle.cells }, (_, cell) => this.x(cell) + this.wide);
    const below = ends.map((_, cell) => this.y(cell) + CELL);
    this.side = Math.max(...ends, ...below) + 13; // room for a bow past the last cell
    this.cells = Array.from({ length: puzzle.cells }, (_, cell) => this.makeCell(cell));
    this.makeSigns();
    this.drawAxes(0);
  }

  get pitchOfSigns() {
    const { n } = this.puzzle;
    return CELL + (n > 9 ? 9 : n > 6 ? 11 : 15);
  }

  x(cell) {
    return LABELS + this.places(cell)[0] * this.pitch;
  }
  y(cell) {
    return LABELS + this.places(cell)[1] * this.pitch;
  }
  middle(cell) {
    return [this.x(cell) + this.wide / 2, this.y(cell) + CELL / 2];
  }

  /** The middle of a value's fixed slot. */
  slot(cell, value) {
    const [x, y] = this.pencil.slot(value);
    return [this.x(cell) + x, this.y(cell) + y];
  }

  /** Where a pointer is, in the units of the drawing, from the corner of the first cell. */
  at(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.node.getScreenCTM()?.inverse(),
    );
    return [place.x - LABELS, place.y - LABELS];
  }

  /** The sign in the gap under a pointer, by its number; -1 where there is none. */
  hitSign(event) {
    const [x, y] = this.at(event),
      near = CELL / 2;
    return this.puzzle.signs.findIndex(([smaller, larger]) => {
      const [ax, ay] = this.middle(smaller),
        [bx, by] = this.middle(larger);
      const off = [(ax + bx) / 2 - LABELS - x, (ay + by) / 2 - LABELS - y];
      return off.every(one => Math.abs(one) < near);
    });
  }

  /** The cell under a pointer, and the value whose slot it is over; -1 and 0 where there is
   * none. */
  hit(event) {
    const [x, y] = this.at(event).map(one => one + LABELS);
    for (let cell = 0; cell < this.puzzle.cells; cell++) {
      const dx = x - this.x(cell),
        dy = y - this.y(cell);
      if (dx < 0 || dx > this.wide || dy < 0 || dy > CELL) continue;
      const strip = this.wide > CELL; // a square for each value
      return [cell, strip ? Math.ceil(dx / CELL) : this.pencil.valueAt(dx, dy)];
    }
    return [-1, 0];
  }

  /** Write nothing smaller than so many pixels: what would be becomes larger, or says less.
   * @param {number} least */
  fit(least) {
    const { width, height } = this.node.getBoundingClientRect(),
      room = Math.min(width, height);
    if (!room || this.fitted === `${least} ${room}`) return;
    this.fitted = `${least} ${room}`;
    this.fine = this.drawAxes(least / room);
    this.node.style.setProperty("--fsl-fine", `${this.fine}px`);
    this.pencil.least = this.fine;
    for (const had of this.cells) {
      this.sizePencil(had.pencil);
      if (had.open !== undefined) this.drawPencil(had);
    }
    for (const enlarge of this.enlarge) enlarge();
    for (const probe of this.probes.made) put(probe, "r", this.pencil.reach);
  }

  /** The names of columns and rows; they may need a margin. Without room for "c12" it is "12".
   * @param {number} part the least size of letters, as a part of the board's
   * @returns {number} the same in units of the drawing */
  drawAxes(part) {
    const { n } = this.puzzle,
      { side, pitch } = this;
    // how wide a name is, in sizes of its letters
    const most = letters => 0.62 * (letters + String(n).length);
    const margin = wide =>
      Math.max(0, (wide * Math.max(part * side, 11) + 4 - LABELS) / (1 - wide * part));
    const letters = most(1) * part * (side + margin(most(1))) < pitch ? 1 : 0,
      wide = most(letters);
    const free = margin(wide),
      fine = part * (side + free),
      size = Math.max(11, fine);
    this.drawNames(
      Array.from({ length: 2 * n }, (_, at) => {
        const column = at < n,
          index = at % n,
          middle = LABELS + index * pitch + CELL / 2;
        return [
          `${letters ? (column ? "c" : "r") : ""}${index + 1}`,
          column ? middle : LABELS - 4 - (wide * size) / 2,
          column ? LABELS - 3 - size / 2 : middle,
        ];
      }),
      free,
    );
    return fine;
  }

  /** Names in the margin, or of nodes, each with its x and y. @param {any[][]} names
   * @param {number} free a margin that they need */
  drawNames(names, free = 0) {
    put(this.node, "viewBox", `${-free} ${-free} ${this.side + free} ${this.side + free}`);
    while (this.axes.length < names.length) this.axes.push(svg("text", { class: "fsl-axis" }));
    this.names.replaceChildren(...this.axes);
    names.forEach(([name, x, y], at) => {
      put(this.axes[at], "x", x);
      put(this.axes[at], "y", y);
      write(this.axes[at], name);
    });
  }

  makeCell(cell) {
    const { boxes, digits, puzzle, wide } = this,
      { n, givens } = puzzle,
      given = givens[cell] ? " fsl-given" : "";
    const square = { x: this.x(cell), y: this.y(cell), width: wide, height: CELL, rx: 3 };
    const box = svg("rect", { ...square, class: `fsl-box${given}` });
    const empty = { fill: `url(#${this.hatching})`, class: "fsl-empty", visibility: "hidden" };
    const hatched = svg("rect", { ...square, ...empty });
    boxes.append(box, hatched);
    const [cx, cy] = this.middle(cell);
    const big = svg("text", { x: cx, y: cy, class: `fsl-value${given}` });
    const wiped = svg("text", { x: cx, y: cy, class: "fsl-wiped", visibility: "hidden" }, "∅");
    const slots =
      n <= SMALLEST ? Array.from({ length: n }, (_, at) => this.slot(cell, at + 1)) : [];
    const small = slots.map(([x, y], at) => svg("text", { x, y }, puzzle.mark(at + 1)));
    const place = { transform: `translate(${this.x(cell)} ${this.y(cell)})` };
    const strikes = svg("path", { class: "fsl-strikes", ...place }),
      dots = svg("path", { class: "fsl-dots", ...place });
    const few = svg("text", { class: "fsl-few", x: cx, y: cy });
    const pencil = svg("g", {}, ...small, dots, strikes, few);
    this.sizePencil(pencil);
    const group = svg("g", {}, pencil, big, wiped);
    digits.append(group);
    return { box, group, big, small, dots, few, strikes, hatched, wiped, pencil };
  }

  sizePencil(pencil) {
    put(pencil, "font-size", this.pencil.size);
    put(pencil, "class", this.pencil.dotted ? "fsl-pencil fsl-dotted" : "fsl-pencil");
  }

  makeSigns() {
    for (const [smaller, larger] of this.puzzle.signs) {
      const [ax, ay] = this.middle(smaller),
        [bx, by] = this.middle(larger);
      const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI,
        size = this.pitch > 62 ? 5.5 : 4.2;
      const place = `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`;
      const d = `M ${size / 1.4} ${-size} L ${-size / 1.4} 0 L ${size / 1.4} ${size}`;
      const sign = svg("path", { d, transform: place });
      const grown = () => Math.max(1, (0.25 * this.fine) / size);
      this.enlarge.push(() => put(sign, "transform", `${place} scale(${grown()})`));
      this.signs.set(this.pair(smaller, larger), sign);
      this.above.append(sign);
    }
  }

  pair(cell, other) {
    return Math.min(cell, other) * 1024 + Math.max(cell, other);
  }

  frame(name, out) {
    const width = this.wide + out * 2,
      height = CELL + out * 2;
    return svg("rect", {
      class: name,
      width,
      height,
      rx: 5,
      visibility: "hidden",
      "data-out": out,
    });
  }

  /** @param {number} value the large number, 0 for none @param {number} open the pencil digits, as
   * a mask @param {number} gone those that are struck out, as a mask @returns {boolean} whether
   * anything has changed */
  drawCell(cell, value, open, gone) {
    const had = this.cells[cell];
    if (had.value === value && had.open === open && had.gone === gone) return false;
    Object.assign(had, { value, open, gone });
    this.drawValue(cell, value);
    put(had.group, "class", value ? "fsl-has-value" : null);
    if (!value) this.drawPencil(had);
    return true;
  }

  /** A digit, a queen, or a word: in a box of its colour if it is the name of one. */
  drawValue(cell, value) {
    const { big, box } = this.cells[cell],
      queen = value && this.node.dataset.view === "chess",
      word = value ? this.puzzle.word(value) : "",
      colour = word.length > 2 && CSS.supports("color", word);
    write(big, queen ? "♛" : word);
    if (queen) put(big, "x", this.slot(cell, value)[0]);
    if (!this.puzzle.problem) return;
    big.style.fill = colour ? "var(--fsl-ink)" : "";
    big.style.fontSize = word.length > 2 ? `${Math.min(29, 80 / word.length)}px` : "";
    box.style.fill = colour ? `color-mix(in srgb, ${word} 40%, var(--fsl-paper))` : "";
  }

  drawPencil(had) {
    const { small, dots, few, strikes, open, gone } = had;
    const { pencil } = this,
      [text, size] = pencil.few(open);
    small.forEach((digit, at) => put(digit, "class", pencil.shown(at + 1, open, gone)));
    put(dots, "d", pencil.dots(open));
    put(strikes, "d", text ? "" : pencil.strikes(gone));
    put(few, "font-size", size || null);
    write(few, text);
  }

  /** Hatch a cell, or not; with ∅ where no value is left. */
  hatch(cell, hatched, empty = false) {
    const { hatched: box, wiped } = this.cells[cell];
    put(box, "visibility", hatched ? "visible" : "hidden");
    put(wiped, "visibility", empty ? "visible" : "hidden");
  }

  /** Shade a cell; "" takes the shade away. @param {number} cell @param {string} name a class */
  light(cell, name) {
    const given = this.puzzle.givens[cell] ? " fsl-given" : "";
    put(this.cells[cell].box, "class", `fsl-box${given}${name && ` ${name}`}`);
  }

  /** Signs that are marked as done are pale. @param {ArrayLike<number>} done by their number, 1 or
   * 0 */
  drawDone(done) {
    [...this.signs.values()].forEach((sign, at) =>
      put(sign, "data-done", done[at] ? "true" : null),
    );
  }

  place(mark, cell, out) {
    put(mark, "visibility", cell < 0 ? "hidden" : "visible");
    if (cell >= 0) put(mark, "transform", `translate(${this.x(cell) - out} ${this.y(cell) - out})`);
  }

  /** Frame the cell that all is about, -1 for none. */
  drawCurrent(cell) {
    this.place(this.current, cell, 2);
  }

  /** Frame the cell that the keyboard is at, -1 for none. */
  drawKeyed(cell) {
    this.place(this.keyed, cell, -3);
  }

  /** Dashed frames: the cells of what is in play. */
  drawChecked(cells) {
    this.checked.each(cells, (mark, cell) => this.place(mark, cell, -2));
  }

  /** Cells that break a rule: a frame, and a cross in the corner. @param {number[]} cells */
  drawFaulty(cells) {
    this.faulty.each(cells, (mark, cell) => {
      this.place(mark, cell, 0);
      put(mark.children[0], "visibility", "inherit");
    });
  }

  /** Dots behind pencil digits: the values that are tried. */
  drawProbes(places) {
    this.probed = new Map(places);
    this.probes.each(places, (mark, [cell, value]) =>
      put(mark, "transform", `translate(${this.slot(cell, value)})`),
    );
  }

  /** Pencil digits that go, struck out in the colour of failure. */
  drawCuts(places) {
    const { pencil } = this,
      r = pencil.dotted ? pencil.reach : Math.min(7, 20 / pencil.rows);
    this.cuts.each(places, (mark, [cell, value]) => {
      const [digit, stroke] = mark.children;
      write(digit, pencil.dotted ? "" : this.puzzle.mark(value));
      put(mark, "transform", `translate(${this.slot(cell, value).join(" ")})`);
      put(mark, "font-size", pencil.size * 1.05);
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
    const { path, middle, beside, near } = this.way(cell, other);
    put(this.line, "d", path);
    put(this.verdict, "class", holds ? "fsl-verdict" : "fsl-verdict fsl-fails");
    const at = middle.map((one, axis) => (near && sign ? one + beside[axis] * 17 : one));
    put(this.verdict, "transform", `translate(${at}) scale(${Math.max(1, this.fine / 11)})`);
    write(this.verdict.children[1], holds ? "✓" : "✗");
  }

  /** From edge to edge of two cells in one line, past the cells between in a bow. */
  way(cell, other) {
    const [ax, ay] = this.middle(cell),
      [bx, by] = this.middle(other),
      cut = CELL / 2;
    const span = Math.hypot(bx - ax, by - ay),
      [ux, uy] = [(bx - ax) / span, (by - ay) / span];
    const near = span < this.pitch * 1.5,
      bow = near ? 0 : CELL / 2 + 3;
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
