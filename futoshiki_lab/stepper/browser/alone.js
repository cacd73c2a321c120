// What a plain page does for its players in the place of a kernel: it holds their state, and
// answers.

import { FOLLOWERS, STAND_INS } from "./annexes.js";
import { open } from "./notebook.js";
import { refuse, Standalone, unpackJson } from "./standalone.js";
import { Stepper } from "./stepper.js";

// milliseconds without a change until the address follows: browsers refuse many at a time
const CALM = 500;

/** The address of a plain page names what it shows, so that a link or a frame can: #step=906 is a
 * step of its first run, #stepper=3&step=906 of its third, #puzzle=4:… a game's puzzle by its ID,
 * and #board=… by its name on the page's shelf. */
export class Address {
  later = 0; // when the address will follow

  /** @param {import("./annexes.js").View[]} players of the page, in their order */
  constructor(players) {
    this.steppers = players.filter(player => player instanceof Stepper);
    this.other = players.find(player => player.openAddress);
    this.open();
    window.addEventListener("hashchange", () => this.open());
    this.steppers.forEach(({ model }, at) => {
      const words = () => `${at ? `stepper=${at + 1}&` : ""}step=${model.get("step")}`;
      model.on("change:step", () => this.follow(words));
    });
    this.other?.model.on("change:board", () => this.follow(() => `${this.other?.address}`));
  }

  /** Show what the address says; what it cannot mean is left out. */
  open() {
    const said = new URLSearchParams(location.hash.slice(1)),
      at = Number(said.get("stepper") ?? 1);
    const stepper = this.steppers[at - 1],
      step = said.get("step") ?? "";
    if (stepper && /^\d+$/.test(step)) stepper.model.set("step", Number(step));
    if (stepper && said.has("stepper")) stepper.root.scrollIntoView({ block: "center" });
    this.other?.openAddress?.(said);
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

/** What answers in a stepper why a node came to nothing, by run and node, where the page carries
 * that. */
async function withReasons(state) {
  const model = new Standalone(state),
    reasons = state.carried ? await unpackJson(state.carried) : [];
  model.answer = ({ run, node }) => reasons[run]?.[node] ?? refuse();
  return model;
}

async function start(box, state) {
  const still = [...box.childNodes],
    model = await (STAND_INS[state.role] ?? withReasons)(state);
  const shown = await open(box, model);
  for (const one of still) one.remove();
  return shown;
}

const boxes = [...document.querySelectorAll(".fsl-player")],
  states = boxes.map(box => JSON.parse(box.querySelector("script")?.textContent ?? ""));
/** @type {import("./annexes.js").View[]} */
const players = [];

/** Show all players, with what was kept of their states. @param {Record<string, any>[]} [kept] */
async function restart(kept = []) {
  for (const player of players.splice(0)) player.close();
  for (const [at, box] of boxes.entries())
    players.push(await start(box, { ...structuredClone(states[at]), ...kept[at] }));
  new Address(players);
}

await restart();
for (const follow of FOLLOWERS) follow({ players, restart });
// The keys belong to the only player of a page, without a click.
if (players.length === 1 && document.activeElement === document.body)
  /** @type {any} */ (players[0]).home().focus({ preventScroll: true, focusVisible: false });
