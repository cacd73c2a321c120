// `Stepper(puzzle)`: choices of what is recorded.

import { h } from "./page.js";

export class Choosing {
  /** @param {import("./stepper.js").Stepper} stepper @param {HTMLElement} node */
  constructor(stepper, node) {
    this.stepper = stepper;
    this.node = node;
    for (const select of node.querySelectorAll("select"))
      select.addEventListener("change", () => this.choose(select));
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
    for (const select of this.node.querySelectorAll("select")) {
      const { name = "" } = select.dataset,
        offered = this.offered(name),
        texts = offered.map(([, text]) => text);
      if (texts.join("\n") !== [...select.options].map(({ text }) => text).join("\n"))
        select.replaceChildren(...texts.map((text, value) => h("option", { value }, text)));
      select.selectedIndex = offered.findIndex(([value]) => value === chosen[name]);
      select.disabled = texts.length < 2;
      if (name === "number") select.parentElement?.toggleAttribute("hidden", select.disabled);
    }
    this.node.hidden = !this.offered("look").length;
  }

  /** The first puzzle of another file: its number may be none of the file before.
   * @param {HTMLSelectElement} select */
  choose({ selectedIndex, dataset: { name = "" } }) {
    const [value] = this.offered(name)[selectedIndex],
      choice = { ...this.stepper.model.get("choice"), [name]: value };
    this.stepper.tellPython({ choice: name === "puzzle" ? { ...choice, number: 1 } : choice });
  }
}
