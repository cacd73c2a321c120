// Play: the board in the role of a game, with pencil marks, conflicts, hints and a timer.

const PAUSE = 1500; // milliseconds within which a second digit makes a number of two
const STORE = "futoshiki_lab:"; // where a browser keeps games, each under its puzzle's key
const GAME_KEYS = [
  ["← → ↑ ↓", "choose a cell; Home / End: the ends of its row"],
  ["1, 2, 3 …", "enter a value; from 10 on type its two digits"],
  ["p", "pencil: digits make notes; the same again crosses out, once more takes the note away"],
  ["Shift+digit", "one note, whatever p says"],
  ["Backspace, 0", "take the value away; where there is none, the notes"],
  ["m", "note all values that the rules leave, in every empty cell"],
  ["u, Ctrl+Z / r, Ctrl+Y", "undo / redo, to the very first move"],
  ["h", "a hint; again: a stronger one, three in all"],
  ["Enter", "do what the strongest hint says"],
  ["c", "check what is entered"],
  ["s", "show the solution (u takes it back)"],
  ["Shift+R", "start again (u takes it back)"],
  ["t", "hide or show the timer"],
  ["n", "to the choice of a new puzzle"],
  ["Esc", "closes this list or the hint; then gives the keyboard back to the notebook"],
  ["?", "this list"],
];
const GAME_HELP = "Click or tap a cell, then a number below the board. Values that break a rule are hatched, " +
  "and a red line joins them; dashed frames are the cells of a hint.";

/** The shorter form of a time: 4:05, 1:04:05. */
function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

const list = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

class Play extends Frame {
  constructor(box, model) {
    super(box, model, "play a Futoshiki; press ? for the keys", {
      tabindex: "-1",
      pointerdown: (event) => {
        if (!event.target.closest("button,select,.fsl-board,.fsl-help,.fsl-table")) this.focusBoard(event);
      },
    });
    this.root.game = this; // for the tests, and for who is curious in the console
    this.waiting = new Map(); // questions to the kernel that are open, by their id
    this.busy = new Set(); // what is being done with the answers
    this.watch("change:board", () => this.build());
    this.watch("change:game", () => this.hear());
    this.watch("msg:custom", (message) => this.answered(message));
    this.listen(window, "pagehide", () => this.save());
    this.listen(document, "visibilitychange", () => this.save());
    const ticking = setInterval(() => this.tick(), 1000);
    this.endings.push(() => clearInterval(ticking));
    this.build();
  }

  /** What a page without a kernel holds: hints and solution are compressed. */
  static async standalone(state) {
    const carried = JSON.parse(new TextDecoder().decode(await unpack(state.carried)));
    const answers = new Carried(new Puzzle(state.board), carried);
    return new Standalone(state, (question) => answers.answer(question));
  }

  close() {
    this.save();
    super.close();
  }

  // -- building --------------------------------------------------------------------------------

  build() {
    const sent = this.model.get("board");
    this.puzzle = new Puzzle(sent);
    this.id = sent.key;
    this.game = new Game(this.puzzle);
    this.facts = null;
    this.pencil = false;
    this.root.classList.remove("fsl-noting");
    this.typed = { digit: 0 };
    this.hint = null;
    this.wrong = [];
    const { n } = this.puzzle;
    this.board = new Board(this.puzzle, `board, ${n} by ${n}: arrows choose a cell, digits enter a value`, {
      click: (cell) => this.choose(cell),
    });
    this.said = h("div", { class: "fsl-hidden", "aria-live": "polite" });
    this.told = h("p", { class: "fsl-sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.table = h("div", { class: "fsl-table" }, this.board.node);
    this.root.replaceChildren(this.notice, h("div", {
      class: n > 12 ? "fsl-game fsl-wide" : "fsl-game", style: `--fsl-n:${n}`,
    }, this.makeTitle(sent.name), this.table, this.makeSide()));
    this.rescale();
    this.showNotice();
    this.recall();
    this.chosen = Math.max(0, this.game.values.indexOf(0));
    this.draw();
    this.tell(this.game.at ? `Your game goes on: ${this.progress()}.` : this.welcome());
  }

  makeTitle(name) {
    const { n } = this.puzzle;
    this.time = h("span", { class: "fsl-time", role: "timer", "aria-label": "time", "aria-live": "off" });
    this.timing = button("", "hide or show the timer (t)", () => this.toggleTimer(), "fsl-bare");
    this.count = h("span", { class: "fsl-count" });
    return h("div", { class: "fsl-title" }, h("b", {}, name || `a ${n}×${n} puzzle`), this.count,
      h("span", { class: "fsl-where" }, this.time, " ", this.timing, " ",
        button("?", "the keys (?)", () => this.help(), "fsl-bare")));
  }

  makeSide() {
    const words = { class: "fsl-words", tabindex: "0", role: "region", "aria-label": "what happened" };
    const controls = h("div", { class: "fsl-controls" },
      h("div", words, this.told), this.makePad(), this.makeActions(), this.makeNew());
    const keys = this.model.alone ? GAME_KEYS.filter(([key]) => key !== "n") : GAME_KEYS;
    return h("div", { class: "fsl-side" }, controls,
      this.makeHelp("Keys, while the board has the focus", keys, GAME_HELP), this.said);
  }

  makePad() {
    const { n } = this.puzzle, pad = h("div", { class: "fsl-pad", role: "group", "aria-label": "numbers" });
    this.digits = Array.from({ length: n }, (_, at) => this.press(String(at + 1), `enter ${at + 1}`, () => this.enter(at + 1), "fsl-digit"));
    pad.append(...this.digits);
    return pad;
  }

  /** A button that leaves the focus where it is, on the board, when it is clicked. */
  press(text, label, click, name = "") {
    const made = button(text, label, click, `fsl-press ${name}`);
    made.addEventListener("pointerdown", (event) => this.focusBoard(event));
    made.addEventListener("mousedown", (event) => event.preventDefault());
    return made;
  }

  makeActions() {
    this.pencils = this.press("✎ notes", "pencil: digits make notes (p)", () => this.togglePencil());
    this.pencils.setAttribute("aria-pressed", "false");
    this.undoing = this.press("↶ undo", "undo (u)", () => this.undo());
    this.redoing = this.press("↷ redo", "redo (r)", () => this.redo());
    this.hinting = this.press("hint", "a hint, a stronger one when pressed again (h)", () => this.nextHint());
    this.applying = this.press("apply", "do what the strongest hint says (Enter)", () => this.apply(), "fsl-apply");
    return h("div", { class: "fsl-actions", role: "toolbar", "aria-label": "game" },
      this.pencils, this.press("⌫ erase", "take the value or the notes away (Backspace)", () => this.erase()),
      this.undoing, this.redoing, this.hinting, this.applying,
      this.press("note all", "note all values that the rules leave (m)", () => this.noteAll()),
      this.press("check", "check what is entered (c)", () => this.check()),
      this.press("solve", "show the solution (s)", () => this.solve()),
      this.press("restart", "start again (Shift+R)", () => this.restart()));
  }

  /** The choice of a new puzzle; a page without a kernel cannot make one. */
  makeNew() {
    const { sizes = [], levels = [] } = this.model.get("offers") ?? {};
    if (this.model.alone || !sizes.length) return h("div", { hidden: "" });
    const choice = (label, options, chosen) => {
      const made = h("select", { class: "fsl-choice", "aria-label": label },
        ...options.map(([value, text]) => h("option", { value }, text)));
      made.value = chosen;
      return made;
    };
    const { n, level } = this.wish ?? { n: sizes.includes(this.puzzle.n) ? this.puzzle.n : sizes[0], level: levels[1] ?? levels[0] };
    this.sizing = choice("size of a new puzzle", sizes.map((size) => [size, `${size}×${size}`]), n);
    this.levelling = choice("level of a new puzzle", levels.map((one) => [one, one]), level);
    this.making = this.press("new puzzle", "make a new puzzle of this size and level", () => this.makePuzzle());
    return h("div", { class: "fsl-new", role: "group", "aria-label": "a new puzzle" }, this.sizing, this.levelling, this.making);
  }

  // -- kept ------------------------------------------------------------------------------------

  /** Go on with what the notebook keeps, or else this browser; a page without a kernel stays as it was written. */
  recall() {
    const kept = [() => this.model.get("game"), () => this.stored()];
    if (this.model.alone) kept.reverse();
    if (kept.some((find) => this.game.load(find(), this.id)) && this.game.moves.length) this.save();
  }

  stored() {
    try {
      return JSON.parse(localStorage.getItem(STORE + this.id));
    } catch {
      return null; // nothing that can be read, or no store at all
    }
  }

  save() {
    const kept = this.game.plain(this.id);
    this.saving = true;
    this.model.set("game", structuredClone(kept));
    this.saving = false;
    this.model.save_changes();
    try {
      localStorage.setItem(STORE + this.id, JSON.stringify(kept));
    } catch {
      // no store, or a full one: the notebook has it
    }
  }

  /** Another view of this game, or Python, has changed it. */
  hear() {
    if (this.saving) return;
    const state = this.model.get("game");
    if (!this.game.load(state, this.id)) this.game.reset();
    this.hint = null;
    this.draw();
  }

  // -- the timer -------------------------------------------------------------------------------

  tick() {
    if (document.hidden || this.game.solved || !this.root.isConnected) return;
    this.game.seconds++;
    this.drawTime();
  }

  drawTime() {
    write(this.time, this.hideTime ? "" : clock(this.game.seconds));
    write(this.timing, this.hideTime ? "show timer" : "hide");
  }

  toggleTimer() {
    this.hideTime = !this.hideTime;
    this.drawTime();
    this.tell(this.hideTime ? "The timer is hidden; it goes on." : "The timer is shown.");
  }

  // -- drawing and telling ---------------------------------------------------------------------

  draw() {
    const { board, game, puzzle, hint } = this, broken = game.conflicts();
    const bad = new Set([...broken.flat(), ...this.wrong]);
    const strength = hint?.strength ?? 0;
    if (strength > 1 && hint.wrong !== null) bad.add(hint.wrong);
    for (let cell = 0; cell < puzzle.cells; cell++) {
      board.drawCell(cell, game.values[cell], this.shownNotes(cell), game.struck[cell]);
      board.hatch(cell, bad.has(cell));
    }
    put(board.node, "class", game.solved ? "fsl-board fsl-solved" : "fsl-board");
    board.drawCurrent(game.solved ? -1 : this.chosen);
    board.drawChecked(hint ? [...new Set([...hint.cells, ...this.targets(hint)])] : []);
    board.drawBroken(broken);
    const last = strength === 3;
    board.drawCuts(last ? hint.removes.flatMap(([cell, gone]) => gone.map((value) => [cell, value])) : []);
    board.drawGhosts(last ? hint.places : []);
    this.drawControls();
    this.drawTime();
  }

  /** On a large board only their number is shown, and what is struck out counts too. */
  shownNotes(cell) {
    const { game, puzzle } = this;
    return puzzle.n > SMALLEST && game.struck[cell] ? game.possible(cell) : game.noted[cell];
  }

  drawControls() {
    const { game } = this;
    put(this.undoing, "aria-disabled", game.at ? null : "true");
    put(this.redoing, "aria-disabled", game.at < game.moves.length ? null : "true");
    write(this.count, this.progress());
    const many = new Uint16Array(this.puzzle.n + 1);
    for (const value of game.values) many[value]++;
    this.digits.forEach((digit, at) => put(digit, "data-done", many[at + 1] >= this.puzzle.n ? "true" : null));
    const strength = this.hint?.strength ?? 0;
    write(this.hinting, strength ? `hint ${Math.min(3, strength + 1)}/3` : "hint");
    put(this.hinting, "aria-disabled", strength === 3 ? "true" : null);
    put(this.applying, "aria-disabled", strength === 3 ? null : "true");
  }

  progress() {
    const { game } = this;
    return game.left ? `${count(game.left, "empty cell")}` : game.solved ? "solved" : "full, but not solved";
  }

  welcome() {
    const { n } = this.puzzle;
    return `Fill in 1 to ${n} so that no row and no column has a value twice and every sign holds.`;
  }

  tell(text, kind = "plain") {
    write(this.told, text);
    put(this.told, "data-kind", kind);
  }

  /** After a change: what was done, or what is broken now, or that it is solved. */
  report(done) {
    this.typed.digit = 0;
    this.hint = null;
    this.wrong = [];
    this.draw();
    this.save();
    const broken = this.game.conflicts();
    if (this.game.solved) return this.tell(`Solved${this.hideTime ? "" : ` in ${clock(this.game.seconds)}`}. Every row, column and sign holds.`, "solved");
    if (!broken.length) return this.tell(done);
    const touched = new Set(this.game.touched);
    const first = broken.find((pair) => pair.some((cell) => touched.has(cell))) ?? broken[0];
    const more = broken.length > 1 ? ` (and ${count(broken.length - 1, "other conflict")})` : "";
    this.tell(`${sentence(this.brokenWords(first))}${more}.`, "conflict");
  }

  brokenWords([cell, other]) {
    const { puzzle, game } = this, [a, b] = [puzzle.name(cell), puzzle.name(other)];
    const relation = puzzle.relation(cell, other), [v, w] = [game.values[cell], game.values[other]];
    if (v !== w) return `the sign ${a} ${relation} ${b} is broken: ${v} is not ${relation === "<" ? "less" : "greater"} than ${w}`;
    const row = puzzle.row(cell) === puzzle.row(other);
    const line = row ? `row ${puzzle.row(cell) + 1}` : `column ${puzzle.column(cell) + 1}`;
    return `${line} has ${v} twice: ${a} and ${b}`;
  }

  /** A cell as a screen reader is told of it. */
  describe(cell) {
    const { puzzle, game } = this, value = game.values[cell];
    const parts = [puzzle.name(cell)];
    if (puzzle.givens[cell]) parts.push(`given ${value}`);
    else parts.push(value ? String(value) : "empty");
    if (!value && game.noted[cell]) parts.push(`noted ${list(valuesOf(game.noted[cell]))}`);
    if (!value && game.struck[cell]) parts.push(`crossed out ${list(valuesOf(game.struck[cell]))}`);
    for (const other of puzzle.neighbours(cell)) {
      const relation = puzzle.relation(cell, other);
      if (relation !== "≠") parts.push(`${relation === "<" ? "less" : "greater"} than ${puzzle.name(other)}`);
    }
    return parts.join(", ");
  }

  // -- moves -----------------------------------------------------------------------------------

  focusBoard(event) {
    event?.preventDefault();
    this.board.node.focus({ preventScroll: true });
  }

  home() {
    return this.board.node;
  }

  /** The list of keys takes the place of the controls. */
  help(open = this.helping.hidden) {
    this.helping.previousSibling.hidden = open;
    super.help(open);
    if (open) this.helping.scrollIntoView({ block: "nearest" });
  }

  choose(cell) {
    this.chosen = cell;
    this.typed.digit = 0;
    this.board.drawCurrent(this.game.solved ? -1 : cell);
    this.keepInView(cell);
    write(this.said, this.describe(cell));
  }

  /** On a large board that is scrolled in its box. */
  keepInView(cell) {
    const { table, board } = this, unit = board.node.clientWidth / board.node.viewBox.baseVal.width;
    const margin = CELL * unit;
    const [x, y] = board.middle(cell).map((at) => at * unit);
    const into = (at, from, room) => Math.max(at + 1.5 * margin - room, Math.min(from, at - 1.5 * margin));
    table.scrollLeft = into(x, table.scrollLeft, table.clientWidth);
    table.scrollTop = into(y, table.scrollTop, table.clientHeight);
  }

  fixed(cell) {
    if (!this.puzzle.givens[cell]) return false;
    this.tell(`${this.puzzle.name(cell)} = ${this.puzzle.givens[cell]} is given and stays.`);
    return true;
  }

  /** Enter or note a value in the chosen cell. False if nothing changes. */
  enter(value, note = this.pencil) {
    const { game, chosen: cell } = this, name = this.puzzle.name(cell);
    if (this.fixed(cell)) return false;
    if (note && game.values[cell]) {
      this.tell(`${name} has a value; take it away before you note others.`);
      return false;
    }
    const moved = note ? game.note(cell, value) : game.enter(cell, value);
    this.report(note ? `${name}: ${value} ${this.noteOf(cell, value)}.` : `${name} = ${value}.`);
    return moved;
  }

  noteOf(cell, value) {
    const { noted, struck } = this.game;
    return noted[cell] & bit(value) ? "noted" : struck[cell] & bit(value) ? "crossed out" : "no note any more";
  }

  /** A digit that is typed: alone a value, or the second one of a number of two digits. */
  type(digit, note) {
    const { n } = this.puzzle, { digit: first, time, note: noted, moved } = this.typed, both = first * 10 + digit;
    const second = first > 0 && both <= n && noted === note && performance.now() - time < PAUSE;
    const value = second ? both : digit;
    if (value === 0) return this.erase();
    if (value > n) return this.tell(`The values are 1 to ${n}.`);
    if (second && moved) this.game.undo();
    const made = this.enter(value, note);
    const more = !second && digit * 10 <= n && !this.puzzle.givens[this.chosen]; // may be the first of two
    if (more) this.typed = { digit, note, moved: made, time: performance.now() };
  }

  erase() {
    if (this.fixed(this.chosen)) return;
    const had = this.game.values[this.chosen];
    const done = this.game.clear(this.chosen);
    this.report(done ? `${this.puzzle.name(this.chosen)}: ${had ? "empty again" : "its notes are gone"}.` : "Nothing to take away here.");
  }

  togglePencil() {
    this.pencil = !this.pencil;
    put(this.pencils, "aria-pressed", String(this.pencil));
    this.root.classList.toggle("fsl-noting", this.pencil);
    this.tell(this.pencil ? "Pencil: digits make notes. The same digit again crosses it out." : "Digits enter values.");
  }

  undo() {
    const touched = this.game.touched;
    if (!this.game.undo()) return this.tell("There is nothing to undo.");
    this.went(touched, "Undone");
  }

  redo() {
    if (!this.game.redo()) return this.tell("There is nothing to redo.");
    this.went(this.game.touched, "Redone");
  }

  went(touched, what) {
    const few = touched.length < 4;
    if (touched.length === 1) this.choose(touched[0]);
    this.report(`${what}: ${few ? list(touched.map((cell) => this.puzzle.name(cell))) : count(touched.length, "cell")}.`);
  }

  noteAll() {
    this.report(this.game.noteAll() ? "Every empty cell has its notes: what the rules leave." : "There is nothing to note.");
  }

  restart() {
    const changed = this.game.restart();
    this.game.seconds = 0;
    this.report(changed ? "From the start again; undo (u) brings back what was there." : this.welcome());
  }

  // -- asking the kernel, or what the page carries ---------------------------------------------

  /** @returns {Promise} the answer; it is refused with a sentence. */
  ask(what, more = {}) {
    const id = `${Date.now()} ${Math.random()}`;
    return new Promise((answer, refuse) => {
      const late = setTimeout(() => this.tell("Waiting for the kernel: it is at work, or it has stopped."), 2500);
      this.waiting.set(id, { answer, refuse, late });
      this.model.send({ id, ask: what, ...more });
    });
  }

  answered({ id, answer, error }) {
    const asked = this.waiting.get(id);
    if (!asked) return; // another view's
    this.waiting.delete(id);
    clearTimeout(asked.late);
    if (error) asked.refuse(new Error(error));
    else asked.answer(answer);
  }

  async know() {
    this.facts ??= await this.ask("facts");
    return this.facts;
  }

  /** Do something that asks, not twice at a time; what goes wrong is said. */
  async during(what, task) {
    if (this.busy.has(what)) return;
    this.busy.add(what);
    put(this.root, "aria-busy", "true");
    const { puzzle } = this;
    try {
      await task(() => this.puzzle === puzzle && this.root.isConnected);
    } catch (error) {
      this.tell(`That did not work: ${error.message}.`, "conflict");
    } finally {
      this.busy.delete(what);
      if (!this.busy.size) put(this.root, "aria-busy", null);
    }
  }

  check() {
    return this.during("check", async (still) => {
      const { game } = this, broken = game.conflicts();
      if (broken.length || game.solved) return this.report("");
      const { solutions, solution } = await this.know();
      if (!still()) return;
      this.hint = null;
      this.wrong = solutions === 1 ? [...game.values.keys()].filter((cell) => game.values[cell] && game.values[cell] !== solution[cell]) : [];
      this.draw();
      this.tell(this.verdict(solutions), this.wrong.length || solutions === 0 ? "conflict" : "plain");
    });
  }

  verdict(solutions) {
    const names = list(this.wrong.map((cell) => this.puzzle.name(cell)));
    if (this.wrong.length === 1) return `No rule is broken yet, but ${names} is wrong.`;
    if (this.wrong.length) return `No rule is broken yet, but ${this.wrong.length} entries are wrong: ${names}.`;
    if (solutions === 1) return `All right so far: ${this.progress()}.`;
    if (solutions === 0) return "No rule is broken so far, but this puzzle has no solution.";
    const why = solutions === null ? "whether it can be completed is not known" : "this puzzle has several solutions";
    return `No rule is broken so far; ${why}.`;
  }

  solve() {
    return this.during("solve", async (still) => {
      const { solutions, solution } = await this.know();
      if (!still()) return;
      if (solutions === 0) return this.tell("This puzzle has no solution.", "conflict");
      if (!solution) return this.tell("No solution was found within the effort that is made here.", "conflict");
      this.game.fill(solution);
      this.report("");
      this.tell(solutions === 1 ? "This is the solution; undo (u) takes it back."
        : "This is one of several solutions; undo (u) takes it back.", "solved");
    });
  }

  makePuzzle() {
    return this.during("puzzle", async () => {
      const wish = (this.wish = { n: Number(this.sizing.value), level: this.levelling.value });
      this.tell(`Making a new ${wish.n}×${wish.n} puzzle, ${wish.level} …`);
      this.save();
      put(this.making, "aria-disabled", "true");
      try {
        await this.ask("puzzle", wish); // the kernel sets the board, and that builds it
      } finally {
        put(this.making, "aria-disabled", null);
      }
    });
  }

  // -- hints -----------------------------------------------------------------------------------

  targets({ places, removes, wrong }) {
    const cells = [...places, ...removes].map(([cell]) => cell);
    return wrong === null ? cells : [...cells, wrong];
  }

  nextHint() {
    if (this.hint) {
      this.hint.strength = Math.min(3, this.hint.strength + 1);
      return this.showHint();
    }
    return this.during("hint", async (still) => {
      if (this.game.solved) return this.tell("It is solved: there is nothing left to hint at.");
      const { game } = this, { at } = game;
      const found = await this.ask("hint", this.position());
      const facts = found ? null : await this.know();
      if (!still() || game.at !== at) return; // the player has gone on
      this.wrong = [];
      if (!found) return this.tell(this.noHint(facts), "conflict");
      if (!this.targets(found).length) return this.tell(found.where, "conflict"); // why there is none
      this.hint = { ...found, strength: 1 };
      this.showHint();
    });
  }

  /** What is entered and noted, as the kernel is asked about it. */
  position() {
    const { game } = this, marks = [];
    for (let cell = 0; cell < this.puzzle.cells; cell++) {
      const left = game.possible(cell);
      if (!game.values[cell] && left !== game.all) marks.push([cell, valuesOf(left)]);
    }
    return { values: [...game.values], marks };
  }

  /** A page carries hints for some puzzles only; a kernel has one for every board. */
  noHint({ solutions }) {
    if (solutions === 0) return "This puzzle has no solution, so no hint leads to one.";
    if (solutions === 1) return "This page carries no hints for a board of this size; a notebook gives them.";
    return "This puzzle has several solutions, so that no value follows; a notebook hints at one of them.";
  }

  showHint() {
    const { hint } = this, texts = [hint.where, hint.rule, hint.why].slice(0, hint.strength);
    this.draw();
    // A proof may have many steps: each in a line of its own.
    this.tell([`Hint ${hint.strength} of 3`, ...texts].join("\n").replaceAll(", then ", ",\nthen "), "hint");
    this.told.parentNode.scrollTop = 0;
    const cell = this.targets(hint)[0];
    if (hint.strength === 3 && cell !== undefined) this.choose(cell);
  }

  apply() {
    if (this.hint?.strength !== 3) return this.tell("Only a hint of strength 3 can be applied: press h until it is there.");
    const { hint, puzzle } = this;
    const done = [
      ...hint.places.map(([cell, value]) => `${puzzle.name(cell)} = ${value}`),
      ...hint.removes.map(([cell, gone]) => `${list(gone)} crossed out in ${puzzle.name(cell)}`),
      ...(hint.wrong === null ? [] : [`${puzzle.name(hint.wrong)} ${this.game.values[hint.wrong] ? "is empty again" : "has no notes any more"}`]),
    ];
    this.game.apply(hint);
    this.report(`${sentence(done.slice(0, 3).join("; "))}${done.length > 3 ? " …" : "."}`);
  }

  // -- keys ------------------------------------------------------------------------------------

  /** Undo and redo are the game's here; all else with Ctrl, Alt or Cmd is the notebook's. */
  isForNotebook(event) {
    return forNotebook(event) && !this.isHistory(event);
  }

  isHistory({ ctrlKey, metaKey, altKey, key }) {
    return (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);
  }

  key(event) {
    const { target, key } = event;
    if (this.isForNotebook(event)) return;
    event.stopPropagation();
    if (key === "Escape") return this.escape(target);
    if (target.matches("select")) return;
    if (target.matches(".fsl-words") && /^(Arrow|Page|Home|End| )/.test(key)) return; // it scrolls
    if (target.matches("button") && (key === " " || key === "Enter")) return;
    const action = this.isHistory(event) ? this.history(event) : this.digit(event) ?? this.command(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  history({ key, shiftKey }) {
    return () => (key.toLowerCase() === "y" || shiftKey ? this.redo() : this.undo());
  }

  /** A digit by its place on the keyboard, since what Shift makes of it differs; or one of the number pad. */
  digit({ key, code, shiftKey }) {
    const typed = /^Digit(\d)$/.exec(code)?.[1] ?? /^\d$/.exec(key)?.[0];
    return typed === undefined ? undefined : () => this.type(Number(typed), shiftKey || this.pencil);
  }

  command({ key, shiftKey }) {
    const { puzzle, chosen } = this, start = puzzle.row(chosen) * puzzle.n;
    if (key.startsWith("Arrow")) return () => (this.focusBoard(), this.choose(puzzle.beside(chosen, key)));
    const letter = key.length === 1 ? key.toLowerCase() : key;
    if (letter === "r" && shiftKey) return () => this.restart();
    return {
      Home: () => this.choose(start), End: () => this.choose(start + puzzle.n - 1),
      Backspace: () => this.erase(), Delete: () => this.erase(),
      p: () => this.togglePencil(), m: () => this.noteAll(),
      u: () => this.undo(), z: () => this.undo(), r: () => this.redo(), y: () => this.redo(),
      h: () => this.nextHint(), Enter: () => this.apply(), c: () => this.check(), s: () => this.solve(),
      t: () => this.toggleTimer(), n: () => this.sizing?.focus(), "?": () => this.help(),
    }[letter];
  }

  /** Escape leads outwards: from the help, the hint, a control, and then to the notebook. */
  escape(from) {
    if (!this.helping.hidden) return this.help(false);
    if (this.hint) {
      this.hint = null;
      this.draw();
      return this.tell(this.progress() === "solved" ? "Solved." : `${sentence(this.progress())}.`);
    }
    if (from !== this.board.node || !this.leave()) this.focusBoard();
  }
}
