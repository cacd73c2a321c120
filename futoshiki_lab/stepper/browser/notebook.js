// Shows the widgets of a notebook, each by its role; loader.js calls it.

import { ROLES } from "./annexes.js";
import { unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

/** @typedef {import("./frame.js").Model} Model */

/** @param {Model} model what the view is of, by its role */
export async function open(box, model) {
  const View = ROLES[model.get("role")];
  return View ? new View(box, model) : new Stepper(box, model, await unpackRuns(model.get("runs")));
}

/** @param {Model} model @returns {Promise<() => void>} what ends it */
export async function show(model, el) {
  const shown = await open(el, model);
  const others = async () => {
    const sent = model.get("runs"),
      runs = await unpackRuns(sent);
    // else newer ones come
    if (sent === model.get("runs")) /** @type {Stepper} */ (shown).build(runs);
  };
  model.on("change:runs", others);
  return () => {
    model.off("change:runs", others);
    shown.close();
  };
}
