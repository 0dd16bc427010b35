"""Gives the package's page on an index what README.md says, with addresses in place of paths."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class DescriptionHook(MetadataHookInterface):
    """Reads README.md; hatchling calls it whenever it writes the package's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = with_addresses(text, metadata["urls"]["Source"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_addresses(text: str, repository: str) -> str:
    """Return a text whose links and pictures lead into a repository wherever it is read."""
    text = re.sub(r"(?<=\]\()(?!https?:|#)", f"{repository}/blob/main/", text)
    return re.sub(r'(\bsrc(?:set)?=")(?!https?:)', rf"\1{repository}/raw/main/", text)
