// The keyboard in Jupyter after a cell has been run by hand: the stepper that appears takes it, so
// that its keys work at once, and gives it on to the next cell. After "Run All" none takes it.

import { targetOf } from "./page.js";

// on the cell that was run last with a key: each stepper's script is its own, the page is shared
const MARK = "data-fsl-run";
const ONWARDS = ["ArrowDown", "ArrowUp", "Enter"]; // what stays Jupyter's

/** Remember which cell Shift+Enter or Ctrl+Enter runs. @param {KeyboardEvent} event */
export function markRun(event) {
  if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
  document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
  targetOf(event).closest?.(".jp-Cell")?.setAttribute(MARK, "");
}

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
    if (
      (held !== document.body && !notebook.contains(held)) ||
      held.matches("input,select,textarea")
    )
      return;
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
    next.dispatchEvent(
      new KeyboardEvent("keydown", {
        key,
        code,
        keyCode,
        shiftKey,
        bubbles: true,
        cancelable: true,
      }),
    );
    return true;
  }
}
