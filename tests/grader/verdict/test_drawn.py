"""With other numbers, what was learnt by heart fails, and what computes its answers does not."""

import math

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.attempt import Direct, Gone
from normbook.grader.verdict.drawn import LEARNT, Draw, near, redraw
from normbook.grader.verdict.grade import grade_through
from normbook.grader.verdict.load import load
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


def test_a_seed_draws_the_same_each_time_and_another_something_else():
    value = VALUES[0]
    assert np.array_equal(Draw(1)(value), Draw(1)(value))
    assert not np.array_equal(Draw(1)(value), Draw(2)(value))
    turned = Draw(1)(value[:, ::-1])
    assert np.array_equal(turned, Draw(1)(value)[:, ::-1])


@pytest.mark.parametrize(
    "value",
    [
        2.0**50 + np.array([0.0, 0.5, 1.0]),
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


def test_tensors_keep_their_dtype_their_layout_and_whether_they_need_gradients():
    torch = pytest.importorskip("torch")
    value = torch.tensor([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]], requires_grad=True).half().T
    leaf = value.detach().requires_grad_(True)
    drawn = Draw(1)(leaf)
    assert (drawn.dtype, drawn.requires_grad, drawn.is_leaf) == (torch.float16, True, True)
    assert drawn.stride() == leaf.stride()
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
        (None, None, True),
        (None, 1.0, False),
        ("layer", "batch", False),
        (Handle(1), Handle(7), True),
        (1e-20, 2e-20, False),
        (0.0, 0.0, True),
        (math.nan, math.nan, True),
        (math.inf, 1.0, False),
    ],
    ids=str,
)
def test_answers_are_compared_by_their_numbers(a, b, alike):
    assert near({"value": a}, {"value": b}) is alike
    assert near({"value": a}, {"raised": {"type": "ValueError"}}) is False


def test_errors_are_compared_by_their_type():
    value, other = ({"raised": {"type": name}} for name in ("ValueError", "TypeError"))
    assert near(value, value)
    assert not near(value, other)


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
    failing = [check for check in drawn.checks if check.status == "fail"]
    assert all(check.message.startswith(LEARNT) for check in failing)
    assert all(f"called {exercise.entry}(" in check.message for check in failing)
    assert drawn.diagnosis is None


def test_what_ends_the_attempt_ends_the_check():
    class Ending(Direct):
        asked = 0

        def perform(self, operation):
            self.asked += 1
            if self.asked > self.most:
                raise Gone("timeout", "No answer after 1 s.")
            return super().perform(operation)

    channel = Ending(load(STABLE.solution, STABLE.entry))
    channel.most = 8  # those of the tests
    report = grade_through(STABLE, channel, seed=1)
    assert report.status == "timeout"
    assert report.points == 0
    assert report.checks[0].message == "No answer after 1 s."


def test_a_mistake_that_a_check_lets_through_keeps_its_points():
    mutant = STABLE.mutants[0]
    attempt = Direct(load(mutant, STABLE.entry))
    fixed, drawn = (grade_through(STABLE, attempt, seed=seed) for seed in (None, 1))
    assert drawn.as_dict() == fixed.as_dict()


@pytest.mark.parametrize("seed", [4, 18])
def test_where_right_ways_round_to_either_side_of_a_bound_none_loses_points(seed):
    exercise = find("choose_epsilon")
    path = exercise.folder / "variants" / "einsum_and_recursion.py"
    report = grade_through(exercise, Direct(load(path, exercise.entry)), seed=seed)
    assert report.solved, report
