"""The site serves what its pages' Python needs.

Where it could not be had as the site was built, readers' browsers fetch it from Pyodide's own host,
and most tests of Python in pages are skipped. ``NORMBOOK_REQUIRE_NUMPY=1`` (as where the site is
published) makes that a failure.
"""

import os

import pytest
from bench_page import has_numpy


@pytest.mark.skipif(
    os.environ.get("NORMBOOK_REQUIRE_NUMPY") != "1",
    reason="NORMBOOK_REQUIRE_NUMPY=1 does not ask for it",
)
def test_numpy_for_pyodide_comes_from_the_site_itself(site):
    assert has_numpy(), "no wheel of NumPy was found: name its folder in NORMBOOK_PYODIDE_WHEELS"
