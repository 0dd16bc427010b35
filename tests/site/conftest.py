"""Tests of the built site that need no browser."""

from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "_build" / "html"


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail("the site is not built: run `make html`")
    return SITE
