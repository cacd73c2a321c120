// The board as SVG, in whichever role: cells with values, pencil digits in fixed slots, signs, and
// the marks that show what is in play. It draws what it is told and knows no search and no game.

import { CELL, dress, LABELS, Spares } from "./marks.js";
import { put, shape, svg, write } from "./page.js";
import { SMALLEST } from "./pencil.js";
import { bit, maskOf, valuesOf } from "./puzzle.js";

/** One group for each cell, changed only where something has changed. */
export class Board {
  fine = 0; // nothing is written smaller, in the units of the drawing
  side = 0; // of the whole drawing
  pitch = 0; // from one cell to the next
  wide = CELL; // how wide a cell is
  /** @type {import("./pencil.js").PencilMarks} */ pencil;
  // what `dress` gives it
  /** @type {(cell: number) => number[]} */ places;
  /** @type {(cell: number, other: number) => any} */ way;
  /** @type {(part: number) => number} */ drawAxes; // gives the least size of letters
  /** @type {() => void} */ makeSigns;
  /** @type {Map<number, number>} */ probed = new Map(); // by cell the value that is tried
  /** @type {SVGElement[]} */ axes = [];
  /** @type {ReturnType<Board["makeCell"]>[]} */ cells = [];
  /** @type {(() => void)[]} */ enlarge = []; // for each sign, where the board is small
  /** @type {Map<number, SVGPathElement>} */ signs = new Map(); // by the pair of cells
  /** @type {SVGPathElement | undefined} */ lit; // the sign in play

  /** @param {import("./puzzle.js").Puzzle} puzzle @param {string} label what a screen reader calls
   * it @param {(cell: number, value: number) => void} click called with the value whose slot was
   * hit, or 0 @param {Record<string, (event: any) => void>} [listeners] others of the SVG element
   * @param {(sign: number) => void} [clickSign] called with the number of the sign that was hit */
  constructor(puzzle, label, click, listeners = {}, clickSign = () => {}) {
    this.puzzle = puzzle;
    this.hatching = `fsl-hatch-${Math.random().toString(36).slice(2)}`;
    const pattern = 'width="7" height="7" patternUnits="userSpaceOnUse"';
    const clicked = (/** @type {MouseEvent} */ event) => {
      const [cell, value] = this.hit(event);
      if (cell >= 0) return click(cell, value);
      const sign = this.hitSign(event);
      if (sign >= 0) clickSign(sign);
    };
    const node = { class: "fsl-board", tabindex: "0", role: "application", "aria-label": label };
    this.node = svg("svg", { ...node, click: clicked, ...listeners });
    this.node.append(
      shape(`<defs><pattern id="${this.hatching}" ${pattern} patternTransform="rotate(45)">
        <rect width="2.2" height="7" class="fsl-hatch"></rect></pattern></defs>`),
    );
    const layer = (name = "") => this.node.appendChild(svg("g", { class: name || false }));
    this.edges = layer("fsl-edges"); // below the cells
    this.names = layer();
    this.boxes = layer();
    this.play = layer("fsl-play");
    const frames = layer(); // below the signs, which stay in sight
    this.above = layer("fsl-signs");
    this.digits = layer();
    this.marks = layer("fsl-marks");
    const { marks, play } = this,
      rect = (/** @type {string} */ name) => `<rect class="${name}" rx="6"></rect>`,
      inside = `x="${4 - CELL / 2}" y="${4 - CELL / 2}" width="${CELL - 8}" height="${CELL - 8}"`;
    this.line = new Spares(play, '<path class="fsl-line"></path>');
    this.probes = new Spares(play, '<circle class="fsl-probe"></circle>');
    this.wrongs = new Spares(play, '<path class="fsl-line fsl-broken"></path>');
    this.current = new Spares(frames, rect("fsl-current"));
    this.hem = new Spares(frames, rect("fsl-hem"));
    this.checked = new Spares(frames, rect("fsl-checked"));
    this.verdict = new Spares(marks, '<g><circle r="8"></circle><text></text></g>');
    this.keyed = new Spares(marks, rect("fsl-keyed"));
    this.cuts = new Spares(marks, '<g class="fsl-cut"><text></text><path></path></g>');
    const ghost = `<rect ${inside}></rect><text></text>`;
    this.ghosts = new Spares(marks, `<g class="fsl-ghost">${ghost}</g>`);
    const fault = `${rect("fsl-faulty")}<text x="${CELL - 8}" y="9">×</text>`;
    this.faulty = new Spares(marks, `<g class="fsl-fault">${fault}</g>`);
    dress(this);
  }

  arrange() {
    const { above, boxes, digits, edges, names, puzzle } = this;
    for (const layer of [above, boxes, digits, edges, names]) layer.replaceChildren();
    this.signs.clear();
    this.axes = [];
    this.enlarge = [];
    this.fitted = "";
    const cells = [...Array(puzzle.cells).keys()],
      ends = cells.flatMap(cell => [this.x(cell) + this.wide, this.y(cell) + CELL]);
    this.side = Math.max(...ends) + 13; // room for a bow past the last cell
    this.cells = cells.map(cell => this.makeCell(cell));
    this.makeSigns();
    this.drawAxes(0);
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

  slot(cell, value) {
    const [x, y] = this.pencil.slot((this.cells[cell].standing?.indexOf(value) ?? value - 1) + 1);
    return [this.x(cell) + x, this.y(cell) + y];
  }

  at(event) {
    const screen = this.node.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen);
    return [x, y];
  }

  /** The sign in the gap under a pointer, by its number; -1 where there is none. */
  hitSign(event) {
    const pointer = this.at(event);
    return this.puzzle.signs.findIndex(pair => {
      const [one, two] = pair.map(cell => this.middle(cell));
      return pointer.every((at, axis) => Math.abs((one[axis] + two[axis]) / 2 - at) < CELL / 2);
    });
  }

  /** The cell under a pointer, and the value whose slot it is over; -1 and 0: there is none. */
  hit(event) {
    const [x, y] = this.at(event),
      over = (at, from, size) => at >= from && at <= from + size;
    const cell = this.cells.findIndex(
      (_, one) => over(x, this.x(one), this.wide) && over(y, this.y(one), CELL),
    );
    if (cell < 0) return [-1, 0];
    const [dx, dy] = [x - this.x(cell), y - this.y(cell)];
    if (this.wide > CELL) return [cell, Math.ceil(dx / CELL)]; // of a strip each square is a value
    const place = this.pencil.valueAt(dx, dy);
    return [cell, this.cells[cell].standing?.[place - 1] ?? place];
  }

  /** Write nothing smaller than so many pixels: what would be becomes larger, or says less. */
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
    this.drawProbes([...this.probed]);
  }

  /** Where names of so many letters stand, and what margin they need.
   * @param {number} part the least size of letters, as a part of the board's @param {number} long
   * @returns `fine`: the least size in units of the drawing */
  margin(part, long) {
    const wide = 0.62 * long, // in sizes of the letters
      room = (wide * Math.max(part * this.side, 11) + 6 - LABELS) / (1 - wide * part),
      free = Math.max(0, room),
      fine = part * (this.side + free),
      size = Math.max(11, fine);
    return { free, fine, wide, x: LABELS - 6 - (wide * size) / 2, y: LABELS - 6 - size / 2 };
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
    const { puzzle, wide } = this,
      given = puzzle.givens[cell] ? " fsl-given" : "",
      [x, y] = [this.x(cell), this.y(cell)],
      [cx, cy] = this.middle(cell),
      square = { x, y, width: wide, height: CELL, rx: 4.5 },
      transform = `translate(${x} ${y})`;
    const hidden = { visibility: "hidden", fill: `url(#${this.hatching})`, class: "fsl-empty" },
      box = svg("rect", { ...square, class: `fsl-box${given}` }),
      hatched = svg("rect", { ...square, ...hidden }),
      big = svg("text", { x: cx, y: cy, class: `fsl-value${given}` }),
      wiped = svg("text", { x: cx, y: cy, class: "fsl-wiped", visibility: "hidden" }, "∅"),
      strikes = svg("path", { class: "fsl-strikes", transform }),
      dots = svg("path", { class: "fsl-dots", transform }),
      few = svg("text", { class: "fsl-few", x: cx, y: cy });
    const small = valuesOf(puzzle.n <= SMALLEST ? 2 ** puzzle.n - 1 : 0).map(value => {
      const [left, top] = this.pencil.slot(value);
      return svg("text", { x: x + left, y: y + top }, puzzle.mark(value));
    });
    const pencil = svg("g", {}, ...small, dots, strikes, few),
      group = svg("g", {}, pencil, big, wiped);
    this.sizePencil(pencil);
    this.boxes.append(box, hatched);
    this.digits.append(group);
    return { box, group, big, small, dots, few, strikes, hatched, wiped, pencil };
  }

  sizePencil(pencil) {
    put(pencil, "font-size", this.pencil.size);
    put(pencil, "class", this.pencil.dotted ? "fsl-pencil fsl-dotted" : "fsl-pencil");
  }

  pair(cell, other) {
    return Math.min(cell, other) * 1024 + Math.max(cell, other);
  }

  /** @param {number} cell @param {number} value the large number, 0 for none @param {number} open
   * the pencil digits, `gone` those that are struck out, as masks @param {number[]} [standing] the
   * values by place, if they are not in order @returns whether it changes */
  drawCell(cell, value, open, gone, standing) {
    const had = this.cells[cell],
      now = { value, open, gone, standing };
    if (Object.entries(now).every(([part, is]) => had[part] === is)) return false;
    Object.assign(had, now);
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

  drawPencil(/** @type {any} */ { small, dots, few, strikes, open, gone, standing }) {
    const { pencil, puzzle } = this,
      values = standing ?? valuesOf(2 ** puzzle.n - 1),
      left = values.filter(value => open & bit(value)).map(value => puzzle.mark(value)),
      [text, size] = pencil.few(left),
      placed = mask => maskOf(values.map((value, at) => (mask & bit(value) ? at + 1 : 0)));
    small.forEach((digit, at) => {
      write(digit, puzzle.mark(values[at]));
      put(digit, "class", pencil.shown(values[at], open, gone));
    });
    put(dots, "d", text ? "" : pencil.dots(placed(open)));
    put(strikes, "d", text ? "" : pencil.strikes(placed(gone)));
    put(few, "font-size", size || null);
    write(few, text);
  }

  hatch(cell, hatched, empty = false) {
    put(this.cells[cell].hatched, "visibility", hatched ? "visible" : "hidden");
    put(this.cells[cell].wiped, "visibility", empty ? "visible" : "hidden");
  }

  /** Shade a cell; "" takes the shade away. @param {number} cell @param {string} name a class */
  light(cell, name) {
    const given = this.puzzle.givens[cell] ? " fsl-given" : "";
    put(this.cells[cell].box, "class", `fsl-box${given}${name && ` ${name}`}`);
  }

  /** Signs that are marked as done are pale. @param {ArrayLike<number>} done by their number, 1 or
   * 0 */
  drawDone(done) {
    const signs = [...this.signs.values()];
    signs.forEach((sign, at) => put(sign, "data-done", done[at] ? "true" : null));
  }

  /** Put a mark on a cell: a frame, or a group that begins with one. @param {Element} mark
   * @param {number} cell @param {number} out how far out the frame is @param {number} value whose
   * square it is, on a wide cell, or 0 */
  place(mark, cell, out, value = 0) {
    const frame = mark.firstElementChild ?? mark,
      wide = value ? CELL : this.wide,
      left = this.wide > CELL && value ? (value - 1) * CELL : 0;
    put(mark, "transform", `translate(${this.x(cell) + left - out} ${this.y(cell) - out})`);
    put(frame, "width", wide + 2 * out);
    put(frame, "height", CELL + 2 * out);
  }

  /** Frame cells: the one that all is about, or that the keyboard is at, -1 for none; those of what
   * is in play. */
  drawCurrent(cell) {
    const cells = cell < 0 ? [] : [cell];
    this.current.each(cells, (mark, one) => this.place(mark, one, 2));
    this.hem.each(cells, (mark, one) => this.place(mark, one, 4.2)); // it is seen on white
  }
  drawKeyed(cell) {
    this.keyed.each(cell < 0 ? [] : [cell], (mark, one) => this.place(mark, one, -3));
  }
  drawChecked(cells) {
    this.checked.each(cells, (mark, cell) => this.place(mark, cell, -2));
  }

  /** Dots behind pencil digits: the values that are tried. */
  drawProbes(places) {
    this.probed = new Map(places);
    this.probes.each(places, (mark, [cell, value]) => {
      put(mark, "transform", `translate(${this.slot(cell, value)})`);
      put(mark, "r", this.pencil.reach);
    });
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

  drawGhosts(places) {
    this.ghosts.each(places, (mark, [cell, value]) => {
      write(mark.children[1], String(value));
      put(mark, "transform", `translate(${this.middle(cell).join(" ")})`);
    });
  }

  /** The constraint in play, and whether it holds if that is known; without one `other` is -1. */
  drawConstraint(cell, other, holds) {
    const ways = other < 0 ? [] : [this.way(cell, other)],
      sign = other < 0 ? undefined : this.signs.get(this.pair(cell, other));
    if (this.lit && this.lit !== sign) put(this.lit, "class", null);
    this.lit = sign;
    if (sign) put(sign, "class", "fsl-lit"); // the sign itself is the line then
    this.line.each(sign ? [] : ways, (line, { path }) => put(line, "d", path));
    this.verdict.each(holds === undefined ? [] : ways, (mark, { middle, beside, near }) => {
      const at = middle.map((one, axis) => (near && sign ? one + beside[axis] * 17 : one));
      put(mark, "class", holds ? "fsl-verdict" : "fsl-verdict fsl-fails");
      put(mark, "transform", `translate(${at}) scale(${Math.max(1, this.fine / 11)})`);
      write(mark.children[1], holds ? "✓" : "✗");
    });
  }

  /** Pairs of cells whose constraint is violated: the sign itself, or a line, in red. */
  drawBroken(pairs) {
    const broken = new Set(pairs.map(([cell, other]) => this.pair(cell, other)));
    for (const [key, sign] of this.signs)
      if (sign !== this.lit) put(sign, "class", broken.has(key) ? "fsl-broken" : null);
    const lines = pairs.filter(([cell, other]) => !this.signs.has(this.pair(cell, other)));
    this.wrongs.each(lines, (mark, [cell, other]) => put(mark, "d", this.way(cell, other).path));
  }
}
