"""Pages without a kernel: what of a notebook they show, and what is left when one fails."""

import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler
from threading import Thread

import nbformat
import pytest
from conftest import REPO, QuietServer, is_one_line
from links import find_faults

from futoshiki_lab.classroom.pages.__main__ import main
from futoshiki_lab.classroom.pages.notebook import Formulas, keep_inside, write_page

CELLS = nbformat.v4


def notebook(path, *cells):
    """Write a notebook; a text is a code cell, a cell of nbformat is itself."""
    made = [CELLS.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(CELLS.new_notebook(cells=made), path)
    return path


def folded(source):
    return CELLS.new_code_cell(source, metadata={"jupyter": {"source_hidden": True}})


# -- what a page shows ----------------------------------------------------------------------------

LESSON = r"""
# The size of $D(x)$

Domains shrink: $|D(x_1)| < 5$. It costs \$5 or \$6, and `$code$` is code.

$$\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$$

\begin{align}
x &< y \\
y &\le 5
\end{align}

<div class="alert">In a box $a &lt; b$</div>

<details>
<summary>An answer</summary>

- not yet **seen**

</details>
"""
OUTPUTS = """
from IPython.display import HTML, Latex, Markdown, Math
display(Math(r"\\frac{p}{q}"), Latex(r"$r_1$"), Markdown("so $s_2$"), HTML("<b>$t_3$</b>"))
"""
WIDGETS = """
from futoshiki_lab import Explorer
from ipywidgets import IntSlider
from tqdm.notebook import tqdm
display(Explorer(4, 10, 30, puzzles=4), IntSlider(7))
for _ in tqdm(range(3)):
    pass
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory, jupyter_home):
    """The HTML of a lesson."""
    notes = CELLS.new_markdown_cell("Ask them *twice*.", metadata={"tags": ["instructor"]})
    secret = CELLS.new_code_cell("secret = 40 + 2\nsecret", metadata={"tags": ["instructor"]})
    path = tmp_path_factory.mktemp("lesson") / "lesson.ipynb"
    lesson = CELLS.new_markdown_cell(LESSON)
    notebook(path, lesson, notes, secret, folded("hidden = secret + 1\nhidden"), OUTPUTS, WIDGETS)
    assert main([str(path)]) == 0
    return path.with_suffix(".html").read_text(encoding="utf-8")


def test_formulas_are_mathml(page):
    body = page.partition("<body")[2]
    assert body.count("<math") == body.count("</math>") == 9
    text = re.sub(r"<(pre|code)>.*?</\1>", "", body, flags=re.S)
    assert re.findall(r"\$.", text) == ["$5", "$6"]
    assert "<code>$code$</code>" in body
    assert "It costs $5 or $6" in body
    assert "mathjax" not in page.lower()


def test_folded_code_that_asks_a_question_is_in_the_page_only_if_answers_are(
    tmp_path, jupyter_home
):
    code = (
        'from futoshiki_lab import predict\npredict("Which?", "Xyzzy", options=["Xyzzy", "Plugh"], '
    )
    lesson = notebook(tmp_path / "a.ipynb", folded(code + 'because="of Fnord")'), folded("x = 1"))
    for words, seen in (([], False), (["--reveal"], True)):
        assert main([str(lesson), "-o", str(tmp_path / "a.html"), *words]) == 0
        html = (tmp_path / "a.html").read_text(encoding="utf-8")
        assert ("Fnord" in html) == seen
        assert ("In\N{NO-BREAK SPACE}[1]" in html) == seen  # no number without the code
        assert html.count("fsl-folded") >= 1 + seen


def test_a_widget_without_a_player_is_a_picture_or_a_word(page):
    for gone in ("children=(", "IntSlider(value", "0/3"):
        assert gone not in page
    assert page.count("a control, which needs a kernel") == 1  # the slider
    caption = re.search(r"<figcaption>(.*?)</figcaption>", page, re.S)[1]
    assert "4 puzzles" in caption
    assert "with a running kernel" in caption


def test_the_notebook_for_class_marks_its_notes_and_folds_its_code(tmp_path, jupyter_home):
    shown = nbformat.read(REPO / "notebooks" / "in-class.ipynb", as_version=4)
    for cell in shown.cells:
        if cell.cell_type == "code":
            cell.source = "0"
    nbformat.write(shown, tmp_path / "in-class.ipynb")
    assert main([str(tmp_path / "in-class.ipynb")]) == 0
    page = (tmp_path / "in-class.html").read_text(encoding="utf-8")
    assert "instructor" not in page
    code = sum(cell.cell_type == "code" for cell in shown.cells)
    assert page.count('<details class="fsl-folded">') == code > 0


@pytest.mark.parametrize("end", [".html", ".slides.html"])
def test_each_link_of_a_page_leads_where_that_of_its_notebook_does(tmp_path, end):
    """The texts of all notebooks as one page; none is run for it."""
    paths, out = [*REPO.glob("notebooks/*.ipynb")], tmp_path / f"all{end}"
    every = [nbformat.read(path, as_version=4) for path in paths]
    texts = [c.source for one in every for c in one.cells if c.cell_type == "markdown"]
    every[0].cells = [CELLS.new_markdown_cell(text) for text in texts]
    out.write_text(write_page(every[0], paths[0], out, Formulas(), 0, False)[0], "utf-8")
    assert find_faults(tmp_path) == []


# -- formulas -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tex",
    [
        r"D_i \leftarrow D_i \setminus \{v\}",
        r"\begin{cases} 1 & x < y \\ 0 & \text{else} \end{cases}",
        r"\begin{equation} \begin{split} a &= b \\ &= c \end{split} \end{equation}",
        r"\begin{eqnarray} a &=& b \end{eqnarray}",
        r"\underset{v \in D(x)}{\operatorname{arg\,min}} |D(v)|",
    ],
)
def test_what_mathjax_shows_is_shown(tex):
    made = Formulas().mathml(tex, block=True)
    assert made.startswith('<math display="block">')
    assert "merror" not in made
    assert "(1)" not in made  # Jupyter numbers no equation


@pytest.mark.parametrize("before", ["x", r"\text{", r"\color{\">", r"\unknown "])
def test_a_formula_is_never_markup(before):
    harm = before + "<script>harm()</script>}"
    assert "<script" not in Formulas().mathml(harm)
    page = Formulas().typeset(f"${harm.replace('<', '&lt;')}$")
    assert "<script" not in page


# -- errors ---------------------------------------------------------------------------------------

FUNCTION = "def f():\n    return nope\n\nf()"


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["x = 1", "", FUNCTION, "2"], "cell [2], line 2: NameError: name 'nope' is not defined"),
        (["1", "2", "x = 1\ny = = 3"], "cell [3], line 2: SyntaxError: invalid syntax"),
        (["raise ValueError('one\\ntwo')"], "cell [1], line 1: ValueError: one …"),
        (["raise ValueError('\\x1b[31mred\\x07')"], "cell [1], line 1: ValueError: red"),
        (["import os\nos._exit(1)"], "cell [1]: the kernel died"),
        (["import time\ntime.sleep(3600)"], "cell [1]: it took longer than 1 s"),
    ],
)
def test_an_error_names_the_cell_and_leaves_the_page_of_before(
    cells, said, tmp_path, capfd, jupyter_home
):
    path = notebook(tmp_path / "lesson.ipynb", *cells)
    (tmp_path / "lesson.html").write_text("the page of before")
    patience = "1" if "sleep" in cells[0] else "600"
    assert main([str(path), "--timeout", patience]) == 1
    assert capfd.readouterr().err == f"{path}: {said}\n"
    assert (tmp_path / "lesson.html").read_text() == "the page of before"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("content", [b"a text", b"[1]", b'{"cells": 3}', b"\xff\xfe\x00", None])
def test_what_is_no_notebook_is_said_in_one_line(content, tmp_path, capsys):
    path = tmp_path / "lesson.ipynb"
    if content is not None:
        path.write_bytes(content)
    assert main([str(path)]) == 2
    said = capsys.readouterr().err
    assert is_one_line(said)
    assert said.startswith(f"{path}: ")
    assert not path.with_suffix(".html").exists()


# -- what lies elsewhere ---------------------------------------------------------------------------

FETCHING = """
![a picture](ELSEWHERE/markdown.png) and ![one here](here.svg)

<img src="ELSEWHERE/html.png" alt="two"> <video><source src="ELSEWHERE/film.mp4"></video>
[a link](ELSEWHERE/link) stays.
"""
ASKING = """
from IPython.display import HTML, IFrame, Javascript, display
display(HTML('<script src="ELSEWHERE/script.js"></script><img src="here.svg">'))
display(HTML('<style>p { background: url(ELSEWHERE/style.png) }</style><p>styled</p>'))
display(IFrame("ELSEWHERE/frame", 300, 200))
display(HTML('<script>window.ran = 1; new Image().src = "ELSEWHERE/image";'
    'fetch("ELSEWHERE/fetch").catch(() => window.refused = 1)</script>'))
from futoshiki_lab import Puzzle, Stepper, record
Stepper(record(Puzzle([[0, 0], [0, 0]]), "fc"))
"""
NAMED = ["markdown.png", "html.png", "film.mp4", "script.js", "frame"]


class Elsewhere(QuietServer):
    """A server that notes what it is asked for."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Answering)
        self.asked = []


class _Answering(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_error(404)

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def elsewhere():
    with Elsewhere() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module", params=["lesson.html", "lesson.slides.html"])
def kept_inside(request, elsewhere, tmp_path_factory, jupyter_home):
    """A page of a notebook that wants much from elsewhere, and what was said when it was made."""
    folder = tmp_path_factory.mktemp("remote")
    (folder / "here.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9"/>')
    address = f"http://127.0.0.1:{elsewhere.server_port}"
    texts, asking = (text.replace("ELSEWHERE", address) for text in (FETCHING, ASKING))
    path = notebook(folder / "lesson.ipynb", CELLS.new_markdown_cell(texts), asking)
    command = [sys.executable, "-m", "futoshiki_lab.classroom.pages"]
    words = [*command, path, "-o", folder / request.param]
    made = subprocess.run(words, capture_output=True, text=True, check=True)
    return folder / request.param, made.stderr


def test_what_is_left_out_is_said(kept_inside):
    _, said = kept_inside
    left_out = [line.rpartition("/")[2] for line in said.splitlines()]
    assert sorted(left_out) == sorted([*NAMED, "style.png"])


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_a_page_asks_for_nothing_and_names_what_is_missing(browser, elsewhere, kept_inside):
    path, _ = kept_inside
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".fsl-run", state="attached")
    page.wait_for_function("window.refused")
    assert page.evaluate("window.ran") == 1  # a notebook's own scripts still run
    named = page.locator(".fsl-absent").all_text_contents()
    assert sorted(name.rpartition("/")[2] for name in named) == sorted(NAMED)
    assert page.locator("img[src^='data:image/svg']").count() == 2
    link = page.locator("a").filter(has_text="a link").get_attribute("href")
    assert elsewhere.asked == []
    page.goto(link)  # the server does hear
    assert elsewhere.asked == ["/link"]
    elsewhere.asked.clear()
    page.close()


@pytest.mark.parametrize(
    "html",
    [
        '<p style="background: url(data:x)">a &lt; b</p><img src="data:image/png;base64,AA=="/>',
        "<script>if (a < b) write('<img src=x>')</script><a href=\"https://x.invalid\">x</a>",
        '<svg><use xlink:href="#glyph"></use></svg><!-- <img src="x"> --><p class="a  b">&amp;</p>',
    ],
)
def test_what_a_page_holds_itself_stays_as_it_is(html, tmp_path):
    assert keep_inside(html, tmp_path) == (html, [])
