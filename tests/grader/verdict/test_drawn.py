"""With other numbers, what was learnt by heart fails, and what computes its answers does not."""

import math
from itertools import product

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.attempt import Direct, Gone, Step
from normbook.grader.verdict.drawn import (
    LEARNT,
    LEAST_MOVE,
    MOST_MOVE,
    Draw,
    Drawn,
    is_fair,
    redraw,
    roughly_same,
)
from normbook.grader.verdict.find import load_exercise
from normbook.grader.verdict.fresh import fresh
from normbook.grader.verdict.grade import grade_through
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import CheckResult
from normbook.grader.verdict.wire import Handle

STABLE = find("stable_variance")
SEEDS = range(5)


def operation(*arguments, **keywords):
    return {"do": "call", "on": 0, "name": None, "arguments": arguments, "keywords": keywords}


# ---- other numbers ----

VALUES = [
    np.array([[1.0, 2.0, 2.0], [0.0, -3.0, 7.0]]),
    np.array([4.0, 9.0], dtype=np.float32),
    1e9 + np.array([4.0, 7.0, 13.0]),
    np.array([1e-50, 2e-50, 4e-50]),
    np.array([6000.0, -6500.0], dtype=np.float16),
    np.array([3e38, 3.4e38], dtype=np.float32),
    np.array([1e308, 1.7e308]),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_keep_what_they_have_in_common(value, seed):
    drawn = Draw(seed)(value)
    assert (drawn.shape, drawn.dtype) == (value.shape, value.dtype)
    assert not np.array_equal(drawn, value)
    assert np.isfinite(drawn).all()
    assert np.array_equal(np.sign(drawn), np.sign(value))
    for a in np.unique(value):
        assert len({float(x) for x in drawn[value == a]}) == 1  # equal numbers stay equal
    span = np.ptp(value.astype(float))
    assert np.abs(drawn.astype(float) - value.astype(float)).max() <= span


@pytest.mark.parametrize("seed", range(100))
def test_numbers_far_from_0_come_no_closer_than_all_right_ways_bear(seed):
    value = np.array([10000.0, 10001.0, 10002.0, 10004.0], dtype=np.float32)
    drawn = Draw(seed)(value)
    assert not np.array_equal(drawn, value)
    assert np.diff(np.sort(drawn)).min() >= 300 * np.spacing(np.float32(10004))


@pytest.mark.parametrize("value", [np.array([1.0, -2.0, 4.0]), 1e6 + np.array([1.0, 2.0, 4.0])])
def test_each_number_is_moved_by_a_share_of_its_own_up_or_down(value):
    moves = np.array([Draw(seed)(value) - value for seed in range(50)])
    shares = abs(moves) / np.minimum(abs(value), np.ptp(value))
    assert LEAST_MOVE < shares.min() < shares.max() < MOST_MOVE
    assert np.ptp(shares, axis=1).min() > 0
    ups = {tuple(row) for row in moves > 0}
    assert len(ups) == 8, "each combination of up and down"


def test_numbers_may_come_closer_where_their_dtype_has_many_between_them():
    value = np.array([1.0, 2.0, 4.0])
    assert min(np.diff(Draw(seed)(value)).min() for seed in SEEDS) < 1


def test_infinite_numbers_stay_beside_others_that_move():
    value = np.array([1.0, 2.0, math.inf, math.nan])
    drawn = Draw(1)(value)
    assert (drawn[:2] != value[:2]).all()
    np.testing.assert_array_equal(drawn[2:], value[2:])


def test_a_seed_draws_the_same_each_time_and_another_something_else():
    value = VALUES[0]
    assert np.array_equal(Draw(1)(value), Draw(1)(value))
    assert not np.array_equal(Draw(1)(value), Draw(2)(value))
    turned = Draw(1)(value[:, ::-1])
    assert np.array_equal(turned, Draw(1)(value)[:, ::-1])


@pytest.mark.parametrize(
    "value",
    [
        2.0**50 + np.array([0.0, 100.0, 250.0]),
        np.array([65504.0, 65500.0], dtype=np.float16),
        [10**15, 10**15 + 3],
        np.ones(3),
        np.zeros((2, 2)),
        np.array(3.0),
        np.array([1, 2]),
        np.array([], float),
        np.array([math.nan, math.inf]),
        0.1,
        3,
        True,
        "layer",
        None,
        [0.23],
        (2, 3),
        ["a", 1.0],
    ],
    ids=str,
)
def test_constants_sizes_and_numbers_alone_stay(value):
    drawn = Draw(1)(value)
    assert type(drawn) is type(value)
    np.testing.assert_array_equal(drawn, value)


def test_lists_and_dictionaries_are_drawn_too():
    drawn = Draw(1)({"w": [1.0, 2.0], "x": (np.array([1.0, 3.0]), "pre")})
    assert drawn["w"] != [1.0, 2.0]
    assert isinstance(drawn["w"][0], float)
    assert drawn["x"][1] == "pre"


def test_whole_numbers_are_drawn_where_they_are_data():
    alone = redraw(operation("layer", (2, 3, 1, 0)), {"value": 1}, 1)["arguments"]
    assert alone[0] == "layer"
    assert alone[1][:2] != (2, 3)
    assert alone[1][2:] == (1, 0)
    beside = operation(np.array([1.0, 2.0]), (2, 3))
    assert redraw(beside, {"value": 1}, 1)["arguments"][1] == (2, 3)
    assert redraw(operation((2, 3)), {"value": Handle(1)}, 1) == operation((2, 3))


def test_whole_numbers_are_stretched_and_shifted_as_seed_and_numbers_say():
    seen = set()
    for seed in range(100):
        draw = Draw(seed, whole=True)
        two, three, most, *others = draw([2, 3, 1000, 1001, 1, 0, -2])
        times = three - two
        seen.add((times, two - 2 * times))
        assert most - three == 997 * times
        assert others == [1001, 1, 0, -2]
        assert draw([2, 3]) == draw([2, 3])
    assert seen == set(product(range(1, 4), range(1, 6)))
    shifts = {tuple(np.subtract(draw([n, n + 1]), n)) for n in range(2, 9)}
    assert len(shifts) > 1, "other numbers, and they are drawn in another way"


def test_of_what_is_asked_later_the_gradient_is_drawn_and_a_name_is_not():
    asked = {"do": "gradients", "output": 3, "gradient": VALUES[0]}
    drawn = redraw(asked, {"value": None}, 1)
    np.testing.assert_array_equal(drawn.pop("gradient"), Draw(1)(VALUES[0]))
    assert drawn == {"do": "gradients", "output": 3}
    name = {"do": "get", "on": 1, "name": "weight"}
    assert redraw(name, {"value": {"plain": 1.0}}, 1) == name


def test_tensors_keep_their_dtype_their_layout_and_whether_they_need_gradients():
    torch = pytest.importorskip("torch")
    value = torch.tensor([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]], requires_grad=True).half().T
    leaf = value.detach().requires_grad_(True)
    drawn = Draw(1)(leaf)
    assert (drawn.dtype, drawn.requires_grad, drawn.is_leaf) == (torch.float16, True, True)
    assert drawn.stride() == leaf.stride()
    np.testing.assert_array_equal(
        drawn.detach().double(), np.float16(Draw(1)(np.float64(leaf.detach())))
    )
    assert not torch.equal(drawn, leaf)
    labels = torch.tensor([2, 0, 1])
    assert Draw(1)(labels) is labels


# ---- answers ----


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        (np.array([1.0, 2.0]), np.array([1.0, 2.001]), True),
        (np.array([1.0, 2.0]), np.array([1.0, 2.1]), False),
        (np.array([1.0, 2.0]), np.array([[1.0, 2.0]]), False),
        (np.float32(2.0), 2.0, True),
        ([1.0, 2], (1, 2.0), True),
        ((np.ones(2), 3), [np.ones(2), 3], True),
        ({"a": 1.0}, {"a": 1.001}, True),
        ({"a": 1.0}, {"b": 1.0}, False),
        ({"a": 1.0}, 1.0, False),
        ([1.5, 100.0], [1.0, 100.0], True),
        ((np.ones(2), 3), (np.ones(2), 4), False),
        ((np.ones(2), 3), (np.ones(2),), False),
        (["layer"], ["layer"], True),
        ("layer", "layer", True),
        (None, None, True),
        (None, 1.0, False),
        ("layer", "batch", False),
        (np.ones(2) > 0, np.ones(2), False),
        (np.ones(2) > 0, np.ones(2) > 0, True),
        (np.array(["a", "b"]), np.array(["a", "c"]), False),
        (Handle(1), Handle(7), True),
        (Handle(1), None, False),
        (1.010005, 1.0, False),
        (1e308, -1e308, False),
        (1e-20, 2e-20, False),
        ([10**400], [1.0], False),
        ([10**400], [10**401], True),
        (0.0, 0.0, True),
        (math.nan, math.nan, True),
        (math.inf, 1.0, False),
        ([1.0, math.inf], [2.0, math.inf], False),
    ],
    ids=str,
)
def test_answers_are_compared_by_their_numbers(a, b, alike):
    assert roughly_same({"value": a}, {"value": b}) is alike
    assert roughly_same({"value": a}, {"raised": {"type": "ValueError"}}) is False


def test_errors_are_compared_by_their_type():
    value, other = ({"raised": {"type": name}} for name in ("ValueError", "TypeError"))
    assert roughly_same(value, value)
    assert not roughly_same(value, other)


@pytest.mark.parametrize(
    ("now", "before", "fair"),
    [
        ({"value": 1.0}, {"value": 2.0}, True),
        ({"value": "layer"}, {"value": "batch"}, True),
        ({"value": {"plain": [1.0, math.nan]}}, {"value": 1.0}, False),
        ({"value": (1.0, {"a": math.inf})}, {"value": 1.0}, False),
        ({"raised": {}}, {"raised": {}}, True),
        ({"raised": {}}, {"value": 1.0}, False),
    ],
)
def test_a_question_is_fair_that_the_solution_answers_as_before(now, before, fair):
    assert is_fair(now, before) is fair


# ---- verdicts ----


def learnt(exercise, *, otherwise):
    """Return an attempt that knows what the solution answers to the tests, and computes nothing."""
    solution, table = load(exercise.solution, exercise.entry), {}

    def learning(*arguments):
        try:
            table[repr(arguments)] = solution(*arguments)
        except ValueError as error:
            table[repr(arguments)] = error
        return known(*arguments)

    def known(*arguments):
        answer = table.get(repr(arguments), otherwise)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    assert grade_through(exercise, Direct(learning)).solved
    return known


@pytest.mark.parametrize("slug", ["stable_variance", "normalization_axes", "min_max_scale"])
def test_a_table_of_answers_has_full_marks_until_a_seed_draws(slug):
    exercise = find(slug)
    attempt = learnt(exercise, otherwise=None)
    fixed = grade_through(exercise, Direct(attempt))
    drawn = grade_through(exercise, Direct(attempt), seed=1)
    assert fixed.solved
    assert 2 * drawn.points <= drawn.worth
    failing = [check for check in drawn.checks if check.status != "pass"]
    assert {check.status for check in failing} == {"fail"}
    assert all(check.message.startswith(LEARNT) for check in failing)
    assert all(f"called {exercise.entry}(" in check.message for check in failing)
    assert drawn.diagnosis is None


def test_an_answer_that_remembers_is_asked_whether_it_does():
    exercise, kept = find("layer_norm"), {}
    right = load(exercise.solution, exercise.entry)

    def remembering(x, *rest, **named):
        return right(kept.setdefault(x.shape, x), *rest, **named)

    drawn = grade_through(exercise, Direct(remembering), seed=1)
    messages = [check.message for check in drawn.checks]
    assert any("keep nothing of an earlier call?" in message for message in messages)


class Counted(Direct):
    """Counts what is asked, and after as much as is set to does ``otherwise``."""

    asked, most = 0, math.inf

    def perform(self, operation):
        self.asked += 1
        return super().perform(operation) if self.asked <= self.most else self.otherwise()


def test_what_ends_the_attempt_ends_the_check():
    class Ending(Counted):
        most = 8  # those of the tests

        def otherwise(self):
            raise Gone("timeout", "No answer after 1 s.")

    report = grade_through(STABLE, Ending(load(STABLE.solution, STABLE.entry)), seed=1)
    assert {check.status for check in report.checks} == {report.status} == {"timeout"}
    assert report.points == 0
    assert report.checks[0].message == "No answer after 1 s."


def test_objects_and_their_gradients_are_asked_for_anew():
    pytest.importorskip("torch")
    exercise = find("layer_norm_module")
    fixed, drawn = (Counted(load(exercise.solution, exercise.entry)) for _ in range(2))
    grade_through(exercise, fixed)
    assert grade_through(exercise, drawn, seed=1).solved
    assert drawn.asked == 2 * fixed.asked


@pytest.mark.parametrize("answered", [0, 1])
def test_what_no_object_was_made_for_is_not_asked(answered):
    pytest.importorskip("torch")
    exercise = find("layer_norm_module")

    class Refusing(Counted):
        def otherwise(self):
            return {"raised": {"type": "KeyError", "message": "", "line": "line 1: KeyError"}}

    fixed, drawn = (Refusing(load(exercise.solution, exercise.entry)) for _ in range(2))
    grade_through(exercise, fixed)
    drawn.most = fixed.asked + answered
    checks = grade_through(exercise, drawn, seed=1).checks
    assert {check.status for check in checks} == {"fail"}
    assert "received raised KeyError" in checks[0].message
    assert drawn.asked < 2 * fixed.asked


@pytest.mark.parametrize("seed", [4, 18])
def test_where_right_ways_round_to_either_side_of_a_bound_none_loses_points(seed):
    exercise = find("choose_epsilon")
    path = exercise.folder / "variants" / "einsum_and_recursion.py"
    with fresh():  # else pytest's setting, that a warning is an error, would be the attempt's own
        attempt = Direct(load(path, exercise.entry))
    report = grade_through(exercise, attempt, seed=seed)
    assert report.solved, report


SETTINGS = """\
title = "Double"
chapter = "layer_norm"
points = 2
entry = "double"
requires = []
difficulty = "easy"
minutes = 5
checks = { test_it_doubles = 1, test_it_adds = 1 }
"""
TESTS = """\
def test_it_doubles(attempt):
    assert attempt([1.0, 2.0]) == [2.0, 4.0]

def test_it_adds(attempt):
    assert attempt([1.0, 5.0]) == [2.0, 10.0]
"""


@pytest.fixture
def double(tmp_path):
    """Return an exercise whose mutant one check lets through on its numbers, and one does not."""
    (tmp_path / "mutants").mkdir()
    for name, text in {
        "exercise.toml": SETTINGS,
        "tests.py": TESTS,
        "solution.py": "def double(x):\n    return [2 * each for each in x]\n",
        "mutants/learnt.py": "def double(x):\n    return {2.0: [2.0, 4.0]}.get(x[1])\n",
    }.items():
        (tmp_path / name).write_text(text)
    return load_exercise(tmp_path)


def test_a_mistake_keeps_the_points_of_a_check_that_lets_it_through(double):
    attempt = Direct(load(double.mutants[0], double.entry))
    fixed, drawn = (grade_through(double, attempt, seed=seed) for seed in (None, 1))
    assert [check.status for check in drawn.checks] == ["pass", "fail"]
    assert drawn.as_dict() == fixed.as_dict()


def test_the_same_answers_lose_the_points_of_a_check_that_refuses_the_mistake(double):
    learnt = {2.0: [2.0, 4.0], 5.0: [2.0, 10.0]}
    through, refused = grade_through(double, Direct(lambda x: learnt.get(x[1])), seed=1).checks
    assert (through.status, refused.status) == ("pass", "fail")
    assert refused.message.startswith(LEARNT)


def test_a_check_that_fails_is_not_asked_again(double):
    fixed, drawn = Counted(lambda x: None), Counted(lambda x: None)
    grade_through(double, fixed)
    grade_through(double, drawn, seed=1)
    assert drawn.asked == fixed.asked


def test_whether_a_check_asks_for_other_numbers_is_known(double):
    steps = [Step(operation(value), {"value": None}) for value in ([1.0, 2.0], [1.0])]
    drawn = Drawn(double, steps, seed=1)
    asked = {True: [range(1), range(2)], False: [range(1, 2), range(0)]}
    for expected, ranges in asked.items():
        checks = [CheckResult("test_it_doubles", "pass", 1, 1, asked=each) for each in ranges]
        assert [drawn.is_drawn(check) for check in checks] == [expected, expected]
