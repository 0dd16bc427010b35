"""The next hint is the first that helps with what is wrong, the mistakes that are named first."""

import pytest

from normbook.grader import check, hint
from normbook.grader.verdict.hints import Hint, choose, parse

HINTS = (
    Hint("Ask."),
    Hint("Of the mean.", frozenset({"test_mean", "mean_is_kept"})),
    Hint("Of both.", frozenset({"test_mean", "test_eps"})),
)


def test_a_hint_names_what_it_helps_with():
    text = "# Hints\n\n## Hint 1\n\nAsk.\n\n## Hint 2\nHelps: test_a,\nb\n\n    code\n\nmore\n"
    assert parse(text) == (Hint("Ask."), Hint("    code\n\nmore", frozenset({"test_a", "b"})))
    assert parse("## Hint\n\nHelps: a\n\nText.\n") == (Hint("Text.", frozenset({"a"})),)


@pytest.mark.parametrize(
    ("taken", "wrong", "chosen"),
    [
        (0b000, (), 0),
        (0b000, (set(), {"test_eps"}), 2),
        (0b000, ({"mean_is_kept"}, set()), 1),
        (0b010, (set(), {"test_mean"}), 2),
        (0b110, (set(), {"test_mean"}), 0),
        (0b001, (set(), {"test_of_another_kind"}), 1),
        (0b111, (set(), {"test_mean"}), 2),
        (0b000, ({"test_eps"}, {"test_mean"}), 2),
        (0b100, ({"test_eps"}, {"test_mean"}), 1),
    ],
)
def test_the_first_that_helps_with_the_first_group_comes_first(taken, wrong, chosen):
    assert choose(HINTS, taken, wrong) == chosen


def test_in_a_notebook_hints_come_one_by_one_after_what_the_last_check_showed():
    check("min_max_scale", lambda values: values)
    words = [repr(hint("min_max_scale")) for _ in range(2)]
    assert words[0] != words[1]
    assert all(each.startswith("**Hint ") for each in words)
    with pytest.raises(LookupError, match="did you mean"):
        hint("min_max_scal")
