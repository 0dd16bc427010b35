"""The table of recorded measurements."""

import json

import pytest

from normbook.data import RECORDS
from normbook.sphinx.records import cells, duration, listed


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_every_record_says_how_it_came_about(path):
    command, _, _, _ = cells(json.loads(path.read_text()))
    assert command.startswith(("`python -m normbook.experiments.", "`node tools/")) or (
        "read in the source" in command
    )


def test_a_record_is_a_row():
    record = {"command": "python -m a.b", "seeds": [0, 1], "date": "2026-11-21", "seconds": 240}
    assert cells(record) == ["`python -m a.b`", "0, 1", "2026-11-21", "4 min"]


@pytest.mark.parametrize(
    ("seeds", "text"),
    [([], ""), ([7], "7"), ([0, 1], "0, 1"), (list(range(10)), "0 to 9"), ([0, 2, 3], "0, 2, 3")],
)
def test_seeds_that_follow_one_another_take_no_more_room_than_two(seeds, text):
    assert listed(seeds) == text


@pytest.mark.parametrize(("seconds", "text"), [(3.2, "3 s"), (99, "99 s"), (100, "2 min")])
def test_a_time_has_the_unit_that_reads_well(seconds, text):
    assert duration(seconds) == text
