"""What the wheel says of the project: README.md with links that also work on a package index.

CITATION.cff says where the project is published; `tools/address.py` writes that. Without it there
are no addresses: a link becomes its words, and a picture is left out.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESS = re.compile(r'^([a-z-]+): "?(https://[^"\s]+)"?$', re.MULTILINE)
TO_A_FILE = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


class CustomMetadataHook(MetadataHookInterface):
    """The fields that `pyproject.toml` calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` and `urls`."""
        root = Path(self.root)
        addresses = dict(ADDRESS.findall((root / "CITATION.cff").read_text("utf-8")))
        repository, tag = addresses.get("repository-code"), f"v{metadata['version']}"
        metadata["urls"] = {}
        if repository:
            metadata["urls"] = {
                "Homepage": addresses["url"],
                "Source": repository,
                "Issues": f"{repository}/issues",
                "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
            }

        def lead(found: re.Match[str]) -> str:
            picture, words, path = found.groups()
            if not repository:
                return "" if picture else words
            kind = "raw" if picture else "blob"
            return f"{picture}[{words}]({repository}/{kind}/{tag}/{path})"

        text = TO_A_FILE.sub(lead, (root / "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
