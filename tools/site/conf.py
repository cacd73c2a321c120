"""Settings of Sphinx."""

import re
import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
import docstrings
from address import find_copy

project = "futoshiki_lab"
author = "The futoshiki_lab authors"
copyright = author
version = release = metadata.version("futoshiki-lab")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["docs/assignments"]
default_role = "py:obj"  # a name in a docstring is a link where it is known
add_module_names = False
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_typehints_format = "short"
myst_heading_anchors = 4
# A page may point to a folder of the repository, which the site has not: there it is plain text.
suppress_warnings = ["myst.header", "myst.xref_missing"]

html_theme = "furo"
html_title = "futoshiki_lab"
html_favicon = "static/favicon.svg"
html_extra_path = ["../../build/site/source/extra"]  # pictures that notebooks show
templates_path = ["templates"]
html_static_path = ["static", "../../build/site/source/static"]  # the players are made
html_css_files = ["players.css", "site.css"]
html_js_files = ["theme.js", ("players.js", {"type": "module"})]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_show_sphinx = False
html_copy_source = False

# Where this copy is, if that is known: pictures of shared links need whole addresses.
html_context = {
    "description": "How does a computer search? Watch backtracking and forward checking solve a "
    "puzzle, step by step, in your browser; then write a search of your own."
}
if copy := find_copy():
    owner, name = copy
    html_baseurl = f"https://{owner.lower()}.github.io/{name}/"
    html_context |= {"site": html_baseurl, "root": f"/{name}/"}
    source = {"name": "GitHub", "url": f"https://github.com/{owner}/{name}", "class": ""}
    html_theme_options = {"footer_icons": [{**source, "html": "The source on GitHub"}]}


def setup(app):
    """Let the reference read docstrings as this project writes them."""
    app.connect("autodoc-process-docstring", _write_anew)
    app.connect("html-page-context", _put_questions_below, priority=900)  # after the theme
    app.connect("html-page-context", _leave_out_players, priority=900)


def _put_questions_below(app, page, template, context, tree):
    """In the menu: a notebook's topic, and below it its question."""
    menu = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = re.sub(r" \| ([^<]+)</a>", r"<small>\1</small></a>", menu)


def _leave_out_players(app, page, template, context, tree):
    """A page without a source, as that of the search, has no boards."""
    if tree is None:
        kept = (one for one in context["script_files"] if "players.js" not in str(one.filename))
        context["script_files"] = [*kept]


def _write_anew(app, what, name, obj, options, lines):
    lines[:] = docstrings.as_rst(lines)
