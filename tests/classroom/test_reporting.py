"""What a page tells the page that frames it, by SPLICE's iframe protocol, and takes back."""

import json

import pytest

from futoshiki_lab import Cell, Drive, load, predict
from futoshiki_lab.stepper.pages import page_of, script_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

COURSE, CONTENT = "http://course.test", "http://content.test/page.html"

# Written from the specification: it keeps what is reported, and gives it back when asked.
FRAMING = """<!DOCTYPE html><meta charset="utf-8"><title>A course</title>
<iframe src="{content}" width="1000" height="900"></iframe><script>
const heard = window.heard = [], kept = key => JSON.parse(sessionStorage.getItem(key));
addEventListener("message", ({{ data, source }}) => {{
  if (data.subject === "lti.frameResize")
    document.querySelector("iframe").height = data.height;
  if (!String(data.subject).startsWith("SPLICE.")) return;
  heard.push(data);
  const { message_id } = data, response = "SPLICE.getState.response";
  if (data.subject === "SPLICE.reportScoreAndState") {{
    sessionStorage.setItem("state", JSON.stringify(data.state));
    if ("score" in data) sessionStorage.setItem("score", data.score);
  }}
  if (data.subject === "SPLICE.getState") {{
    for (const wrong of window.wrong ?? []) source.postMessage({{ ...wrong, message_id }}, "*");
    setTimeout(() => source.postMessage(
      {{ subject: response, message_id, state: kept("state") }}, "*"), 50);
  }}
}});
</script>""".replace("{ message_id }", "{{ message_id }}")


@pytest.fixture
def course(browser):
    """A function that opens a page of players in a frame, or by itself."""
    context = browser.new_context()
    page = context.new_page()

    def open_course(*players, framed=True, report=True, before=""):
        body = "".join(player.as_html() for player in players)
        own = page_of("questions", body, script=script_of(report))
        texts = {CONTENT: own, f"{COURSE}/": FRAMING.format(content=CONTENT)}

        def serve(route):
            html = "text/html; charset=utf-8"
            route.fulfill(body=texts.get(route.request.url, ""), content_type=html)

        page.route("**", serve)
        page.add_init_script(before)
        page.goto(COURSE if framed else CONTENT)
        return page

    yield open_course
    context.close()


def questions():
    return (
        predict("How many nodes?", 3),
        predict("Which cell is next?", Cell(0, 1), board=load("nyu/Input1")),
        predict("How many checks, do you think?", 9, bet=True),
    )


def answer(page, number, text):
    frame = page.frames[1]
    one = frame.locator(".fsl-player").nth(number)
    one.locator("input[type=number], input[type=text]").first.fill(text)
    one.locator(".fsl-commit").first.click()


def heard(page, many):
    page.wait_for_function(f"heard.length >= {many}")
    return page.evaluate("heard")


def test_a_page_asks_what_was_kept_and_reports_score_and_state(course):
    page = course(*questions())
    [asked] = heard(page, 1)
    assert asked.keys() == {"subject", "message_id"}
    assert asked["subject"] == "SPLICE.getState"
    page.wait_for_timeout(300)
    answer(page, 0, "3")
    asked, told = heard(page, 2)
    assert told["subject"] == "SPLICE.reportScoreAndState"
    assert told["message_id"] != asked["message_id"]
    assert told["score"] == 1 / 2  # one of two that are right or wrong; nothing of the bet
    assert told["state"]["players"][0]["given"] == [3]
    answer(page, 2, "8")
    *_, told = heard(page, 3)
    assert "score" not in told  # only the state is another
    assert told["state"]["players"][2]["given"] == [8]


def test_what_was_kept_stands_there_again_after_a_reload(course):
    page = course(*questions())
    heard(page, 1)
    page.wait_for_timeout(300)
    answer(page, 0, "3")
    heard(page, 2)
    page.reload()
    field = page.frames[1].locator(".fsl-player").first
    field.locator(".fsl[data-state=right]").wait_for()
    page.wait_for_timeout(600)
    assert len(page.evaluate("heard")) == 1  # nothing is news


def test_another_learner_of_the_same_browser_begins_anew(course):
    page = course(*questions())
    heard(page, 1)
    page.wait_for_timeout(300)
    answer(page, 0, "3")
    heard(page, 2)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    heard(page, 1)
    page.wait_for_timeout(600)
    assert page.frames[1].locator(".fsl[data-state=right]").count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"subject": "SPLICE.getState.response", "state": {"version": 1, "players": "all"}},
        {"subject": "SPLICE.getState.response", "state": [1]},
        {"subject": "SPLICE.getState.response", "state": {"version": 1, "players": [7, None]}},
        {"subject": "SPLICE.other", "state": {}},
        {},
    ],
    ids=json.dumps,
)
def test_a_reply_of_another_shape_changes_nothing(course, wrong):
    before = f"if (self === top) window.wrong = [{json.dumps(wrong)}];"
    page = course(*questions(), before=before)
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    heard(page, 1)
    page.wait_for_timeout(400)
    answer(page, 0, "3")
    *_, told = heard(page, 2)
    assert told["state"]["players"][0]["given"] == [3]
    assert errors == []


def test_a_message_of_another_page_is_not_heard(course):
    page = course(*questions())
    [asked] = heard(page, 1)
    page.wait_for_timeout(300)
    given = {"role": "question", "key": "", "given": [3]}
    reply = {"subject": "SPLICE.getState.response", "state": {"version": 1, "players": [given]}}
    page.frames[1].evaluate(
        "reply => window.postMessage(reply, '*')", reply | {"message_id": asked["message_id"]}
    )
    page.wait_for_timeout(300)
    assert page.frames[1].locator(".fsl[data-state=right]").count() == 0


def test_a_frame_is_as_high_as_its_page_also_when_an_answer_opens_more(course):
    page = course(*questions())
    frame, told = page.frames[1], "Number(document.querySelector('iframe').height)"
    page.wait_for_function(f"{told} !== 900")
    before = frame.evaluate("document.body.offsetHeight")
    assert 0 <= page.evaluate(told) - before < 60  # its margins
    answer(page, 0, "4")
    page.wait_for_function(f"{told} > {before + 60}")
    frame.wait_for_function(f"document.body.offsetHeight > {before}")


@pytest.mark.parametrize("how", [{"framed": False}, {"report": False}])
def test_a_page_without_a_frame_or_that_may_not_report_is_silent(course, how):
    page = course(*questions(), **how)
    page.evaluate("window.heard ??= []")
    page.evaluate("addEventListener('message', ({data}) => heard.push(data))")
    page.wait_for_timeout(500)
    assert page.evaluate("heard") == []


def test_a_learner_without_a_course_saves_the_result_as_a_file(course):
    page = course(*questions(), framed=False)
    page.get_by_label("Your name").fill("Ada Lovelace")
    with page.expect_download() as saving:
        page.get_by_role("button", name="save my result").click()
    assert saving.value.suggested_filename == "questions-Ada-Lovelace.json"
    saved = json.loads(saving.value.path().read_text())
    assert saved["score"] == 0
    assert saved["signed"] is False
    assert len(saved["state"]["players"]) == 3
    assert saved["state"]["players"][0]["question"] == "How many nodes?"
    assert "not signed" in page.locator(".fsl-result").inner_text()


def test_a_drive_is_kept_move_by_move_and_counts_when_it_is_over(course):
    page = course(Drive(load("nyu/Input1"), "fc"))
    heard(page, 1)
    page.wait_for_timeout(300)
    frame = page.frames[1]
    for _ in range(3):  # the third help makes the move
        frame.locator(".fsl").first.press("h")
    page.wait_for_function("heard.at(-1).state?.players[0].driven.moves === 1")
    scores = page.evaluate("heard.map(told => told.score).filter(score => score !== undefined)")
    assert scores == [0]  # a learner who is wrong everywhere has done something
