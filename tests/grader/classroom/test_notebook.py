"""From a notebook comes the source of an answer: what it needs, and nothing that would do harm."""

import json
import time

import pytest

from normbook.grader import find
from normbook.grader.classroom.answers import Answer, NoAnswer, NotUnderstood, answers_in
from normbook.grader.classroom.notebook import Notebook, NotebookError

STANDARDIZE, LAYER_NORM = find("standardize"), find("layer_norm")


def notebook(*cells, version=4):
    made = [{"cell_type": "code", "source": cell, "outputs": []} for cell in cells]
    return json.dumps({"nbformat": version, "nbformat_minor": 5, "cells": made}).encode()


def source(*cells, name="f"):
    return Notebook(notebook(*cells)).source_of(name)


def value(*cells):
    """Return what the source that was taken gives for f()."""
    names = {}
    exec(source(*cells), names)
    return names["f"]()


def test_the_cell_that_defines_it_comes_with_what_it_needs():
    assert source(
        "import numpy as np\nimport matplotlib.pyplot as plt",
        "plt.plot([1])\nEPS = 1e-5",
        "def half(x):\n    return x / 2\n",
        "def f(x):\n    # halves\n    return half(x) + np.sqrt(EPS)",
        "print(f(3))\nassert f(1) > 0",
    ) == (
        "import numpy as np\nEPS = 1e-5\ndef half(x):\n    return x / 2\n"
        "def f(x):\n    # halves\n    return half(x) + np.sqrt(EPS)\n"
    )


@pytest.mark.parametrize(
    "cells",
    [
        ("def f(): return g()", "def g(): return 3"),
        ("from math import *", "def f(): return int(sqrt(9))"),
        ("a, (b, *c) = 1, (2, 4)", "def f(): return a + b"),
        ("A = {}", "A['x'] = 3", "def f(): return A['x']"),
        ("class A: x = 1", "A.x = 3", "def f(): return A.x"),
        ("try:\n    import none\nexcept ImportError:\n    none = 3", "def f(): return none"),
        ("n = 1", "n += 2", "def f(): return n"),
        ("T = []\nT.append(3)", "def f(): return T[0]"),
        ("import json\nd = {}", "d.update(json.loads('[[\"a\", 3]]'))", "def f(): return d['a']"),
        ("class C: v = 1", "setattr(C, 'v', 3)", "def f(): return C.v"),
        ("T = [1, 2]", "for n in range(2): T.append(n)", "del T[0]", "def f(): return sum(T)"),
        ("T = [0]", "def fill(t): t[0] = 3", "fill(T)", "def f(): return T[0]"),
        ("T = [0]", "def add(t): t[0] += 1", "add(T)\nadd(T)\nadd(t=T)", "def f(): return T[0]"),
        ("import random\nT = [3]", "def f(): return random and T[0]", "random.shuffle(T)"),
        ("def f(): return f.v", "f.v = 3"),
        ("d = {}", "d.setdefault('a', []).append(3)", "def f(): return d['a'][0]"),
        (
            "from functools import cache\n@cache\ndef f(): pass",
            "f.cache_clear()",
            "def f(): return 3",
        ),
        ("for n in range(4): pass", "def f(): return n"),
        ("def wrap(g): return g", "@wrap\n# why\n@wrap\ndef f():\n    return 3"),
        ("class C:\n    def wrap(g): return g", "@(\n    C\n    .wrap\n)\ndef f(): return 3"),
        ("é = 3; two = 'ä'; f = lambda: é", "three = f"),
        ("D = 3", "def f(d=D): return d"),
        ("def mine(): return 3", "f = mine"),
        ("def f(): return 2", "def mine(): return 3", "f = mine", "f = f()"),
        ("x = 3\nif x:\n    def f(): return x",),
        ("f = lambda: 3", "f = 4"),
        ("D = 3", "def f(d=[D for _ in 'a']): return [d[0] for _ in 'a'][0]"),
        ("x = 2; y = 1; z = 1 / 0 if x == 3 else 0", "def f(): return x + y + z"),
        ("from __future__ import annotations", "def f(x: 1 / 0 = 3): return x"),
        ("T = int", "def f() -> T: return 3"),
        ("def g(): return 3", "f = g if 1 else None", "f = 4"),
        ("def g(): return 3", "f = None if 0 else g", "f = 4"),
        (
            "class B: v = 3",
            "class A(B):\n    def g(self): return self.v",
            "def f(): return A().g()",
        ),
    ],
)
def test_what_is_looked_up_is_there(cells):
    assert value(*cells) == 3


def test_calls_that_but_show_or_check_are_left_out():
    cells = ("import numpy as np", "T = [1]", "def f(x):\n    return np.mean(x) + T[0]")
    for shows in (
        "import matplotlib.pyplot as plt\nplt.plot(T)",
        "import matplotlib.pyplot as plt\ndef show(t): plt.plot(t)\nshow(T)",
        "def check(g): assert g(1) == 0\ncheck(f)",
        "data = open('none').read()\nnp.testing.assert_allclose(T, data)",
        "print(T)\ndisplay(T)\nnp.random.seed(0)\nf(T)\nT",
    ):
        assert source(*cells, shows) == "".join(f"{cell}\n" for cell in cells)


@pytest.mark.parametrize("line", ["x = 1", "fill(T)", "fill(T)\nz = 1\nshow(T, z)"])
def test_the_time_grows_with_the_statements_and_not_with_their_square(line):
    begin = time.process_time()
    source("T = []\ndef fill(t): t.append(1)", "\n".join([line] * 2000), "def f(): return T")
    assert time.process_time() - begin < 10  # where each was compared with each, over a minute


def test_a_name_of_the_function_s_own_brings_nothing():
    text = source(
        "x = train()\nmodel = 3",
        "def f(x):\n    model = x\n    return [y for y in [model]]",
        "y = 1/0",
    )
    assert text == "def f(x):\n    model = x\n    return [y for y in [model]]\n"


def test_of_several_definitions_the_last_counts_and_no_import_stands_in_for_it():
    cells = ("from norms import f", "def f():\n    raise NotImplementedError", "def f(): return 3")
    assert source(*cells, "from norms import f", "f = f()") == "def f(): return 3\n"


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\ndef f(): return 3",
        "!pip install numpy\ndef f(): return 3",
        "files = !ls\nx = %timeit -o 1\ndef f(): return 3",
        "f?\n?f\nnp.sum??\ndef f(): return 3",
        "!ls\ndef f():\n    while True:\n        break\n    return 3",
        "%%time\ndef f(): return 3",
        "%%capture out\n%config x\ndef f(): return 3",
    ],
)
def test_magics_are_left_out(cell):
    assert value(cell) == 3


@pytest.mark.parametrize("cell", ["%%bash\ndef f(): pass", "%%timeit\ndef f(): pass"])
def test_cells_in_other_languages_define_nothing(cell):
    assert not Notebook(notebook(cell)).defines("f")


def test_a_percent_or_an_exclamation_mark_in_python_is_no_magic():
    assert value("def f():\n    x = 7\n    return (x\n    % 4)") == 3
    assert value('def f():\n    """\n    %magic\n    !no\n    """\n    return 3') == 3


@pytest.mark.parametrize(
    "cell", ["this is no Python", "def g(a, a): pass", "x = 1\nglobal x", "\0", "'\ud800'"]
)
def test_a_cell_that_is_not_python_costs_only_itself(cell):
    assert value(cell, "def f(): return 3") == 3


def test_source_may_be_lines_and_markdown_is_none():
    cells = [
        {"cell_type": "markdown", "source": "def f(): return 1"},
        {"cell_type": "code", "source": ["def f():\n", "    return 3"]},
        {"cell_type": "code"},
        "no cell",
    ]
    data = b"\xef\xbb\xbf" + json.dumps({"nbformat": 4, "cells": cells}).encode()
    assert Notebook(data).source_of("f") == "def f():\n    return 3\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not the JSON of a notebook"),
        (b"[]", "not the JSON of a notebook"),
        (b'{"cells": []}', "not the JSON of a notebook"),
        (b"\xff", "not the JSON of a notebook"),
        (b"[" * 200_000, "not the JSON of a notebook"),
        (notebook(version=3), "format 3"),
    ],
)
def test_what_is_no_notebook_says_so(data, why):
    with pytest.raises(NotebookError, match=why):
        Notebook(data)


def test_code_that_is_nested_too_deep_is_no_crash():
    said = set()
    for depth in (900, 2000):  # how deep is too deep depends on the system
        cells = f"x = {'-' * depth}1", "def f(): return 3"
        try:
            assert Notebook(notebook(*cells)).defines("f")
        except NotebookError as error:
            said.add(str(error))
    assert said <= {"its code is nested too deep"}


# ---- as an answer ----


def found_in(name, *cells):
    return list(answers_in(name, notebook(*cells), [LAYER_NORM, STANDARDIZE]))


def test_a_notebook_answers_every_exercise_that_it_defines():
    first, second = found_in(
        "Layer_norm.ipynb", "def standardize(x): return x", "def layer_norm(x): return x"
    )
    assert first == Answer(
        LAYER_NORM, b"def layer_norm(x): return x\n", "Layer_norm.ipynb", named=True
    )
    assert second == Answer(
        STANDARDIZE, b"def standardize(x): return x\n", "Layer_norm.ipynb", named=False
    )


def test_a_notebook_of_an_exercise_s_name_that_does_not_define_it_is_named():
    assert found_in("standardize.ipynb", "x = 3") == [
        NotUnderstood("standardize.ipynb", "no cell defines standardize", STANDARDIZE)
    ]
    why = "its cells define none of layer_norm, standardize"
    other = f"{why}, but Standardize"
    for cells, told in ((["x = 3"], why), (["def Standardize(x): return x"], other), ([], why)):
        assert found_in("other.ipynb", *cells) == [NoAnswer("other.ipynb", told)]
    assert list(answers_in("hw.ipynb.json", notebook(), [LAYER_NORM, STANDARDIZE])) == [
        NoAnswer("hw.ipynb.json", why)
    ]


def test_what_a_cell_writes_into_a_file_is_that_file():
    text = "def standardize(x): return x\n"
    for name in ("hw.ipynb", "standardize.ipynb"):
        assert found_in(name, "x = 1", f"%%writefile exercises/standardize.py\n{text}") == [
            Answer(STANDARDIZE, text.encode(), f"{name}: exercises/standardize.py")
        ]
    assert found_in("hw.ipynb", "%%file a.py\nx = 1\n", f"%%writefile -a 'a.py'\n{text}") == [
        Answer(STANDARDIZE, f"x = 1\n{text}".encode(), "hw.ipynb: a.py", named=False)
    ]
    assert found_in("hw.ipynb", f"%%writefile -a a.py\n{text}") == [
        Answer(STANDARDIZE, text.encode(), "hw.ipynb: a.py", named=False)
    ]
    (nothing,) = found_in("hw.ipynb", "%%writefile data.csv\n1,2")
    assert nothing.place == "hw.ipynb"


def test_a_definition_in_a_cell_that_is_not_python_is_named():
    assert found_in("hw.ipynb", "x = 1\ndef standardize(x)\n    return x") == [
        NotUnderstood("hw.ipynb", "the cell that defines standardize is not Python", STANDARDIZE)
    ]


def test_the_solution_of_each_exercise_comes_out_of_a_notebook_whole():
    from normbook.grader import find_all

    for exercise in find_all():
        text = exercise.solution.read_text()
        taken = Notebook(notebook("%matplotlib inline", text, "print(1)")).source_of(exercise.entry)
        assert f"{exercise.entry}" in taken
        compile(taken, exercise.slug, "exec")


@pytest.mark.parametrize("kind", ["raw", "markdown"])
def test_an_answer_in_a_cell_that_is_not_code_is_told(kind):
    text = "Mine:\n```python\ndef standardize(x):\n    return x\n```"
    data = notebook("def layer_norm(x): ...", text).decode()
    before, _, after = data.rpartition('"code"')
    data = f'{before}"{kind}"{after}'.encode()
    exercises = [STANDARDIZE, LAYER_NORM]
    told, answer = answers_in("hw.ipynb", data, exercises)
    assert isinstance(answer, Answer)
    why = "standardize stands in a cell that is not code"
    assert told == NoAnswer("hw.ipynb", why, only=True)
    assert told.defines == {STANDARDIZE}
