"""In a browser's Python: what is large is fetched when it is first imported.

Jupyter's kernel there looks at what a cell imports, and would fetch before it runs all that this
package might ever need.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from sysconfig import get_path

import pyodide_js
from js import XMLHttpRequest


class Fetching(MetaPathFinder):
    """Finds no module: it fetches the package of one, and the finders after it find the module."""

    def __init__(self) -> None:
        self.listed = pyodide_js._api.lockfile_packages.to_py()  # as micropip reads it
        self.place = get_path("purelib")
        self.homes = {one: name for name, entry in self.listed.items() for one in entry["imports"]}

    def find_spec(self, module: str, path: Sequence[str] | None = None, _: object = None) -> None:
        """Fetch the package of a module, unless that has been done."""
        if module in self.homes:
            self.fetch(self.homes.pop(module))

    def fetch(self, name: str) -> None:
        """Install a package; what it needs follows when it imports that.

        An import cannot await an answer, but Jupyter's Python is a worker, which may wait for one.

        Raises
        ------
        ImportError : the server does not give it.
        """
        entry = self.listed[name]
        if hasattr(pyodide_js.loadedPackages, entry["name"]):
            return
        request = XMLHttpRequest.new()
        request.open("GET", pyodide_js._api.config.indexURL + entry["file_name"], False)
        request.responseType = "arraybuffer"
        request.send()
        if request.status != 200:
            raise ImportError(f"{entry['file_name']} could not be fetched: {request.status}")
        pyodide_js.unpackArchive(request.response, "wheel", extractDir=self.place)
        setattr(pyodide_js.loadedPackages, entry["name"], "default channel")
        invalidate_caches()
