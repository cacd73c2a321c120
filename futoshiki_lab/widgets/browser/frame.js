// The box around a board in one of its roles: its life and end, the notebook's keys, the list of
// keys.

import { dom, forNotebook, h, put, targetOf, write } from "./page.js";

// on the cell that was run last with a key: each stepper's script is its own, the page is shared
const MARK = "data-fsl-run";
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

  constructor(/** @type {HTMLElement} */ root) {
    this.root = root;
  }

  /** Take it, if this cell has just been run by hand, and nobody has gone elsewhere or writes. */
  take() {
    const { root } = this,
      cell = root.closest(".jp-Cell"),
      notebook = root.closest(".jp-Notebook");
    if (!cell || !notebook || notebook.classList.contains("jp-mod-editMode")) return;
    const held = document.activeElement ?? document.body;
    const elsewhere = held !== document.body && !notebook.contains(held);
    if (elsewhere || held.matches("input,select,textarea")) return;
    /** @type {HTMLElement | null} */ const active =
      notebook.querySelector(".jp-Cell.jp-mod-active");
    const byKey = cell.hasAttribute(MARK),
      first = document.querySelectorAll(".fsl").length === 1;
    cell.removeAttribute(MARK);
    // Before the first stepper of a page nothing of ours listens to keys: where Jupyter has gone
    // tells.
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
      { key, code, keyCode, shiftKey } = event;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!next?.isConnected || targetOf(event) !== this.root || !plain || !ONWARDS.includes(key))
      return false;
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

/** What a view shares with Python: anywidget's model, or a `Standalone`, which is alone.
 * Jupyter's manager of widgets knows which notebook it is in. The last
 * line is of a game on a plain page: see `Shelf`.
 * @typedef {{
 * alone?: boolean, widget_manager?: {context?: {path: string}}, get(name: string): any,
 * set(name: string, value: any): void, save_changes(): void,
 * send(question: object): void, on(event: string, action: (news: any) => void): void,
 * off(event: string, action: (news: any) => void): void,
 * own?: import("./puzzle.js").SentPuzzle, shown?: string, take?(name: string): Promise<void>,
 * }} Model */

export class Frame {
  /** @type {(() => void)[]} */ endings = []; // what is to be done when the view is closed
  telling = false; // whether the model's news are this view's own

  /** @param {Element} box @param {Model} model @param {string} label
   * @param {Record<string, any>} props more attributes and listeners of the root element */
  constructor(box, model, label, props) {
    this.model = model;
    this.root = h("div", {
      class: "fsl",
      role: "group",
      "aria-label": label,
      [SUPPRESS]: "true",
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      ...props,
    });
    this.notice = h("div", { class: "fsl-notice", role: "status" });
    this.helping = dom`<div class="fsl-help" role="dialog" aria-label="keys" hidden></div>`;
    box.append(this.root);
    this.watch("change:scale", () => this.rescale());
    this.watch("change:notice", () => this.showNotice());
    // On the window: before Jupyter's, which is on the document.
    this.listen(window, "keydown", event => this.share(event), true);
  }

  /** @param {EventTarget} target @param {string} event @param {(event: any) => void} action
   * @param {boolean} [capture] */
  listen(target, event, action, capture = false) {
    target.addEventListener(event, action, capture);
    this.endings.push(() => target.removeEventListener(event, action, capture));
  }

  /** Hear of the model for as long as this is shown. @param {string} event @param {(news: any) =>
   * void} action */
  watch(event, action) {
    this.model.on(event, action);
    this.endings.push(() => this.model.off(event, action));
  }

  /** Let Python know. @param {Record<string, any>} values by name */
  tellPython(values) {
    this.telling = true;
    for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    this.telling = false;
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
    if (key === "Escape") return this.helping.hidden ? this.escape(target) : this.help(false);
    const presses = target.matches("button") && (key === " " || key === "Enter");
    if (presses || target.matches("input,select")) return;
    const action = this.action(event);
    if (action) event.preventDefault();
    action?.();
  }

  /** What a key does in this role. @param {KeyboardEvent} _event @returns {(() => void) |
   * undefined} */
  action(_event) {
    return undefined;
  }

  /** What Escape does in this role, once the list of keys is closed. @param {Element} _from the
   * element with the focus */
  escape(_from) {}

  isForNotebook(/** @type {KeyboardEvent} */ event) {
    return forNotebook(event);
  }

  /** Give the keyboard to the cell around, where there is one, for Jupyter's command mode. */
  leave() {
    const cell = /** @type {HTMLElement | null} */ (this.root.closest(".jp-Cell"));
    const notebook = /** @type {HTMLElement | null} */ (this.root.closest(".jp-Notebook"));
    cell?.focus({ preventScroll: true });
    if (cell && document.activeElement !== cell) notebook?.focus({ preventScroll: true });
    return cell !== null;
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

  /** @param {string} title @param {string[][]} keys each with what it does @param {string} more */
  makeHelp(title, keys, more) {
    const rows = keys.map(
      ([key, what]) => dom`<tr><th scope="row">${key}</th><td>${what}</td></tr>`,
    );
    this.helping.replaceChildren(
      h("button", { type: "button", class: "fsl-button", click: () => this.help(false) }, "close"),
      h("b", {}, title),
      dom`<table><tbody>${rows}</tbody></table>`,
      h("p", {}, more),
    );
    return this.helping;
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
