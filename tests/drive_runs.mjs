// Drives the runs given on standard input to their ends, as JSON: by moves in random legal orders,
// with all other moves tried on the way; and as learners would who have a misconception.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { ArcDrive } from "../futoshiki_lab/classroom/browser/arc_drive.js";
import { Drive } from "../futoshiki_lab/classroom/browser/drive.js";
import { MendDrive } from "../futoshiki_lab/classroom/browser/mend_drive.js";
import { valuesOf } from "../futoshiki_lab/stepper/browser/puzzle.js";
import { Run } from "../futoshiki_lab/stepper/browser/run.js";

const columns = ["verbs", "values", "others", "places", "sites"];
const ideas = readFileSync(
  new URL("../futoshiki_lab/classroom/ideas.txt", import.meta.url),
  "utf8",
);
const says = Object.fromEntries(
  [...ideas.matchAll(/^= (.*)\n(?:[@~] .*\n)*\* (.*)$/gm)].map(([, name, said]) => [name, said]),
);
/** What makes a judge of each run's moves: of a search, or of AC-3 from some arcs. */
const judges = JSON.parse(readFileSync(0, "utf8")).map(sent => {
  for (const name of columns) sent[name] = inflateSync(Buffer.from(sent[name], "base64"));
  const run = new Run(sent);
  return () => {
    if (run.header.mends) return Object.assign(new MendDrive(new Run(sent)), { says });
    const drive = sent.arcs ? new ArcDrive(run, sent.step, sent.arcs) : new Drive(run);
    return Object.assign(drive, { says });
  };
});
let seed = 1;
const MOST = 200; // moves: a full board may be stuck
const pick = some => some[(seed = (seed * 48271) % 2147483647) % some.length];

function everyMove({ run }) {
  const cells = [...Array(run.cells).keys()],
    values = valuesOf(2 ** run.n - 1);
  const kinds = ["cell", "back", "fail", "pass", "restore", "into", "out"];
  return [
    ...[-1, ...cells].flatMap(cell => kinds.map(kind => ({ kind, cell, value: 0 }))),
    ...values.map(value => ({ kind: "value", cell: -1, value })),
    ...cells.flatMap(cell => values.map(value => ({ kind: "strike", cell, value }))),
    ...cells.flatMap(cell => cells.map(value => ({ kind: "arc", cell, value }))),
  ];
}

const plain = ({ domains, values, step, phase, queue, picked, cell }) =>
  JSON.stringify([[...domains], [...values], step, phase, queue, picked, cell]);

/** At every position: the strikes that are allowed, those refused; how a wrong move is answered. */
function driveAtRandom(drive) {
  const looks = [],
    nogoods = [],
    mends = [],
    wrong = { tried: 0, changed: 0, unsaid: 0, untrue: 0 };
  while (drive.phase !== "over" && !(drive.stuck !== undefined && drive.moves > MOST)) {
    const writes = drive.phase === "nogood";
    if (writes) {
      for (const cell of drive.path) if (pick([0, 1])) drive.make({ kind: "cell", cell, value: 0 });
      const { picked, values, learned } = drive,
        passes = drive.options().some(({ kind }) => kind === "pass");
      const { spare } = drive;
      nogoods.push({ picked, values: [...values], most: learned.length, passes, spare });
    }
    const legal = drive.options(),
      known = new Set(legal.map(move => JSON.stringify(move)));
    if (drive.stuck !== undefined)
      mends.push({ values: [...drive.values], cell: drive.cell, stuck: drive.stuck, legal });
    const others = everyMove(drive).filter(
      move => !known.has(JSON.stringify(move)) && !(writes && drive.path.includes(move.cell)),
    );
    const before = plain(drive),
      bad = pick(others);
    const said = drive.make(bad);
    wrong.tried++;
    wrong.changed += Number(plain(drive) !== before);
    wrong.unsaid += Number(!said);
    const leaves = drive.phase === "value"; // there are values to try
    wrong.untrue += Number(
      (leaves ? /goes back|nothing left/ : /tried next|more to try/).test(said),
    );
    if (drive.phase === "look") {
      const of = kind =>
        legal.filter(move => move.kind === kind).map(({ cell, value }) => [cell, value]);
      looks.push({
        cell: drive.cell,
        value: drive.value,
        values: [...drive.values],
        domains: [...drive.domains].map(valuesOf),
        step: drive.step,
        strikes: of("strike"),
        passes: of("pass").length > 0,
        fails: of("fail").map(([cell]) => cell),
      });
    }
    drive.make(pick(legal));
  }
  return {
    end: drive.step,
    left: [...drive.domains].map(valuesOf),
    moves: drive.moves,
    values: [...drive.values],
    wrong,
    looks,
    nogoods,
    mends,
  };
}

/** A learner who believes something makes a move of theirs; where it is refused, the right one. */
function driveAs(drive, belief, choose = pick) {
  let cells = 0; // chosen by the learner
  while (drive.phase !== "over" && !(drive.stuck !== undefined && drive.moves > MOST)) {
    const theirs = drive.options(belief);
    cells += Number(drive.phase === "cell");
    if (!theirs.length || drive.make(choose(theirs))) drive.make(drive.options()[0]);
  }
  const { mistakes, moves } = drive;
  return { mistakes, moves, cells, guess: drive.guess()?.name ?? null };
}

/** Help makes every move of who mends a full board: the conflicts after each change. */
function driveByHelp(drive) {
  const left = [];
  while (drive.stuck !== undefined && drive.phase !== "over" && drive.advice) {
    const said = drive.make(drive.advice);
    if (said) throw new Error(said);
    if (drive.cell < 0) left.push(drive.cursor.conflicts().length);
  }
  return left;
}

const answers = judges.map(judge => ({
  random: driveAtRandom(judge()),
  beliefs: Object.fromEntries(
    judge().known.map(belief => [
      belief.name,
      {
        ...driveAs(judge(), belief),
        misleads: judge().stuck === undefined && judge().misleads(belief),
      },
    ]),
  ),
  truth: driveAs(judge(), undefined, ([first]) => first), // in the order of the run
  helped: driveByHelp(judge()),
}));
process.stdout.write(JSON.stringify(answers));
