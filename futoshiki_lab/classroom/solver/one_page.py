"""One page about a learner's solver, to print or to hand in: figures, a tree, the code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from futoshiki_lab.core import Run
from futoshiki_lab.core.errors import listed

STYLE = (
    "body { font: 15px/1.45 system-ui, sans-serif; max-width: 60em; margin: 2em auto; "
    "padding: 0 1em } table { border-collapse: collapse } td, th { padding: 0.2em 0.8em; "
    "text-align: right; border-bottom: 1px solid #999 } td:first-child { text-align: left } "
    "pre { font-size: 13px; white-space: pre-wrap } svg { max-width: 100%; height: auto }"
)
COUNTED = ("nodes", "checks", "setup_checks", "prunes", "backtracks", "skipped")


def write_one_page(
    whose: str,
    parts: str,
    figures: Mapping[str, tuple[Run, Run]],
    ours: Sequence[str],
    tree: str,
    code: str,
) -> str:
    """A page without a script.

    Parameters
    ----------
    whose : whose solver it is.
    parts : which parts are the learner's, as HTML.
    figures : by the name of a puzzle the learner's run and the package's.
    ours : the parts of the package that the learner's run calls.
    tree : a search tree, as SVG.
    code : the file.
    """
    heads = "".join(f"<th>{name.replace('_', ' ')}</th>" for name in COUNTED)
    yours = f"yours, with our {listed(ours)}" if ours else "yours"
    rows = "".join(
        f"<tr><td>{escape(name)}, {who}</td>"
        + "".join(f"<td>{getattr(run.counts, what):,}</td>" for what in COUNTED)
        + "</tr>"
        for name, pair in figures.items()
        for who, run in zip((yours, "ours"), pair, strict=True)
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(whose)}</title>'
        f"<style>{STYLE}</style><h1>{escape(whose)}</h1>{parts}"
        f"<h2>Figures</h2><table><tr><th></th>{heads}</tr>{rows}</table>"
        f"<h2>A search tree</h2>{tree}<h2>The code</h2><pre>{escape(code)}</pre></html>\n"
    )
