// The box around a board in one of its roles: its life and end, the notebook's keys, the list of
// keys; and the stage, where one box fills the window.

import { PRESENTING } from "./annexes.js";
import { forNotebook, h, heldBy, put, targetOf, write } from "./page.js";

// on the cell that was run last with a key: each stepper's script is its own, the page is shared
const MARK = "data-fsl-run";
const HEADINGS = "h1,h2,h3,h4";
const ONWARDS = ["ArrowDown", "ArrowUp", "Enter"]; // what stays Jupyter's

/** Remember which cell Shift+Enter or Ctrl+Enter runs. @param {KeyboardEvent} event */
export function markRun(event) {
  if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
  document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
  targetOf(event).closest?.(".jp-Cell")?.setAttribute(MARK, "");
}

/** The keyboard in Jupyter after a cell has been run by hand: the stepper that appears takes it, so
 * that its keys work at once, and gives it on to the next cell. After "Run All" none takes it. */
export class Keyboard {
  /** @type {HTMLElement | null} */ next = null; // the cell that had the keyboard when this took it
  used = false; // whether a key has moved what this is about

  constructor(/** @type {HTMLElement} */ root) {
    this.root = root;
  }

  /** Take it, if this cell has just been run by hand, and nobody has gone elsewhere or writes. */
  take() {
    const { root } = this,
      cell = root.closest(".jp-Cell"),
      notebook = root.closest(".jp-Notebook"),
      held = document.activeElement ?? document.body;
    if (!cell || !notebook || notebook.classList.contains("jp-mod-editMode")) return;
    const elsewhere = held !== document.body && !notebook.contains(held);
    if (elsewhere || held.matches("input,select,textarea")) return;
    /** @type {HTMLElement | null} */ const active =
      notebook.querySelector(".jp-Cell.jp-mod-active");
    const byKey = cell.hasAttribute(MARK),
      first = document.querySelectorAll(".fsl").length === 1;
    cell.removeAttribute(MARK);
    // Before a page's first stepper nothing of ours hears keys: where Jupyter has gone tells.
    const onwards = active === cell.nextElementSibling;
    if (!active || !((onwards && (byKey || first)) || (active === cell && byKey))) return;
    this.next = onwards ? active : null;
    root.focus({ preventScroll: true });
    root.scrollIntoView({ block: "nearest" });
  }

  /** What leads onwards in a notebook still does: from the cell where Jupyter was.
   * @param {KeyboardEvent} event @returns {boolean} whether it was that */
  passOn(event) {
    const { next } = this,
      { key, code, keyCode, shiftKey } = event,
      plain = !event.ctrlKey && !event.metaKey && !event.altKey && ONWARDS.includes(key);
    if (this.used && key !== "Enter") return false;
    if (!next?.isConnected || targetOf(event) !== this.root || !plain) return false;
    this.next = null;
    event.preventDefault();
    event.stopImmediatePropagation();
    next.focus({ preventScroll: true });
    const again = { key, code, keyCode, shiftKey, bubbles: true, cancelable: true };
    next.dispatchEvent(new KeyboardEvent("keydown", again));
    return true;
  }
}

const SUPPRESS = "data-lm-suppress-shortcuts"; // Jupyter takes no shortcut from an element with it

/** What a view shares with Python: anywidget's model, or a `Standalone`, which is alone. Jupyter's
 * manager of widgets knows which notebook it is in. The last line is of a game: see `Shelf`.
 * @typedef {{
 * alone?: boolean, widget_manager?: {context?: {path: string}}, get(name: string): any,
 * set(name: string, value: any): void, save_changes(): void,
 * send(question: object): void, on(event: string, action: (news: any) => void): void,
 * off(event: string, action: (news: any) => void): void,
 * own?: import("./puzzle.js").SentPuzzle, shown?: string, take?(name: string): Promise<void>,
 * }} Model */

export class Frame {
  /** @type {HTMLElement} */ helping; // the list of keys
  /** @type {(() => void)[]} */ endings = []; // what is to be done when the view is closed
  telling = false; // whether the model's news are this view's own
  held = false; // whether the keyboard is here
  /** @type {Map<string, (reply: {answer: any, error?: string}) => void>} questions that are open */
  requests = new Map();

  /** @param {Element} box @param {Model} model @param {string} label
   * @param {Record<string, any>} props more attributes and listeners of the root element */
  constructor(box, model, label, props) {
    this.model = model;
    this.root = h("div", {
      class: "fsl",
      role: "group",
      tabindex: "-1",
      "aria-label": label,
      [SUPPRESS]: "true",
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      ...props,
    });
    this.notice = h("div", { class: "fsl-notice", role: "status" });
    box.append(this.root);
    this.watch("msg:custom", reply => this.requests.get(reply.id)?.(reply)); // or another view's
    this.watch("change:scale", () => this.rescale());
    this.watch("change:notice", () => this.showNotice());
    // On the window: before Jupyter's, which is on the document.
    this.listen(window, "keydown", event => this.share(event), true);
    for (const event of ["focusin", "pointerdown"])
      this.listen(document, event, one => (this.held = one.composedPath().includes(this.root)));
    for (const event of ["click", "keydown", "change"])
      this.listen(this.root, event, () => setTimeout(() => this.keepFocus()), true);
  }

  /** @param {EventTarget} target @param {string} event @param {(event: any) => void} action
   * @param {boolean} [capture] */
  listen(target, event, action, capture = false) {
    target.addEventListener(event, action, capture);
    this.endings.push(() => target.removeEventListener(event, action, capture));
  }

  /** What goes, is hidden or disabled takes the keyboard with it; then the whole view has it. */
  keepFocus() {
    const { root, held } = this,
      now = heldBy(root);
    if (!held || !root.isConnected) return;
    const lost = document.activeElement === document.body,
      gone = now && now !== root && root.contains(now) && !now.checkVisibility();
    if (lost || gone || now?.matches(":disabled")) this.home().focus({ preventScroll: true });
  }

  /** Hear of the model for as long as this is shown. @param {string} event
   * @param {(news: any) => void} action */
  watch(event, action) {
    this.model.on(event, action);
    this.endings.push(() => this.model.off(event, action));
  }

  tellPython(values) {
    this.telling = true;
    try {
      for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    } finally {
      this.telling = false; // or else no news of Python's would be heard again
    }
    this.model.save_changes();
  }

  close() {
    this.endings.forEach(end => end());
    this.root.remove();
  }

  showNotice() {
    write(this.notice, this.model.get("notice") ?? "");
  }
  rescale() {
    this.root.style.setProperty("--fsl-scale", this.model.get("scale") || 1);
  }

  key(/** @type {KeyboardEvent} */ event) {
    const { key } = event,
      target = targetOf(event);
    if (this.isForNotebook(event)) return;
    event.stopPropagation();
    if (key === "Escape" && event.shiftKey) return void this.leave();
    if (key === "Escape")
      return this.helping?.hidden === false ? this.help(false) : this.escape(target);
    const presses = target.matches("button,summary") && (key === " " || key === "Enter");
    if (presses || target.matches("input,select")) return;
    const action = this.action(event);
    if (action) event.preventDefault();
    action?.();
  }

  /** What a key does in this role. @param {KeyboardEvent} _event
   * @returns {(() => void) | undefined} */
  action(_event) {
    return undefined;
  }

  wait() {} // an answer takes long

  /** Ask Python, or what stands in for it; the answer may be refused with a sentence.
   * @param {string} what @param {object} more @param {boolean} quietly whether nobody waits for it
   * @returns {Promise<any>} */
  request(what, more = {}, quietly = false) {
    const id = `${Date.now()} ${Math.random()}`,
      late = quietly ? 0 : setTimeout(() => this.wait(), 2500);
    return new Promise((resolve, refuse) => {
      this.requests.set(id, ({ answer, error }) => {
        clearTimeout(late);
        this.requests.delete(id);
        error ? refuse(new Error(error)) : resolve(answer);
      });
      this.model.send({ id, ask: what, ...more });
    });
  }

  /** What Escape does in this role, once the list of keys is closed: it closes what is open, and
   * never leads out. In Jupyter's command mode the next key may cut the cell, with all that is in
   * it. @param {Element} _from the element with the focus */
  escape(_from) {
    this.root.focus({ preventScroll: true });
  }

  isForNotebook(/** @type {KeyboardEvent} */ event) {
    return forNotebook(event);
  }

  /** Give the keyboard to the cell around, where there is one, for Jupyter's command mode. */
  leave() {
    const cell = /** @type {HTMLElement | null} */ (this.root.closest(".jp-Cell"));
    const notebook = /** @type {HTMLElement | null} */ (this.root.closest(".jp-Notebook"));
    cell?.focus({ preventScroll: true });
    if (cell && document.activeElement !== cell) notebook?.focus({ preventScroll: true });
  }

  /** Jupyter is kept from the board's keys by an attribute, which it looks for before the key
   * comes here; so for the notebook's own keys the attribute goes in time.
   * @param {KeyboardEvent} event */
  share(event) {
    if (!this.root.contains(targetOf(event))) return;
    const shared = this.isForNotebook(event);
    put(this.root, SUPPRESS, shared ? null : "true");
    // A field swallows it otherwise: to Jupyter, whoever types in one is editing.
    if (shared && event.key === "Enter") this.root.focus({ preventScroll: true });
  }

  help(open = this.helping.hidden) {
    this.helping.hidden = !open;
    (open ? this.helping.querySelector("button") : this.home())?.focus({ preventScroll: true });
  }

  /** What has the focus while nothing inside has it. @returns {HTMLElement | SVGElement} */
  home() {
    return this.root;
  }
}

/** On stage one stepper fills the window, in the browser's full screen too if that is wished, and
 * the keys lead from one stepper of the page to the next. */
export class Stage {
  on = false;
  told = ""; // the steps at which the scene began, until something has been told of it

  /** @param {import("./stepper.js").Stepper} actor
   * @param {HTMLElement} scene where its title stands */
  constructor(actor, scene) {
    this.actor = actor;
    this.scene = scene;
  }

  get page() {
    return this.actor.root.closest(".jp-Notebook") ?? document;
  }
  /** Steppers that can be shown, in the order of the page. */
  all() {
    /** @type {any[]} */ const roots = [...this.page.querySelectorAll(".fsl")];
    return roots.flatMap(({ stepper }) => (stepper?.runs.length ? stepper : []));
  }

  /** The heading above this stepper's cell: the scene's title and question. */
  get title() {
    const { root } = this.actor;
    let cell = root.closest(".jp-Cell")?.previousElementSibling;
    for (let tries = 0; cell && tries < 3; tries++, cell = cell.previousElementSibling) {
      const heading = [...cell.querySelectorAll(HEADINGS)].at(-1);
      if (heading) return (heading.textContent ?? "").replace("¶", "").trim();
    }
    return root.closest(".slide")?.querySelector(HEADINGS)?.textContent ?? "";
  }

  /** The top layer: there no box around can cut, move or cover it. */
  raise() {
    const { root } = this.actor;
    // an older browser has none: there it is above most
    if (root.popover && root.matches(":popover-open")) root.hidePopover();
    root.showPopover?.();
    root.focus({ preventScroll: true });
  }

  enter() {
    const { root, steps } = this.actor;
    if (this.on || !root.parentElement) return;
    root.parentElement.style.minHeight = `${root.offsetHeight}px`; // nothing moves meanwhile
    root.popover = "manual";
    root.classList.add("fsl-filling");
    this.on = true;
    this.told = steps.join(" ");
    write(this.scene, root.closest(".slide") ? "" : this.title);
    this.raise();
    PRESENTING.notes?.(this, false);
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
      this.actor.say("full screen is not available here");
    }
  }

  /** What is raised last covers the rest. Who leaves full screen leaves the stage. */
  changed() {
    if (this.on) document.fullscreenElement ? this.raise() : this.leave();
  }

  /** To the next stepper, or the one before. @param {number} way @returns whether there is one */
  go(way) {
    // a page with parts goes to its next one (deck.js)
    const asks = new CustomEvent("fsl-turn", { bubbles: true, cancelable: true, detail: way }),
      all = this.all(),
      next = all[all.indexOf(this.actor) + way];
    if (!this.actor.root.dispatchEvent(asks)) return true;
    if (all.length < 2) return false;
    if (!next) this.actor.say(`this is the ${way > 0 ? "last" : "first"} board of the page`);
    else {
      this.leave(false);
      next.stage.enter();
    }
    return true;
  }
}
