// What a plain page does for its players in the place of a kernel: it holds their state, and
// answers.

import { open } from "./notebook.js";
import { Play } from "./play.js";
import { idOf, Puzzle } from "./puzzle.js";
import { refuse, Shelf, Standalone, unpackJson } from "./standalone.js";
import { Stepper } from "./stepper.js";

// milliseconds without a change until the address follows: browsers refuse many at a time
const CALM = 500;

/** The address of a plain page names what it shows, so that a link or a frame can: #step=906 is a
 * step of its first run, #stepper=3&step=906 of its third, #puzzle=4:… a game's puzzle by its ID,
 * and #board=… by its name on the page's shelf. */
export class Address {
  later = 0; // when the address will follow

  /** @param {object[]} players of the page, in their order */
  constructor(players) {
    this.steppers = players.filter(player => player instanceof Stepper);
    this.game = players.find(player => player instanceof Play);
    this.open();
    window.addEventListener("hashchange", () => this.open());
    this.steppers.forEach(({ model }, at) => {
      const words = () => `${at ? `stepper=${at + 1}&` : ""}step=${model.get("step")}`;
      model.on("change:step", () => this.follow(words));
    });
    const { model } = this.game ?? {};
    const id = () => `puzzle=${idOf(new Puzzle(model?.get("board")))}`;
    const words = () => (model?.shown ? `board=${model.shown}` : id());
    model?.on("change:board", () => this.follow(words));
  }

  /** Show what the address says; what it cannot mean is left out. */
  open() {
    const said = new URLSearchParams(location.hash.slice(1)),
      id = said.get("puzzle"),
      at = Number(said.get("stepper") ?? 1);
    const stepper = this.steppers[at - 1],
      step = said.get("step") ?? "";
    if (stepper && /^\d+$/.test(step)) stepper.model.set("step", Number(step));
    if (stepper && said.has("stepper")) stepper.root.scrollIntoView({ block: "center" });
    if (id) this.game?.openId(id);
    const board = said.get("board");
    if (board) this.game?.openBoard(board);
  }

  /** Write the address anew, once nothing has changed for a while. @param {() => string} words what
   * it says */
  follow(words) {
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      try {
        history.replaceState(null, "", `#${words()}`);
      } catch {
        // a page within another's text has no address
      }
    }, CALM);
  }
}

/** Bring a player to life in the place of its still picture. */
async function start(box) {
  const state = JSON.parse(box.querySelector("script")?.textContent ?? ""),
    still = [...box.childNodes],
    model = state.role === "play" ? new Shelf(state) : new Standalone(state);
  if (model instanceof Shelf) await model.open(/** @type {any} */ (state));
  else if (state.role === "stepper") {
    const reasons = await unpackJson(state.carried);
    model.answer = ({ run, node }) => reasons[run]?.[node] ?? refuse();
  }
  const shown = await open(box, model);
  for (const one of still) one.remove();
  return shown;
}

const players = [];
for (const box of document.querySelectorAll(".fsl-player")) players.push(await start(box));
new Address(players);
