// Shows the widgets of a notebook, each by its role; loader.js calls it.

import { Play } from "./play.js";
import { Question } from "./question.js";
import { unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

/** @typedef {import("./frame.js").Model} Model */

/** @param {Model} model @param {Element} el @returns {Promise<() => void>} what ends it */
export async function show(model, el) {
  const role = model.get("role");
  const shown =
    role === "stepper"
      ? new Stepper(el, model, await unpackRuns(model.get("runs")))
      : role === "play"
        ? new Play(el, model)
        : new Question(el, model);
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
