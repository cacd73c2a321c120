"""Formulas as MathML, which browsers show without a script and without a network.

nbconvert leaves formulas as they were typed, for MathJax, which its pages load from elsewhere.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from math_core import LatexToMathML
from nbconvert.filters.markdown_mistune import IPythonRenderer

LONGEST = 4_000  # characters of a formula; a longer one is no formula, or a very deep one

# What MathJax takes and the converter does not. Jupyter numbers no equation without a tag.
_SPELLINGS = (
    (re.compile(r"\\(begin|end)\{(equation|align|gather|multline)\}"), r"\\\1{\2*}"),
    (re.compile(r"\\(begin|end)\{split\}"), r"\\\1{aligned}"),
    (re.compile(r"\\begin\{eqnarray\*?\}"), r"\\begin{array}{rcl}"),
    (re.compile(r"\\end\{eqnarray\*?\}"), r"\\end{array}"),
    (re.compile(r"\\DeclareMathOperator\{?(\\\w+)\}?\{(\w+)\}"), r"\\def\1{\\operatorname{\2}}"),
)
# In HTML: what is left alone; then formulas between dollars, in brackets, in an environment.
_IN_HTML = re.compile(
    r"<(?P<kept>script|style|pre|code|textarea|svg|math)\b.*?</(?P=kept)\s*>|<!--.*?-->|<[^>]*>"
    r"|(?<!\\)\$\$(?P<block>[^<]+?)\$\$|\\\[(?P<bracket>[^<]+?)\\\]"
    r"|(?<!\\)\$(?P<inline>[^$<]+?)(?<!\\)\$|\\\((?P<paren>[^<]+?)\\\)"
    r"|(?P<environment>\\begin\{(?P<name>[a-z]+\*?)\}[^<]*?\\end\{(?P=name)\})",
    re.DOTALL | re.IGNORECASE,
)


class Formulas:
    """The formulas of one page: a command that one of them defines is known to those after it."""

    def __init__(self) -> None:
        self._converter = LatexToMathML(global_group=True, fancy_error=False)

    def mathml(self, tex: str, *, block: bool = False) -> str:
        """A formula as HTML; as it was typed if it cannot be read."""
        wanted = tex.strip()
        numbered = r"\tag" in wanted or r"\label" in wanted
        for spelling, instead in _SPELLINGS[numbered:]:
            wanted = spelling.sub(instead, wanted)
        # MathJax lets a notebook define a command again.
        for tried in (wanted, wanted.replace(r"\newcommand", r"\renewcommand")):
            try:
                if len(tried) > LONGEST:
                    raise ValueError("too long for a formula")
                made = self._converter.convert_with_global_state(tried, displaystyle=block)
                return made.replace("&ApplyFunction;", "\u2061")  # no entity of XML
            except Exception as error:  # whatever it is: the page must still be written
                why = str(error)
        return f'<code class="fsl-formula" title="{escape(why)}">{escape(tex)}</code>'

    def typeset(self, html: str) -> str:
        """HTML in which the formulas of its text are MathML."""
        return _IN_HTML.sub(self._replace, html)

    def _replace(self, match: re.Match[str]) -> str:
        block = match["block"] or match["bracket"] or match["environment"]
        inline = match["inline"] or match["paren"]
        if not (block or inline):
            return match[0]
        return self.mathml(unescape(block or inline), block=bool(block))


class Renderer(IPythonRenderer):
    """nbconvert's Markdown, with formulas that are shown, and HTML that is not torn apart."""

    def __init__(self, formulas: Formulas, **options: Any):
        super().__init__(escape=False, embed_images=True, **options)
        self._formulas = formulas

    def inline_math(self, body: str) -> str:
        return self._formulas.mathml(body)

    def block_math(self, body: str) -> str:
        return self._formulas.mathml(body, block=True)

    def latex_environment(self, name: str, body: str) -> str:
        return self._formulas.mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", block=True)

    def block_html(self, html: str) -> str:
        # nbconvert closes what is left open here: a <details> whose content is Markdown.
        embedded = super().block_html(html) if "<img" in html else html
        return self._formulas.typeset(embedded)

    def inline_html(self, html: str) -> str:
        return super().inline_html(html) if "<img" in html else html
