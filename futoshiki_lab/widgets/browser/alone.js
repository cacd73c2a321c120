// What a plain page does for its players in the place of a kernel: it holds their state, and
// answers.

import { Address } from "./address.js";
import { Play } from "./play.js";
import { SteppingQuestion } from "./question_stepping.js";
import { Shelf } from "./shelf.js";
import { NO_KERNEL, Standalone, unpackJson, unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

/** Bring a player to life in the place of its still picture. @param {Element} box */
async function start(box) {
  const state = JSON.parse(box.querySelector("script")?.textContent ?? "");
  if (state.role === "stepper") {
    const reasons = await unpackJson(state.carried),
      runs = await unpackRuns(state.runs);
    box.replaceChildren();
    return new Stepper(
      box,
      new Standalone(state, ({ id, run, node }) => ({
        id,
        answer: reasons[run][node],
        error: reasons[run][node] ? "" : NO_KERNEL,
      })),
      runs,
    );
  }
  if (state.role === "question") {
    box.replaceChildren();
    return new SteppingQuestion(box, new Standalone(state));
  }
  const model = new Shelf(state);
  await model.carry(state);
  box.replaceChildren();
  return new Play(box, model);
}

const players = [];
for (const box of document.querySelectorAll(".fsl-player")) players.push(await start(box));
new Address(players);
