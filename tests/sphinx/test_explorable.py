"""What a page gets of a record: few digits, and tables of some names as whole steps."""

import pytest

from normbook.sphinx.explorable import packed, rounded
from normbook.widgets import Training

TABLE = [[1.0, 0.5], [1.25, 0.5], [1.0, -0.25]]
PACKED = {"steps": 4, "differences": [[4, 1, -1], [2, 0, -3]]}
"""As ``tests/js/site.test.mjs`` has it, too."""


def test_a_table_becomes_the_first_of_each_column_and_the_differences_after_it():
    assert packed(TABLE, 4) == PACKED
    assert packed({"a": TABLE, "b": TABLE[:1]}, 4) == {
        "a": PACKED,
        "b": {"steps": 4, "differences": [[4], [2]]},
    }


def test_what_has_no_steps_is_rounded_to_what_a_picture_shows():
    value = {"loss": [2.3456, 0.123456], "runs": {"weight": TABLE, "size": 3}}
    assert rounded(value, {"weight": 4}) == {
        "loss": [2.35, 0.12],
        "runs": {"weight": PACKED, "size": 3},
    }


def test_the_tables_of_training_are_near_the_record():
    """A thousandth is less than a pixel: the narrowest chart has 190 for its range."""
    record = Training().record["runs"]
    page = rounded(record, Training.recorded_to)
    for model, norm, size in (("transformer", "layer", "2"), ("cnn", "batch", "128")):
        for name in ("weight", "bias"):
            for layer, table in record[model][norm][size][name].items():
                steps = page[model][norm][size][name][layer]
                for k, column in enumerate(zip(*table, strict=True)):
                    total = 0
                    for value, difference in zip(column, steps["differences"][k], strict=True):
                        total += difference
                        assert total / steps["steps"] == pytest.approx(value, abs=0.00051)
