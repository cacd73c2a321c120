// What the classroom adds to a page: games, questions, and who asks in a stepper.

import {
  ASKERS,
  BUILT,
  KEYS,
  PRESENTING,
  ROLES,
  STAND_INS,
} from "../../stepper/browser/annexes.js";
import { ArcDriving } from "./arc_driving.js";
import { Driving } from "./driving.js";
import { FreeDriving } from "./free_driving.js";
import { followRuns } from "./halting.js";
import { Mending } from "./mending.js";
import { Play } from "./play.js";
import { Predicting } from "./predicting.js";
import { showNotes } from "./presenting.js";
import { Question } from "./question.js";
import { ASKING_KEYS } from "./quiz_view.js";
import { Shelf } from "./shelf.js";
import { Voting } from "./voting.js";

/** @import { Model } from "../../stepper/browser/frame.js" */

Object.assign(ROLES, { play: Play, question: Question });
STAND_INS.play = state => new Shelf(state).open(state);
/** @param {Model} model */
const driveOf = model => model.get("drive") ?? {};
ASKERS.push(
  { asks: model => Boolean(driveOf(model).arcs), begin: stepper => new ArcDriving(stepper) },
  { asks: model => driveOf(model).ask === "mend", begin: stepper => new Mending(stepper) },
  { asks: model => driveOf(model).ask === "free", begin: stepper => new FreeDriving(stepper) },
  { asks: model => driveOf(model).ask === "vote", begin: stepper => new Voting(stepper) },
  { asks: model => Boolean(driveOf(model).ask), begin: stepper => new Driving(stepper) },
  { asks: () => true, begin: stepper => new Predicting(stepper) },
);
PRESENTING.notes = showNotes;
BUILT.push(followRuns);
KEYS.push(...ASKING_KEYS);
