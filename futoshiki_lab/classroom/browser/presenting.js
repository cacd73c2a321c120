// Notes for who presents, in a second window.

/** @type {Window | null} */ let view = null;

/** The scene, and what the page has for instructors. A clicker's keys are heard there, too.
 * @param {import("../../stepper/browser/frame.js").Stage} stage */
export function showNotes(stage, opens = true) {
  /** @type {HTMLTemplateElement | null} */ const template = stage.page.querySelector(".fsl-notes"),
    details = [...stage.page.querySelectorAll("details")],
    theirs = details.find(one => /^\s*for the instructor/i.test(one.textContent ?? "")),
    found = template?.content.querySelector("details") ?? theirs;
  if (opens && !found) return stage.actor.say("this page has no notes for instructors");
  if (opens) view = window.open("", "fsl-notes", "width=720,height=820");
  if (!view || view.closed || !found)
    return opens && stage.actor.say("the browser opens no second window here");
  const own = view.document,
    notes = own.importNode(found, true),
    scene = Object.assign(own.createElement("h1"), { textContent: stage.title }),
    begins = `Scene ${parseInt(stage.title)} `,
    ours = [...notes.querySelectorAll("li")].find(one => one.textContent?.startsWith(begins));
  notes.open = true;
  if (ours) ours.style.outline = "3px solid #e69f00";
  own.title = "notes for the presenter";
  own.body.style.font = "20px/1.4 system-ui, sans-serif";
  own.body.replaceChildren(scene, notes);
  ours?.scrollIntoView({ block: "center" });
  view.onkeydown = ({ key }) => {
    const shown = stage.all().find(one => one.stage.on)?.root ?? document.body;
    shown.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };
}
