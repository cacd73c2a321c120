// Stands in for a kernel's model, where there is no kernel or where none is needed.

export const NO_KERNEL = "that takes a running kernel: open the notebook in Jupyter";

/** Holds a state (`Model` in frame.js); messages go to `answer`. */
export class Standalone {
  alone = true;
  /** @type {[string, (news: any) => void][]} */ hearers = [];

  /** @param {Record<string, any>} state @param {(question: any) => any} [answer] */
  constructor(state, answer = ({ id }) => ({ id, error: NO_KERNEL })) {
    this.state = state;
    this.answer = answer;
  }

  get(/** @type {string} */ name) { return this.state[name]; }

  set(/** @type {string} */ name, /** @type {any} */ value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {}

  send(/** @type {object} */ question) { this.tell("msg:custom", this.answer(question)); }

  tell(/** @type {string} */ what, /** @type {any} */ news = undefined) {
    for (const [event, action] of this.hearers) if (event === what) action(news);
  }

  /** @param {string} event @param {(news: any) => void} action */
  on(event, action) { this.hearers.push([event, action]); }

  off() {} // a player stays as long as its page
}

/** Compressed bytes in base64, as export.py writes them. @param {string} text */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The same as text. @param {string} text @returns {Promise<any>} what it says in JSON */
export async function unpackJson(text) {
  return JSON.parse(new TextDecoder().decode(await unpack(text)));
}

/** Unpack the columns of a stepper's runs, in place. @param {Record<string, any>} state */
export async function unpackRuns(state) {
  for (const run of state.runs) {
    for (const [name, text] of Object.entries(run)) if (name !== "header") run[name] = await unpack(text);
  }
  return state;
}
