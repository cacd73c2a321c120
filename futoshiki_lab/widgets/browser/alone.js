// What a plain page does for its players in the place of a kernel: it holds their state, and answers.

import { Carried } from "./carried.js";
import { Play } from "./play.js";
import { Puzzle } from "./puzzle.js";
import { SteppingQuestion } from "./question_stepping.js";
import { Standalone, unpackJson, unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

/** Bring a player to life in the place of its still picture. @param {Element} box */
async function start(box) {
  const state = JSON.parse(box.querySelector("script")?.textContent ?? "");
  if (state.role === "stepper") {
    await unpackRuns(state);
    box.replaceChildren();
    return new Stepper(box, new Standalone(state));
  }
  if (state.role === "question") {
    box.replaceChildren();
    return new SteppingQuestion(box, new Standalone(state));
  }
  const answers = new Carried(new Puzzle(state.board), await unpackJson(state.carried));
  const own = state.board;
  box.replaceChildren();
  return new Play(box, new Standalone(state, (question) => answers.answer(question, state.board === own)));
}

for (const box of document.querySelectorAll(".fsl-player")) await start(box);
