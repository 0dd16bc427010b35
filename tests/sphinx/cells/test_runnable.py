"""Which cells run in the page."""

from pathlib import Path
from textwrap import dedent

import pytest

from normbook.sphinx.cells.buttons import code_cells
from normbook.sphinx.cells.runnable import Cell, Judgement, judge

BOOK = Path(__file__).parents[3] / "book"
IMPORTS = """\
import numpy as np
import torch
from normbook import norms
from normbook.widgets import Pipeline
from normbook.figures import draw
"""


def judgements(*sources: str) -> list[Judgement]:
    """Return what the page can do with each cell of a chapter."""
    return [judgement for _, judgement in judge(map(Cell, sources))]


def places(*cells: str) -> list[str]:
    """Return where each cell runs, below a cell of imports."""
    return [one.where for one in judgements(IMPORTS, *map(dedent, cells))[1:]]


def runs(*cells: str) -> bool:
    """Return whether the last of some cells runs in the page."""
    return places(*cells)[-1] == "here"


def test_a_slow_cell_leads_to_binder_and_so_does_what_needs_it():
    cells = [Cell("import numpy as np"), Cell("x = np.ones(3)", frozenset({"slow"})), Cell("x + 1")]
    assert [judgement.where for _, judgement in judge(cells)] == [
        "nowhere",
        "elsewhere",
        "elsewhere",
    ]


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
        ["from normbook.capstones import iris", "iris.load_flowers()"],
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
        ["def f():\n    return [x for n in range(2)]", "x = 1", "f()"],
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
        ["x = 1", "y = torch.ones(3)", "x += y"],
        ["x = torch.ones(1)", "{x: n for n in range(3)}"],
        ["[open(n) for n in 'ab']"],
        ["class File:\n    content = open('x')"],
        ["x = np.ones(3)", "x[0] = torch.ones(1).item()", "x"],
        ["x = np.ones(3)", "np.add(x, torch.ones(3).numpy(), out=x)", "x"],
        ["x = np.ones(3)", "np.copyto(x, torch.ones(3).numpy())", "x"],
        ["x = []", "for n in range(3):\n    x.append(torch.ones(n).sum())", "x"],
        ["class Box: pass", "box = Box()", "box.value = torch.ones(3)", "box.value"],
        ["x = 1", "if torch.cuda.is_available():\n    x = 2", "x"],
        ["x = torch.ones(3)", "if np.ones(1)[0] > 2:\n    x = 1", "x"],
        ["rng = np.random.default_rng(0)", "t = torch.tensor(rng.normal())", "rng.normal()"],
        ["rng = np.random.default_rng(0)", "r = rng", "t = torch.tensor(r.normal())", "r.normal()"],
        ["g = (n for n in range(9))", "t = torch.tensor(next(g))", "next(g)"],
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


def test_a_cell_with_a_magic_leads_to_binder_whole():
    assert judgements("x = 1\n%run other.py") == [Judgement("elsewhere", "")]


def test_a_name_that_is_bound_anew_runs_again():
    assert runs("x = torch.ones(3)", "x = np.ones(3)", "x")
    assert runs("math = torch.ones(3)", "import math", "math.pi")
    assert not runs("x = np.ones(3)", "x = torch.ones(3)", "x")


def test_reading_an_array_elsewhere_does_not_change_it():
    assert runs("x = np.ones(3)", "torch.from_numpy(x).sum()", "x")
    assert runs("x = np.ones(3)", "draw(x);", "x")


def test_of_a_cell_that_does_not_run_the_statements_that_do_are_shared():
    first, second = judgements(IMPORTS, "n = 3\nx = torch.ones(n)\nm = n + 1")
    assert first.share == "import numpy as np\nfrom normbook import norms"
    assert second.share == "n = 3\nm = n + 1"


def test_imports_have_no_button_and_live_cells_no_link():
    assert places("import math") == ["nowhere"]
    assert places("Pipeline(x=[1, 2])") == ["nowhere"]
    assert places("p = Pipeline(x=[1, 2])\np", "p", "p.x") == ["nowhere", "nowhere", "elsewhere"]


def test_a_generator_may_be_made_and_drawn_from_in_one_line():
    source = "import numpy as np\nnp.random.default_rng(0).normal(size=3)"
    assert judgements(source)[0].where == "here"
    assert judgements(source.replace("default_rng(0)", "RandomState(0)"))[0].where != "here"


def test_an_import_of_two_modules_is_two_imports():
    first, second = judgements("from normbook import nn, norms", "norms.layer_norm([1.0, 2.0], 2)")
    assert first.share == "from normbook import norms"
    assert second.where == "here"


def test_layer_norm_runs_where_its_names_say():
    judged = list(judge(code_cells(BOOK / "layer_norm.md")))

    def last_lines(where: str) -> list[str]:
        return [cell.source.split("\n")[-1].strip() for cell, one in judged if one.where == where]

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
        "print(((row - row.mean()) / row.var()).std().round(3))",
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


# ---- what the page has in part, or otherwise


@pytest.mark.parametrize(
    "cells",
    [
        ["r = np.random", "r.normal()"],
        ["import numpy.random as r", "r.normal()"],
        ["getattr(np.random, 'normal')()"],
        ["m = np", "m.load('x.npy')"],
        ["np.load.__name__"],
        ["np.random.default_rng().normal()"],
        ["from numpy.random import default_rng", "default_rng().normal()"],
        ["id(1)"],
        ["hash('a')"],
        ["if 1:\n    import numpy.random as m\nelse:\n    import math as m", "m.normal()"],
        ["x = torch.ones(1)", "x: int", "x"],
        ["x = torch.ones(1)", "del x", "x"],
        ["def f():\n    return locals()", "x = 1", "f()"],
        ["x = 1", "x?"],
        ["@torch.no_grad()\ndef f():\n    return 1", "f()"],
        ["def f(a: torch.Tensor):\n    return 1", "f(1)"],
    ],
    ids=" | ".join,
)
def test_what_the_page_has_in_part_or_otherwise_does_not_run(cells):
    assert not runs(*cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["x = np.ones(3)", "t = torch.ones(3) + x.sum()", "x"],
        ["x = np.ones(3)", "t = torch.from_numpy(2 * x - 1)", "t[0] = 5", "x"],
        ["x = np.ones(3)", "t = torch.from_numpy(np.abs(x))", "t[0] = 5", "x"],
        ["x = np.ones(3)", "y = x.mean(axis=0)", "y[()] = torch.ones(1).item()", "x"],
        ["x = np.ones((1, 3))", "y = np.sum(x, axis=0)", "y[0] = torch.ones(1).item()", "x"],
        ["g = iter([1])", "x = g is None", "t = torch.tensor(x)", "x"],
        ["x = list(zip([1], [2]))", "t = torch.tensor(x)", "x"],
        ["x = np.ones(3)", "i = 1", "x[i] = torch.ones(1).item()", "i"],
        ["x = np.ones(3)", "y = x", "y = np.ones(3)", "y[0] = torch.ones(1).item()", "x"],
        ["x = np.ones(3)", "y = x", "x = np.ones(3)", "y[0] = torch.ones(1).item()", "x"],
        [
            "rng = np.random.default_rng(0)",
            "x = rng.normal(size=3)",
            "x[0] = torch.ones(1).item()",
            "rng.normal()",
        ],
        [
            "rng = np.random.default_rng(0)",
            "x = rng.normal(size=3)",
            "torch.from_numpy(x).sum()",
            "rng.normal() + x",
        ],
        ["def f(a):\n    a[0] = 1\n    return a", "x = [0]", "f(x)", "x"],
        ["def f(a):\n    return a", "x = [0]", "t = torch.tensor(f(x))", "x"],
        ["def f(x):\n    x[0] = torch.ones(1).item()", "x = [0]", "x"],
        ["x = [0]", "def f(x):\n    x[0] = torch.ones(1).item()", "x"],
        [
            "class Row(list):\n    def __init__(self, a):\n        super().__init__(a)",
            "x = [0]",
            "t = torch.tensor(Row(x))",
            "x",
        ],
        ["x = 2", "t = torch.tensor(sum(x * n for n in range(3)))", "x"],
        ["for x in [1]:\n    f = lambda a: a.append(1)", "t = torch.tensor(x)", "x"],
        ["x = [1]", "y = {str(n): [0] for n in x}", "y['1'][0] = torch.ones(1).item()", "x"],
        [
            "y = [x for x in [[0]]]",
            "for x in range(3):\n    pass",
            "y[0][0] = torch.ones(1).item()",
            "x",
        ],
        ["def f(rows):\n    rows = torch.ones(1)\n    return rows", "rows = 1", "f(2)", "rows"],
        ["y = [2]", "for y in torch.ones(2):\n    y[0] = 1", "y = 3", "y"],
        ["y = z = [1]", "for y in torch.ones(2, 2):\n    y[0] = 1", "z"],
        ["y = z = [1]", "for n in [torch]:\n    y = n.ones(1)\n    y[0] = 2", "z"],
    ],
    ids=" | ".join,
)
def test_a_value_that_nothing_changed_elsewhere_stays(cells):
    assert runs(*cells)
