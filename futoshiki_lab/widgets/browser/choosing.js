// What is recorded: a row of choices above the board, where Python can record another run.

import { choice, h, put } from "./page.js";

/** By name in Python, what a choice says in front. @type {Record<string, string>} */
const CHOICES = {
  puzzle: "puzzle",
  number: "number",
  look: "algorithm",
  select: "next cell",
  order: "value order",
  jump: "goes back",
};

/** @typedef {{model: import("./frame.js").Model, tellPython(values: Record<string, any>): void}} Chooser
 * a stepper */

export class Choosing {
  /** @type {Record<string, HTMLSelectElement>} */ selects = {};

  constructor(/** @type {Chooser} */ stepper) {
    this.stepper = stepper;
    this.node = h("div", {
      class: "fsl-choosing",
      role: "group",
      "aria-label": "what is recorded",
    });
    for (const [name, label] of Object.entries(CHOICES)) {
      this.selects[name] = choice(label, [], () => this.choose(name));
      this.node.append(h("label", {}, h("span", {}, label), this.selects[name]));
    }
    this.draw();
  }

  /** What Python offers under a name. @param {string} name
   * @returns {[value: any, text: string][]} */
  offered(name) {
    return this.stepper.model.get("offers")?.[name] ?? [];
  }

  /** Options are told by their place: values may be texts, numbers or truths. */
  draw() {
    const chosen = this.stepper.model.get("choice") ?? {};
    for (const [name, select] of Object.entries(this.selects)) {
      const offered = this.offered(name),
        texts = offered.map(([, text]) => text);
      if (texts.join("\n") !== [...select.options].map(({ text }) => text).join("\n")) {
        select.replaceChildren(...texts.map((text, at) => h("option", { value: at }, text)));
      }
      select.selectedIndex = offered.findIndex(([value]) => value === chosen[name]);
      select.disabled = texts.length < 2;
      if (name === "number")
        put(/** @type {Element} */ (select.parentElement), "hidden", texts.length < 2 ? "" : null);
    }
    put(this.node, "hidden", this.offered("look").length ? null : "");
  }

  /** The first puzzle of another file: its number may be none of the file before.
   * @param {string} name */
  choose(name) {
    const [value] = this.offered(name)[this.selects[name].selectedIndex];
    const first = name === "puzzle" ? { number: 1 } : {};
    this.stepper.tellPython({
      choice: { ...this.stepper.model.get("choice"), ...first, [name]: value },
    });
  }
}
