"""A long answer is told by its length: what a learner is shown of it takes no time."""

import importlib

import pytest

pytest.importorskip("torch")


class Counted(float):
    """A number that knows how often it was looked at."""

    looks = 0

    def __float__(self):
        Counted.looks += 1
        return 0.5


@pytest.mark.parametrize("slug", ["gradient_norm_by_depth", "training_curves"])
def test_of_an_answer_of_another_length_a_few_numbers_are_looked_at(slug):
    tests = importlib.import_module(f"normbook.exercises.{slug}.tests")
    Counted.looks = 0
    shown = r"^Why\?\n *received \[0\.5.*, …\]\n *expected \[2[.0]*\]"
    with pytest.raises(AssertionError, match=shown):
        tests.expect([Counted()] * 100_000, [2.0], "Why?")
    assert 0 < Counted.looks <= 10
