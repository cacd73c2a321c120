// What somebody may believe about a search: what a look removes, which cell is selected, which
// value is tried, where the search goes back to. The truth is one belief, beside the definitions of
// the looks; a misconception changes a part of it.

import { HOLDS, valuesOf } from "../../stepper/browser/puzzle.js";
import { backTo, spot } from "./quiz.js";

/** @typedef {import("./drive.js").Drive} Drive
 * @typedef {{removes(drive: Drive): number[], wiped(drive: Drive): number[],
 *   cells(drive: Drive): number[], values(drive: Drive): number[], back(drive: Drive): number,
 *   restores: boolean}} Belief `removes`: values of cells as `spot` has them
 * @typedef {Partial<Belief> & {name: string, met(drive: Drive): boolean}}
 * Misconception `met`: whether it differs from this search at all */

export const NEVER = -2; // no cell, and not the end of the search, which is -1

/** The values of its neighbours that the value just tried rules out. @param {Drive} drive
 * @param {(relation: string, drive: Drive, other: number) => string} [read] how each constraint is
 * read instead; "" is not at all */
function ruledOut(drive, read) {
  const { run, domains, values, cell, value } = drive;
  const free = run.neighbours(cell).filter(other => values[other] < 0);
  return free.flatMap(other => {
    const relation = read?.(run.relation(cell, other), drive, other);
    const goes = one =>
      relation ? HOLDS[relation](value, one) : run.goes(cell, value, other, one);
    const left = valuesOf(relation === "" ? 0 : domains[other]);
    return left.filter(one => !goes(one)).map(one => spot(other, one));
  });
}

/** Whether a value of a cell has no support in another cell.
 * @param {import("./drive.js").Judge<any>} judge */
export const lacks = ({ run, domains }, cell, value, other) =>
  !valuesOf(domains[other]).some(two => run.goes(cell, value, other, two));

/** The values that no value of some neighbour supports. @param {Drive} drive */
function unsupported(drive) {
  const { free, run, domains } = drive;
  return free.flatMap(cell =>
    valuesOf(domains[cell])
      .filter(one => run.neighbours(cell).some(other => lacks(drive, cell, one, other)))
      .map(one => spot(cell, one)),
  );
}

/** What each look removes; of other looks the recording tells.
 * @type {Record<string, Belief["removes"]>} */
export const REMOVES = { bt: () => [], fc: drive => ruledOut(drive), mac: unsupported };

/** @type {Belief} */
export const TRUTH = {
  removes: drive => [
    ...(REMOVES[drive.look] ?? (() => drive.recorded))(drive),
    ...(drive.run.header.learn ? drive.recorded : []), // nogoods remove more
  ],
  wiped: ({ free, domains }) => free.filter(cell => !domains[cell]),
  cells: ({ run, node }) => [run.nodeCell[node]],
  values: ({ run, node, phase }) => (phase === "value" ? [run.nodeValue[node]] : []),
  back: ({ run, cursor, step, phase }) =>
    phase === "back" ? backTo(run, cursor, step + 1) : NEVER,
  restores: true,
};

const last = cells => cells.at(-1) ?? -1;
/** How many values a cell has left. @param {Drive} drive @param {number} cell */
export const left = (drive, cell) => valuesOf(drive.domains[cell]).length;

/** The free cells with the fewest values, or the most. @param {number} sign 1 or -1
 * @returns {Partial<Belief>} */
const selects = sign => ({
  cells: drive => {
    const many = drive.free.map(cell => sign * left(drive, cell));
    return drive.free.filter((_, at) => many[at] === Math.min(...many));
  },
});
/** Another way to read each constraint. @returns {Partial<Belief>} */
const reads = read => ({ removes: drive => ruledOut(drive, read) });
/** @param {"row" | "column"} line */
const along = line =>
  reads((relation, { run, cell }, other) => (run[line](cell) === run[line](other) ? relation : ""));
/** Another way back, once no value is left. @returns {Partial<Belief>} */
const goesBack = back => ({ back: drive => (drive.phase === "back" ? back(drive) : NEVER) });

/** @type {Belief["back"]} */
function toCulprit({ run, step, cell }) {
  const set = run.blame.known && run.blame.conflicts(step).find(one => one.cell === cell);
  return set ? last(set.culprits) : NEVER;
}
/** @type {Belief["back"]} */
const tooEarly = ({ phase, untried, path }) =>
  phase === "value" && untried.length ? last(path) : NEVER;
/** @type {Belief["values"]} */
const goneBefore = ({ run, domains, cell }) => valuesOf(run.all(cell) & ~domains[cell]);
/** @type {Belief["wiped"]} */
const withFew = drive => drive.free.filter(cell => left(drive, cell) < 2);

export const TURNED = { "<": ">", ">": "<", "≠": "≠" };
const always = () => true;
const signs = ({ look, run }) => look === "fc" && !run.problem;
const strikes = ({ look }) => look === "fc" || look === "mac";
const mrv = ({ select }) => select === "mrv" || select === "mrv_degree";
const bySize = ({ select }) => /^(dom_wdeg|(legal_)?mrv(_degree)?)$/.test(select);
const jumps = ({ run }) => run.header.jump;

/** What learners do instead: its name in ideas.txt, where it is met, what is believed.
 * @type {[string, Misconception["met"], Partial<Belief>][]} */
const TABLE = [
  ["looks along the row only", signs, along("row")],
  ["looks along the column only", signs, along("column")],
  ["forgets the signs", signs, reads(() => "≠")],
  ["looks at signs only", signs, reads(relation => (relation === "≠" ? "" : relation))],
  ["reads a sign the wrong way", signs, reads(relation => TURNED[relation])],
  ["goes on to arc consistency", ({ look }) => look === "fc", { removes: unsupported }],
  ["stops at forward checking", ({ look }) => look === "mac", { removes: REMOVES.fc }],
  ["misses the wipe-out", strikes, { wiped: () => [] }],
  ["takes one value left for a wipe-out", strikes, { wiped: withFew }],
  ["selects the fewest values", ({ select }) => select === "reading", selects(1)],
  ["selects in reading order", bySize, { cells: ({ free }) => free.slice(0, 1) }],
  ["breaks ties the wrong way", mrv, selects(1)],
  ["selects the most values", mrv, selects(-1)],
  ["tries the values in another order", always, { values: ({ untried }) => untried }],
  ["tries a value again", always, { values: ({ tried }) => tried }],
  ["restores too much", always, { values: goneBefore }],
  ["does not give back", always, { restores: false }],
  ["goes back too early", always, { back: tooEarly }],
  ["jumps where the search backtracks", drive => !jumps(drive), goesBack(toCulprit)],
  ["backtracks where the search jumps", jumps, goesBack(({ path }) => last(path))],
  ["goes back to the start", always, goesBack(({ path }) => path[0] ?? -1)],
];

/** @type {Misconception[]} */
export const MISCONCEPTIONS = TABLE.map(([name, met, belief]) => ({ name, met, ...belief }));
