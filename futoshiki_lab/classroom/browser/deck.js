// Slides: one is shown, and keys, links and the page's address turn them. A board fills its slide.

/** @typedef {{enter(): void, leave(back?: boolean): void}} Filling a stepper's stage */
/** @typedef {HTMLElement & {
 *   stepper?: {stage: Filling, transport: {reveal(): boolean}}}} Root of a board */

/** @type {Record<string, number>} */ const ALWAYS = { PageDown: 1, PageUp: -1 };
/** Boards have these keys themselves. @type {Record<string, number>} */
const ELSEWHERE = { ArrowRight: 1, ArrowLeft: -1, " ": 1 };

export class Deck {
  /** @type {HTMLElement | undefined} */ shown;
  /** @type {HTMLElement[]} */ slides = [
    ...document.querySelectorAll(/** @type {"div"} */ (".slide")),
  ];

  constructor() {
    document.body.classList.add("turning");
    window.addEventListener("hashchange", () => this.open());
    window.addEventListener("keydown", event => this.key(event), true); // before a board takes it
    document.addEventListener("fsl-turn", event => {
      // a board that fills its slide has got the key
      event.preventDefault();
      this.turn(/** @type {CustomEvent<number>} */ (event).detail);
    });
    window.addEventListener("resize", () => this.fit());
    this.open();
  }

  /** @param {HTMLElement | undefined} slide @returns {Root[]} */
  roots(slide) {
    return slide ? [...slide.querySelectorAll(/** @type {"div"} */ (".fsl"))] : [];
  }

  /** Show the slide that the address names, or the one with the board that it names. */
  open() {
    const said = new URLSearchParams(location.hash.slice(1));
    const board = this.slides.flatMap(slide => this.roots(slide))[
      Number(said.get("stepper") ?? 1) - 1
    ];
    const named = this.slides.find(({ id }) => `#${id}` === location.hash);
    const slide =
      named ?? (said.has("step") ? this.slides.find(one => one.contains(board)) : undefined);
    if (slide || !this.shown) this.show(slide ?? this.slides[0]);
  }

  show(/** @type {HTMLElement} */ slide) {
    if (slide === this.shown) return;
    for (const { stepper } of this.roots(this.shown)) stepper?.stage.leave(false);
    for (const one of this.slides) one.classList.toggle("shown", one === slide);
    this.shown = slide;
    window.scrollTo(0, 0);
    this.fit();
    const [only, more] = this.roots(slide);
    if (only && !more) only.stepper?.stage.enter();
  }

  /** A board that fills its slide begins where its place on the slide begins: below the words. */
  fit() {
    for (const { parentElement, style } of this.roots(this.shown)) {
      const top = (parentElement?.getBoundingClientRect().top ?? 0) + window.scrollY;
      style.setProperty("--fsl-top", `${Math.round(top)}px`);
    }
  }

  /** @param {number} way */
  turn(way) {
    const next = this.slides[this.slides.indexOf(/** @type {HTMLElement} */ (this.shown)) + way];
    if (!next) return;
    this.show(next);
    try {
      history.pushState(null, "", `#${next.id}`);
    } catch {
      // a page within another's text has no address
    }
  }

  key(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {Element} */ (event.target),
      away = !target.closest(".fsl, summary, a, input, select, button");
    const entered = event.key === "Enter" && event.shiftKey; // in a notebook: the next cell
    const way = entered ? 1 : (ALWAYS[event.key] ?? (away && ELSEWHERE[event.key]));
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [only, more] = this.roots(this.shown);
    if (way > 0 && !entered && !more && only?.stepper?.transport.reveal()) return;
    this.turn(way);
  }
}

new Deck();
