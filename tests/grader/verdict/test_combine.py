"""What mutants answer alone says which groups of them may explain the wrong steps."""

import math
from pathlib import Path

import pytest

from normbook.grader.verdict.combine import PATIENCE, Budget, Candidate, as_bits, as_group

WRONG = frozenset({0, 1, 2, 3})


def candidate(touched, matched=None, goes_on=(), alike=0, unasked=()):
    matched = touched if matched is None else matched
    touched, matched, goes_on, unasked = map(frozenset, (touched, matched, goes_on, unasked))
    return Candidate(Path("a.py"), touched, matched, goes_on, alike, unasked)


@pytest.mark.parametrize(
    ("candidates", "unexplained", "to_replay"),
    [
        ([candidate({0, 1, 2, 3})], set(), set()),
        ([candidate({0, 1}), candidate({2, 3})], set(), set()),
        ([candidate({0, 1, 2}), candidate({2, 3})], set(), {2}),
        ([candidate({0, 1, 2}, {0, 1}), candidate({2, 3})], set(), {2}),
        ([candidate({0, 1, 2, 3}, {0, 1, 2}, goes_on={3})], set(), {3}),
        ([candidate({0, 1}), candidate({2})], {3}, {3}),
        ([candidate({0, 1}, {0}), candidate({2, 3}, {2})], {1, 3}, {1, 3}),
        ([candidate({0, 1}), candidate({1, 2}), candidate({2, 3})], set(), {1, 2}),
        (
            [candidate({0, 1}, {0}, goes_on={1}), candidate({2}), candidate({3}, set(), {3})],
            set(),
            {1, 3},
        ),
        ([candidate({0, 1}, unasked={2, 3})], set(), {2, 3}),
        ([candidate({0, 1}, {0}), candidate({2}, unasked={3})], {1}, {1, 3}),
    ],
)
def test_what_none_explains_or_was_asked_is_replayed_and_so_is_what_several_change(
    candidates, unexplained, to_replay
):
    group = as_group(tuple(candidates), as_bits(WRONG))
    assert group.unexplained == as_bits(unexplained)
    assert group.to_replay == as_bits(to_replay)


@pytest.mark.parametrize(
    "candidates",
    [
        [candidate({0, 1, 2})],
        [candidate({0}), candidate({0}, set())],  # of four steps three are left
        [candidate({0}), candidate({1}), candidate({2})],
        [candidate({0}), candidate({1}), candidate({2, 3}, {2})],
    ],
)
def test_only_two_leave_steps_unexplained_and_half_of_them_at_most(candidates):
    assert as_group(tuple(candidates), as_bits(WRONG)) is None


def test_groups_come_first_that_explain_all_with_little_to_replay_and_numbers_alike():
    first, second, third, last = groups = [
        as_group(candidates, as_bits(WRONG))
        for candidates in (
            (candidate(WRONG),),
            (candidate({0, 1, 2}, alike=1), candidate({2, 3})),
            (candidate({0, 1, 2}), candidate({2, 3})),
            (candidate({0, 1}), candidate({2})),
        )
    ]
    assert sorted((last, third, second, first), key=lambda each: each.priority) == groups


def test_a_budget_is_spent_when_its_processor_time_is():
    assert Budget(-1.0).is_spent
    assert not Budget(math.inf).is_spent


def test_a_budget_is_of_processor_time_and_a_learner_waits_no_longer_than_some_times_that(
    monkeypatch,
):
    clocks = {"process_time": 0.0, "monotonic": 0.0}
    for name in clocks:
        monkeypatch.setattr(f"time.{name}", lambda name=name: clocks[name])
    budget = Budget(2.0)
    clocks["monotonic"] = 1.9 * PATIENCE
    assert not budget.is_spent
    half = budget.half()
    clocks["monotonic"] += 0.06 * PATIENCE
    assert half.is_spent
    assert not budget.is_spent
    clocks["monotonic"] += 0.06 * PATIENCE
    assert budget.is_spent
    budget = Budget(2.0)
    clocks["process_time"] = 0.9
    half = budget.half()
    clocks["process_time"] = 1.5
    assert half.is_spent
    assert not budget.is_spent
    clocks["process_time"] = 2.1
    assert budget.is_spent
