// On stage: one stepper fills the window, in the browser's full screen too if that is wished, and
// the keys lead from one stepper of the page to the next.

import { button, dom } from "./page.js";

/** @typedef {{root: HTMLElement, stage: Stage, runs: object[], say(text: string): void}} Actor a
 * stepper */

const TURN = "fsl-turn"; // asks the page around for its next part, if it has parts (deck.js)

export class Stage {
  on = false;

  constructor(/** @type {Actor} */ actor) {
    this.actor = actor;
    const label = "fill the window, or not (f); Shift+F: the browser's full screen too";
    this.button = button("", label, () => this.toggle(), "fsl-fill-button");
    this.button.append(
      dom`<svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4"></path></svg>`,
    );
  }

  /** Steppers that can be shown, in the order of the page. @returns {Actor[]} */
  all() {
    const page = this.actor.root.closest(".jp-Notebook") ?? document;
    const roots = /** @type {(HTMLElement & {stepper?: Actor})[]} */ ([
      ...page.querySelectorAll(".fsl"),
    ]);
    return roots.flatMap(({ stepper }) => (stepper?.runs.length ? stepper : []));
  }

  /** The top layer: there no box around can cut, move or cover it. */
  raise() {
    const { root } = this.actor;
    if (root.showPopover) {
      // an older browser has none: there it is above most
      if (root.matches(":popover-open")) root.hidePopover();
      root.showPopover();
    }
    root.focus({ preventScroll: true });
  }

  enter() {
    const { root } = this.actor,
      place = root.parentElement;
    if (this.on || !place) return;
    place.style.minHeight = `${root.offsetHeight}px`; // nothing on the page moves meanwhile
    root.popover = "manual";
    root.classList.add("fsl-filling");
    this.on = true;
    this.raise();
  }

  leave(/** @type {boolean} */ back = true) {
    const { root } = this.actor;
    if (!this.on) return;
    this.on = false;
    root.hidePopover?.();
    root.popover = null;
    root.classList.remove("fsl-filling");
    root.parentElement?.style.removeProperty("min-height");
    if (!back) return;
    if (document.fullscreenElement) document.exitFullscreen();
    root.scrollIntoView({ block: "nearest" });
    root.focus({ preventScroll: true });
  }

  /** VS Code's frame is as tall as the whole notebook: only the screen can be filled there. */
  get endless() {
    return window !== top && innerHeight > screen.height;
  }

  toggle() {
    if (this.on) this.leave();
    else this.endless ? this.fullScreen() : this.enter();
  }

  /** All of the page is in full screen, not this element: so the next scene is, too. */
  async fullScreen() {
    if (document.fullscreenElement) return this.leave();
    this.enter();
    try {
      await document.documentElement.requestFullscreen();
    } catch {
      if (this.endless) this.leave();
      this.actor.say("no full screen here");
    }
  }

  /** What comes into the top layer last covers the rest. Who leaves full screen leaves the
   * stage. */
  changed() {
    if (!this.on) return;
    document.fullscreenElement ? this.raise() : this.leave();
  }

  /** To the next stepper, or the one before. @param {number} way @returns {boolean} whether there
   * are others */
  go(way) {
    const asks = new CustomEvent(TURN, { bubbles: true, cancelable: true, detail: way });
    if (!this.actor.root.dispatchEvent(asks)) return true;
    const all = this.all(),
      next = all[all.indexOf(this.actor) + way];
    if (all.length < 2) return false;
    if (!next) this.actor.say(`this is the ${way > 0 ? "last" : "first"} board of the page`);
    else {
      this.leave(false);
      next.stage.enter();
    }
    return true;
  }
}
