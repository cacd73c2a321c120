// What the annexes add to a page; their scripts register it here. These files know none of them.

/** @typedef {import("./frame.js").Model} Model
 * @typedef {import("./stepper.js").Stepper} Stepper
 * @typedef {{close(): void, model: Model, address?: string,
 *   openAddress?(said: URLSearchParams): void, points?: number | null}} View `address`: what a
 *   page's address says of it; `points`: from 0 to 1, how much of what is asked is done; null where
 *   nothing is right or wrong
 * @typedef {{players: View[], restart(kept: Record<string, any>[]): Promise<void>}} Page a page
 *   without a kernel; `restart` shows the players anew, with what was kept of each state */

/** What shows a widget, by its role.
 * @type {Record<string, new (box: Element, model: Model) => View>} */
export const ROLES = {};

/** What stands in for a kernel, by the role, where a page has none; made of the state that the page
 * holds. @type {Record<string, (state: any) => Promise<import("./standalone.js").Standalone>>} */
export const STAND_INS = {};

/** Who is told of a page without a kernel, once its players are there.
 * @type {((page: Page) => void)[]} */
export const FOLLOWERS = [];

/** What a second window shows to who presents, while a stepper fills this one.
 * @type {{notes?: (stage: import("./frame.js").Stage, opens?: boolean) => void}} */
export const PRESENTING = {};

/** Who asks nothing in a stepper; whoever does has all of this.
 * `on`: what comes is hidden; `open`: an answer is waited for; `own`: the run is the learner's own,
 * and Python has no step of it; `halt`: how far a move comes. */
export const NOBODY = {
  on: false,
  open: false,
  own: false,
  /** @param {import("./panel.js").Panel[]} _panels */ build(_panels) {},
  /** @param {string} _kind */ set(_kind) {},
  /** @param {number} _from @param {number} to */ halt: (_from, to) => to,
  /** @type {number | null} */ points: null,
  /** @param {KeyboardEvent} _event @returns {(() => void) | undefined} */
  action: _event => undefined,
  hold() {},
  goOn() {},
  /** @param {number[]} [_given] @param {boolean} [_shown] */ commit(_given, _shown) {},
  draw() {},
};

/** Who may ask in a stepper; the first whose turn it is does.
 * @type {{asks(model: Model): boolean, begin(stepper: Stepper): typeof NOBODY}[]} */
export const ASKERS = [];

/** Rows of the stepper's list of keys. @type {Element[]} */
export const KEYS = [];
/** Who is told when a stepper has built its runs. @type {((stepper: Stepper) => void)[]} */
export const BUILT = [];
