"""Sphinx, on a folder of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.testing.util import SphinxTestApp


@pytest.fixture(scope="session")
def build_pages() -> Callable[..., tuple[list[BeautifulSoup], str]]:
    """Return a function that builds a folder; it returns the pages asked for, and the warnings."""

    def build(folder: Path, *names: str) -> tuple[list[BeautifulSoup], str]:
        app = SphinxTestApp(srcdir=folder)
        try:
            app.build()
            texts = [Path(app.outdir, f"{name}.html").read_text() for name in names]
            return [BeautifulSoup(text, "html.parser") for text in texts], app.warning.getvalue()
        finally:
            app.cleanup()

    return build
