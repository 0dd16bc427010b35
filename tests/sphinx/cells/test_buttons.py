"""What the build writes for the cells of a chapter."""

from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from sphinx.testing.util import SphinxTestApp

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.cells"]
nb_execution_mode = "off"
suppress_warnings = ["myst-nb.lexer"]  # which is known once a kernel ran
html_theme = "sphinx_book_theme"
html_theme_options = {"repository_url": "https://github.com/a/b", "repository_branch": "main"}
"""

CHAPTER = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---

# Chapter

```{code-cell} ipython3
import numpy as np
import torch
```

```{code-cell} ipython3
:tags: [remove-cell]

hidden = 2
```

```{code-cell} ipython3
x = hidden * np.array(["<&>", 'a"b'])
```

```{code-cell} ipython3
n = 3
torch.ones(n)
```

```{code-cell} ipython3
:tags: [skip-execution]

never = 1
```

```{code-cell} ipython3
:tags: [remove-input]

y = 3
```

```{code-cell} ipython3
:tags: [hide-input]

z = 4
```

```{code-cell} ipython3
:tags: [raises-exception]

x = 1 / 0
```

```{code-cell} ipython3
y
```

```{code-cell} ipython3
y + 1
```

```{code-cell} ipython3
x + 1
```

```{code-cell} ipython3
never + 1
```
"""


@pytest.fixture
def page(tmp_path: Path, build_pages) -> BeautifulSoup:
    (tmp_path / "conf.py").write_text(CONFIGURATION)
    (tmp_path / "index.md").write_text(CHAPTER)
    (page,), warnings = build_pages(tmp_path, "index")
    assert warnings == ""
    return page


def test_a_cell_has_its_button_and_what_runs_before_it(page):
    here = page.select(".nb-run")
    labels = [place.button["aria-label"] for place in here]
    assert labels == [
        'run here: x = hidden * np.array(["<&>", \'a"b\'])',
        "run here: y",
        "run here: y + 1",
    ]
    leads = [place.get("data-lead") for place in here]
    assert leads == ["import numpy as np\nhidden = 2", "n = 3\ny = 3\nz = 4", None]
    assert here[0]["data-module"] == "_static/code/cell.mjs"
    above = [place.find_previous_sibling("div") for place in here]
    assert [cell["class"][0] for cell in above] == ["cell_input"] * 3
    assert [cell.text.strip() for cell in above] == [
        'x = hidden * np.array(["<&>", \'a"b\'])',
        *("y", "y + 1"),
    ]


def test_a_button_stands_between_a_cell_and_what_it_gave(tmp_path, build_pages):
    output = nbformat.v4.new_output("stream", text="2\n")
    cells = [
        nbformat.v4.new_markdown_cell("# Chapter"),
        nbformat.v4.new_code_cell("print(2)", outputs=[output]),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    (tmp_path / "conf.py").write_text(CONFIGURATION)
    (tmp_path / "index.ipynb").write_text(nbformat.writes(notebook))
    (page,), _ = build_pages(tmp_path, "index")
    parts = page.select(".cell > div")
    assert [part["class"][0] for part in parts] == ["cell_input", "nb-run", "cell_output"]


def test_chapters_may_be_read_side_by_side(tmp_path):
    (tmp_path / "conf.py").write_text('extensions = ["normbook.sphinx.cells"]')
    app = SphinxTestApp(srcdir=tmp_path)
    assert app.is_parallel_allowed("read")
    app.cleanup()


def test_other_cells_lead_to_binder(page):
    links = page.select(".nb-run-elsewhere a")
    assert all(link["href"].startswith("https://mybinder.org/v2/gh/a/b/main") for link in links)
    assert [link["aria-label"].partition(": ")[2] for link in links] == [
        *("n = 3", "x = 1 / 0", "x + 1", "never + 1")
    ]
