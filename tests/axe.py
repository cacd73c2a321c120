"""axe-core in an exported page."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PlainPage
from npm import node_modules

AXE = """async rules => {
    const violations = {resultTypes: ["violations"], ...rules}; // all the rest is not written down
    // The prompts "[1]:" are nbconvert's, as is their colour.
    const found = await axe.run({exclude: [".jp-InputPrompt", ".jp-OutputPrompt"]}, violations);
    return found.violations.map(({id, nodes}) =>
        [id, nodes.slice(0, 3).map(({target, any}) => `${target}: ${any[0]?.message}`)]);
}"""
OF_COLOUR = ["color-contrast", "link-in-text-block"]


def bring_axe(config: pytest.Config, shown: PlainPage) -> None:
    """Load it into a page."""
    shown.page.add_script_tag(path=node_modules(config) / "axe-core" / "axe.min.js")


def violations(shown: PlainPage) -> list[Any]:
    """What it finds in light and in dark, where only colours differ, each with the scheme."""
    found = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": OF_COLOUR})):
        shown.page.emulate_media(color_scheme=scheme)
        shown.placed()
        found += [(scheme, *violation) for violation in shown.page.evaluate(AXE, rules)]
    return found
