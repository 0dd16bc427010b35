"""A file gives an attempt, or one line on what is wrong with it."""

import os
import socket
import statistics
import sys
import warnings
from bdb import BdbQuit
from pathlib import Path

import pytest

from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.errors import LateError
from normbook.grader.verdict.load import (
    MAX_SOURCE_BYTES,
    NOT_DELETED,
    LoadError,
    describe,
    execute,
    load,
    message_of,
    modules_removed,
    read,
)


def refusal(path, entry="f"):
    with pytest.raises(LoadError) as caught:
        load(path, entry)
    assert caught.value.__cause__ is None
    return str(caught.value)


@pytest.fixture
def mine(tmp_path):
    """Give a function that writes the file ``mine.py``."""

    def write(source):
        path = tmp_path / "mine.py"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return path

    return write


def test_what_the_file_defines_is_the_attempt(mine):
    assert load(mine("def f():\n    return 3\n"), "f")() == 3
    assert load(mine("class f:\n    x = 4\n"), "f").x == 4
    assert load(mine("γ = f = 'ö'\n"), "γ") == "ö"


def test_the_file_runs_as_a_module_of_its_name_and_place(mine):
    path = mine("f = (__name__, __file__)\n")
    with modules_removed():
        assert load(path, "f") == ("<mine>", str(path))


ANNOTATED = """
from __future__ import annotations
from dataclasses import dataclass, fields
from typing import ClassVar, get_type_hints

@dataclass
class Mean:
    of: int
    most: ClassVar[int] = 3

def f():
    return [field.name for field in fields(Mean)], get_type_hints(Mean)["of"]
"""


def test_what_annotations_name_is_looked_up_in_the_file_while_it_runs_and_is_called(mine):
    with modules_removed():
        assert load(mine(ANNOTATED), "f")() == (["of"], int)


def test_a_file_stands_for_no_module_of_its_name(tmp_path):
    path = tmp_path / "statistics.py"
    with modules_removed():
        assert execute("import statistics\nf = statistics.mean([1, 3])", path, "f") == 2
        assert sys.modules["statistics"].mean is statistics.mean


def test_no_attempt_finds_the_module_of_another(mine):
    before = sys.modules.copy()
    with modules_removed():
        load(mine("f = 3\n"), "f")
        outer = sys.modules["<mine>"]
        with modules_removed(), pytest.raises(LoadError):
            load(mine("f = 4\n1 / 0\n"), "f")
        assert sys.modules["<mine>"] is outer
    assert sys.modules == before


def test_the_file_runs_in_plain_python_and_not_with_our_future_imports(mine):
    assert load(mine("def f(x: 1 + 1): pass\n"), "f").__annotations__ == {"x": 2}


def test_a_file_has_python_s_modules_and_the_packages_of_its_exercise_and_no_others(mine):
    def said(source):
        with modules_removed(), pytest.raises(LoadError) as caught:
            load(mine(source), "f", packages=("numpy",))
        return str(caught.value)

    assert said("import json\nimport matplotlib.pyplot as plt\n\nf = plt.figure\n") == (
        "mine.py, line 4: ModuleNotFoundError: This exercise has Python's own modules and numpy "
        "alone: do without matplotlib. If it is a file of yours, copy into this one what you use "
        "of it."
    )
    for source in (
        "from torch import nn\nclass f(nn.Module): pass",
        "import torch, json\n@torch.no_grad\ndef f(): pass",
        "from torch import no_grad\n@no_grad()\ndef f(): pass",
        "from helpers_of_mine import mean as f",
        "from torch import *\ndef f(): pass",
        "from .helpers import mean\ndef f(): pass",
    ):
        assert "numpy alone: do without" in said(source), source
    right = "import os.path\nimport numpy.linalg as f\nfrom numpy import *\nimport _thread\n"
    assert load(mine(right), "f", packages=("numpy",)).__name__ == "numpy.linalg"


PLOTS = """\
import json, matplotlib.pyplot as plt
from google.colab import drive
def f(plots):
    if plots:
        plt.plot([1, 2])
    return json.dumps(1)
drive.mount("/content")
"""


def test_what_a_file_imports_is_refused_where_it_is_used(mine):
    remarks = []
    function = load(mine(PLOTS), "f", remarks.append, packages=())
    assert function(False) == "1"
    assert "line 7" in remarks[0]
    assert "do without google" in remarks[0]
    with pytest.raises(ModuleNotFoundError, match="alone: do without matplotlib"):
        function(True)


@pytest.mark.parametrize(
    "use",
    [
        *("EPS + 1", "1 + EPS", "x @ EPS", "x < EPS", "EPS == 1", "-EPS", "EPS[0]", "float(EPS)"),
        *("1 if EPS else 2", "isinstance(x, EPS)", "[*EPS]", "range(EPS)", "EPS | None"),
    ],
)
def test_a_constant_of_another_file_is_refused_where_it_is_used(mine, use):
    source = f"import numpy as np\nfrom mine_too import EPS\ndef f(x=np.ones(3)): return {use}\n"
    function = load(mine(source), "f", packages=("numpy",))
    with pytest.raises(ModuleNotFoundError, match="do without mine_too"):
        function()


def test_an_import_that_a_file_can_do_without_is_no_error(mine):
    source = "try:\n    import numpy as f\nexcept ImportError:\n    f = None\n"
    assert load(mine(source), "f", packages=()) is None


def test_an_import_in_a_function_is_judged_when_that_is_called(mine):
    function = load(mine("def f(): import numpy\n"), "f", packages=())
    with pytest.raises(ModuleNotFoundError, match="This exercise has Python's own modules alone"):
        function()


def test_its_source_is_found_where_its_file_is_not(mine):
    source = "import inspect\ndef f():\n    return inspect.getsource(f)\nshown = f()\n"
    path = mine(source)
    path.unlink()
    with modules_removed():
        for text in (source, "# moved\n" + source):
            shown = execute(text, path, "shown", packages=())
            assert shown == "def f():\n    return inspect.getsource(f)\n"


def test_what_it_prints_while_it_loads_is_not_shown(mine, capsys):
    source = "import sys\nsys.stdout.write('one')\nsys.stderr.write('two')\nf = 3\n"
    assert load(mine(source), "f") == 3
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "line",
    [
        "sys.stdout.reconfigure(encoding='utf-8')",
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
        "print('ä \\ud800 \N{SNOWMAN}')",
    ],
)
def test_a_file_may_set_how_it_prints(mine, line):
    source = f"import io, sys\n{line}\nout = sys.stdout\ndef f(): return out.write('one')\n"
    assert load(mine(source), "f")() == 3


def test_a_file_of_the_largest_size_is_read_and_no_larger_one(mine):
    assert len(read(mine(b"#" * MAX_SOURCE_BYTES))) == MAX_SOURCE_BYTES
    said = refusal(mine(b"#" * (MAX_SOURCE_BYTES + 1)))
    assert said == f"mine.py has more than {MAX_SOURCE_BYTES} bytes."


def test_a_file_that_cannot_be_read_says_why(mine, tmp_path):
    assert refusal(mine(b"\xff")).startswith("mine.py cannot be read: ")
    assert refusal(tmp_path / "none.py") == f"none.py cannot be read: {os.strerror(2)}."


def make_pipe(path):
    os.mkfifo(path)


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize("make", [make_pipe, make_socket, Path.mkdir])
def test_what_is_no_file_is_refused_and_not_waited_for(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket is to be short
    path = Path("mine.py")
    make(path)
    assert refusal(path) == "mine.py is not a file."


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_is_refused():
    assert refusal(Path("/dev/zero")) == "zero is not a file."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_a_file_that_becomes_a_pipe_is_refused_and_not_waited_for(mine, monkeypatch):
    path = mine("f = 3\n")
    as_it_was = path.lstat()
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(Path, "lstat", lambda self: as_it_was)
    assert refusal(path) == "mine.py is not a file."


def test_a_link_is_refused_and_says_what_to_do(mine, tmp_path):
    link = tmp_path / "link.py"
    link.symlink_to(mine("f = 3\n"))
    assert refusal(link) == "link.py is a link. Put the file itself in its place."


DELETED = f"'f' is defined here, and deleted again. {NOT_DELETED}"
WITHIN = (
    "'f' is defined within something else. Take it out, to the left margin: what stands below if "
    '__name__ == "__main__" does not run.'
)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\n  y = 2\n", "mine.py, line 2: unexpected indent:  y = 2"),
        ("x = 1\ny = x / 0\n", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("\nint('x')", "mine.py, line 2: ValueError: invalid literal for int() with base 10: 'x'"),
        ("raise SystemExit(3)", "mine.py, line 1: SystemExit: 3"),
        ("def g():\n    raise KeyError\n\ng()\n", "mine.py, line 2: KeyError"),
        ("g = 3", "mine.py defines no 'f'. Do not rename it."),
        ("def __getattr__(name): raise KeyError", "mine.py defines no 'f'. Do not rename it."),
        ('if __name__ == "__main__":\n    def f(): pass\n', f"mine.py, line 2: {WITHIN}"),
        ("class G:\n    def f(self): pass\n", f"mine.py, line 2: {WITHIN}"),
        ("def f(): pass\ndel f\n", f"mine.py, line 1: {DELETED}"),
        ("def f(): pass\ntry: f(1)\nexcept TypeError as f: pass\n", f"mine.py, line 1: {DELETED}"),
    ],
)
def test_a_source_that_gives_no_attempt_says_why_and_where(mine, source, said):
    assert refusal(mine(source)) == said


def test_a_source_that_does_not_compile_has_no_line_where_python_names_none(mine):
    assert "line" not in refusal(mine("a\0b"))
    assert refusal(mine("a\0b")).startswith("mine.py: ")
    assert "null byte" in refusal(mine("a\0b"))
    assert refusal(mine("f" + "()" * 100_000)).startswith("mine.py: ")


def test_an_error_of_syntax_while_it_runs_is_in_the_line_that_ran(mine):
    said = refusal(mine("x = 1\n\neval('1 +')\n"))
    assert said.startswith("mine.py, line 3: SyntaxError: invalid syntax")


def test_a_source_may_come_from_elsewhere_than_its_file(tmp_path):
    path = tmp_path / "mine.py"
    assert execute("f = 5", path, "f") == 5
    with pytest.raises(LoadError, match=r"^mine\.py, line 2: KeyError: 'x'"):
        execute("\n{}['x']", path, "f")


def test_a_source_is_quoted_from_itself_where_its_file_holds_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("of last week = 3\n", encoding="utf-8")
    with pytest.raises(LoadError, match=r"line 1: '\(' was never closed:  x = \($"):
        execute("x = (", Path("mine.py"), "f")


def test_the_line_is_the_last_one_of_the_attempt_on_the_way_to_the_error(tmp_path):
    path = tmp_path / "mine.py"
    source = "import json\n\ndef inner():\n    json.loads('{')\n\ndef f():\n    inner()\n"
    function = execute(source, path, "f")
    with pytest.raises(ValueError, match="Expecting") as caught:
        function()
    assert describe(caught.value, path).startswith("mine.py, line 4: JSONDecodeError: Expecting")
    assert describe(caught.value).startswith("JSONDecodeError: Expecting")
    assert describe(caught.value, tmp_path / "other.py").startswith("JSONDecodeError: Expecting")


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("weigth", ". Did you mean 'weight'?"),
        ("X", ". Did you mean 'x'?"),
        ("nomr", ". Did you mean 'norm'?"),
        ("lenght", ""),
        ("rage", ". Did you mean 'range'?"),
        ("y", ""),
        ("Dvra", ". Did you mean 'dvar'?"),
        ("var", ""),
        ("dweight", ""),
        ("weight2", ""),
        ("dy_hat", ""),
        ("x_hat", ""),
        ("dx_hta", ". Did you mean 'dx_hat'?"),
        ("loader", ""),
        ("inputs", ""),
        ("float32", ""),
        ("y_true", ""),
        ("x_max", ""),
        ("n_max", ""),
        ("dsum", ""),
        ("true", ". Did you mean 'True'?"),
        ("is_instance", ". Did you mean 'isinstance'?"),
        ("xrange", ". Did you mean 'range'?"),
    ],
)
def test_a_misspelt_name_is_met_with_the_one_that_is_like_it(tmp_path, name, asked):
    source = f"def norm(): pass\n\ndef f(x, weight, dvar=0, dx_hat=0):\n    return {name}\n"
    function = execute(source, tmp_path / "mine.py", "f")
    with pytest.raises(NameError) as caught:
        function(1, 2)
    assert describe(caught.value) == f"NameError: name '{name}' is not defined{asked}"


def test_only_python_s_own_error_says_which_name_is_not_defined():
    class Mine(NameError):
        name = property(lambda self: 1 / 0)

    for error in (Mine("so"), NameError("so", name=5), NameError("so", name="rage")):
        assert describe(error) == f"{type(error).__name__}: so"


def test_a_file_may_stop_once_it_has_defined_the_attempt_where_somebody_is_told(mine):
    path = mine("def f():\n    return 3\n\nprint(f(x))\n")
    remarks = []
    assert load(path, "f", remarks.append)() == 3
    assert remarks == [
        "Your file stops below what is graded. Take that out: "
        "mine.py, line 4: NameError: name 'x' is not defined"
    ]
    assert refusal(path) == "mine.py, line 4: NameError: name 'x' is not defined"


ABOVE = (
    'If your answer does without this line, put it below, under if __name__ == "__main__":, which '
    "does not run here."
)


@pytest.mark.parametrize(
    ("above", "said"),
    [
        (
            "import os\nprint(\n    [1][2])\n",
            "mine.py, line 3: IndexError: list index out of range",
        ),
        ("x = {}[1]\n", "mine.py, line 1: KeyError: 1"),
    ],
)
def test_a_trial_above_the_answer_is_told_where_it_may_stand(mine, above, said):
    assert refusal(mine(f"{above}def f():\n    return 3\n")).startswith(said)
    assert refusal(mine(f"{above}def f():\n    return 3\n")).endswith(f". {ABOVE}")


@pytest.mark.parametrize(
    "source",
    [
        "import nothing\ndef f(): pass\n",
        "1 / 0\n",
        "f = 1 / 0\n",
        "n = 3\n@str\n@(1 / 0)\ndef f(): pass\n",
    ],
)
def test_what_the_answer_may_need_is_not_said_to_belong_below(mine, source):
    assert ABOVE not in refusal(mine(source))


@pytest.mark.parametrize("line", ["raise MemoryError", "g = lambda: g()\ng()"])
def test_what_a_process_may_not_get_over_ends_the_loading(mine, line):
    with pytest.raises(LoadError):
        load(mine(f"f = 3\n{line}\n"), "f", pytest.fail)


@pytest.mark.parametrize("raised", ["BaseException('why')", "GeneratorExit('why')"])
def test_what_a_file_raises_that_is_no_exception_is_told_with_its_line(mine, raised):
    kind = raised.partition("(")[0]
    with pytest.raises(LoadError, match=f"line 2: {kind}: why"):
        load(mine(f"f = 3\nraise {raised}\n"), "f")
    remarks = []
    assert load(mine(f"f = 3\nraise {raised}\n"), "f", remarks.append) == 3
    assert f"line 2: {kind}: why" in remarks[0]


@pytest.mark.parametrize("raised", [KeyboardInterrupt, LateError])
def test_who_stops_the_grader_stops_it(mine, raised):
    source = "from builtins import *\nfrom normbook.grader.verdict.errors import *\n"
    with pytest.raises(raised):
        load(mine(f"{source}f = 3\nraise {raised.__name__}\n"), "f", pytest.fail)
    function = load(mine(f"{source}def f(): raise {raised.__name__}\n"), "f")
    with pytest.raises(raised):
        Attempt(Direct(function))()


def test_an_exit_without_a_number_says_nothing_of_one():
    assert describe(SystemExit(None)) == describe(SystemExit()) == "SystemExit"
    assert describe(SystemExit(3)) == "SystemExit: 3"


def test_an_exception_that_cannot_say_what_it_is_has_its_name():
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError

    assert message_of(Mute()) == ""
    assert describe(Mute()) == "Mute"
    assert message_of(ValueError("of old")) == "of old"


@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), PermissionError(1, "Operation not permitted")]
)
def test_what_the_system_refuses_is_said_to_be_so(error):
    assert describe(error).startswith(f"{type(error).__name__}: {error}: an attempt may not ")


def test_a_breakpoint_is_said_to_find_no_debugger():
    assert describe(BdbQuit()).startswith("BdbQuit: breakpoint() finds no debugger here.")
    assert describe(ValueError()) == "ValueError"


def test_code_that_is_nested_as_deep_as_python_takes_runs(tmp_path):
    deep = "if x == 0: y = 0\n" + "".join(f"elif x == {i}: y = {i}\n" for i in range(1, 1500))
    source = f"x = 1\n{deep}def f(): return y\n"
    assert execute(source, tmp_path / "mine.py", "f", packages=["numpy"])() == 1


def test_python_warns_of_a_source_once():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        execute("def f():\n    return 1 is 1, '\\d'\n", Path("f.py"), "f")
    assert [str(each.message)[:8] for each in seen] == ["invalid ", '"is" wit']
