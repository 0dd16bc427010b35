"""Which cells run in the page, and what the build writes for them."""

from pathlib import Path
from textwrap import dedent

import jupytext
import pytest
from bs4 import BeautifulSoup

from normbook.sphinx.cells import judge

BOOK = Path(__file__).parents[2] / "book"
IMPORTS = """\
import numpy as np
import torch
from normbook import norms
from normbook.widgets import Pipeline
from normbook.figures import draw
"""


def places(*cells: str) -> list[str]:
    """Return where each cell runs, below a cell of imports."""
    return [one.where for one in judge([IMPORTS, *map(dedent, cells)])[1:]]


def runs(*cells: str) -> bool:
    """Return whether the last of some cells runs in the page."""
    return places(*cells)[-1] == "here"


# ---- what runs in the page


@pytest.mark.parametrize(
    "cells",
    [
        ["x = np.ones(3)", "x + 1"],
        ["norms.layer_norm(np.ones(3), 3)"],
        ["from numpy import ones as one", "one(3)"],
        ["import numpy.linalg as la", "la.norm([3, 4])"],
        ["from normbook.norms import layer_norm", "layer_norm(np.ones((1, 3)), 3)"],
        ["import math", "math.sqrt(2)"],
        ["def double(x):\n    return 2 * x", "double(np.ones(2))"],
        ["f = lambda x: np.abs(x)", "f(-1)"],
        ["[torch for torch in range(3)]"],
        ["{k: v for k, v in zip('ab', [1, 2])}"],
        ["for row in np.eye(2):\n    print(row)"],
        ["total = 0\nfor i in range(3):\n    total += i\ntotal"],
        ["with np.errstate(all='ignore'):\n    x = 1", "x"],
        ["if (n := 3) > 2:\n    print(n)"],
        ["try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    print(error)"],
        ["class Row:\n    size = np.ones(2).size", "Row.size"],
        ["(lambda torch: torch)(1)"],
        [
            "def even(n):\n    return n == 0 or odd(n - 1)",
            "def odd(n):\n    return even(n)",
            "even(0)",
        ],
    ],
)
def test_python_numpy_and_norms_run_in_the_page(cells):
    assert runs(*cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["torch.ones(3)"],
        ["x = torch.ones(3)", "y = x", "y + 1"],
        ["def f():\n    return torch.ones(3)", "f()"],
        ["f = lambda: torch.ones(3)", "f()"],
        ["def f():\n    import torch\n    return torch"],
        ["def f():\n    return g()", "g = torch.ones", "f()"],
        ["[torch.ones(n) for n in range(3)]"],
        ["x = np.ones(3)", "x += torch.ones(3).numpy()", "x"],
        ["x = np.ones(3)", "x[0] = torch.ones(1).item()", "x"],
        ["x = np.ones(3)", "np.add(x, torch.ones(3).numpy(), out=x)", "x"],
        ["x = np.ones(3)", "np.copyto(x, torch.ones(3).numpy())", "x"],
        ["x = []", "for n in range(3):\n    x.append(torch.ones(n).sum())", "x"],
        ["class Box: pass", "box = Box()", "box.value = torch.ones(3)", "box.value"],
        ["x = 1", "if torch.cuda.is_available():\n    x = 2", "x"],
        ["x = torch.ones(3)", "if np.ones(1)[0] > 2:\n    x = 1", "x"],
        ["rng = np.random.default_rng(0)", "torch.tensor(rng.normal())", "rng.normal()"],
        ["rng = np.random.default_rng(0)", "r = rng", "torch.tensor(r.normal())", "r.normal()"],
        ["g = (n for n in range(9))", "torch.tensor(next(g))", "next(g)"],
        ["np.random.normal()"],
        ["from numpy import random", "random.normal()"],
        ["from numpy.random import normal", "normal()"],
        ["np.load('x.npy')"],
        ["open('x')"],
        ["import random", "random.random()"],
        ["undefined + 1"],
        ["draw(np.ones(3))"],
        ["x = 1\ndef f():\n    global x\n    x = torch.ones(3)\nf()", "x"],
        ["x = 1", "%run other.py", "x"],
        ["x = 1", "exec('x = torch')", "x"],
    ],
)
def test_what_needs_more_does_not(cells):
    assert not runs(*cells)


def test_a_star_import_may_bind_any_name():
    assert places(
        "x = 1", "from numpy import *", "x", "len('a')", "import numpy as np", "np.e"
    ) == [*("here", "nowhere", "nowhere", "elsewhere", "nowhere", "here")]


def test_a_name_that_is_bound_anew_runs_again():
    assert runs("x = torch.ones(3)", "x = np.ones(3)", "x")
    assert not runs("x = np.ones(3)", "x = torch.ones(3)", "x")


def test_reading_an_array_elsewhere_does_not_change_it():
    assert runs("x = np.ones(3)", "torch.from_numpy(x).sum()", "x")
    assert runs("x = np.ones(3)", "draw(x);", "x")


def test_of_a_cell_that_does_not_run_the_statements_that_do_are_shared():
    first, second = judge([IMPORTS, "n = 3\nx = torch.ones(n)\nm = n + 1"])
    assert first.share == "import numpy as np\nfrom normbook import norms"
    assert second.share == "n = 3\nm = n + 1"


def test_imports_have_no_button_and_live_cells_no_link():
    assert places("import math") == ["nowhere"]
    assert places("Pipeline(x=[1, 2])") == ["nowhere"]
    assert places("p = Pipeline(x=[1, 2])\np", "p", "p.x") == ["nowhere", "nowhere", "elsewhere"]


def test_a_generator_may_be_made_and_drawn_from_in_one_line():
    source = "import numpy as np\nnp.random.default_rng(0).normal(size=3)"
    assert judge([source])[0].where == "here"
    assert judge([source.replace("default_rng(0)", "RandomState(0)")])[0].where != "here"


def test_an_import_of_two_modules_is_two_imports():
    first, second = judge(["from normbook import nn, norms", "norms.layer_norm([1.0, 2.0], 2)"])
    assert first.share == "from normbook import norms"
    assert second.where == "here"


def test_layer_norm_runs_where_its_names_say():
    notebook = jupytext.read(BOOK / "layer_norm.md")
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    judged = list(zip(sources, judge(sources), strict=True))

    def last_lines(where: str) -> list[str]:
        return [source.split("\n")[-1].strip() for source, one in judged if one.where == where]

    assert last_lines("here") == [
        "print(mean, centred, var)",
        "centred / np.sqrt(var)",
        "print(norms.layer_norm(1000 * x, 4))",
        "cache.mean.squeeze()",
        "y[0, 0].round(4)",
        "np.stack([cache.mean.ravel(), cache.var.ravel()]).round(4)",
        "y[0, 0].round(4)",
        "print(norms.layer_norm(changed, 4, eps=0.0).round(4))",
        "print(scale, norms.layer_norm(scale * unit, 4).std().round(4))",
        "norms.layer_norm(np.stack([x, 2 * x]), 4, weight=sigma, bias=mu).round(3)",
        "print(outside.std().round(3), norms.layer_norm(small, 4).std().round(3))",
        "print(one_pass.min(), one_pass.max(), (one_pass < 0).sum())",
        "without, norms.layer_norm(np.full(3, 5.0), 3)",
    ]
    assert last_lines("elsewhere") == [
        "norms.layer_norm(pipeline.x, features, weight, bias, pipeline.eps)",
        "draw_projection([(3, 1), (1, 3), (2.5, -1.5)]);",
        "sum(p.numel() for p in torch.nn.LayerNorm(512).parameters())",
        "print(np.abs(theirs - norms.layer_norm(tokens, 5)).max())",
        "norm.weight.grad[:5]",
        "wrong[0].item(), norms.layer_norm(one_hot.numpy(), 4)[0].item()",
        "print([name for name, _ in layer.named_buffers()])",
    ]


# ---- what the build writes

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
torch.ones(3)
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
:tags: [raises-exception]

x = 1 / 0
```

```{code-cell} ipython3
y
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
    assert labels == ['run here: x = hidden * np.array(["<&>", \'a"b\'])', "run here: y"]
    leads = [place["data-lead"] for place in here]
    assert leads == ["import numpy as np\nhidden = 2", "y = 3"]
    assert here[0]["data-module"] == "_static/code/cell.mjs"
    assert here[0].find_previous_sibling("div")["class"][0] == "cell_input"


def test_other_cells_lead_to_binder(page):
    links = page.select(".nb-run-elsewhere a")
    assert all(link["href"].startswith("https://mybinder.org/v2/gh/a/b/main") for link in links)
    assert [link["aria-label"].partition(": ")[2] for link in links] == [
        *("torch.ones(3)", "x = 1 / 0", "x + 1", "never + 1")
    ]
