// Shows a widget in a notebook: `_esm` of each. Their script is large, so one model has it for all.

/** @typedef {import("./frame.js").Model} Model */

const LOADED = Symbol.for("futoshiki_lab"); // where the model keeps its module for the next widget

/** The module that a model holds compressed (player.py). @param {Model} script */
async function load(script) {
  const bytes = Uint8Array.from(atob(script.get("packed")), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const text = await new Response(stream).arrayBuffer();
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** anywidget 0.11 hears no news of Python's once a page takes two seconds to load a widget: then
 * let it hear, and ask for what has been told meanwhile.
 * @param {any} model in Jupyter, Backbone gives the real one back */
async function hearAgain(model) {
  const real = model.set({}),
    { _handle_comm_msg: hear } = Object.getPrototypeOf(Object.getPrototypeOf(real ?? {})) ?? {};
  try {
    await (hear && real._handle_comm_msg({ content: { data: {} } })); // says nothing
  } catch {
    real.comm.on_msg(hear.bind(real));
    real.comm.send({ method: "request_state" });
  }
}

export default {
  /** @param {{model: Model & {widget_manager: any}, el: Element}} widget */
  async render({ model, el }) {
    hearAgain(model);
    const script = await model.widget_manager.get_model(
      model.get("script").replace("IPY_MODEL_", ""),
    );
    const { show, styles } = await (script[LOADED] ??= load(script));
    // Beside the widget: where marimo shows it, no style of the page's head reaches.
    el.append(Object.assign(document.createElement("style"), { textContent: styles }));
    return show(model, el);
  },
};
