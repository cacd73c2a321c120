// What a page tells the page that frames it, a course's: how much is answered rightly, and what was
// answered, so that it stands there again another day. The messages are those of SPLICE's iframe
// protocol (cssplice.org/slcp/iframe-protocol-specification.html). Without a frame the learner can
// save the same as a file.

import { FOLLOWERS } from "../../stepper/browser/annexes.js";
import { button, h } from "../../stepper/browser/page.js";

/** @typedef {import("../../stepper/browser/annexes.js").Page} Page
 * @typedef {{version: number, players: Record<string, any>[]}} Kept */

const isObject = part => part !== null && typeof part === "object" && !Array.isArray(part);
/** What the learner has done, by the role of the player, and whether a part has the shape that this
 * page gives it. @type {Record<string, Record<string, (part: any) => boolean>>} */
const LEARNERS = {
  question: {
    given: Array.isArray,
    why: part => part === null || typeof part === "string",
    at: part => typeof part === "number",
    revealed: part => typeof part === "boolean",
  },
  play: { game: isObject },
  stepper: { driven: isObject },
};
const namesOf = role => Object.keys(LEARNERS[role] ?? {});
const STATE_VERSION = 1;
const QUIET = 300; // milliseconds without a change until it is reported

/** The origin of the page around this one; "" where the browser does not say. */
function originAround() {
  const around = location.ancestorOrigins?.[0] ?? document.referrer.match(/^https?:..[^/]+/)?.[0];
  return around && around !== "null" ? around : "";
}

class Reporting {
  later = 0; // when it will be reported
  id = ""; // of the question for what was kept
  /** @type {number | null} */ score = null; // that was reported last
  told = ""; // the state that was reported last
  height = 0; // of the page, as the frame was told

  constructor(/** @type {Page} */ page) {
    this.page = page;
    this.framed = window.parent !== window;
    this.to = originAround();
    this.listen();
    if (this.framed) {
      window.addEventListener("message", event => this.hear(event));
      this.id = this.post("SPLICE.getState", {});
      new ResizeObserver(() => this.tellHeight()).observe(document.body);
    } else this.offerFile();
  }

  listen() {
    for (const { model } of this.page.players)
      for (const name of namesOf(model.get("role")))
        model.on(`change:${name}`, () => {
          clearTimeout(this.later);
          if (this.framed) this.later = setTimeout(() => this.report(), QUIET);
        });
    [this.score, this.told] = [null, JSON.stringify(this.state)];
  }

  /** How high a frame has to be, also when an answer opens more: as LTI's platforms ask for it. */
  tellHeight() {
    const { marginTop, marginBottom } = getComputedStyle(document.body),
      margins = parseFloat(marginTop) + parseFloat(marginBottom),
      height = Math.ceil(document.body.offsetHeight + margins);
    if (height === this.height) return;
    this.height = height;
    this.post("lti.frameResize", { height });
  }

  /** From 0 to 1; null where nothing on the page is right or wrong. */
  get points() {
    const all = this.page.players.map(one => one.points ?? null).filter(one => one !== null);
    return all.length ? all.reduce((sum, one) => sum + one, 0) / all.length : null;
  }

  /** @returns {Kept} */
  get state() {
    const players = this.page.players.map(({ model }) => {
      const role = model.get("role"),
        key = model.get("key") ?? "",
        parts = namesOf(role).map(name => [name, model.get(name)]);
      return { role, key, ...Object.fromEntries(parts.filter(([, value]) => value !== undefined)) };
    });
    return { version: STATE_VERSION, players };
  }

  /** Send a message. @param {string} subject @param {object} more @returns {string} its name */
  post(subject, more) {
    const message_id = `${Date.now()}-${Math.random()}`;
    window.parent.postMessage({ subject, message_id, ...more }, this.to || "*");
    return message_id;
  }

  report() {
    const { points, state } = this,
      told = JSON.stringify(state);
    if (told === this.told) return;
    const news = points === null || points === this.score ? { state } : { score: points, state };
    [this.score, this.told] = [points, told];
    this.id = ""; // what comes now is older than this
    this.post("SPLICE.reportScoreAndState", news);
  }

  /** Go on from what the course has kept. @param {MessageEvent} event */
  async hear({ data, source, origin }) {
    const meant = data?.subject === "SPLICE.getState.response" && data.message_id === this.id;
    if (!meant || !this.id || source !== window.parent || (this.to && origin !== this.to)) return;
    this.id = "";
    clearTimeout(this.later); // what a player found in this browser is no news
    await this.page.restart(this.fitting(data.state));
    this.listen();
    if (isObject(data.state)) this.score = this.points; // the course has it
  }

  /** For each player what was kept of it. A course's learner is not this browser's, so that without
   * anything kept it begins anew. @param {any} state @returns {Record<string, any>[]} */
  fitting(state) {
    const kept =
      state?.version === STATE_VERSION && Array.isArray(state.players) ? state.players : [];
    return this.page.players.map(({ model }, at) => {
      const role = model.get("role"),
        one = kept[at],
        same = one?.role === role && one.key === (model.get("key") ?? ""),
        parts = namesOf(role).filter(name => same && LEARNERS[role][name](one[name]));
      return { kept: true, ...Object.fromEntries(parts.map(name => [name, one[name]])) };
    });
  }

  /** A button at the page's end that saves what a course would be told; none after a game alone. */
  offerFile() {
    const asks = this.page.players.some(({ model }) => model.get("role") !== "play");
    if (this.points === null || !asks) return;
    const field = /** @type {HTMLInputElement} */ (h("input", { autocomplete: "name" }));
    const save = () => {
      const { points: score, state } = this,
        name = field.value.trim(),
        page = document.title,
        { players } = this.page,
        asked = state.players.map((one, at) => ({
          ...one,
          question: players[at].model.get("question") || undefined, // in words, for who reads it
        })),
        told = { name, page, score, state: { ...state, players: asked }, signed: false },
        file = URL.createObjectURL(
          new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }),
        ),
        called = [page, name || "result"].map(part => part.replace(/[^\p{L}\p{N}]+/gu, "-"));
      h("a", { href: file, download: `${called.join("-")}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(file), 1000);
    };
    const words = " A file to hand in. It is not signed: whoever has it can change it.",
      saving = button("Save my result", "save my result as a file", save);
    (document.querySelector("main") ?? document.body).append(
      h("p", { class: "fsl fsl-result" }, h("label", {}, "Your name ", field, " "), saving, words),
    );
  }
}

FOLLOWERS.push(page => new Reporting(page));
