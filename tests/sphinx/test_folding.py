"""Imports are folded, and in the gallery the calls; what computes is shown."""

import pytest

from normbook.sphinx.folding import GALLERY, summary_of

IMPORTS = "import numpy as np\n\nfrom normbook import norms\n\nuse_style()"


@pytest.mark.parametrize(
    ("source", "docname", "summary"),
    [
        (IMPORTS, "book/layer_norm", "Imports"),
        ("import numpy as np", GALLERY, "Imports"),
        ("import numpy as np\nx = np.ones(3)\nx.mean()", "book/layer_norm", ""),
        ("x = np.ones(3)", "book/layer_norm", ""),
        ("widgets.Geometry()", GALLERY, "In Python"),
        ("widgets.Geometry()", "book/layer_norm", ""),
        ("", "book/layer_norm", ""),
        ("%timeit x.mean()", "book/layer_norm", ""),
        ("x = = 1", "book/layer_norm", ""),
    ],
)
def test_what_is_said_in_place_of_code(source, docname, summary):
    assert summary_of(source, docname) == summary
