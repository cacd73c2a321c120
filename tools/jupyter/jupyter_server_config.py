"""What `make lab` opens is saved already: it has what JupyterLab would write into it."""

from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager


class Contents(AsyncLargeFileManager):
    """Files; a notebook names the Python that runs, which differs from reader to reader."""

    async def get(self, path: str, *args: Any, **options: Any) -> dict[str, Any]:
        model = await super().get(path, *args, **options)
        if model["type"] == "notebook" and model["content"]:
            metadata = model["content"]["metadata"]
            if metadata.get("language_info", {}).get("name") == "python":
                metadata["language_info"] = IPythonKernel.language_info
        return model


get_config().ServerApp.contents_manager_class = Contents  # type: ignore[name-defined]  # noqa: F821
