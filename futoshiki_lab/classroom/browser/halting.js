// Halting where it is interesting: at a value that goes, a node, a depth, a line of the code.

import { NOBODY } from "../../stepper/browser/annexes.js";
import { choice, h, targetOf } from "../../stepper/browser/page.js";

/** @import { Panel } from "../../stepper/browser/panel.js" */
/** @import { Run } from "../../stepper/browser/run.js" */
/** @import { Stepper } from "../../stepper/browser/stepper.js" */

const CONDITIONS = { loses: "value", node: "node", depth: "depth below", line: "line" };

/** The steps at which a line of a function runs, as far as an event is recorded there.
 * @param {Run} run @param {string} line such as "fc_check, line 4" */
function runsOf(run, line) {
  const isIt = run.header.sites.map(site => lineOf(run, site) === line),
    rows = [...run.sites.keys()].filter(row => isIt[run.sites[row]]);
  return Uint32Array.from(rows, row => row + 1);
}

/** @param {Run} run @param {number[]} site a function and a line */
const lineOf = ({ header }, [at, line]) => `${header.functions[at]?.name}, line ${line}`;

/** The lines of a panel where something is recorded, each with its code; those of the setup last.
 * @param {Panel} panel @returns {[string, string][]} */
function stopsIn({ run, source }) {
  const { functions, sites } = run.header,
    late = (/** @type {number[]} */ site) => Number(functions[site[0]].name === "set_up"),
    sorted = sites
      .filter(([at]) => at >= 0)
      .sort((a, b) => late(a) - late(b) || a[0] - b[0] || a[1] - b[1]);
  return sorted.map(([at, line]) => {
    const name = lineOf(run, [at, line]),
      code = functions[at].hidden ? "" : source.lines[at]?.[line - 1]?.textContent?.trim();
    return [name, code ? `${name}: ${code.slice(0, 48)}` : name];
  });
}

/** The steps at which fewer cells than that are assigned, and as many or more before.
 * @param {Run} run @param {number} least */
function fallsOf({ turns, turnedTo, depth }, least) {
  const deep = Array.from(turnedTo, node => depth[node]);
  return turns.filter((_, turn) => deep[turn] < least && deep[turn - 1] >= least);
}

/** One more thing to go to in a stepper's menu, where Play halts; its name is the condition. */
class Halting {
  name = "a condition …";
  option = h("option", {}, this.name);
  fields = h("span", { change: () => this.choose() });
  kind = choice("where to halt", Object.entries(CONDITIONS), () => this.offer());
  row = h("span", { class: "fsl-halt", hidden: "" }, this.kind, this.fields);

  constructor(/** @type {Stepper} */ stepper) {
    this.stepper = stepper;
    const { kinds } = stepper.transport,
      asker = stepper.asker === NOBODY ? { ...NOBODY } : stepper.asker,
      halt = asker.halt.bind(asker);
    kinds.append(this.option);
    kinds.parentElement.after(this.row);
    kinds.addEventListener("change", () => this.offer());
    asker.halt = (from, to) => this.halt(from, halt(from, to));
    stepper.asker = asker;
  }

  build() {
    for (const panel of this.stepper.panels) {
      panel.source.node.addEventListener("click", event => this.click(panel, targetOf(event)));
      panel.run.steps[this.name] = new Uint32Array();
    }
    this.offer();
  }

  offer() {
    const { runs } = this.stepper,
      [run] = runs;
    this.row.hidden = !this.option.selected;
    if (this.row.hidden || !run) return;
    const cells = Array.from(run.start, (_, cell) => [cell, run.name(cell)]),
      values = Array.from({ length: run.n }, (_, at) => [at + 1, run.word(at + 1)]),
      lines = [...new Map(this.stepper.panels.flatMap(stopsIn))],
      field = { class: "fsl-field", type: "number", min: "1", value: "1", "aria-label": "number" };
    /** @type {Record<string, HTMLElement[]>} */ const fields = {
      loses: [
        choice("cell", [["", "any cell"], ...cells]),
        choice("value", [["", "any value"], ...values]),
      ],
      line: [choice("line", lines)],
    };
    this.fields.replaceChildren(...(fields[this.kind.value] ?? [h("input", field)]));
    this.choose();
  }

  /** What the menus say, in words, becomes a kind of step to go to. */
  choose() {
    const { stepper, option, kind } = this,
      [one, two] = /** @type {any[]} */ ([...this.fields.children]),
      many = Number(one?.value),
      shown = some => some.selectedOptions[0].textContent;
    if (!one) return;
    /** @type {Record<string, [() => string, (run: Run) => Uint32Array]>} */ const kinds = {
      loses: [
        () => `${shown(one)} loses ${shown(two)}`,
        run =>
          run.steps.prune.filter(
            step =>
              (one.value === "" || run.cellOf(step) === many) &&
              (two.value === "" || run.values[step - 1] === Number(two.value)),
          ),
      ],
      node: [() => `node ${many}`, run => run.steps.node.slice(many - 1, many)],
      depth: [() => `depth below ${many}`, run => fallsOf(run, many)],
      line: [() => one.value, run => runsOf(run, one.value)],
    };
    const [say, find] = kinds[kind.value];
    this.name = option.value = option.textContent = say();
    for (const run of stepper.runs) run.steps[this.name] = find(run);
    stepper.transport.draw();
  }

  /** How far Play comes. @param {number} from @param {number} to */
  halt(from, to) {
    const { stepper, name, option } = this;
    if (!stepper.transport.timer || !option.selected || to <= from) return to;
    const at = stepper.runs[stepper.leader()].next(from, name);
    if (at === null || at > to) return to;
    stepper.transport.play(false);
    requestAnimationFrame(() => stepper.say(`Play halts here: ${name}`));
    return at;
  }

  /** To where a line of the code runs next. @param {Panel} panel @param {Element} target */
  click({ run, source, at }, target) {
    const { stepper } = this,
      code = /** @type {HTMLElement} */ (target.closest(".fsl-code")),
      place = source.lines.findIndex(lines => lines.includes(code));
    if (place < 0 || stepper.asker.own || String(getSelection())) return;
    const steps = runsOf(run, lineOf(run, [place, source.lines[place].indexOf(code) + 1])),
      next = steps.find(step => step > stepper.steps[at]);
    if (next) return stepper.goAt(at, run.leap(next));
    const none = steps.length ? "this line does not run again" : "no event happens in this line";
    stepper.panels[at].note([[none, 0]]);
  }
}

/** @type {WeakMap<Stepper, Halting>} */ const HALTING = new WeakMap();

/** Who is told of a stepper's runs. @param {Stepper} stepper */
export function followRuns(stepper) {
  const known = HALTING.get(stepper) ?? new Halting(stepper);
  HALTING.set(stepper, known);
  known.build();
}
