"""What a page asks of Python: the report, a cell's output, and an interpreter that stays honest."""

import base64
import io
import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from normbook.grader import find, page
from normbook.grader.fence.grade import grade_all
from normbook.grader.verdict.fresh import Settings
from normbook.grader.verdict.grade import grade, grade_file
from normbook.grader.verdict.hints import helping
from normbook.grader.verdict.load import load

LAYER_NORM = find("layer_norm")


def check(slug: str, source: str) -> dict:
    return json.loads(page.check(slug, source))


def run(source: str, **above: str) -> dict:
    return json.loads(page.run(source, **above))


# ---- check


@pytest.mark.parametrize("slug", ["layer_norm", "min_max_scale"])
def test_the_report_is_that_of_the_command_line(slug):
    exercise = find(slug)
    for path in [exercise.solution, exercise.folder / "stub.py", *exercise.mutants[:4]]:
        report = grade_file(exercise, path)
        helps = helping(exercise.hints, report.wrong)
        expected = {**report.as_dict(), "text": str(report), "helping": helps}
        as_of_this_file = json.dumps(expected).replace(str(path), f"{slug}.py")
        received = check(slug, path.read_text())
        assert received == json.loads(as_of_this_file.replace(path.name, f"{slug}.py")), path.name


def test_a_diagnosis_has_its_explanation_and_its_evidence():
    mutant = LAYER_NORM.folder / "mutants" / "bias_is_forgotten.py"
    (finding,) = check("layer_norm", mutant.read_text())["findings"]
    assert finding["bug"] == "bias_is_forgotten"
    assert [label for label, _ in finding["evidence"]] == ["call", "received", "expected"]
    assert finding["explanation"] in page.check("layer_norm", mutant.read_text())


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = (", "layer_norm.py, line 1: '(' was never closed:  x = ("),
        ("\n1 / 0", "layer_norm.py, line 2: ZeroDivisionError"),
        ("import sys\nsys.exit()", "layer_norm.py, line 2: SystemExit"),
        ("raise KeyboardInterrupt", "layer_norm.py, line 1: KeyboardInterrupt"),
        ("x = 1", "defines no 'layer_norm'"),
        ("layer_norm = 1", "Expected layer_norm, got int"),
    ],
)
def test_an_attempt_that_does_not_load_says_its_line(source, words):
    report = check("layer_norm", source)
    assert (report["points"], report["status"]) == (0, "error")
    assert words in report["overall"]
    assert words in report["text"]


def test_an_error_in_the_attempt_names_its_line():
    report = check("layer_norm", "def layer_norm(*given, **named):\n    return 1 / 0\n")
    (finding,) = report["findings"]
    assert finding["heading"] == "Where it stops"
    assert "layer_norm.py, line 2: ZeroDivisionError" in finding["explanation"]
    assert ["received", "raised ZeroDivisionError"] in finding["evidence"]
    assert len(finding["checks"]) == len(report["checks"])


def test_a_call_left_over_at_the_bottom_is_told_and_the_rest_is_graded():
    source = find("min_max_scale").solution.read_text() + "\nprint(min_max_scale(numbers))\n"
    report = check("min_max_scale", source)
    assert report["status"] == "pass"
    assert report["note"].endswith("NameError: name 'numbers' is not defined")


WITH_A_DATACLASS = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Ends:
    low: float
    high: float

def min_max_scale(values):
    if not values:
        return []
    ends = Ends(min(values), max(values))
    return [(x - ends.low) / (ends.high or 1) for x in values]
"""


def test_a_dataclass_loads_and_leaves_neither_itself_nor_the_solution_among_modules():
    before = set(sys.modules)
    report = check("min_max_scale", WITH_A_DATACLASS)
    assert {check["status"] for check in report["checks"]} == {"fail", "pass"}  # and none "error"
    assert report["findings"]  # so it was compared with the solution
    assert not {name for name in set(sys.modules) - before if name.startswith("<")}


def test_prints_of_an_attempt_stay_out_of_the_way(capfd):
    check("layer_norm", 'print("loud")\n' + LAYER_NORM.stub)
    assert capfd.readouterr().out == ""


WORDS = '{"timeout": "No answer.", "crash": "Ended."}'


def test_there_is_a_report_for_what_gets_no_answer():
    reports = json.loads(page.unanswered("layer_norm", WORDS))
    report = reports["timeout"]
    assert (report["status"], report["points"], report["worth"]) == ("timeout", 0, 10)
    assert report["overall"] == "No answer."
    assert report["text"] == "LayerNorm in NumPy: 0 of 10 points\n  No answer."
    assert reports["crash"]["overall"] == "Ended."


def test_what_was_checked_before_counts_where_no_answer_comes(capfd):
    exercise = find("min_max_scale")
    page.check("min_max_scale", exercise.solution.read_text(), WORDS)
    *_, third, _, _ = told = [
        json.loads(line) for line in capfd.readouterr().err.splitlines() if line
    ]
    assert len(told) == 1 + len(exercise.checks)
    statuses = [check["status"] for check in told[0]["crash"]["checks"]]
    assert statuses == ["crash", *["not run"] * (len(statuses) - 1)]
    statuses = [check["status"] for check in third["timeout"]["checks"]]
    assert statuses == [*["pass"] * (len(statuses) - 2), "timeout", "not run"]
    *_, timeout, unasked = third["timeout"]["checks"]
    assert (timeout["message"], unasked["message"]) == ("No answer.", page.ENDED_BEFORE)
    points = sum(list(exercise.checks.values())[:-2])
    assert (third["timeout"]["points"], third["timeout"]["worth"]) == (points, exercise.points)
    assert third["timeout"]["text"].startswith(f"{exercise.title}: {points} of {exercise.points} ")
    assert third["timeout"]["slug"] == "min_max_scale"


def test_a_rehearsal_grades_the_stub(monkeypatch):
    graded = []
    monkeypatch.setattr(page, "check", lambda *given: graded.append(given))
    page.rehearse("min_max_scale")
    assert graded == [("min_max_scale", find("min_max_scale").stub)]


# ---- run


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 1", "2"),
        ("x = 1", ""),
        ("None", ""),
        ("1 + 1;\n", ""),
        ("", ""),
        ("x = [1]\nx", "[1]"),
        ("'a'", "'a'"),
        ("__name__", "'__main__'"),
        ("def f(x: int): ...\nf.__annotations__", "{'x': <class 'int'>}"),
        ("import numpy as np\nnp.arange(3)", "array([0, 1, 2])"),
    ],
)
def test_the_last_line_shows_its_value(source, value):
    assert run(source) == {"value": value, "error": "", "figures": []}


def test_what_is_printed_goes_to_the_page(capsys):
    assert run("print('a')\nimport sys\nsys.stderr.write('b')")["error"] == ""
    assert capsys.readouterr().out == "a\nb"


def test_a_flood_is_cut_and_said_to_be(capsys):
    run("for i in range(100_000):\n    print(i)")
    printed = capsys.readouterr().out
    assert len(printed) < page.MAX_OUTPUT_CHARACTERS + 100
    assert printed.endswith("more than 20,000 characters: the rest is left out.\n")


def test_a_cell_can_show_its_own_source(capsys):
    run("import inspect\n\ndef f():\n    return 1\n\nprint(inspect.getsource(f))")
    assert capsys.readouterr().out == "def f():\n    return 1\n\n"


def test_a_large_value_is_cut():
    quoted = page.MAX_OUTPUT_CHARACTERS - len("''")
    assert run(f"'a' * {quoted}")["value"] == f"'{'a' * quoted}'"
    assert run(f"'a' * {quoted + 1}")["value"] == f"'{'a' * (quoted + 1)} …"


def test_cells_above_give_names_and_no_output(capsys):
    loud = "import sys\nprint('above')\nsys.stdout.write('above')\nsys.stderr.write('above')\n"
    answer = run("double(x)", before=f"{loud}x = 2\ndef double(n):\n    return 2 * n")
    assert answer["value"] == "4"
    assert capsys.readouterr().out == ""


def test_names_do_not_stay_for_the_next_run():
    run("leftover = 1")
    assert run("leftover")["error"].endswith("NameError: name 'leftover' is not defined")


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("1 / 0", "line 1\n    1 / 0\nZeroDivisionError: division by zero"),
        (
            "def f():\n    return 1 / 0\n\nf()",
            "line 4\n    f()\nline 2, in f\n    return 1 / 0\nZeroDivisionError: division by zero",
        ),
        (
            "import json\njson.loads('{')",
            "line 2\n    json.loads('{')\njson.decoder.JSONDecodeError: Expecting property name "
            "enclosed in double quotes: line 1 column 2 (char 1)",
        ),
        ("x = (", "line 1\n    x = (\n        ^\nSyntaxError: '(' was never closed"),
        ("import sys\nsys.exit(3)", "line 2\n    sys.exit(3)\nSystemExit: 3"),
        ("raise KeyboardInterrupt", "line 1\n    raise KeyboardInterrupt\nKeyboardInterrupt"),
        (
            "e = ValueError('no')\ne.add_note('ε > 0')\nraise e",
            "line 3\n    raise e\nValueError: no\nε > 0",
        ),
    ],
)
def test_an_error_shows_the_reader_s_lines_alone(source, error):
    assert run(source) == {"value": "", "error": error, "figures": []}


def test_an_error_above_says_that_it_is_above():
    error = run("f(0)", before="def f(n):\n    return 1 / n")["error"]
    assert error.startswith("line 1\n    f(0)\nabove, line 2, in f\n    return 1 / n\nZero")


def test_a_deep_recursion_is_shown_in_part():
    error = run("def f(n):\n    return f(n + 1)\n\nf(0)")["error"]
    assert error.endswith("RecursionError: maximum recursion depth exceeded")
    assert error.count("\n") < 30
    assert "more …" in error


def test_of_more_than_ten_lines_the_first_and_the_last_five_are_shown():
    def lines(calls):
        source = f"def f(n):\n    return f(n - 1) if n > 1 else 1 / 0\n\nf({calls})"
        return re.findall(r"^(?:line|…).*$", run(source)["error"], re.MULTILINE)

    call, inside = "line 4", "line 2, in f"
    assert lines(calls=9) == [call, *[inside] * 9]
    assert lines(calls=11) == [call, *[inside] * 4, "… 2 more …", *[inside] * 5]


def test_a_value_that_cannot_be_shown_is_an_error():
    source = "class A:\n    def __repr__(self):\n        raise ValueError('no')\n\nA()"
    assert run(source)["error"].endswith("ValueError: no")


DRAW_TWO = """
import matplotlib.pyplot as plt
for _ in range(2):
    plt.figure(figsize=(2, 1))
    plt.figtext(0.5, 0.5, "in it")
    plt.figtext(0.5, 1.5, "above it")
"""


def test_figures_are_drawn_once_and_forgotten():
    pytest.importorskip("matplotlib").use("agg")
    figures = run(DRAW_TWO, before=DRAW_TWO)["figures"]
    assert [base64.b64decode(each)[:4] for each in figures] == [b"\x89PNG"] * 2
    assert run("1")["figures"] == []


def test_a_figure_is_sharp_and_whole_whatever_a_reader_s_settings():
    matplotlib, image = pytest.importorskip("matplotlib"), pytest.importorskip("PIL.Image")
    matplotlib.use("agg")
    with matplotlib.rc_context({"savefig.format": "svg", "savefig.dpi": 50}):
        drawn = image.open(io.BytesIO(base64.b64decode(run(DRAW_TWO)["figures"][0])))
    assert (drawn.format, round(drawn.info["dpi"][0])) == ("PNG", 144)
    assert 144 < drawn.height < 2 * 144  # what stands above it is not cut off


# ---- what an attempt leaves behind


def test_settings_are_put_back(tmp_path):
    def settings():
        return (
            sys.gettrace(),
            sys.getprofile(),
            sys.getrecursionlimit(),
            list(warnings.filters),
            np.geterr(),
            np.get_printoptions(),
            Path.cwd(),
            dict(os.environ),
        )

    before = settings()
    changes = f"""
import os, sys, warnings
import numpy as np
sys.setrecursionlimit(5000)
warnings.simplefilter("error")
np.seterr(all="raise")
np.set_printoptions(precision=2)
os.chdir({str(tmp_path)!r})
os.environ["NORMBOOK_TEST"] = "1"
sys.setprofile(lambda *_: None)
"""
    assert run(changes)["error"] == ""
    assert settings() == before
    check("layer_norm", changes + LAYER_NORM.solution.read_text())
    assert settings() == before
    assert not page.tampered()


SET_ABOVE = """\
import warnings
import numpy as np

{above}
def is_caught():
    {within}
    try:
        np.ones(1) / np.zeros(1)
    except {error}:
        return True
    return False


{solution}
"""
CAUGHT = {
    "np.seterr(all='raise')": "FloatingPointError",
    "warnings.simplefilter('error')": "RuntimeWarning",
}


@pytest.mark.parametrize("setting", CAUGHT)
@pytest.mark.parametrize("above", [True, False])
def test_what_an_answer_has_numpy_raise_it_may_catch_and_nobody_else_sees(tmp_path, setting, above):
    solution = LAYER_NORM.solution.read_text()
    centred = "    centred = x - x.mean(axis=-1, keepdims=True)\n"
    assert centred in solution
    source = SET_ABOVE.format(
        above=setting if above else "",
        within="pass" if above else setting,
        error=CAUGHT[setting],
        solution=solution.replace(centred, f"    assert is_caught()\n{centred}"),
    )
    path = tmp_path / "layer_norm.py"
    path.write_text(source)
    before = np.geterr(), list(warnings.filters)
    assert grade_file(LAYER_NORM, path).solved
    assert check("layer_norm", source)["points"] == 10
    assert next(grade_all([(LAYER_NORM, path)], isolated=False, seconds=10)).solved
    assert (np.geterr(), list(warnings.filters)) == before


RECORDS = """\
import warnings
import numpy as np


def is_recorded():
    with warnings.catch_warnings(record=True) as seen:
        np.ones(1) / np.zeros(1)
        warnings.warn("of a user", UserWarning)
        warnings.warn("of what is deprecated", DeprecationWarning)
    warnings.warn("shown to nobody", UserWarning)
    return [each.category.__name__ for each in seen] == ["RuntimeWarning", "UserWarning"]


"""


def test_an_answer_may_record_warnings_and_begins_with_those_that_python_has(tmp_path, capfd):
    solution = LAYER_NORM.solution.read_text()
    centred = "    centred = x - x.mean(axis=-1, keepdims=True)\n"
    source = RECORDS + solution.replace(centred, f"    assert is_recorded()\n{centred}")
    path = tmp_path / "layer_norm.py"
    path.write_text(source)
    before = list(warnings.filters), warnings.showwarning
    assert grade_file(LAYER_NORM, path).solved
    assert check("layer_norm", source)["points"] == 10
    assert next(grade_all([(LAYER_NORM, path)], isolated=False, seconds=10)).solved
    assert (list(warnings.filters), warnings.showwarning) == before
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("setting", ["np.seterr(all='raise')", "np.set_printoptions(precision=1)"])
def test_what_a_reader_s_cells_have_set_changes_neither_tests_nor_solution(setting):
    right = load(LAYER_NORM.solution, "layer_norm")

    def wrong(*given, **named):
        return right(*given, **named) + 1e-3

    with Settings().again():
        expected = str(grade(LAYER_NORM, wrong))
        exec(setting)
        assert str(grade(LAYER_NORM, wrong)) == expected


def test_what_an_answer_sets_of_a_numpy_that_it_loads_is_gone_with_it():
    program = """
import json, sys
from normbook.grader import find, page
solution = find("layer_norm").solution.read_text()
assert "numpy" not in sys.modules
page.check("layer_norm", "import numpy as np\\nnp.seterr(all='raise')\\n" + solution)
import numpy as np
assert np.geterr() == {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
"""
    subprocess.run([sys.executable, "-c", program], check=True)


TAMPERING = [
    "import pytest\npytest.main = lambda *a, **k: 0",
    "import pytest\ndel pytest.fixture",
    "from _pytest.runner import CallInfo\nCallInfo.from_call = None",
    "import numpy as np\nnp.sqrt = abs",
    "import builtins\nbuiltins.abs = lambda x: x",
    "import json\njson.dumps = str",
    "from normbook.grader.verdict import same\nsame.same = lambda a, b: True",
    "from normbook.grader.verdict import grade\ngrade.all = lambda each: True",
    "from normbook.grader.verdict.report import Report\nReport.points = 10",
    "from normbook.grader.verdict.run import describe as it\n"
    "it.__code__ = it.__code__.replace(co_name='another')",
    "import sys, types\nsys.modules['math'] = types.ModuleType('math')",
]


def apart(script: str, source: str) -> str:
    """Run a script of ours in a Python of its own, which an attempt may ruin; return its output."""
    start = "import sys, numpy\nfrom normbook.grader import page\nsource = sys.argv[1]\n"
    done = subprocess.run(
        [sys.executable, "-c", start + script, source], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("source", TAMPERING)
def test_an_attempt_that_changes_what_grading_stands_on_is_found_out(source):
    script = (
        "page.RECORD.extend()\nprint(page.tampered())\nexec(source, {})\nprint(page.tampered())"
    )
    assert apart(script, source) == "False\nTrue\n"


def test_an_attempt_that_changed_its_tests_has_no_standing():
    source = "import math\nmath.sqrt = abs\ndef min_max_scale(*given): return None\n"
    script = f"import os\nos.dup2(1, 2)\npage.check('min_max_scale', source, {WORDS!r})"
    assert apart(script, source) == ""


def test_such_an_attempt_gets_no_verdict():
    source = "import math\nmath.sqrt = abs\n" + LAYER_NORM.solution.read_text()
    report = json.loads(apart("print(page.check('layer_norm', source))", source))
    assert (report["points"], report["status"]) == (0, "error")
    assert "Your code changed math.sqrt" in report["message"]


def test_such_an_attempt_is_told_what_it_changed(monkeypatch):
    monkeypatch.setattr(page.RECORD, "changed", lambda: ["math.sqrt", "math.exp"])
    assert page.tampered()
    assert check("min_max_scale", find("min_max_scale").solution.read_text())["message"] == (
        "Your code changed math.sqrt, which the tests stand on too, so this page cannot tell "
        "whether it is right. Take that out, and check again."
    )


STOOD_ON = """
def f(x): return x
again = f
class A:
    class B: pass
    def method(self): return 1
Again = A
"""


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", []),
        ("f = abs", ["json.ours.f"]),
        ("del again", ["json.ours.again"]),
        ("f.__code__ = A.method.__code__", ["f"]),
        ("A.method.__code__ = f.__code__", ["A.method"]),
        ("A.method = f", ["json.ours.A.method"]),
        ("A.B.x = 1", []),
        ("A.B.sum = 1", ["json.ours.A.B.sum"]),
        ("sum = f", ["json.ours.sum"]),
        ("g = f", []),
    ],
)
def test_a_record_names_what_means_something_else_now(monkeypatch, change, found):
    module = ModuleType("json.ours")
    exec(STOOD_ON, vars(module))
    monkeypatch.setitem(sys.modules, "json.ours", module)
    record = page.Record()
    record.extend()
    exec(change, vars(module))
    assert record.changed() == found


@pytest.mark.parametrize("slug", ["layer_norm", "layer_norm_backward", "min_max_scale", "iris_mlp"])
def test_honest_attempts_change_nothing(slug):
    exercise = find(slug)
    for path in [exercise.solution, exercise.folder / "stub.py", *exercise.mutants[:3]]:
        check(slug, path.read_text())
        assert page.RECORD.changed() == []
