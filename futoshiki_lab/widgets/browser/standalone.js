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

  get(/** @type {string} */ name) {
    return this.state[name];
  }

  set(/** @type {string} */ name, /** @type {any} */ value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {}

  send(/** @type {object} */ question) {
    this.tell("msg:custom", this.answer(question));
  }

  tell(/** @type {string} */ what, /** @type {any} */ news = undefined) {
    for (const [event, action] of this.hearers) if (event === what) action(news);
  }

  /** @param {string} event @param {(news: any) => void} action */
  on(event, action) {
    this.hearers.push([event, action]);
  }

  off() {} // a player stays as long as its page
}

/** What is compressed: bytes, or on a page their base64.
 * @param {string | ArrayBufferView<ArrayBuffer>} packed */
export async function unpack(packed) {
  const bytes =
    typeof packed === "string"
      ? Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))
      : packed;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The same as text. @param {string} text @returns {Promise<any>} what it says in JSON */
export async function unpackJson(text) {
  return JSON.parse(new TextDecoder().decode(await unpack(text)));
}

/** A stepper's runs with their columns unpacked. @param {Record<string, any>[]} runs
 * @returns {Promise<import("./recording.js").SentRun[]>} */
export async function unpackRuns(runs) {
  const unpacked = runs.map(async run => {
    const parts = Object.entries(run).map(async ([name, part]) => [
      name,
      name === "header" ? part : await unpack(part),
    ]);
    return Object.fromEntries(await Promise.all(parts));
  });
  return Promise.all(unpacked);
}
