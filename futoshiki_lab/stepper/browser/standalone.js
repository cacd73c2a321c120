// The answers of a kernel, and what stands in for one where there is none, or none is needed.

export function refuse() {
  throw new Error("that takes a running kernel: open the notebook in Jupyter");
}

/** Holds a state (`Model` in frame.js), and answers questions. */
export class Standalone {
  alone = true;
  /** @type {[string, (news: any) => void][]} */ hearers = [];

  constructor(/** @type {Record<string, any>} */ state) {
    this.state = state;
  }
  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  /** @returns {any} an error says why there is no answer */
  answer(_question) {
    return refuse();
  }

  async send(question) {
    const reply = { id: question.id, answer: null, error: "" };
    try {
      reply.answer = await this.answer(question);
    } catch (error) {
      reply.error = /** @type {Error} */ (error).message;
    }
    this.tell("msg:custom", reply);
  }

  tell(what, /** @type {any} */ news = undefined) {
    for (const [event, action] of this.hearers) if (event === what) action(news);
  }

  on(event, /** @type {(news: any) => void} */ action) {
    this.hearers.push([event, action]);
  }
  off() {} // a player stays as long as its page
  save_changes() {}
}

/** What is compressed: bytes, or on a page their base64.
 * @param {string | ArrayBufferView<ArrayBuffer>} packed */
function inflate(packed) {
  const bytes =
    typeof packed === "string" ? Uint8Array.from(atob(packed), one => one.charCodeAt(0)) : packed;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}

/** @returns {Promise<any>} what it says in JSON */
export const unpackJson = text => inflate(text).json();

/** A stepper's runs with their columns unpacked. @param {Record<string, any>[]} runs
 * @returns {Promise<import("./recording.js").SentRun[]>} */
export async function unpackRuns(runs) {
  const unpacked = runs.map(async ({ header, ...columns }) => {
    const parts = Object.entries(columns).map(async ([name, packed]) => {
      return [name, new Uint8Array(await inflate(packed).arrayBuffer())];
    });
    return { header, ...Object.fromEntries(await Promise.all(parts)) };
  });
  return Promise.all(unpacked);
}
