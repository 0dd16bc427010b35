"""A diagnosis names a mutant whose answers are the attempt's throughout, or there is none."""

import contextlib
import os
import textwrap

import pytest

from normbook.grader.verdict import diagnose as module
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.diagnose import diagnose, digests, explain, replay
from normbook.grader.verdict.find import load_exercise
from normbook.grader.verdict.wire import pack

SETTINGS = """\
title = "Double"
chapter = "layer_norm"
points = 1
entry = "double"
requires = []
difficulty = "easy"
minutes = 5
checks = { test_it_doubles = 1 }
"""
SOLUTION = "def double(x):\n    return [2 * each for each in x]\n"
TRIPLED = '"""Three\n   times."""\ndef double(x):\n    return [3 * each for each in x]\n'
FIRST = '"""Only one."""\ndef double(x):\n    return [2 * x[0], *x[1:]]\n'


@pytest.fixture
def exercise(tmp_path):
    folder = tmp_path / "double"
    (folder / "mutants").mkdir(parents=True)
    (folder / "exercise.toml").write_text(SETTINGS)
    (folder / "solution.py").write_text(SOLUTION)
    (folder / "mutants" / "first.py").write_text(FIRST)
    (folder / "mutants" / "tripled.py").write_text(TRIPLED)
    return load_exercise(folder)


def steps_of(function, *arguments):
    """Ask a function for the doubles of these lists."""
    attempt = Attempt(Direct(function))
    for each in arguments:
        with contextlib.suppress(KeyError):
            attempt(each)
    return attempt.steps


def test_a_mutant_is_named_whose_answers_are_the_attempt_s_throughout(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2], [4])
    found = diagnose(exercise, steps)
    assert (found.bug, found.entry, found.explanation) == ("tripled", "double", "Three times.")


def test_of_what_went_wrong_the_smallest_call_is_shown_with_what_was_expected(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2, 3, 4], [0], [4], [5, 6])
    found = diagnose(exercise, steps)
    assert found.step is steps[2]
    assert found.expected["value"] == [8]


def test_one_answer_that_is_not_the_mutant_s_is_enough_for_no_diagnosis(exercise):
    def sometimes(x):
        return [(3 if each < 4 else 5) * each for each in x]

    assert diagnose(exercise, steps_of(sometimes, [1, 2])).bug == "tripled"
    assert diagnose(exercise, steps_of(sometimes, [1, 2], [4])) is None


def test_where_nothing_is_wrong_there_is_no_diagnosis(exercise):
    assert diagnose(exercise, steps_of(lambda x: [2 * each for each in x], [1, 2])) is None
    # A mutant that happens to be right on all that was asked explains nothing.
    assert diagnose(exercise, steps_of(lambda x: [2 * each for each in x], [1])) is None
    assert diagnose(exercise, []) is None


def test_answers_are_compared_but_for_rounding(exercise):
    rounded = steps_of(lambda x: [3.00001 * each for each in x], [1.0, 2.0])
    assert diagnose(exercise, rounded).bug == "tripled"


def test_an_exception_that_a_mutant_raises_is_an_answer(exercise):
    (exercise.folder / "mutants" / "first.py").write_text("def double(x):\n    raise KeyError\n")

    def fails(x):
        raise KeyError("another message")

    assert diagnose(exercise, steps_of(fails, [1])).bug == "first"


def test_what_mutants_print_and_warn_of_is_not_shown(exercise, capsys):
    noisy = (
        "def double(x):\n    print('x')\n    import warnings\n    warnings.warn('y')\n    return 3"
    )
    (exercise.folder / "mutants" / "first.py").write_text(noisy)
    assert diagnose(exercise, steps_of(lambda x: 3, [1])).bug == "first"
    assert capsys.readouterr() == ("", "")


def values(path, steps):
    """Return what a file's function gives to the same steps."""
    asked = digests([pack(step.operation) for step in steps])
    return [answer["value"] for answer in replay(path, "double", steps, asked)]


def test_a_file_of_ours_gives_its_answers_to_the_same_steps(exercise):
    assert values(exercise.solution, steps_of(lambda x: x, [1], [2, 3])) == [[2], [4, 6]]


COUNTING = "calls = []\ndef double(x):\n    calls.append(x)\n    return len(calls)\n"


def test_answers_to_what_was_asked_before_are_kept_and_others_follow_upon_them(exercise):
    exercise.solution.write_text(COUNTING)
    first, longer, other = (
        steps_of(lambda x: x, *asked) for asked in ([[1], [2]], [[1], [2], [3]], [[2], [1]])
    )
    assert values(exercise.solution, first) == [1, 2]
    assert values(exercise.solution, first) == [1, 2]
    assert values(exercise.solution, longer) == [1, 2, 3]
    assert values(exercise.solution, other) == [1, 2]


def test_a_file_that_has_changed_is_asked_anew(exercise):
    steps = steps_of(lambda x: x, [1])
    assert values(exercise.solution, steps) == [[2]]
    exercise.solution.write_text(TRIPLED)
    os.utime(exercise.solution, ns=(0, 0))
    assert values(exercise.solution, steps) == [[3]]


def test_beyond_its_limit_all_that_is_kept_is_forgotten(exercise, monkeypatch):
    monkeypatch.setattr(module, "MAX_KEPT", 3)
    for number in range(9):
        diagnose(exercise, steps_of(lambda x: [3 * each for each in x], [number]))
        assert len(module._kept) <= 3 + 3  # of the last attempt: the solution's, and two mutants'


def test_an_explanation_is_one_paragraph(tmp_path):
    path = tmp_path / "mutant.py"
    path.write_text(
        textwrap.dedent('''\
            """Das ist ε,
            outside   the root.

            Indeed."""
            '''),
        encoding="utf-8",
    )
    assert explain(path) == "Das ist ε, outside the root. Indeed."
    path.write_text("x = 1\n")
    assert explain(path) == ""
