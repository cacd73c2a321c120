"""The script of all widgets: a notebook has it once, however many there are."""

from __future__ import annotations

import zlib
from base64 import b64encode
from functools import lru_cache

import anywidget
import ipywidgets
import traitlets

from futoshiki_lab.widgets import bundle


class Script(ipywidgets.Widget):
    """The module that shows the widgets and their styles, compressed, in base64."""

    packed = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        module = bundle.widgets().encode()
        super().__init__(packed=b64encode(zlib.compress(module, 9)).decode("ascii"))


class Scripted(anywidget.AnyWidget):
    """A widget that this script shows; a saved notebook shows it without a kernel."""

    _esm = bundle.read("loader.js")

    script = traitlets.Instance(Script).tag(sync=True, **ipywidgets.widget_serialization)

    @traitlets.default("script")
    def _shared(self) -> Script:
        if _script().comm is None:  # it was closed, with all other widgets
            _script.cache_clear()
        return _script()


@lru_cache(maxsize=1)
def _script() -> Script:
    return Script()
