// The address of a plain page names what it shows, so that a link or a frame can: #step=906 is a
// step of its
// first run, #stepper=3&step=906 of its third, #puzzle=4:… a game's puzzle by its ID, and #board=…
// by its
// name on the page's shelf.

import { idOf } from "./ids.js";
import { Play } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { Stepper } from "./stepper.js";

// milliseconds without a change until the address follows: browsers refuse many at a time
const CALM = 500;

export class Address {
  later = 0; // when the address will follow

  /** @param {object[]} players of the page, in their order */
  constructor(players) {
    this.steppers = players.filter(player => player instanceof Stepper);
    this.game = players.find(player => player instanceof Play);
    this.open();
    window.addEventListener("hashchange", () => this.open());
    this.steppers.forEach(({ model }, at) =>
      model.on("change:step", () =>
        this.follow(() => {
          const which = at ? `stepper=${at + 1}&` : "";
          return `${which}step=${model.get("step")}`;
        }),
      ),
    );
    const { game } = this;
    game?.model.on("change:board", () =>
      this.follow(() => {
        const { shown } = game.model;
        return shown ? `board=${shown}` : `puzzle=${idOf(new Puzzle(game.model.get("board")))}`;
      }),
    );
  }

  /** Show what the address says; what it cannot mean is left out. */
  open() {
    const said = new URLSearchParams(location.hash.slice(1)),
      id = said.get("puzzle"),
      at = Number(said.get("stepper") ?? 1);
    const stepper = this.steppers[at - 1],
      step = Number(said.get("step") ?? NaN);
    if (stepper && Number.isInteger(step)) stepper.model.set("step", step);
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
