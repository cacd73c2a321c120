// What a plain page does for its players in the place of a kernel: it holds their state, and answers.

import { Carried } from "./carried.js";
import { Play } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { Stepper } from "./stepper.js";

/** Stands in for a kernel's model (`Model` in frame.js); messages go to `answer`. */
class Standalone {
  alone = true;
  /** @type {[string, (news: any) => void][]} */ hearers = [];

  /** @param {Record<string, any>} state @param {(question: any) => any} [answer] */
  constructor(state, answer = () => null) {
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
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bring a player to life in the place of its still picture. @param {Element} box */
async function start(box) {
  const state = JSON.parse(box.querySelector("script")?.textContent ?? "");
  if (state.role === "stepper") {
    for (const run of state.runs) {
      for (const [name, text] of Object.entries(run)) if (name !== "header") run[name] = await unpack(text);
    }
    box.replaceChildren();
    return new Stepper(box, new Standalone(state));
  }
  const carried = JSON.parse(new TextDecoder().decode(await unpack(state.carried)));
  const answers = new Carried(new Puzzle(state.board), carried);
  const own = state.board;
  box.replaceChildren();
  return new Play(box, new Standalone(state, (question) => answers.answer(question, state.board === own)));
}

for (const box of document.querySelectorAll(".fsl-player")) await start(box);
