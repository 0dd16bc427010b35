"""What becomes of each test is told, and earns what the exercise says: no more, no less."""

import os
import sys
import warnings

import pytest

from normbook.grader.verdict.attempt import (
    Attempt,
    AttemptError,
    BrokenChannelError,
    Direct,
    Gone,
)
from normbook.grader.verdict.find import load_exercise
from normbook.grader.verdict.load import UNCOMPARED, load
from normbook.grader.verdict.run import CheckResult, quiet, results, run

SETTINGS = """\
title = "Double"
chapter = "layer_norm"
points = {points}
entry = "double"
requires = []
difficulty = "easy"
minutes = 5

[checks]
"""


@pytest.fixture
def verdict(tmp_path):
    """Give a function that runs tests on ``double``, and returns each check's status and words."""

    def give(tests, attempt=lambda x: 2 * x, names=("test_it",), watch=None):
        # A name of its own each time: pytest keeps modules of tests by their names.
        folder = tmp_path / "lessons" / f"{tmp_path.name}_{len(list(tmp_path.glob('*/*')))}"
        folder.mkdir(parents=True)
        checks = "".join(f"{name} = {n}\n" for n, name in enumerate(names, start=2))
        points = sum(range(2, len(names) + 2))
        (folder / "exercise.toml").write_text(SETTINGS.format(points=points) + checks)
        (folder / "tests.py").write_text(f"import numpy as np\nimport pytest\n{tests}")
        channel = attempt if hasattr(attempt, "perform") else Direct(attempt)
        found = run(load_exercise(folder), Attempt(channel), watch)
        return [(each.name, each.status, each.points, each.worth, each.message) for each in found]

    return give


def test_a_check_that_passes_earns_what_it_is_worth(verdict):
    assert verdict("def test_it(attempt):\n    assert attempt(3) == 6\n") == [
        ("test_it", "pass", 2, 2, "")
    ]


def test_checks_stand_in_the_exercise_s_order_and_earn_each_their_own(verdict):
    tests = "def test_b(attempt): pass\ndef test_a(attempt): assert False, 'No.'\n"
    assert verdict(tests, names=("test_a", "test_b")) == [
        ("test_a", "fail", 0, 2, "No."),
        ("test_b", "pass", 3, 3, ""),
    ]


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("assert attempt(3) == 7, 'Is it twice?'", "fail", "Is it twice?"),
        ("pytest.fail('So it is.')", "fail", "So it is."),
        ("raise NotImplementedError", "fail", "Not written yet."),
        ("raise NotImplementedError('Write it.')", "fail", "Write it."),
        ("pytest.skip('not today')", "not run", "the test was skipped"),
        ("attempt(None)", "error", "Your code stops with an exception. test_run.py, line "),
        ("attempt([])['x']", "fail", f"{UNCOMPARED}: a list. TypeError: "),
        ("attempt(3)\n    attempt([]).shape", "fail", f"{UNCOMPARED}: an int and a list. Attr"),
        ("attempt('')['x']", "fail", f"{UNCOMPARED}: a string. TypeError: "),
        (
            "attempt(3)\n    attempt('')\n    attempt([]).shape",
            "fail",
            f"{UNCOMPARED}: an int, a string and a list. Attr",
        ),
        ("attempt(np.eye(2)) @ np.eye(3)", "fail", f"{UNCOMPARED}: an array of shape (2, 2). Val"),
        ("{}['x']", "error", "The check itself stops, and not your code: KeyError: 'x'"),
    ],
)
def test_what_a_test_says_is_told(verdict, body, status, message):
    ((_, found, points, worth, said),) = verdict(f"def test_it(attempt):\n    {body}\n")
    assert (found, points, worth) == (status, 0, 2)
    assert said.startswith(message)


def test_an_exception_of_the_attempt_s_is_told_with_its_line_and_without_ours(verdict):
    def double(x):
        return x.middle

    ((_, status, _, _, said),) = verdict("def test_it(attempt):\n    attempt(3)\n", double)
    assert status == "error"
    line = double.__code__.co_firstlineno + 1
    stopped = f"Your code stops with an exception. test_run.py, line {line}: "
    assert said == f"{stopped}AttributeError: 'int' object has no attribute 'middle'"


def test_an_attribute_is_told_by_its_value_and_an_object_where_it_is_all(verdict):
    class Pair:
        two = 1, 2

        def call(self):
            pass

    body = "it = attempt()\n    it.call\n    it.two['x']\n"
    ((*_, said),) = verdict(f"def test_it(attempt):\n    {body}", Pair)
    assert said.startswith(f"{UNCOMPARED}: a tuple. TypeError: ")
    ((*_, said),) = verdict("def test_it(attempt):\n    attempt() + 1\n", Pair)
    assert said.startswith(f"{UNCOMPARED}: an object. TypeError: ")
    tests = "def test_it(attempt):\n    attempt(None)\n    attempt({})['x']\n"
    ((*_, said),) = verdict(tests, lambda x: x)
    assert said.startswith(f"{UNCOMPARED}: None and a dictionary. KeyError: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "AssertionError: what your code asserts there does not hold"),
        (", 'no'", "AssertionError: no"),
    ],
)
def test_an_assert_of_the_attempt_s_is_no_words_of_a_test(verdict, tmp_path, words, told):
    path = tmp_path / "double.py"
    path.write_text(f"def double(x):\n    assert x > 3{words}\n")
    attempt = Direct(load(path, "double"), path)
    assert verdict("def test_it(attempt):\n    assert attempt(3) == 6, 'Twice?'\n", attempt) == [
        ("test_it", "error", 0, 2, f"Your code stops with an exception. double.py, line 2: {told}")
    ]


def test_an_assert_of_a_library_s_is_not_told_to_be_the_attempt_s(verdict, tmp_path):
    library = {}
    exec("def refuse(x):\n    assert x > 3\n", library)
    path = tmp_path / "double.py"
    path.write_text("def double(x):\n    return double.refuse(x)\n")
    double = load(path, "double")
    double.refuse = library["refuse"]
    tests = "def test_it(attempt):\n    assert attempt(3) == 6, 'Twice?'\n"
    ((*_, said),) = verdict(tests, Direct(double, path))
    assert said == "Your code stops with an exception. double.py, line 2: AssertionError"


@pytest.mark.parametrize("status", ["timeout", "crash", "not run"])
def test_an_attempt_that_answers_no_more_is_told_as_such(verdict, status):
    class Ended(Direct):
        def perform(self, operation):
            raise Gone(status, "It is gone.")

    assert verdict("def test_it(attempt):\n    attempt(3)\n", Ended(None)) == [
        ("test_it", status, 0, 2, "It is gone.")
    ]


def test_each_check_stands_alone(verdict):
    class Mortal(Direct):
        started = 0

        def next_check(self):
            self.started += self.ended
            return self.ended

        ended = False

        def perform(self, operation):
            self.ended = operation["arguments"] == (3,)
            if self.ended:
                raise Gone("crash", "It ended.")
            return super().perform(operation)

    tests = "def test_a(attempt): attempt(3)\ndef test_b(attempt): assert attempt(2) == 4\n"
    channel = Mortal(lambda x: 2 * x)
    assert verdict(tests, channel, ("test_a", "test_b")) == [
        ("test_a", "crash", 0, 2, "It ended."),
        ("test_b", "pass", 3, 3, ""),
    ]
    assert channel.started == 1


def test_a_way_that_breaks_is_no_verdict_on_the_attempt(verdict):
    class Broken(Direct):
        def perform(self, operation):
            raise BrokenChannelError("It broke.")

    with pytest.raises(BrokenChannelError, match="It broke"):
        verdict("def test_it(attempt):\n    attempt(3)\n", Broken(None))


def test_a_check_without_a_test_or_with_several_earns_nothing(verdict):
    assert verdict("def test_other(attempt): pass\n") == [
        ("test_it", "not run", 0, 2, "the test did not run")
    ]
    twice = {"test_it": [("pass", ""), ("pass", "")]}
    exercise = type("Exercise", (), {"checks": {"test_it": 2}})
    assert results(exercise, twice) == [
        CheckResult("test_it", "not run", 0, 2, "the test ran more than once")
    ]


def test_a_test_whose_preparation_fails_is_told_and_one_whose_end_does_is_not_passed(verdict):
    fixture = "@pytest.fixture\ndef f():\n    {}\n"
    test = "def test_it(attempt, f): pass\n"
    ((_, status, *_, said),) = verdict(fixture.format("raise KeyError('early')") + test)
    stopped = "The check itself stops, and not your code: KeyError: 'early'"
    assert (status, said) == ("error", stopped)
    assert verdict(fixture.format("yield\n    raise KeyError('late')") + test) == [
        ("test_it", "not run", 0, 2, "the test ran more than once")
    ]


def test_each_verdict_is_told_at_once_to_who_watches(verdict):
    seen = []
    tests = "def test_a(attempt): pass\ndef test_b(attempt): assert False, 'No.'\n"
    verdict(tests, names=("test_a", "test_b"), watch=lambda found: seen.append(dict(found)))
    first = {"test_a": [("pass", "")]}
    assert seen == [{}, first, {**first, "test_b": [("fail", "No.")]}]


def test_ctrl_c_ends_the_run(verdict):
    with pytest.raises(KeyboardInterrupt):
        verdict("def test_it(attempt):\n    raise KeyboardInterrupt\n")


def test_nothing_is_printed_or_warned_of_and_settings_come_back(verdict, capsys, monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
    tests = (
        "import os, sys, warnings\n"
        "def test_it(attempt):\n"
        "    print('one')\n    print('two', file=sys.stderr)\n    warnings.warn('three')\n"
        "    assert os.environ['PYTEST_ADDOPTS'] == os.environ['PYTEST_PLUGINS'] == ''\n"
        "    assert os.environ['PYTEST_DISABLE_PLUGIN_AUTOLOAD'] == '1'\n"
    )
    before = list(warnings.filters)
    ((_, status, *_),) = verdict(tests)
    assert status == "pass"
    assert capsys.readouterr() == ("", "")
    assert warnings.filters == before
    assert os.environ["PYTEST_ADDOPTS"] == "--no-such-option"
    assert "PYTEST_PLUGINS" not in os.environ


def test_quiet_holds_for_what_is_within(capsys):
    with quiet():
        print("one")
        print("two", file=sys.stderr)
        warnings.warn("three", stacklevel=1)
    print("four")
    assert capsys.readouterr() == ("four\n", "")


def test_a_reader_s_own_module_of_tests_stays_loaded(verdict, monkeypatch):
    own = object()
    monkeypatch.setitem(sys.modules, "tests", own)
    verdict("def test_it(attempt): pass\n")
    assert sys.modules["tests"] is own


def test_the_name_of_a_test_is_its_sentence():
    assert CheckResult("test_the_mean_is_0", "pass", 1, 1).sentence == "the mean is 0"
    assert CheckResult("it_test_s", "pass", 1, 1).sentence == "it test s"
    assert CheckResult("test_it", "pass", 1, 1).message == ""


def test_what_the_attempt_raises_is_told_by_its_cause(verdict):
    error = "from normbook.grader.verdict.attempt import AttemptError\n"
    test = "def test_it(attempt):\n    raise KeyError from AttemptError('m', 'line 3: so it is')\n"
    ((*_, said),) = verdict(error + test)
    assert said == "Your code stops with an exception. line 3: so it is"
    assert AttemptError("m", "line 3").line == "line 3"
