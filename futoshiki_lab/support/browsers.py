"""The browser that is on this machine, for whatever prints or looks at a page."""

from __future__ import annotations

import os
from shutil import which

BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"),
)


def find_browser() -> str | None:
    """The machine's own Chromium, Chrome or Edge; CHROMIUM may name another."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(which, BROWSERS)), None)
