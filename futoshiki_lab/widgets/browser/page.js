// What both roles need of a page: elements, keys beside the notebook's own, theme, life and end.
//
// Texts from a puzzle or a student's code reach the page as text nodes and attributes only.

const SVG = "http://www.w3.org/2000/svg";
const SUPPRESS = "data-lm-suppress-shortcuts"; // Jupyter takes no shortcut from an element with it
const number = new Intl.NumberFormat("en").format;
const count = (many, what) => `${number(many)} ${what}${many === 1 ? "" : "s"}`;
const sentence = (text) => (/^r\d+c\d/.test(text) ? text : text && text[0].toUpperCase() + text.slice(1)); // a cell stays a cell
const withModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Keys that keep their meaning for the notebook around a board: run this cell, save, ... */
const forNotebook = (event) => withModifier(event) || (event.key === "Enter" && event.shiftKey);

/** Make an element; strings become text nodes, functions listeners, all else attributes. */
function h(tag, props = {}, ...children) {
  const svg = tag.startsWith("svg:");
  const node = svg ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function button(text, label, click, name = "") {
  const props = { type: "button", class: `fsl-button ${name}`, "aria-label": label, title: label, click };
  return h("button", props, text);
}

/** Write text only where it changes: most frames change little. */
function write(node, text) {
  if (node.shown !== text) node.textContent = node.shown = text;
}

function put(node, name, value) {
  const shown = (node.put ??= {});
  if (shown[name] === value) return;
  shown[name] = value;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** The box around a board in one of its roles. */
class Frame {
  constructor(box, model, label, props) {
    Object.assign(this, { box, model, endings: [] });
    this.root = h("div", {
      class: "fsl", role: "group", "aria-label": label, [SUPPRESS]: "true",
      keydown: (event) => this.key(event), ...props,
    });
    this.notice = h("div", { class: "fsl-notice", role: "status" });
    box.append(this.root);
    this.watch("change:scale", () => this.rescale());
    this.watch("change:notice", () => this.showNotice());
    // On the window: before Jupyter's, which is on the document.
    this.listen(window, "keydown", (event) => this.share(event), true);
  }

  listen(target, event, action, capture = false) {
    target.addEventListener(event, action, capture);
    this.endings.push(() => target.removeEventListener(event, action, capture));
  }

  /** Hear of the model for as long as this is shown. */
  watch(event, action) {
    this.model.on(event, action);
    this.endings.push(() => this.model.off(event, action));
  }

  close() {
    this.endings.forEach((end) => end());
    this.root.remove();
  }

  showNotice() {
    write(this.notice, this.model.get("notice") ?? "");
  }

  rescale() {
    this.root.style.setProperty("--fsl-scale", this.model.get("scale") || 1);
  }

  isForNotebook(event) {
    return forNotebook(event);
  }

  /** Give the keyboard to the cell around, where there is one, for Jupyter's command mode. */
  leave() {
    const cell = this.root.closest(".jp-Cell");
    if (!cell) return false;
    cell.focus({ preventScroll: true });
    if (document.activeElement !== cell) this.root.closest(".jp-Notebook")?.focus({ preventScroll: true });
    return true;
  }

  /**
   * Jupyter is kept from the board's keys by an attribute, which it looks for before the key
   * comes here; so for the notebook's own keys the attribute goes in time.
   */
  share(event) {
    if (!this.root.contains(event.target)) return;
    const shared = this.isForNotebook(event);
    put(this.root, SUPPRESS, shared ? null : "true");
    // A field swallows it otherwise: to Jupyter, whoever types in one is editing.
    if (shared && event.key === "Enter") this.root.focus({ preventScroll: true });
  }

  // -- the list of keys ------------------------------------------------------------------------

  makeHelp(title, keys, more) {
    const rows = keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what)));
    this.helping = h("div", { class: "fsl-help", role: "dialog", "aria-label": "keys", hidden: "" },
      h("b", {}, title), h("table", {}, h("tbody", {}, ...rows)), h("p", {}, more),
      h("button", { type: "button", class: "fsl-button", click: () => this.help(false) }, "close"));
    return this.helping;
  }

  help(open = this.helping.hidden) {
    this.helping.hidden = !open;
    (open ? this.helping.querySelector("button") : this.home()).focus({ preventScroll: true });
  }

  /** What has the focus while nothing inside has it. */
  home() {
    return this.root;
  }
}

/** Show a role of the board in an element; `model` is anywidget's, or a `Standalone`. */
function show(Role, model, element) {
  const shown = new Role(element, model);
  return () => shown.close();
}

// -- without a kernel -----------------------------------------------------------------------------

/** What stands in for a kernel's model in a plain page; messages go to `answer`. */
class Standalone {
  constructor(state, answer = () => null) {
    Object.assign(this, { state, answer, hearers: [] });
    this.alone = true;
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  save_changes() {}

  send(question) {
    this.tell("msg:custom", this.answer(question));
  }

  tell(what, ...news) {
    for (const [event, action] of this.hearers) if (event === what) action(...news);
  }

  on(event, action) {
    this.hearers.push([event, action]);
  }

  off(event, action) {
    this.hearers = this.hearers.filter(([name, heard]) => name !== event || heard !== action);
  }
}

/** Compressed bytes in base64, as export.py writes them. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bring all boxes to life that export.py has written into this page. */
async function playAll(roles) {
  for (const box of document.querySelectorAll(".fsl-player")) {
    const state = JSON.parse(box.querySelector("script").textContent);
    const Role = roles[state.role], model = await Role.standalone(state);
    box.replaceChildren();
    show(Role, model, box);
  }
}
