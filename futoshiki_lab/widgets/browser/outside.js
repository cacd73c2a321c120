// What a game has outside of it: the answers of a kernel, or of its page; the store of the browser.

const STORE = "futoshiki_lab:"; // where a browser keeps games, each under its puzzle's key

export function stored(/** @type {string} */ key) {
  try {
    return JSON.parse(localStorage.getItem(STORE + key) ?? "null");
  } catch {
    return null; // nothing that can be read, or no store at all
  }
}

export function store(/** @type {string} */ key, /** @type {object} */ game) {
  try {
    localStorage.setItem(STORE + key, JSON.stringify(game));
  } catch {
    // no store, or a full one: the notebook has it
  }
}

/** Copy what stands in a field; false where the browser does not do it.
 * @param {HTMLInputElement} field */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus(); // no right to it, or a page that was not served safely
    field.select();
    return document.execCommand("copy");
  }
}

/** Questions that are open, and the facts once they are known. */
export class Questions {
  /** @type {Map<string, {answer: (answer: any) => void, refuse: (error: Error) => void,
   *   late: number}>} */
  waiting = new Map();
  /** @type {import("./standalone.js").Facts | null} */ facts = null;

  /** @param {import("./frame.js").Model} model @param {() => void} wait called when an answer takes
   * long */
  constructor(model, wait) {
    this.model = model;
    this.wait = wait;
  }

  /** Ask; the answer may be refused with a sentence. @param {string} what @param {object} more
   * @param {boolean} quietly whether nobody waits for it @returns {Promise<any>} */
  ask(what, more = {}, quietly = false) {
    const id = `${Date.now()} ${Math.random()}`;
    return new Promise((answer, refuse) => {
      this.waiting.set(id, { answer, refuse, late: quietly ? 0 : setTimeout(this.wait, 2500) });
      this.model.send({ id, ask: what, ...more });
    });
  }

  answered(/** @type {{id: string, answer: any, error: string}} */ { id, answer, error }) {
    const asked = this.waiting.get(id);
    if (!asked) return; // another view's
    this.waiting.delete(id);
    clearTimeout(asked.late);
    if (error) asked.refuse(new Error(error));
    else asked.answer(answer);
  }

  /** What is known of the puzzle's solutions.
   * @returns {Promise<import("./standalone.js").Facts>} */
  async know(quietly = false) {
    this.facts ??= await this.ask("facts", {}, quietly);
    return /** @type {import("./standalone.js").Facts} */ (this.facts);
  }
}
