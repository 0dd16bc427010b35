"""No cell that runs in the page shows there another number than in the book.

Each chapter here is run twice: whole, as the build does, and as a page does, the parts alone that
are taken to run there. The module ``torch`` of the first is a stand-in: arrays of NumPy by another
name, which share memory as tensors do. In the page there is none.
"""

import ast
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from normbook.sphinx.cells.runnable import Cell, Judgement, judge

IMPORTS = "import itertools\nimport numpy as np\nimport torch"


class Tensor(np.ndarray):
    """An array with the methods of a tensor that the chapters here call."""

    def numpy(self) -> np.ndarray:
        return np.asarray(self)

    def add_(self, other: Any) -> "Tensor":
        self += other
        return self


def tensor(values: Any) -> Tensor:
    return np.array(values, dtype=float).view(Tensor)


@pytest.fixture
def torch(monkeypatch) -> None:
    """A stand-in for PyTorch, for as long as a chapter runs whole."""
    module = ModuleType("torch")
    module.ones = lambda *shape: tensor(np.ones(shape))
    module.tensor = tensor
    module.from_numpy = lambda array: array.view(Tensor)
    module.relu_ = lambda array: np.maximum(array, 7, out=array)
    module.relu = lambda array, inplace=False: np.maximum(array, 7, out=array if inplace else None)
    monkeypatch.setitem(sys.modules, "torch", module)


def shown(source: str, names: dict[str, Any]) -> str:
    """Run a cell; return what its last line shows."""
    *body, last = ast.parse(source).body
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "<cell>", "exec"), names)
        return ""
    return repr(eval(compile(ast.Expression(last.value), "<cell>", "eval"), names))


def run_whole(cells: list[str]) -> list[str]:
    """Return what each cell shows in the book."""
    names: dict[str, Any] = {}
    return [shown(source, names) for source in cells]


def run_in_page(judged: list[tuple[Cell, Judgement]]) -> list[str | None]:
    """Return what each cell shows in a page, or None where it has no button."""
    names: dict[str, Any] = {}
    answers: list[str | None] = []
    for cell, judgement in judged:
        if judgement.where == "here":
            answers.append(shown(cell.source, names))
        else:
            answers.append(None)
            exec(judgement.share, names)
    return answers


CHANGED_ELSEWHERE = [
    # a chapter, and what its last cell shows: the last is x, which only the book has changed
    ["x = np.zeros(3)", "b = np.add(1, torch.ones(3).numpy(), out=x)", "x.sum()"],
    ["x = np.zeros(3)", "b = np.add(1, torch.ones(3).numpy(), x)", "x.sum()"],
    ["x = np.zeros(3)", "b = np.multiply(2, torch.ones(3).numpy(), out=x)", "x"],
    ["x = np.zeros(3)", "b = np.multiply(2, torch.ones(3).numpy(), x)", "x"],
    ["x = np.zeros(3)", "b = np.round(torch.ones(3).numpy(), 0, x)", "x"],
    ["x = np.zeros(3)", "b = torch.ones(3).numpy().clip(2, 3, x)", "x"],
    ["x = np.zeros(3)", "b = np.add(1, 1, out=x)", "b[0] = torch.ones(1).item()", "x"],
    [
        "x = [1]",
        "b = np.sum(np.array([], object), initial=x)",
        "b.append(torch.ones(1).item())",
        "x",
    ],
    ["def positive(a):\n    return a", "x = [1]", "b = positive(x)", "b[0] = torch.ones(1)", "x"],
    ["x = (n for n in [1, 2])", "b = torch.tensor(list(x))", "list(x)"],
    ["g = iter([1, 2])", "x = [g]", "b = torch.tensor(list(x[0]))", "list(x[0])"],
    ["def f():\n    yield 1", "x = f()", "b = torch.tensor(list(x))", "list(x)"],
    ["def f(a):\n    return a", "x = f(iter([1, 2]))", "b = torch.tensor(list(x))", "list(x)"],
    ["x = np.array([2, 1])", "b = np.ndarray.sort(x, -int(torch.ones(1).item()))", "x"],
    *(
        ["x = np.zeros((2, 2))", f"b = np.{call.format('torch.ones(1).item()')}", "x"]
        for call in (
            *("copyto(x, {})", "fill_diagonal(x, {})", "place(x, x < 1, [{}])", "put(x, [0], {})"),
            *("put_along_axis(x, np.array([[0]]), {}, 0)", "putmask(x, x < 1, {})"),
        )
    ),
    ["x = np.zeros(3)", "x += torch.ones(3).numpy()", "x"],
    ["x = np.zeros(3)", "x[0] = torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "x[0], y = torch.ones(2)", "x"],
    ["x = [1, 2]", "del x[int(torch.ones(1).item())]", "x"],
    ["x = np.zeros(3)", "np.copyto(x, torch.ones(3).numpy())", "x"],
    ["x = np.zeros(3)", "_ = np.copyto(x, torch.ones(3).numpy())", "x"],
    ["x = np.zeros(3)", "np.add.at(x, [0], torch.ones(1).numpy())", "x"],
    ["x = [3, 2]", "y = torch.tensor(x.pop())", "x"],
    ["x = []", "[x.append(n) for n in torch.ones(2).numpy()]", "x"],
    ["x = []", "y = list(map(x.append, torch.ones(2).numpy()))", "x"],
    ["x = []", "list.append(x, torch.ones(1).item())", "x"],
    ["x = {'a': 1}", "y = x.setdefault('b', torch.ones(1).item())", "x"],
    ["x = {1}", "x.add(torch.ones(1).item() + 1)", "x"],
    ["x = np.array([2.0, 1.0])", "y = torch.from_numpy(x.sort() or x)", "x"],
    ["x = np.zeros(2)", "torch.from_numpy(x).add_(1)", "x"],
    ["x = np.zeros(2)", "y = torch.relu(torch.from_numpy(x), inplace=True)", "x"],
    ["x = np.zeros(2)", "y = torch.relu_(torch.from_numpy(x))", "x"],
    ["x = np.array([np.nan])", "np.nan_to_num(x, False, torch.ones(1).item())", "x"],
    ["x = np.zeros(2)", "torch.from_numpy(x)[0] = 1", "x"],
    ["x = [0]", "x.__setitem__(0, torch.ones(1).item())", "x"],
    ["import operator", "x = [0]", "_ = operator.setitem(x, 0, torch.ones(1).item())", "x"],
    ["class Box: pass", "b = Box()", "b.v = 1", "setattr(b, 'v', torch.ones(1).item() + 1)", "b.v"],
    ["class Box: v = 1", "b = Box()", "b.v = torch.ones(1).item() + 1", "b.v"],
    ["class Box: v = 1", "Box.v = torch.ones(1).item() + 1", "Box.v"],
    # by another name
    ["x = np.zeros(3)", "b = x", "b[0] = torch.ones(1).item()", "x"],
    ["x = y = np.zeros(3)", "y[0] = torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "b = x.reshape(3, 1)[1:]", "b += torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "b = torch.from_numpy(x)", "b[0] = 1", "x"],
    ["x = np.zeros(3)", "b = np.asarray(x)", "c = b", "c[0] = torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "b = [x]", "b[0][0] = torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "b = []", "b.append(x)", "b[0][0] = torch.ones(1).item()", "x"],
    ["x = np.zeros(3)", "b = {}", "b['x'] = x", "b['x'][0] = torch.ones(1).item()", "x"],
    ["x = [[]]", "y = x[0]", "y.append(torch.ones(1).item())", "x"],
    *(
        ["import operator", "x = [0]", "b = [0]", call, "b[0][0] = torch.ones(1).item()", "x"]
        for call in (
            "operator.setitem(b, 0, x)",
            "from operator import setitem\nsetitem(b, 0, x)",
        )
    ),
    ["y = []", "x = [y]", "y.append(torch.ones(1).item())", "x"],
    ["x = []", "y = [x] + []", "y[0].append(torch.ones(1).item())", "x"],
    ["x = [[]]", "for y in x:\n    y.append(torch.ones(1).item())", "x"],
    ["x = [[]]", "for y in x:\n    pass", "y.append(torch.ones(1).item())", "x"],
    ["x = [[]]", "[y.append(torch.ones(1).item()) for y in x]", "x"],
    ["x = [[]]", "y = [z for z in x]", "y[0].append(torch.ones(1).item())", "x"],
    ["x = [[]]", "y = {0: n for n in x}", "y[0].append(torch.ones(1).item())", "x"],
    ["x = np.zeros(2)", "(y := x)[0] = torch.ones(1).item()", "x"],
    ["x = [0]", "if (y := x):\n    y[0] = torch.ones(1).item()", "x"],
    ["x = [0]", "match x:\n    case y:\n        y[0] = torch.ones(1).item()", "x"],
    ["x = [0]", "match [x]:\n    case [*y]:\n        y[0][0] = torch.ones(1).item()", "x"],
    [
        "x = [0]",
        "match {'a': x}:\n    case {**y}:\n        y['a'][0] = torch.ones(1).item()",
        "x",
    ],
    [
        "import contextlib",
        "x = [0]",
        "with contextlib.nullcontext(x) as y:\n    y[0] = torch.ones(1).item()",
        "x",
    ],
    ["x = [0]", "y = x", "x = [0]", "y[0] = torch.ones(1).item()", "z = x", "x"],
    ["x = np.zeros(2)", "x = x[:1]", "y = x", "y[0] = torch.ones(1).item()", "x"],
    # by a function
    ["x = [0]", "def f(a):\n    a[0] = torch.ones(1).item()", "f(x)", "x"],
    ["x = [0]", "def f(a, v):\n    a[0] = v", "y = f(x, torch.ones(1).item())", "x"],
    ["x = [0]", "f = lambda a, v: a.append(v)", "f(x, torch.ones(1).item())", "x"],
    ["x = [0]", "def f(v):\n    x[0] = v", "f(torch.ones(1).item())", "x"],
    ["x = [0]", "def f(v):\n    x[0] = v", "g = f", "g(torch.ones(1).item())", "x"],
    ["x = [0]", "def f(v):\n    x[0] = v", "def g(v):\n    f(v)", "g(torch.ones(1).item())", "x"],
    ["x = []", "def f(a, v):\n    list.append(a, v)", "f(x, torch.ones(1).item())", "x"],
    [
        "x = []",
        "for n in [1]:\n    f = lambda v: x.append(v)\n    g = f",
        "f(torch.ones(1).item())",
        "x",
    ],
    ["x = [0]", "f = x.append", "f(torch.ones(1).item())", "x"],
    ["x = 1", "def f():\n    global x\n    x = torch.ones(1).item() + 1", "x = 3", "f()", "x"],
    [
        "x = 1",
        "def f():\n    global x\n    import itertools as x",
        "x = 3",
        "t = torch.tensor(f() or 1)",
        "x",
    ],
    ["x = [0]", "def f():\n    return x", "f()[0] = torch.ones(1).item()", "x"],
    ["def f(a=[]):\n    a.append(1)\n    return len(a)", "t = torch.tensor(f())", "f()"],
    ["x = [0]", "def f(a=x):\n    return a", "f()[0] = torch.ones(1).item()", "x"],
    [
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n"
        "    return g",
        "g = f()",
        "t = torch.tensor(g())",
        "g()",
    ],
    [
        "class C:\n    n = 0\n    def f(self):\n        self.n += 1\n        return self.n",
        "c = C()",
        "t = torch.tensor(c.f())",
        "c.f()",
    ],
    ["x = [[1]]", "y = sorted(x, key=lambda z: z.append(torch.ones(1).item()) or 0)", "x"],
    # by drawing from it
    ["g = np.random.default_rng(0)", "t = torch.tensor(g.normal())", "g.normal()"],
    ["g = np.random.default_rng(0)", "h = g", "t = torch.tensor(h.normal())", "g.normal()"],
    ["g = [np.random.default_rng(0)]", "t = torch.tensor(g[0].normal())", "g[0].normal()"],
    [
        "g = np.random.default_rng(0)",
        "def f():\n    return g.normal()",
        "t = torch.tensor(f())",
        "f()",
    ],
    [
        "g = np.random.default_rng(0)",
        "x = np.arange(9)",
        "t = torch.tensor(g.shuffle(x) or 1)",
        "x",
    ],
    ["g = iter([1, 2])", "t = torch.tensor(next(g))", "next(g)"],
    ["g = (n for n in range(9))", "t = torch.tensor(next(g))", "next(g)"],
    ["g = zip([1, 2], [3, 4])", "t = torch.tensor(list(g)[:1])", "list(g)"],
    ["g: object = map(abs, [1, 2])", "t = torch.tensor(list(g))", "list(g)"],
    ["h = [[1, 2]]", "g = [iter(n) for n in h]", "t = torch.tensor(next(g[0]))", "next(g[0])"],
    ["g = itertools.count()", "t = torch.tensor(next(g))", "next(g)"],
    ["def f():\n    yield 1\n    yield 2", "g = f()", "t = torch.tensor(next(g))", "next(g)"],
    ["g = []", "g.append(iter([1, 2]))", "t = torch.tensor(next(g[0]))", "next(g[0])"],
    [
        "import operator",
        "g = [0]",
        "operator.setitem(g, 0, iter([1, 2]))",
        "t = torch.tensor(list(g[0]))",
        "list(g[0])",
    ],
    ["for g in [iter([1, 2])]:\n    pass", "t = torch.tensor(next(g))", "next(g)"],
    ["if g := iter([1, 2]):\n    pass", "t = torch.tensor(next(g))", "next(g)"],
    ["x = []", "g = (x.append(n) for n in range(3))", "t = torch.tensor(len(list(g)))", "x"],
    ["x = 1", "g = (x * n for n in range(3))", "x = torch.ones(1).item() + 4", "list(g)"],
    # by binding its name
    ["x = 1", "if torch.ones(1).item():\n    x = 2", "x"],
    ["x = 1", "while x < torch.ones(1).item() + 2:\n    x = x + 1", "x"],
    ["x = 1", "try:\n    x = torch.ones(1).item()\nfinally:\n    pass", "x"],
    ["x = 1", "for x in torch.ones(2).numpy() + 1:\n    pass", "x"],
    ["x = 1", "with np.errstate():\n    x = torch.ones(1).item() + 1", "x"],
    ["x = 1", "y = [x := n for n in torch.ones(2).numpy() + 1]", "x"],
    ["x = 1", "match torch.ones(1).item():\n    case x:\n        pass", "x"],
    ["x = 1", "match [torch.ones(1).item()]:\n    case [*x]:\n        pass", "x"],
    ["x = 1", "match {'a': torch.ones(1).item()}:\n    case {**x}:\n        pass", "x"],
    ["x = 1", "(x, *y) = torch.ones(3).numpy() + 1", "x"],
    ["x = 1", "def x():\n    return torch.ones(1)", "x = 2", "x"],
    ["x = torch.ones(1).item()", "class C:\n    x = x", "C.x"],
    ["x = torch.ones(1).item()", "def f(a=x):\n    return a", "f()"],
    ["x = torch.ones(1).item()", "f = lambda a=x: a", "f()"],
    ["x = torch.ones(1).item()", "def f():\n    return x", "x = 3", "f()"],
    ["def f():\n    return x", "x = 3", "x = torch.ones(1).item()", "f()"],
    [
        "def f():\n    g = lambda: x\n    h = lambda: y\n    return g() + h()",
        "x = y = 3",
        "x = torch.ones(1).item()",
        "f()",
    ],
    ["x = torch.ones(1).item()", "def f():\n    return eval('x')", "x = 2", "f()"],
    ["x = 2", "exec('x = torch.ones(1)')", "x"],
    ["x = torch.ones(1).item()", "del x", "x = 2", "x"],
    ["len = lambda a: torch.ones(1).item()", "len([])"],
    ["try:\n    import torch as m\nexcept ImportError:\n    import numpy as m", "m.ones(1)"],
    ["np.set_printoptions(precision=int(torch.ones(1).item()))", "np.array([0.123456])"],
    ["np.pi = torch.ones(1).item()", "np.pi"],
]


@pytest.mark.parametrize("cells", CHANGED_ELSEWHERE, ids=" | ".join)
def test_a_page_shows_what_the_book_shows(torch, monkeypatch, cells):
    chapter = [IMPORTS, *cells]
    monkeypatch.setattr(np, "pi", np.pi)
    with np.printoptions():
        book = run_whole(chapter)
    monkeypatch.undo()
    judged = list(judge(map(Cell, chapter)))
    page = run_in_page(judged)
    for ours, theirs in zip(page, book, strict=True):
        assert ours in (None, theirs)
