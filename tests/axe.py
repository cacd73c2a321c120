"""axe-core in an exported page."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PlainPage
from npm import node_modules

AXE = """async () => {
    const violations = {resultTypes: ["violations"]}; // all the rest is not written down
    // The prompts "[1]:" are nbconvert's, as is their colour.
    const found = await axe.run({exclude: [".jp-InputPrompt", ".jp-OutputPrompt"]}, violations);
    return found.violations.map(({id, nodes}) =>
        [id, nodes.slice(0, 3).map(({target, any}) => `${target}: ${any[0]?.message}`)]);
}"""


def bring_axe(config: pytest.Config, shown: PlainPage) -> None:
    """Load it into a page."""
    shown.page.add_script_tag(path=node_modules(config) / "axe-core" / "axe.min.js")


def violations(shown: PlainPage) -> list[Any]:
    """What it finds in light and in dark, each with the scheme."""
    found = []
    for scheme in ("light", "dark"):
        shown.page.emulate_media(color_scheme=scheme)
        shown.placed()
        found += [(scheme, *violation) for violation in shown.page.evaluate(AXE)]
    return found
