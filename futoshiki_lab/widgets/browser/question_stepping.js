// A question that shows a stepper in the end.

import { Question } from "./question.js";
import { Standalone, unpackRuns } from "./standalone.js";
import { Stepper } from "./stepper.js";

export class SteppingQuestion extends Question {
  /** @param {Element} box @param {Record<string, any>} state */
  async step(box, state) {
    const stepper = new Stepper(box, new Standalone({ ...state }), await unpackRuns(state.runs));
    this.endings.push(() => stepper.close());
  }
}
