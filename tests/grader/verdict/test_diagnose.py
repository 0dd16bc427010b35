"""A diagnosis names the mutants that together give the attempt's answers, or reads the numbers."""

import contextlib
import math
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from normbook.grader.verdict import replay
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.combine import (
    NO_STEPS,
    Budget,
    Candidate,
    Scope,
    asked_all,
    find_candidates,
    find_group,
)
from normbook.grader.verdict.comparison import Comparison, has_nonzero_number
from normbook.grader.verdict.diagnose import (
    Diagnosis,
    _mistakes,
    compare,
    history_of,
    search,
)
from normbook.grader.verdict.diagnose import diagnose as diagnose_compared
from normbook.grader.verdict.evidence import first_difference
from normbook.grader.verdict.find import find, load_exercise
from normbook.grader.verdict.load import execute
from normbook.grader.verdict.replay import Asked, CannotCombineError
from normbook.grader.verdict.run import CheckResult
from normbook.grader.verdict.same import NO_ASPECT, same_answer

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


def diagnose(exercise, steps, checks=()):
    return diagnose_compared(compare(exercise, steps, checks), checks)


def steps_of(function, *arguments):
    """Ask a function for the doubles of these lists."""
    attempt = Attempt(Direct(function))
    for each in arguments:
        with contextlib.suppress(KeyError, ValueError):
            attempt(each)
    return attempt.steps


def test_a_mutant_is_named_whose_answers_are_the_attempt_s_throughout(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2], [4])
    found = diagnose(exercise, steps)
    assert (found.bugs, found.entry) == (("tripled",), "double")
    assert found.findings[0].explanation == "Three times."


def test_a_mutant_that_was_asked_nothing_as_time_ran_out_is_no_mistake_that_is_told(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2], [4])
    comparison = Comparison(Asked(exercise, steps), frozenset())
    wrong = comparison.wrong
    first, tripled = exercise.mutants
    group = (
        Candidate(tripled, wrong, wrong, NO_STEPS),
        Candidate(first, NO_STEPS, NO_STEPS, NO_STEPS, unasked=wrong),
    )
    told = _mistakes(group, comparison, Scope(NO_ASPECT, NO_STEPS, wrong))
    assert [each.bug for each in told] == ["tripled"]


def test_of_an_exception_that_says_another_thing_each_time_the_words_of_the_call_shown_are_told(
    exercise,
):
    def double(x):
        raise ValueError(f"not {len(x)}")

    steps = steps_of(double, [1, 2, 3], [1], [1, 2])
    (only,) = diagnose(exercise, steps).findings
    assert only.step.given == [[1]]
    assert only.explanation.endswith("ValueError: not 1")


COUNTER = """
class double:
    made = 0
    def __init__(self):
        type(self).made += 1
        self.number = 0
    def add(self):
        self.number += {step}
        return self.number + 10 * self.made
"""


def test_where_the_attempt_was_started_anew_so_are_those_that_are_asked(exercise):
    """The second start's objects have the numbers of the first's, and its modules no past."""
    (exercise.folder / "solution.py").write_text(COUNTER.format(step=1))
    (exercise.folder / "mutants" / "tripled.py").write_text(
        f'"""By three."""\n{COUNTER.format(step=3)}'
    )
    (exercise.folder / "mutants" / "first.py").unlink()

    class Renewed(Direct):
        """Starts anew for each check."""

        def __init__(self):
            super().__init__(execute(COUNTER.format(step=3), Path("mine.py"), "double"))

        def next_check(self):
            self.__init__()
            return True

    attempt = Attempt(Renewed())
    for _ in range(3):
        attempt.next_check()
        counter = attempt()
        assert [counter.add(), counter.add()] == [13, 16]
    assert diagnose(load_exercise(exercise.folder), attempt.steps).bugs == ("tripled",)


def test_no_mistake_explains_why_an_attempt_ended(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2], [4])
    checks = [
        CheckResult(f"test_{status}", status, 0, 1, asked=range(2))
        for status in ("fail", "error", "timeout", "crash", "not run")
    ]
    (finding,) = diagnose(exercise, steps, checks).findings
    assert finding.checks == ("test_fail", "test_error")


def test_of_what_went_wrong_the_smallest_call_is_shown_with_what_was_expected(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1, 2, 3, 4], [0], [4], [5, 6])
    (found,) = diagnose(exercise, steps).findings
    assert found.step is steps[2]
    assert found.expected["value"] == [8]


def test_one_answer_that_is_not_the_mutant_s_is_enough_for_no_diagnosis(exercise):
    def sometimes(x):
        return [(3 if each < 4 else 5) * each for each in x]

    assert diagnose(exercise, steps_of(sometimes, [1, 2])).bugs == ("tripled",)
    assert diagnose(exercise, steps_of(sometimes, [1, 2], [4])) is None


@pytest.mark.parametrize(
    ("tripled", "others", "named"),
    [
        ([[1, 2, 3], [2, 3, 4], [3, 4, 5]], [[9, 5]], True),
        ([[1, 2, 3], [2, 3, 4], [3, 4, 5]], [[9, 5], [9, 4]], False),  # two of five
        ([[1, 2, 3], [2, 3, 4], [3, 4, 5]], [[0], [0]], True),
        ([[1, 2, 3], [2, 3, 4], [3, 4, 5]], [[0], [0], [0]], False),  # three of six
        ([[1, 2], [2, 3], [3, 4, 5]], [[9, 5]], False),  # which are seven numbers
        ([[1, 2, 3], [2, 3, 4, 0], [0] * 9], [[0]], False),  # six that tell
    ],
)
def test_a_mistake_that_gives_more_than_half_and_eight_numbers_is_named(
    exercise, tripled, others, named
):
    def mostly(x):
        return [(x[0] + x[1] if x[0] == 9 else 3) * each or len(x) == 1 for each in x]

    found = diagnose(exercise, steps_of(mostly, *tripled, *others))
    shown = [(each.bug, each.explanation) for each in found.findings] if found else []
    assert (("tripled", "Three times.") in shown) is named


def test_of_a_mistake_that_a_call_speaks_against_no_more_is_said_than_that_most_look_like_it(
    exercise,
):
    """Where it changes nothing, another mistake says nothing against it."""
    lists = [1, 2, 3], [2, 3, 4], [3, 4, 5]
    for other, mostly in ([9, 5], True), ([0], False):
        wrong = steps_of(lambda x: [3 * e if x[0] % 9 else 7 for e in x], *lists, other)
        (found,) = diagnose(exercise, wrong).findings
        assert (found.bug, found.mostly) == ("tripled", mostly)


WITH_A_FACTOR = "def double(x, factor=2, *, times=1): ...\n"


def of_a_factor(exercise, function):
    """Return what is found in a function that is to double, and is given a factor."""
    (exercise.folder / "stub.py").write_text(WITH_A_FACTOR)
    head = "def double(x, factor=2, *, times=1):\n    return"
    exercise.solution.write_text(f"{head} [factor * each for each in x]\n")
    (exercise.folder / "mutants/first.py").write_text(
        f'"""Once."""\n{head} [factor * x[0], *x[1:]]'
    )
    attempt = Attempt(Direct(function))
    for given in ({}, {"factor": 2}, {"factor": 3}):
        with contextlib.suppress(TypeError):
            attempt(list(range(1, 20)), **given)
    found = diagnose(exercise, attempt.steps)
    return [(each.bug, each.explanation) for each in found.findings]


THE_TASK_HAS = (
    "Your code takes other arguments than its task asks for: the task has `double(x, factor=2, *, "
    "times=1)`. Yours is `double(x{})`."
)


def test_other_arguments_are_told_and_what_is_seen_in_the_numbers_is_not(exercise):
    def double(x):
        return [7 * each for each in x]

    assert of_a_factor(exercise, double) == [("", THE_TASK_HAS.format(""))]


def test_other_arguments_are_told_before_a_mistake_that_is_known(exercise):
    def double(x, by=2):
        return [2 * x[0], *x[1:]]

    found = of_a_factor(exercise, double)
    assert found == [("", THE_TASK_HAS.format(", by=2")), ("first", "Once.")]


def test_a_known_mistake_in_the_arguments_says_more_than_that_they_are_others(exercise):
    wrong = "def double(x, *_):\n    return [2 * each for each in x]\n"
    (exercise.folder / "mutants/fixed.py").write_text(f'"""No factor."""\n{wrong}')
    double = execute(wrong, exercise.folder / "double.py", "double")
    assert of_a_factor(exercise, double) == [("fixed", "No factor.")]


def test_a_mistake_that_raises_by_itself_is_not_told_of_arguments_that_are_lacking(exercise):
    wrong = "def double(x, factor=2, *, times=1):\n    raise TypeError\n"
    (exercise.folder / "mutants/fails.py").write_text(f'"""It fails."""\n{wrong}')

    def double(x, factor, *, times):
        return [factor * each for each in x]

    assert of_a_factor(exercise, double) == [("", THE_TASK_HAS.format(", factor, *, times"))]


def test_who_takes_the_task_s_arguments_is_not_told_to_take_others(exercise):
    def double(x, factor=2, *, times=1):
        return double(x, 1, 2, 3)

    ((_, text),) = of_a_factor(exercise, double)
    assert "other arguments" not in text


def test_where_nothing_is_wrong_there_is_no_diagnosis(exercise):
    assert diagnose(exercise, steps_of(lambda x: [2 * each for each in x], [1, 2])) is None
    # A mutant that happens to be right on all that was asked explains nothing.
    assert diagnose(exercise, steps_of(lambda x: [2 * each for each in x], [1])) is None
    assert diagnose(exercise, []) is None


def test_answers_are_compared_but_for_rounding(exercise):
    rounded = steps_of(lambda x: [3.00001 * each for each in x], [1.0, 2.0])
    assert diagnose(exercise, rounded).bugs == ("tripled",)


def test_an_exception_that_a_mutant_raises_is_an_answer(exercise):
    (exercise.folder / "mutants" / "first.py").write_text("def double(x):\n    raise KeyError\n")

    def fails(x):
        raise KeyError("another message")

    assert diagnose(exercise, steps_of(fails, [1])).bugs == ("first",)


def test_what_mutants_print_and_warn_of_is_not_shown(exercise, capsys):
    noisy = (
        "def double(x):\n    print('x')\n    import warnings\n    warnings.warn('y')\n    return 3"
    )
    (exercise.folder / "mutants" / "first.py").write_text(noisy)
    assert diagnose(exercise, steps_of(lambda x: 3, [1])).bugs == ("first",)
    assert capsys.readouterr() == ("", "")


def values(exercise, steps, *mutants):
    """Return what the solution with some mutants' mistakes gives to the same steps."""
    program = tuple(exercise.folder / "mutants" / f"{name}.py" for name in mutants)
    return [answer["value"] for answer in Asked(exercise, steps).answers(program)]


def test_a_file_of_ours_gives_its_answers_to_the_same_steps(exercise):
    assert values(exercise, steps_of(lambda x: x, [1], [2, 3])) == [[2], [4, 6]]


COUNTING = "calls = []\ndef double(x):\n    calls.append(x)\n    return len(calls)\n"


def test_answers_to_what_was_asked_before_are_kept_and_others_follow_upon_them(exercise):
    exercise.solution.write_text(COUNTING)
    first, longer, other = (
        steps_of(lambda x: x, *asked) for asked in ([[1], [2]], [[1], [2], [3]], [[2], [1]])
    )
    assert values(exercise, first) == [1, 2]
    assert values(exercise, first) == [1, 2]
    assert values(exercise, longer) == [1, 2, 3]
    assert values(exercise, other) == [1, 2]


def test_the_solution_s_time_is_known_where_its_answers_were_kept(exercise):
    exercise.solution.write_text("def double(x):\n    sum(range(100_000))\n    return x\n")
    steps = steps_of(lambda x: x, [1], [2])
    took = [Comparison(Asked(exercise, steps), frozenset()).seconds for _ in range(2)]
    assert took[0] == took[1] > 0


def test_what_several_mutants_answer_is_compared_once(exercise, monkeypatch):
    compared = []
    monkeypatch.setattr(
        "normbook.grader.verdict.comparison.same_answer",
        lambda *given: compared.append(given[1]["value"]) or same_answer(*given),
    )
    comparison = Comparison(Asked(exercise, steps_of(lambda x: x, [1, 2], [0])), frozenset())
    for path in (exercise.solution, *exercise.mutants, exercise.solution):
        assert not comparison.gives_all((path,), NO_ASPECT)
    for path in exercise.mutants:
        assert comparison.agrees_with_attempt(1, comparison.answers_of((path,))[1], NO_ASPECT)
    assert compared == [[2, 4], [2, 2], [3, 6], [0]]


def test_a_file_that_has_changed_is_asked_anew(exercise):
    steps = steps_of(lambda x: x, [1])
    assert values(exercise, steps) == [[2]]
    exercise.solution.write_text(TRIPLED)
    os.utime(exercise.solution, ns=(0, 0))
    assert values(exercise, steps) == [[3]]


def test_beyond_its_limit_all_that_is_kept_is_forgotten(exercise, monkeypatch):
    monkeypatch.setattr(replay, "MAX_KEPT_ANSWERS", 3)
    for number in range(9):
        diagnose(exercise, steps_of(lambda x: [3 * each for each in x], [number]))
        assert len(replay._kept) <= 3 + 3  # of the last attempt: the solution's, and two mutants'


# ---- several mistakes at once

NORM = """\
import numpy as np


def norm(x, eps=0.0):
    centred = x - x.mean()
    var = np.mean(centred**2)
    y = centred / np.sqrt(var + eps)
    return y.astype(x.dtype)
"""
CHANGES = {
    "unbiased": ("np.mean(centred**2)", "np.var(x, ddof=1)"),
    "eps_outside": ("np.sqrt(var + eps)", "(np.sqrt(var) + eps)"),
    "mean_is_kept": ("y = centred /", "y = x /"),
    "no_cast": ("y.astype(x.dtype)", "y"),
    "in_place": ("centred = x", "x -= 0 * x + 1; centred = x"),
}
ROWS = [
    np.array([1.0, 2.0, 4.0, 9.0]),
    np.array([1.0, 3.0, 3.5, 0.0]),
    np.array([2.0, 5.0, 1.0], np.float32),
]


@pytest.fixture
def norm(tmp_path):
    folder = tmp_path / "norm"
    (folder / "mutants").mkdir(parents=True)
    settings = SETTINGS.replace('"double"', '"norm"').replace("test_it_doubles", "test_it_norms")
    (folder / "exercise.toml").write_text(settings)
    (folder / "solution.py").write_text(NORM)
    for name, change in CHANGES.items():
        mutant = f'"""It is {name}."""\n' + NORM.replace(*change)
        (folder / "mutants" / f"{name}.py").write_text(mutant)
    return load_exercise(folder)


def asked(function):
    attempt = Attempt(Direct(function))
    for row in ROWS:
        for eps in (0.0, 0.5):
            with contextlib.suppress(ValueError, AttributeError, KeyError):
                attempt(row, eps=eps)
    return attempt.steps


def unbiased_outside(x, eps=0.0):
    return ((x - np.mean(x)) / (np.std(x, ddof=1) + eps)).astype(x.dtype)


def test_two_mistakes_are_each_named(norm):
    found = diagnose(norm, asked(unbiased_outside))
    assert {each.bug: each.explanation for each in found.findings} == {
        "unbiased": "It is unbiased.",
        "eps_outside": "It is eps_outside.",
    }


@pytest.mark.parametrize(("seconds", "given"), [(0.0, 1.0), (0.4, 5.0), (9.0, 8.0)])
def test_a_slow_solution_s_mutants_have_more_time_but_a_learner_waits_no_longer_than_that(
    norm, monkeypatch, seconds, given
):
    comparison = Comparison(Asked(norm, asked(unbiased_outside)), frozenset())
    comparison.seconds = seconds
    made = []
    monkeypatch.setattr(
        "normbook.grader.verdict.diagnose.Budget", lambda most: made.append(most) or Budget(most)
    )
    assert len(search(comparison)[0]) == 2
    assert made == [pytest.approx(given)]


@pytest.fixture
def short(monkeypatch):
    """Let the time of the search be up at once, and not what is left to single mutants."""
    made = []

    def budget(seconds):
        made.append(seconds)
        return Budget(-1.0 if len(made) == 1 else math.inf)

    monkeypatch.setattr("normbook.grader.verdict.diagnose.Budget", budget)


def test_where_the_search_is_cut_off_it_says_so(norm, short):
    found = diagnose(norm, asked(unbiased_outside))
    assert found.is_cut
    assert len(found.bugs) < 2


def test_where_the_search_ends_it_is_not_cut_off(norm):
    assert not diagnose(norm, asked(unbiased_outside)).is_cut
    assert not (diagnose(norm, asked(lambda x, eps=0.0: x * 3.7)) or Diagnosis("", ())).is_cut


def test_where_the_search_is_cut_off_the_mistake_is_named_that_most_answers_show(exercise, short):
    tripled = [[n, n + 1, n + 2] for n in range(1, 9)]

    def mostly(x):
        return [3 * each for each in x] if x in tripled else [each + 5 for each in x]

    found = diagnose(exercise, steps_of(mostly, *tripled, [40]))
    assert (found.bugs, found.is_cut) == (("tripled",), True)


TWO_RESULTS = """
def double(x):
    y, losses = [2 * each for each in x], []
    for each in x:
        losses.append({loss})
    return y, losses
"""


@pytest.fixture
def two_results(exercise):
    """An exercise with two results, of which three mutants get one wrong each."""
    for name, loss in {"third": "each / 3", "squared": "each ** 2"}.items():
        text = f'"""It is {name}."""{TWO_RESULTS.format(loss=loss)}'
        (exercise.folder / "mutants" / f"{name}.py").write_text(text)
    both = TWO_RESULTS.format(loss="each / 2").replace("2 * each", "3 * each")
    (exercise.folder / "mutants" / "tripled.py").write_text(f'"""It is both."""{both}')
    (exercise.folder / "mutants" / "first.py").unlink()
    (exercise.folder / "solution.py").write_text(TWO_RESULTS.format(loss="each"))
    return load_exercise(exercise.folder)


@pytest.mark.parametrize(("strays", "bugs"), [(1, ("third",)), (2, ("third",)), (3, ()), (6, ())])
def test_what_gives_one_of_several_results_in_most_calls_is_named_beside_what_nobody_knows(
    two_results, strays, bugs
):
    calls = [[float(n), n + 0.5] for n in range(1, 8)]

    def stray(x):
        y = [each + 7.25 for each in x]
        return y, [each / (4 if x in calls[:strays] else 3) for each in x]

    found = diagnose(two_results, steps_of(stray, *calls))
    assert (found.bugs if found else ()) == bugs
    for finding in found.findings[: len(bugs)] if found else ():
        assert finding.checks == ()
        assert finding.mostly
        shown = first_difference(finding.step.answer, finding.expected, finding.beside)
        assert shown[0]["at"].startswith("[1]")


def test_a_few_numbers_of_a_result_may_be_a_mistake_s_by_chance(two_results):
    def stray(x):
        return [each + 7.25 for each in x], [each / 3 for each in x]

    found = diagnose(two_results, steps_of(stray, [3.0], [3.0], [6.0]))
    assert found is None or found.bugs == ()


class Calls(Budget):
    """A budget that is spent once it was asked so many times."""

    def __init__(self, count):
        self.left = count

    @property
    def is_spent(self):
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("count", [2, 6])
def test_where_time_is_short_all_mutants_are_asked_the_first_steps(norm, count):
    """The first step in which an eps is asked for is the second."""
    comparison = Comparison(Asked(norm, asked(unbiased_outside)), frozenset())
    scope = Scope(NO_ASPECT, frozenset(), comparison.wrong)
    candidates = find_candidates(comparison, scope, Calls(count))
    assert {"unbiased", "eps_outside"} <= {each.path.stem for each in candidates}
    assert {each.unasked for each in candidates} == {frozenset(range(count, 6))}
    found = find_group(candidates, comparison, scope, Budget(math.inf))
    assert [each.path.stem for each in found] == ["eps_outside", "unbiased"]
    assert not any(each.unasked for each in found)
    touched = frozenset({1, 3, 5}), comparison.wrong
    assert tuple(each.touched for each in found) == touched


def test_a_mutant_that_spoils_a_right_answer_is_not_named_for_the_steps_before_it(norm):
    def kept_in_the_first_call(x, eps=0.0):
        y = (x - x.mean()) / np.sqrt(x.var() + eps)
        return (y if eps else x / np.sqrt(x.var())).astype(x.dtype)

    comparison = Comparison(Asked(norm, asked(kept_in_the_first_call)), frozenset())
    scope = Scope(NO_ASPECT, frozenset(), comparison.wrong)
    candidates = find_candidates(comparison, scope, Calls(1))
    (spoils,) = (each for each in candidates if each.matched)
    assert spoils.path.stem == "mean_is_kept"
    assert find_group(candidates, comparison, scope, Budget(math.inf)) == ()
    assert asked_all(spoils, comparison, scope) is None


@pytest.mark.parametrize("alone", [0, 1])
def test_a_mistake_is_shown_where_it_is_alone_though_another_call_is_shorter(norm, alone):
    calls = [(ROWS[0][:2], 0.5)]
    calls.insert(alone, (ROWS[0], 0.0))
    attempt = Attempt(Direct(unbiased_outside))
    for row, eps in calls:
        attempt(row, eps=eps)
    shown = {each.bug: each.step for each in diagnose(norm, attempt.steps).findings}
    assert shown["unbiased"] is attempt.steps[alone]
    assert shown["eps_outside"] is attempt.steps[1 - alone]


@pytest.mark.parametrize(
    ("lists", "named"),
    [
        ([[3, 1, 1, 1], [4, 1, 1, 1]], {"times_3", "times_4"}),
        ([[3, 1, 1], [4, 1, 1]], set()),
        ([[3, 1, 1, 1], [4, 1, 1, 1], [5, 1, 1, 1]], {"times_3", "times_4", "times_5"}),
        ([[3, 1, 1, 1], [4, 1, 1, 1], [5, 1, 1, 1], [6, 1, 1, 1]], set()),
        ([[3, 1, 1, 1], [4, 1, 1, 1], [7, 3, 4, 1]], set()),
    ],
)
def test_up_to_three_mistakes_are_named_untried_if_each_gives_four_numbers_alone(
    exercise, lists, named
):
    (exercise.folder / "mutants" / "tripled.py").unlink()
    for factor in (3, 4, 5, 6):  # in one line, so that no two can be tried together
        line = f"    return [({factor} if {factor} in x else 2) * each for each in x]"
        path = exercise.folder / "mutants" / f"times_{factor}.py"
        path.write_text(f"def double(x):\n{line}\n")
    steps = steps_of(lambda x: [x[0] * each for each in x], *lists)
    found = diagnose(load_exercise(exercise.folder), steps)
    assert set(found.bugs if found else ()) == named


def test_a_step_that_the_first_two_of_three_mistakes_change_stays_theirs(norm):
    shifted = NORM.replace("y.astype(x.dtype)", "(y + (x.size == 3)).astype(x.dtype)")
    (norm.folder / "mutants" / "which_comes_last.py").write_text(shifted)

    def all_three(x, eps=0.0):
        return unbiased_outside(x, eps) + np.float32(x.size == 3)

    found = diagnose(load_exercise(norm.folder), asked(all_three))
    assert set(found.bugs) == {"eps_outside", "unbiased", "which_comes_last"}


def test_where_the_solution_refuses_and_a_mistake_goes_on_others_show(norm):
    check = "def norm(x, eps=0.0):\n    if x.size < 4:\n        raise ValueError\n"
    for path in (norm.solution, *norm.mutants):
        path.write_text(path.read_text().replace("def norm(x, eps=0.0):\n", check))
    (norm.folder / "mutants" / "goes_on.py").write_text(NORM)

    def unbiased(x, eps=0.0):
        return unbiased_outside(x)

    attempt = Attempt(Direct(unbiased))
    for row in (*ROWS, ROWS[0][:3]):
        attempt(row)
    assert set(diagnose(load_exercise(norm.folder), attempt.steps).bugs) == {"unbiased", "goes_on"}


@pytest.mark.parametrize("has_numpy", [True, False])
def test_an_answer_tells_by_a_number_that_is_neither_0_nor_nan(monkeypatch, has_numpy):
    if not has_numpy:
        monkeypatch.delitem(sys.modules, "numpy")
    for value, expected in (([0, 1.0], True), (0, False), ([math.nan, 0.0], False), ("1", False)):
        assert has_nonzero_number({"value": value}) is expected


def test_three_mistakes_are_each_named(norm):
    def three(x, eps=0.0):
        return (x / (np.std(x, ddof=1) + eps)).astype(x.dtype)

    assert set(diagnose(norm, asked(three)).bugs) == {"unbiased", "eps_outside", "mean_is_kept"}


def test_each_is_shown_where_it_is_alone_and_has_the_checks_that_it_explains(norm):
    def outside_and_kept(x, eps=0.0):
        y = x if eps == 0 else x - np.mean(x)
        return (y / (np.std(x) + eps)).astype(x.dtype)

    (norm.folder / "mutants" / "mean_is_kept.py").write_text(
        '"""It is kept."""\n' + NORM.replace("y = centred /", "y = (x if eps == 0 else centred) /")
    )
    steps = asked(outside_and_kept)
    results = [
        CheckResult("test_one", "fail", 0, 1, asked=range(2)),
        CheckResult("test_two", "fail", 0, 1, asked=range(2, 3)),
        CheckResult("test_three", "pass", 1, 1, asked=range(3, 4)),
    ]
    first, second = diagnose(norm, steps, results).findings
    assert (first.bug, first.checks) == ("mean_is_kept", ("test_one", "test_two"))
    assert first.step.operation["keywords"]["eps"] == 0.0
    assert (second.bug, second.checks) == ("eps_outside", ())
    assert second.step.operation["keywords"]["eps"] == 0.5


def test_a_check_that_ends_with_an_exception_is_the_exception_s_alone(norm):
    def unbiased_for_eps_0(x, eps=0.0):
        if eps:
            raise KeyError("eps")
        return unbiased_outside(x, eps)

    results = [
        CheckResult("test_one", "error", 0, 1, asked=range(2)),
        CheckResult("test_two", "fail", 0, 1, asked=range(2, 3)),
        CheckResult("test_three", "error", 0, 1, asked=range(3, 6)),
    ]
    known, stops = diagnose(norm, asked(unbiased_for_eps_0), results).findings
    assert (known.bug, known.checks) == ("unbiased", ("test_two",))
    assert (stops.bug, stops.checks) == ("", ("test_one", "test_three"))


def test_an_exception_hides_the_mistakes_that_raise_none(norm):
    (norm.folder / "mutants" / "no_eps.py").write_text(
        NORM.replace("np.sqrt(var + eps)", "np.sqrt(var + [0.0][int(2 * eps)])")
    )
    results = [
        CheckResult("test_one", "error", 0, 1, asked=range(2)),
        CheckResult("test_two", "fail", 0, 1, asked=range(2, 3)),
    ]

    def unbiased_without_eps(x, eps=0.0):
        return (x - x.mean()) / np.sqrt(np.var(x, ddof=1) + [0.0][int(2 * eps)])

    attempt = Attempt(Direct(unbiased_without_eps))
    for row, eps in ((ROWS[0], 0.0), (ROWS[0], 0.5), (ROWS[1], 0.0)):
        with contextlib.suppress(IndexError):
            attempt(row, eps=eps)
    found = diagnose(load_exercise(norm.folder), attempt.steps, results).findings
    assert {each.bug: each.checks for each in found} == {
        "unbiased": ("test_two",),
        "no_eps": ("test_one",),
    }


def test_a_mistake_is_shown_where_it_makes_numbers_wrong_and_not_the_dtype_alone(norm):
    source = (
        "import numpy as np\n\n\ndef norm(x, eps=0.0):\n    x = x.astype(float)\n"
        "    return (x - x.mean()) / np.sqrt(np.var(x, ddof=1 if eps else 0) + eps)\n"
    )
    (norm.folder / "mutants" / "wide.py").write_text(source)
    attempt = Attempt(Direct(execute(source, norm.solution, "norm")))
    for eps in (0.0, 0.5):
        attempt(ROWS[2], eps=eps)
    (only,) = diagnose(norm, attempt.steps).findings
    assert only.bug == "wide"
    assert only.step is attempt.steps[1]


def test_a_dtype_hides_no_number_and_is_a_mistake_of_its_own(norm):
    def wide(x, eps=0.0):
        return unbiased_outside(x.astype(np.float64), eps)

    found = diagnose(norm, asked(wide))
    assert set(found.bugs) == {"unbiased", "eps_outside"}
    assert found.findings[-1].explanation == "The dtype is float64 where float32 is expected."
    (norm.folder / "mutants" / "no_cast.py").write_text(
        '"""It is wide."""\n' + NORM.replace("y.astype(x.dtype)", "y.astype(np.float64)")
    )
    found = diagnose(norm, asked(wide))
    assert set(found.bugs) == {"unbiased", "eps_outside", "no_cast"}
    assert found.findings[-1].explanation == "It is wide."


def test_a_dtype_beside_a_single_mistake_is_said(norm):
    def wide(x, eps=0.0):
        return x.astype(np.float64) / np.sqrt(np.var(x) + eps)

    first, second = diagnose(norm, asked(wide)).findings
    assert (first.bug, second.bug) == ("mean_is_kept", "")
    assert second.mixed


def test_a_dtype_alone_is_said(norm):
    def wide(x, eps=0.0):
        y = x.astype(np.float64) - np.mean(x)
        return y / np.sqrt(np.mean(y**2) + eps)

    (only,) = diagnose(norm, asked(wide)).findings
    assert only.explanation == "The dtype is float64 where float32 is expected."
    assert only.step.operation["arguments"][0].dtype == np.float32


def test_an_argument_written_to_hides_no_number(norm):
    def in_place(x, eps=0.0):
        right = unbiased_outside(x, eps)
        x[0] += 1
        return right

    assert set(diagnose(norm, asked(in_place)).bugs) == {"unbiased", "eps_outside", "in_place"}
    (norm.folder / "mutants" / "in_place.py").unlink()
    found = diagnose(norm, asked(in_place))
    assert set(found.bugs) == {"unbiased", "eps_outside"}
    assert "`x`" in found.findings[-1].explanation


def test_what_a_mutant_says_of_an_argument_is_not_said_again(norm):
    def sometimes_in_place(x, eps=0.0):
        if x.dtype == np.float64:
            x -= 0 * x + 1
        centred = x - np.mean(x)
        return (centred / np.sqrt(np.mean(centred**2) + eps)).astype(x.dtype)

    attempt = Attempt(Direct(sometimes_in_place))
    protected = ROWS[0].copy()
    protected.flags.writeable = False
    for row in (*ROWS, protected):
        with contextlib.suppress(ValueError):
            attempt(row)
    (only,) = diagnose(norm, attempt.steps).findings
    assert only.bug == "in_place"


def test_a_shape_hides_no_number(norm):
    def column(x, eps=0.0):
        return unbiased_outside(x, eps)[:, None]

    found = diagnose(norm, asked(column))
    assert set(found.bugs) == {"unbiased", "eps_outside"}
    assert found.findings[-1].explanation == "The shape is (4, 1) where (4,) is expected."


def test_a_shape_is_shown_by_the_call_of_which_it_is_said(norm):
    def column(x, eps=0.0):
        y = (x - np.mean(x)) / np.sqrt(np.var(x) + eps)
        return y if x.size == 4 else y[:, None]

    attempt = Attempt(Direct(column))
    for row in (ROWS[0], ROWS[0][:3], ROWS[0][:2]):
        attempt(row)
    (only,) = diagnose(norm, attempt.steps).findings
    assert only.explanation == "The shape is (3, 1) where (3,) is expected."
    assert only.step is attempt.steps[1]


def test_an_exception_hides_no_number(norm):
    def raises(x, eps=0.0):
        if x.dtype == np.float32:
            raise ValueError
        return unbiased_outside(x, eps)

    assert set(diagnose(norm, asked(raises)).bugs) == {"unbiased", "eps_outside"}


def test_a_mistake_that_would_spoil_a_right_answer_is_not_named(norm):
    def sometimes(x, eps=0.0):
        right = (x - np.mean(x)) / np.sqrt(np.var(x) + eps)
        return (unbiased_outside(x, eps) if x[0] == 1.0 and eps else right).astype(x.dtype)

    found = diagnose(norm, asked(sometimes))
    assert found is None or found.bugs == ()


def test_in_a_test_that_passes_another_answer_is_neither_wrong_nor_in_the_way(norm):
    def outside_and_rounded(x, eps=0.0):
        y = (x - np.mean(x)) / (np.std(x) + eps)
        return (y + 1e-4 if x.dtype == np.float32 else y).astype(x.dtype)

    attempt = Attempt(Direct(outside_and_rounded))
    attempt(ROWS[0][:3], eps=0.5)
    attempt(ROWS[2], eps=0.0)
    checks = [
        CheckResult("test_eps", "fail", 0, 1, asked=range(1)),
        CheckResult("test_float32", "pass", 1, 1, asked=range(1, 2)),
    ]
    assert diagnose(norm, attempt.steps, checks).bugs == ("eps_outside",)
    assert diagnose(norm, attempt.steps).bugs == ()


def test_what_explains_most_of_the_answers_is_named_where_the_rest_is_unknown(norm):
    def mostly(x, eps=0.0):
        y = (x - np.mean(x)) / np.sqrt(np.var(x, ddof=1) + eps)
        return (y**3 if x.dtype == np.float32 and eps else y).astype(x.dtype)

    results = [
        CheckResult("test_explained", "fail", 0, 1, asked=range(4)),
        CheckResult("test_of_more", "fail", 0, 1, asked=range(4, 6)),
    ]
    (only,) = diagnose(norm, asked(mostly), results).findings
    assert (only.bug, only.checks) == ("unbiased", ("test_explained",))


TWO = """\
def double(name, x):
    if name == "two":
        return [2 * each for each in x]
    return [each + {added} for each in x]
"""


@pytest.mark.parametrize(("numbers", "named"), [(4, ("tripled",)), (3, ())])
def test_a_part_whose_mistake_nobody_knows_does_not_silence_another(exercise, numbers, named):
    """Two calls of four numbers each are no chance; of three they may be."""
    (exercise.folder / "solution.py").write_text(TWO.format(added=1))
    (exercise.folder / "mutants" / "first.py").write_text('"""Two."""\n' + TWO.format(added=2))
    (exercise.folder / "mutants" / "tripled.py").write_text(
        '"""Three."""\n' + TWO.format(added=1).replace("2 *", "3 *")
    )

    def wrong(name, x):
        return [3 * each if name == "two" else 2.5 * (each + 1) for each in x]

    attempt = Attempt(Direct(wrong))
    for i in range(2):
        attempt("two", [float(each + i) for each in range(1, 1 + numbers)])
    for i in range(5):
        attempt("one", [1.0 + i, 2.0, 5.0])
    results = [
        CheckResult("test_two", "fail", 0, 1, asked=range(2)),
        CheckResult("test_one", "fail", 0, 1, asked=range(2, 7)),
    ]
    found = diagnose(exercise, attempt.steps, results)
    assert (found.bugs if found else ()) == named
    if named:
        assert found.findings[0].checks == ("test_two",)


BOTH = """\
def double(x, y):
    first = [2 * each for each in x]
    second = [5 * each for each in y]
    return first, second
"""


@pytest.fixture
def both(exercise):
    """Return an exercise with two results, and a mutant for each."""
    exercise.solution.write_text(BOTH)
    for name, change in (("tripled", ("2 *", "3 *")), ("first", ("5 *", "7 *"))):
        (exercise.folder / "mutants" / f"{name}.py").write_text(BOTH.replace(*change))
    return exercise


@pytest.mark.parametrize(("added", "named"), [(0, ("first",)), (1, ())])
def test_what_is_known_of_one_of_several_results_is_told_beside_another(both, added, named):
    """In all calls both are wrong; what is known may be wrong in a way of its own, as well."""
    steps = steps_of_cubes_and(lambda y: 7 * y + added)
    found = diagnose(both, steps)
    assert [(each.bug, each.mixed) for each in (found.findings if found else ())] == [
        (name, True) for name in named
    ]


def steps_of_cubes_and(second):
    """Ask a function whose first result nobody knows."""
    attempt = Attempt(Direct(lambda x, y: ([each**3 + 5 for each in x], list(map(second, y)))))
    for i in range(4):
        attempt([1.0 + i, 2.5], [3.0 + i, 1.5])
    return attempt.steps


def test_of_several_results_the_numbers_are_counted_that_a_mistake_explains(both):
    comparison = Comparison(Asked(both, steps_of_cubes_and(lambda y: 7 * y)), frozenset())
    first = both.folder / "mutants" / "first.py"
    (explained, *_), (expected, *_) = comparison.asked.answers((first,)), comparison.expected
    assert comparison.count_alike(0, explained, NO_ASPECT) == 2
    assert comparison.count_alike(0, expected, NO_ASPECT) == 0


def test_numbers_alike_are_counted_as_far_as_the_shorter_answer_goes(exercise):
    steps = steps_of(lambda x: [3 * each for each in x] + [0], [1, 0, 2])
    comparison = Comparison(Asked(exercise, steps), frozenset())
    (tripled,) = comparison.asked.answers((exercise.folder / "mutants" / "tripled.py",))
    assert comparison.count_alike(0, tripled, NO_ASPECT) == 2


def test_of_two_mistakes_that_give_one_of_several_results_neither_is_told(both):
    (both.folder / "mutants" / "again.py").write_text(BOTH.replace("5 *", "7.0 *"))
    found = diagnose(both, steps_of_cubes_and(lambda y: 7 * y))
    assert found is None or found.bugs == ()


def test_an_answer_is_mixed_where_it_shows_more_than_one_mistake(norm):
    """Without an eps it does not matter where that stands."""
    found = {each.bug: each for each in diagnose(norm, asked(unbiased_outside)).findings}
    assert {bug: each.mixed for bug, each in found.items()} == {
        "unbiased": False,
        "eps_outside": True,
    }
    unbiased = found["eps_outside"].beside["value"]
    assert not np.allclose(unbiased, found["eps_outside"].expected["value"])


def test_an_answer_in_which_another_mistake_has_no_part_is_not_mixed(norm):
    """The whole number 0 is no other mistake than 0.0 where an exception is expected."""
    begin, refusal = "eps=0.0):\n", "    if not x.size:\n        raise ValueError\n"
    for path in (norm.solution, *norm.mutants):
        path.write_text(path.read_text().replace(begin, begin + refusal))
    gives_0 = norm.solution.read_text().replace("raise ValueError", "return 0.0")
    (norm.folder / "mutants" / "nothing_is_0.py").write_text(gives_0)

    attempt = Attempt(Direct(lambda x: unbiased_outside(x) if x.size else 0))
    for row in (ROWS[0], ROWS[1], np.zeros(0)):
        attempt(row)
    found = {
        each.bug: each for each in diagnose(load_exercise(norm.folder), attempt.steps).findings
    }
    assert found.keys() == {"unbiased", "nothing_is_0"}
    assert not found["nothing_is_0"].mixed


def test_a_result_too_small_to_tell_hides_no_other_mistake(both):
    """Whether 2e-9 is doubled or tripled is within the tolerance."""
    attempt = Attempt(Direct(lambda x, y: ([3 * each for each in x], [7 * each for each in y])))
    for x, y in (([1e-9], [1.0]), ([1.0, 2.0], [1.0, 4.0]), ([1.0, 2.0], [0.0])):
        attempt(x, y)
    found = {each.bug: each for each in diagnose(both, attempt.steps).findings}
    assert found["first"].step is attempt.steps[1]
    assert found["first"].mixed


def test_of_calls_that_show_as_much_one_without_exponents_is_shown(exercise):
    steps = steps_of(lambda x: [3 * each for each in x], [1e25], [1.25, 2.5])
    assert diagnose(exercise, steps).findings[0].step is steps[1]


def test_a_mistake_that_another_hides_is_shown_where_it_makes_a_difference():
    """A constant column has no constant rows; of a single column each row is one: there is 0/0."""

    def rows_and_nan(x):
        with np.errstate(all="ignore"):
            return (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)

    attempt = Attempt(Direct(rows_and_nan))
    for x in ([[5.0, 1.0], [5.0, 2.0], [5.0, 6.0]], [[1.0], [2.0], [4.0]]):
        attempt(np.array(x))
    found = {each.bug: each for each in diagnose(find("standardize"), attempt.steps).findings}
    shown = found["constant_column_divides_by_zero"]
    assert np.isnan(shown.step.answer["value"]).all()
    assert shown.mixed


MODULE = """\
import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        return {factor} * x * self.weight
"""


def test_of_a_gradient_the_calls_that_it_comes_of_are_shown():
    torch = pytest.importorskip("torch")
    attempt = Attempt(Direct(execute(MODULE.format(factor=3), Path("mine.py"), "Scale")))
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    module, other = attempt(), attempt()
    other(x)
    module(x).backward(torch.ones(2))
    assert module.weight.grad.tolist() == [3.0, 6.0]
    made, _, _, called, sent_back, read = range(6)
    numbers = {id(step): number for number, step in enumerate(attempt.steps)}

    def shown(place, gradients=False):
        return [numbers[id(each)] for each in history_of(attempt.steps, place, gradients)]

    assert shown(called) == [made]
    assert shown(sent_back) == [made, called]
    assert shown(read) == [made]
    assert shown(read, gradients=True) == [made, called, sent_back]


def test_where_nothing_known_fits_the_numbers_are_read(norm):
    def scaled(x, eps=0.0):
        return (2.5 * (x - np.mean(x)) / np.sqrt(np.var(x) + eps)).astype(x.dtype)

    (only,) = diagnose(norm, asked(scaled)).findings
    text = "Each number is 2.5 times the expected one, here and in 5 other answers."
    assert (only.bug, only.explanation) == ("", text)


def test_where_numbers_are_read_the_dtype_is_said_as_well(norm):
    def scaled(x, eps=0.0):
        return 2.5 * (x.astype(np.float64) - np.mean(x)) / np.sqrt(np.var(x) + eps)

    found = diagnose(norm, asked(scaled))
    assert {each.explanation for each in found.findings} == {
        "Each number is 2.5 times the expected one, here and in 5 other answers.",
        "The dtype is float64 where float32 is expected.",
    }


def test_mistakes_that_undo_each_other_are_not_told_of_who_changes_nothing(exercise):
    """Together they give the state as it came, and each of them alone moves it."""
    source = (
        "def double(x, state):\n    up = 1.0\n    unit = x\n    down = 0.0\n"
        "    return 2 * unit, state + up - down\n"
    )
    exercise.solution.write_text(source)
    for name, change in (("up", ("up = 1.0", "up = 3.0")), ("down", ("down = 0.0", "down = 3.0"))):
        mutant = f'"""You go {name}."""\n{source.replace(*change)}'
        (exercise.folder / "mutants" / f"{name}.py").write_text(mutant)

    def bugs(moved):
        attempt = Attempt(Direct(lambda x, state: (2 * x, state + moved)))
        for row in ROWS:
            attempt(row, row[::-1])
        found = diagnose(exercise, attempt.steps)
        return found.bugs if found else ()

    assert set(bugs(3.0)) == {"up"}
    assert set(bugs(0.0)) == set()


def test_results_in_another_order_are_told_if_all_answers_have_no_more_wrong(exercise):
    """A known mistake may give one of them right where it is: it is not told for that."""
    source = "def double(x):\n    return 2 * x, x + 1, x - 1\n"
    exercise.solution.write_text(source)
    twice = '"""Your third result is the second."""\n' + source.replace("x - 1", "x + 1")
    (exercise.folder / "mutants" / "twice.py").write_text(twice)

    def told(answer):
        found = diagnose(exercise, steps_of(answer, *ROWS))
        return [each.explanation for each in (found.findings if found else ())]

    swapped = "Your results are right, in another order: the second is what should be the third."
    assert told(lambda x: (2 * x, x - 1, x + 1)) == [swapped]
    assert swapped not in told(lambda x: (3 * x, x - 1, x + 1))
    assert swapped not in told(lambda x: (2 * x, x - 2, x + 1))


def test_what_gives_no_number_but_0_is_taken_for_no_combination(norm):
    for name in ("zero", "also_zero"):
        mutant = NORM.replace("y = centred", f"y = {len(name)} * (eps == 0) * centred")
        (norm.folder / "mutants" / f"{name}.py").write_text(mutant)
    found = diagnose(norm, asked(lambda x, eps=0.0: np.zeros_like(x)))
    assert found.bugs == ()
    assert found.findings[0].explanation == "Every number of your result is 0."


def test_a_step_without_nan_shows_a_mistake_best(norm):
    def asked_on(*rows):
        attempt = Attempt(Direct(lambda x, eps=0.0: x * 0 + 3))
        for row in rows:
            attempt(np.array(row))
        return attempt.steps

    (norm.folder / "mutants" / "three.py").write_text(
        "def norm(x, eps=0.0):\n    return x * 0 + 3\n"
    )
    found = diagnose(norm, asked_on([np.nan, 1.0], [1.0, 2.0, 5.0, 7.0]))
    assert found.bugs == ("three",)
    assert found.findings[0].step.operation["arguments"][0].size == 4


def test_of_two_that_fit_the_nearer_is_named(norm):
    def vanishes(x, eps=0.0):
        return np.zeros_like(x)

    for name, factor in (("nearly_zero", "1e-8 *"), ("zero", "0 *")):
        mutant = NORM.replace("y = centred", f"y = {factor} centred")
        (norm.folder / "mutants" / f"{name}.py").write_text(f'"""It is {name}."""\n{mutant}')
    assert diagnose(norm, asked(vanishes)).bugs == ("zero",)


def test_mistakes_that_break_together_explain_no_exception(norm):
    changes = {
        "plain": ("np.mean(centred**2)", "float(np.mean(centred**2)) + 1 if eps else np.var(x)"),
        "asks": ("y.astype(x.dtype)", "y.astype(x.dtype) * var.ndim + 1"),  # which a float has not
    }
    for name, change in changes.items():
        (norm.folder / "mutants" / f"{name}.py").write_text(NORM.replace(*change))

    def raises(x, eps=0.0):
        if eps:
            raise AttributeError
        return np.ones_like(x)

    assert diagnose(norm, asked(raises)).bugs == ("asks",)


def test_a_mistake_that_raises_an_exception_alone_explains_it_beside_another(norm):
    refuses = NORM.replace("    y =", "    if eps:\n        raise ValueError\n    y =")
    (norm.folder / "mutants" / "refuses.py").write_text(refuses)

    def unbiased_and_refuses(x, eps=0.0):
        if eps:
            raise ValueError
        return unbiased_outside(x)

    assert set(diagnose(norm, asked(unbiased_and_refuses)).bugs) == {"unbiased", "refuses"}


def test_mistakes_in_one_place_do_not_combine(norm):
    steps = asked(unbiased_outside)
    (norm.folder / "mutants" / "no_eps.py").write_text(NORM.replace("np.sqrt(var + eps)", "7"))
    with pytest.raises(CannotCombineError):
        values(norm, steps, "eps_outside", "no_eps")
    assert len(values(norm, steps, "eps_outside", "unbiased")) == len(steps)


@pytest.mark.parametrize("has_numpy", [True, False])
def test_a_whole_number_beyond_all_floats_is_compared_as_infinite(monkeypatch, exercise, has_numpy):
    if not has_numpy:
        monkeypatch.delitem(sys.modules, "numpy")
    wrong = steps_of(lambda x: [3 * x[0], *(10**400 for _ in x[1:])], [1, 2])
    assert diagnose(exercise, wrong) is None
    huge = steps_of(lambda x: [10**400 for _ in x], [1], [2])
    found = diagnose(exercise, huge)
    assert found is None or found.bugs == ()
