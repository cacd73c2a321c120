// Slides: one page of one is shown, and keys, links and the page's address turn them. A slide never
// scrolls: what does not fit becomes more pages, each with the slide's heading. A board fills one.

/** @typedef {{enter(): void, leave(back?: boolean): void}} Filling a stepper's stage */
/** @typedef {HTMLElement & {
 *   stepper?: {stage: Filling, transport: {reveal(): boolean}}}} Root of a board */
/** @typedef {{slide: HTMLElement, atoms: HTMLElement[], part: number}} Page `atoms`: what it shows
 * besides what all pages of its slide show
 * @typedef {{tree?: SVGSVGElement, room: number[], unit: number, left: DOMRect[][]}} Views of a
 * drawn tree: what is left to show of it, where a unit is so many pixels at least */

/** @type {Record<string, number>} */ const ALWAYS = { PageDown: 1, PageUp: -1 };
/** Boards have these keys themselves. @type {Record<string, number>} */
const ELSEWHERE = { ArrowRight: 1, ArrowLeft: -1, " ": 1 };
// What can be cut between its parts, and what stands on every page of a slide.
const PARTED = `.cell, .inner_cell, .text_cell_render, .output_wrapper, .output, .both, .said, ul,
  ol, pre, table, tbody, details[open]`;
const KEPT = ".kept, nav, template, script, style, thead, summary, .prompt, .board, .phase";
const JOINS = 0.22; // of the height: so much text may stand above a board; of two runs, a third
const LEAST = 20; // pixels of a letter
const SCALE = LEAST / 14; // at which a question's letters have these pixels
// Of a question: whether it has two columns, and how large its board is.
const LAYOUTS = /** @type {[boolean, number][]} */ ([
  ...[1, 0.9, 0.8].map(share => [false, share]),
  ...[1, 0.9, 0.8, 0.7].map(share => [true, share]),
]);
const VOTES = 8; // that a clicker's key asks for in one drive
const ANSWERED = ["right", "wrong", "revealed", "bet"]; // states of a question

const LARGER = 1 / 430; // what is drawn for a page, on a slide so high

const TREE = "svg:has(.node)";
const isPicture = (/** @type {Element} */ atom) =>
  atom.matches(".output_area") &&
  !atom.querySelector(`.fsl, ${TREE}`) &&
  atom.querySelector("img, svg");
const height = (/** @type {Element} */ one) => one.getBoundingClientRect().height;

const nearSide = (/** @type {DOMRect[]} */ boxes, /** @type {"x" | "y"} */ side) =>
  Math.min(...boxes.map(one => one[side]));
const farSide = (
  /** @type {DOMRect[]} */ boxes,
  /** @type {"x" | "y"} */ side,
  /** @type {"width" | "height"} */ size,
) => Math.max(...boxes.map(one => one[side] + one[size]));

/** Parts that have room, cut between boxes where that can be.
 * @param {DOMRect[]} boxes @param {"x" | "y"} side @param {"width" | "height"} size
 * @param {number} room @returns {DOMRect[][]} */
function cutAcross(boxes, side, size, room) {
  const from = nearSide(boxes, side);
  let to = from + room;
  if (farSide(boxes, side, size) <= to) return [boxes];
  for (let over; ; to = over[side]) {
    over = boxes.find(
      one => one[side] > from + room / 3 && one[side] < to && one[side] + one[size] > to,
    );
    if (!over) break;
  }
  const rest = boxes.filter(one => one[side] >= to);
  const first = boxes.filter(one => one[side] < to);
  return rest.length ? [first, ...cutAcross(rest, side, size, room)] : [first];
}

export class Deck {
  /** @type {Page[]} */ pages = [];
  at = -1;
  votes = 0; // that the class may still give on this page
  /** @type {Views} */ views = { room: [], unit: 1, left: [] };
  /** @type {HTMLElement[]} */ slides = [
    ...document.querySelectorAll(/** @type {"div"} */ (".slide")),
  ];

  constructor() {
    document.body.classList.add("turning");
    for (const pre of document.querySelectorAll(".slide pre:not(.fsl pre)")) {
      const lines = (pre.textContent ?? "").replace(/\n+$/, "").split("\n");
      pre.replaceChildren(...lines.map(() => document.createElement("code")));
      lines.forEach((text, at) => (pre.children[at].textContent = text || " ")); // parts
    }
    for (const nav of document.querySelectorAll(".slide > nav"))
      nav.addEventListener("click", event => this.click(/** @type {MouseEvent} */ (event)));
    this.arrange();
    window.addEventListener("hashchange", () => this.open());
    const pictured = this.slides.filter(slide => slide.querySelector("img, .fsl-player"));
    window.addEventListener("load", () => this.arrange(pictured)); // they have their sizes then
    window.addEventListener("keydown", event => this.key(event), true); // before a board takes it
    document.addEventListener("fsl-turn", event => {
      // a board that fills its slide has got the key
      event.preventDefault();
      this.turn(/** @type {CustomEvent<number>} */ (event).detail);
    });
    window.addEventListener("resize", () => this.arrange());
    const unfolded = new Set(this.slides.flatMap(one => [...one.querySelectorAll("[open]")]));
    document.addEventListener("toggle", event => this.fold(event, unfolded), true);
    document.addEventListener("click", () => setTimeout(() => this.fit(), 50)); // an answer
    this.open();
  }

  // -- pages ---------------------------------------------------------------------------------

  /** What of an element can stand on a page of its own. @returns {Generator<HTMLElement>} */
  *atomsIn(/** @type {Element} */ node) {
    for (const child of node.children) {
      if (child === child.closest(".slide")?.querySelector("h1, h2, h3"))
        child.classList.add("kept");
      if (child.matches(KEPT)) continue;
      const whole = child.matches(".output_area, .output > *") || !child.matches(PARTED);
      child.classList.toggle("atom", whole);
      child.classList.toggle("parted", !whole);
      if (whole) yield /** @type {HTMLElement} */ (child);
      else yield* this.atomsIn(child);
    }
  }

  /** Cut the slide anew in which something was opened or closed; what the page begins with says
   * that it is open, too. @param {Event} event @param {Set<Element>} unfolded */
  fold({ target }, unfolded) {
    const folded = /** @type {Element} */ (target),
      slide = this.slides.find(one => one.contains(folded));
    if (slide && folded.matches("details") && !unfolded.delete(folded)) this.arrange([slide]);
  }

  /** Cut slides into pages, and show what was shown. */
  arrange(some = this.slides) {
    const now = this.pages[this.at];
    this.pages = this.slides.flatMap(slide => {
      if (!some.includes(slide)) return this.pages.filter(page => page.slide === slide);
      const shown = slide.classList.contains("shown");
      slide.classList.add("shown"); // what is not shown has no size
      const cut = this.cut(slide);
      slide.classList.toggle("shown", shown && slide === now?.slide);
      return cut.map((atoms, part) => ({ slide, atoms, part }));
    });
    if (!now) return;
    const same = this.pages.filter(({ slide }) => slide === now.slide),
      again = same.find(({ atoms }) => atoms.includes(now.atoms[0])) ?? same[0];
    this.show(this.pages.indexOf(again));
  }

  /** The pages of a slide: its letters are as large as they can be where it asks a question.
   * @returns {HTMLElement[][]} */
  cut(/** @type {HTMLElement} */ slide) {
    const grows = slide.querySelector(".both");
    const drawn = `.board svg, .output_area svg:not(.fsl svg, ${TREE})`;
    for (const svg of slide.querySelectorAll(/** @type {"svg"} */ (drawn))) this.enlarge(svg);
    slide.style.removeProperty("font-size");
    if (!grows) return this.divide(slide);
    let size = parseFloat(getComputedStyle(slide).fontSize);
    /** @type {HTMLElement[][]} */ let found = [];
    const cutAt = (/** @type {number} */ letters) => {
      slide.style.fontSize = `${letters}px`;
      found = this.divide(slide);
      return found.length === 1 && slide.scrollWidth <= innerWidth;
    };
    for (let step = size; step >= 1; step /= 2) if (cutAt(size + step)) size += step;
    cutAt(size);
    return found;
  }

  /** The small words of a board are read in the last row, too. */
  enlarge(/** @type {SVGSVGElement} */ svg) {
    const least = (LEAST * svg.viewBox.baseVal.width) / (svg.getBoundingClientRect().width || 1);
    for (const text of svg.querySelectorAll("text")) {
      const own = Number(text.getAttribute("font-size"));
      /** @type {SVGElement} */ (text).style.fontSize =
        `${Math.max(own, Math.min(least, 1.7 * own))}px`;
    }
  }

  /** @returns {HTMLElement[][]} */
  divide(/** @type {HTMLElement} */ slide) {
    const atoms = [...this.atomsIn(slide)];
    for (const atom of atoms) {
      atom.classList.remove("away", "beside");
      atom.style.zoom = ""; // it is measured without
      const own = atom.querySelector("img, svg")?.getBoundingClientRect();
      if (isPicture(atom) && own?.width)
        atom.style.zoom = `${Math.min(LARGER * innerHeight, (0.94 * innerWidth) / own.width)}`;
    }
    const seen = atoms.filter(atom => height(atom) || atom.querySelector(".fsl"));
    const above = seen[0] ? seen[0].getBoundingClientRect().top : 0,
      from = slide.getBoundingClientRect().top,
      room = innerHeight - (above - from) - 24;
    /** @type {HTMLElement[][]} */ const pages = [[]];
    let start = above;
    for (const atom of seen) {
      const { top, bottom } = atom.getBoundingClientRect(),
        page = /** @type {HTMLElement[]} */ (pages.at(-1)),
        board = atom.querySelector(".fsl"),
        before = page.at(-1);
      const asks = board && !(/** @type {Root} */ (board).stepper);
      if (before && asks && isPicture(before) && !board.querySelector(".fsl-boarded")) {
        before.classList.add("beside"); // of a question
        before.style.zoom = "";
        if (page.length > 1) pages.push([/** @type {HTMLElement} */ (page.pop())]);
        pages.at(-1)?.push(atom);
        continue;
      }
      const full = before?.querySelector(`.fsl, ${TREE}`),
        joins = board?.querySelector(".fsl-runs-2") ? JOINS / 3 : JOINS,
        long = board
          ? top - start > joins * innerHeight ||
            (before && asks && !this.grow(/** @type {Root} */ (board), start - above + from, SCALE))
          : bottom - start > room;
      if (before && (full || long)) {
        const orphan = !full && before.matches("h2, h3, h4") && page.length > 1;
        pages.push(orphan ? [/** @type {HTMLElement} */ (page.pop()), atom] : [atom]);
        start = orphan ? before.getBoundingClientRect().top : top;
      } else page.push(atom);
      if (!board && bottom - top > room && !atom.querySelector(TREE))
        atom.style.zoom = `${((Number(atom.style.zoom) || 1) * room) / (bottom - top)}`;
    }
    return pages;
  }

  // -- what is shown -------------------------------------------------------------------------

  /** @returns {Root | undefined} the board of a page */
  boardOf(/** @type {Page | undefined} */ page) {
    const held = page?.atoms.find(atom => atom.querySelector(".fsl"));
    return held?.querySelector(/** @type {"div"} */ (".fsl")) ?? undefined;
  }

  /** Show the slide that the address names, or the one with the board that it names. */
  open() {
    const said = new URLSearchParams(location.hash.slice(1)),
      boards = this.slides.flatMap(one => [...one.querySelectorAll(".fsl-player > .fsl")]),
      board = boards[Number(said.get("stepper") ?? 1) - 1],
      [name, part = "1"] = location.hash.slice(1).split(".");
    const at = this.pages.findIndex(({ slide, atoms, part: own }) =>
      said.has("step")
        ? atoms.some(atom => atom.contains(board))
        : slide.id === name && own === Number(part) - 1,
    );
    if (at >= 0 || this.at < 0) this.show(Math.max(at, 0));
  }

  show(/** @type {number} */ at) {
    const page = this.pages[at],
      before = this.boardOf(this.pages[this.at]) ?? this.filling,
      board = this.boardOf(page),
      place = board?.parentElement;
    this.at = at;
    this.votes = VOTES;
    if (before && before !== board) before.stepper?.stage.leave(false);
    if (this.filling !== board) this.filling?.stepper?.stage.leave(false);
    for (const one of this.slides) one.classList.toggle("shown", one === page.slide);
    for (const atom of page.slide.querySelectorAll(".atom"))
      atom.classList.toggle("away", !page.atoms.includes(/** @type {HTMLElement} */ (atom)));
    const number = page.slide.querySelector("nav span");
    const last = this.pages.length,
      where = { 0: "start · ", [last - 1]: "end · " }[at] ?? "";
    if (number) number.textContent = `${where}${at + 1} / ${last}`;
    window.scrollTo(0, 0);
    for (const one of document.querySelectorAll(".telling, .told"))
      one.classList.remove("telling", "told");
    this.views = { room: [], unit: 1, left: [] };
    this.fit();
    board?.stepper?.stage.enter();
    place?.style.removeProperty("min-height"); // it fills, so nothing stands below it
  }

  /** @returns {Root | null} */
  get filling() {
    return document.querySelector(/** @type {"div"} */ (".fsl-filling"));
  }

  /** A board that fills its slide begins where its place on the slide begins, below the words; a
   * question, or a game, is as large as it can be. */
  fit() {
    this.fitBoard();
    this.look();
  }

  fitBoard() {
    const board = this.boardOf(this.pages[this.at]),
      place = board?.parentElement;
    if (!board || !place) return;
    const top = place.getBoundingClientRect().top + window.scrollY;
    board.style.setProperty("--fsl-top", `${Math.round(top)}px`);
    if (board.stepper || this.filling) return;
    this.alone(false);
    if (this.grow(board)) return;
    this.alone(true); // what stands above it has been read
    this.grow(board);
  }

  alone(/** @type {boolean} */ is) {
    this.pages[this.at].slide.classList.toggle("alone", is);
  }

  /** Give a question, or a game, the largest letters with which it fits, but none too small: then
   * it has two columns, or its board is smaller. @returns {boolean} whether it fits */
  grow(/** @type {Root} */ board, above = 0, largest = innerHeight / 330) {
    const place = /** @type {HTMLElement} */ (board.parentElement),
      atom = board.closest(".atom") ?? board,
      parts = [place, board, ...board.querySelectorAll(".told")]; // a table may be wide
    for (const [columns, share] of LAYOUTS) {
      board.classList.toggle("columns", columns);
      board.style.setProperty("--fsl-share", `${share}`);
      for (let scale = share < 1 ? SCALE : largest; scale >= SCALE; scale -= 0.05) {
        board.style.setProperty("--fsl-scale", scale.toFixed(2));
        const fits = parts.every(one => one.scrollWidth <= one.clientWidth);
        if (fits && atom.getBoundingClientRect().bottom - above <= innerHeight - 8) return true;
      }
    }
    return false;
  }

  /** Show a drawn tree as a class can read it: all of it; or else its shape without words, and then
   * its parts, one after the other. */
  look() {
    const { slide } = this.pages[this.at],
      drawn = /** @type {NodeListOf<SVGSVGElement>} */ (slide.querySelectorAll(TREE)),
      tree = [...drawn].find(
        one => !one.closest(".fsl-board") && one.getBoundingClientRect().width,
      );
    if (!tree || this.views.tree === tree) return;
    const boxes = (/** @type {string} */ name) =>
        [.../** @type {typeof drawn} */ (tree.querySelectorAll(name))].map(one => one.getBBox()),
      sizes = [...tree.querySelectorAll("text")].map(one => Number(one.getAttribute("font-size"))),
      { left, top } = tree.getBoundingClientRect(),
      least = Math.min(...sizes),
      unit = LEAST / least,
      above = 1.7 * least, // what an edge says stands above its node
      nodes = boxes(".node").map(b => new DOMRect(b.x, b.y - above, b.width, b.height + above)),
      room = [innerWidth - left - 24, 0.95 * innerHeight - top],
      [wide, high] = room.map(side => side / unit - 8),
      every = [...nodes, ...boxes("text:not(.node text)")],
      seen = cutAcross(every, "y", "height", high).flatMap(row =>
        cutAcross(row, "x", "width", wide),
      );
    this.views = { tree, room, unit, left: seen.length > 1 ? [nodes, ...seen] : seen };
    this.seeNext();
  }

  /** @returns {boolean} whether there was another view of the tree */
  seeNext() {
    const { tree, room, unit, left } = this.views,
      boxes = left.shift();
    if (!tree || !boxes) return false;
    const [x, y] = [nearSide(boxes, "x"), nearSide(boxes, "y")],
      [wide, high] = [farSide(boxes, "x", "width") - x, farSide(boxes, "y", "height") - y],
      zoom = Math.min(room[0] / (wide + 8), room[1] / (high + 8), 2 * unit);
    tree.setAttribute("viewBox", [x - 4, y - 4, wide + 8, high + 8].join(" "));
    tree.classList.toggle("shape", zoom < unit);
    tree.style.cssText = `width: ${zoom * (wide + 8)}px; height: ${zoom * (high + 8)}px;
      min-width: 0; max-width: none; max-height: none`;
    return true;
  }

  // -- what turns it -------------------------------------------------------------------------

  turn(way) {
    const next = this.pages[this.at + way];
    if (!next) return;
    this.show(this.at + way);
    const { slide, part } = next;
    try {
      history.pushState(null, "", `#${slide.id}${part ? `.${part + 1}` : ""}`);
    } catch {
      // a page within another's text has no address
    }
  }

  /** What comes before the next page: a solution that opens, what a board tells, an answer, and the
   * run that comes with it. @returns {boolean} whether there was anything */
  tell() {
    const page = this.pages[this.at],
      board = this.boardOf(page),
      folded = page.atoms.find(atom => atom.matches("details.next:not([open])"));
    if (this.seeNext()) return true;
    if (folded) {
      folded.setAttribute("open", "");
      this.arrange([page.slide]);
      return true;
    }
    if (board?.matches(".fsl-driving")) return this.vote(/** @type {any} */ (board.stepper).asker);
    if (board?.stepper) return board.stepper.transport.reveal();
    if (this.filling) return Boolean(this.filling.stepper?.transport.reveal());
    return board?.dataset.state ? this.answer(board) : false;
  }

  /** What a question tells: first its answer, then one by one what comes with it.
   * @param {Root} board @returns {boolean} whether there was anything left */
  answer(board) {
    const parts = [...board.querySelectorAll(/** @type {"div"} */ (".fsl-part:not(:empty)"))],
      next = parts[parts.findIndex(one => one.matches(".told")) + 1],
      why = board.querySelector(/** @type {"div"} */ (".fsl-why:not([hidden]) button"));
    /** @type {Root | null | undefined} */ const run = next?.querySelector(
      /** @type {"div"} */ (".fsl"),
    );
    if (why) why.click();
    else if (!ANSWERED.includes(board.dataset.state ?? ""))
      /** @type {HTMLElement} */ (board.querySelector(".fsl-give")).click();
    else if (!next) return false;
    else {
      for (const one of parts) one.classList.toggle("told", one === next);
      board.classList.toggle("telling", !run?.stepper);
      const { naturalWidth: wide = 0, naturalHeight: high = 0 } = next.querySelector("img") ?? {};
      const larger = Math.min((innerWidth - 80) / wide, (0.85 * innerHeight) / high);
      const table = Math.min(1, next.clientWidth / next.scrollWidth);
      if (!run) next.style.zoom = `${wide ? larger : table}`;
      this.alone(Boolean(run?.stepper));
      run?.stepper?.stage.enter();
    }
    this.fit();
    return true;
  }

  /** What a class is asked in a drive: the right move, then the next question, some times. Any
   * other drive is one person's, who needs more keys. @param {any} asker */
  vote(asker) {
    if (!("right" in asker) || !this.votes || !(asker.open || asker.right)) return false;
    this.votes -= Number(asker.open && !asker.right); // else the right move is told
    asker.goOn();
    return true;
  }

  key(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {Element} */ (event.target),
      away = !target.closest(".fsl, summary, a, input, select, button");
    const entered = event.key === "Enter" && event.shiftKey; // in a notebook: the next cell
    const way = entered ? 1 : (ALWAYS[event.key] ?? (away && ELSEWHERE[event.key]));
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (way < 0 || entered || !this.tell()) this.turn(way);
  }

  click(/** @type {MouseEvent} */ event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(link === link.parentElement?.lastElementChild ? 1 : -1);
  }
}

new Deck();
