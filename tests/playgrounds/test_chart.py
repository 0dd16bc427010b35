"""A chart goes to a page as plain data, and to those who do not see it in words."""

import base64
import io
import json

import matplotlib.image as mpimg
import numpy as np
import pytest

from normbook.playgrounds.panel.chart import (
    Axis,
    Band,
    Chart,
    Image,
    Line,
    Panel,
    Points,
    Rule,
    Steps,
    around,
    as_plain,
    describe,
    keys,
    shared_keys,
)

AXIS = Axis("x", (0, 1))
LINE = Line([0, 1], np.array([1 / 3, np.nan]), "teal", "loss")


def panel(*marks, **options) -> Panel:
    return Panel(AXIS, AXIS, marks, **options)


def test_numbers_are_short_and_what_is_none_is_null():
    (plain,) = as_plain(Chart([panel(LINE)]))["panels"]
    (mark,) = plain["marks"]
    assert mark == {
        "kind": "line",
        "x": [0, 1],
        "y": [0.3333, None],
        "tone": "teal",
        "name": "loss",
        "stroke": "solid",
    }


def test_every_mark_is_plain_data():
    marks = (
        LINE,
        Points(range(2), [0, 1], "blue", shape="ring"),
        Steps(np.linspace(0, 1, 3), [1, 2], "ink"),
        Band(0.1, np.float64(0.2), "window"),
        Rule(x=np.float64(0.5)),
    )
    plain = as_plain(Chart([panel(*marks)]))
    assert json.loads(json.dumps(plain)) == plain
    kinds = [mark["kind"] for mark in plain["panels"][0]["marks"]]
    assert kinds == ["line", "points", "steps", "band", "rule"]


def test_an_image_is_a_png_of_its_pixels():
    pixels = np.random.default_rng(0).uniform(-0.2, 1.2, size=(3, 5, 3))
    source = as_plain(Chart([Image("noise", pixels)]))["panels"][0]["source"]
    assert source.startswith("data:image/png;base64,")
    read = mpimg.imread(io.BytesIO(base64.b64decode(source.partition(",")[2])))
    np.testing.assert_allclose(read[..., :3], np.clip(pixels, 0, 1), atol=0.5 / 255 + 1e-6)


def test_a_legend_has_each_name_once_with_the_look_of_what_has_it():
    marks = (LINE, Points([0], [0], "teal"), Points([0], [1], "blue", "here", "ring"), LINE)
    assert keys(panel(*marks)) == [("loss", "teal", "solid"), ("here", "blue", "ring")]


def test_a_legend_that_all_panels_have_stands_once():
    assert shared_keys(Chart([panel(LINE), panel(LINE)])) == keys(panel(LINE))
    assert shared_keys(Chart([panel(LINE), panel()])) == []
    assert shared_keys(Chart([panel(LINE)])) == []
    plain = as_plain(Chart([panel(LINE), panel(LINE)]))
    assert len(plain["legend"]) == 1
    assert [each["legend"] for each in plain["panels"]] == [[], []]


def test_where_no_power_of_ten_is_shown_there_are_ticks_between():
    ticks = Axis("", (0.3, 7), log=True).marked()
    assert [words for _, words in ticks] == ["0.5", "1", "2", "5"]
    assert Axis("", (0.3, 700), log=True).marked() == ()
    assert Axis("", (0.3, 7)).marked() == ()


def test_limits_hold_all_that_a_logarithmic_axis_can_show():
    assert around([0, 3, np.inf], [np.nan, 0.01], least=(0.1, 1)) == (0.005, 6)
    assert around([3], least=(0.1, 10)) == (0.1, 10)


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (Line([0, 1, 2], [np.nan, 2, 300], "teal", "loss"), "Here: loss from 2.0 to 3.0e2."),
        (Points([0, 1], [-1, 0.5], "teal", "rows"), "Here: rows between −1.0 and 0.50."),
        (Line([0], [np.nan], "teal", "loss"), "Here: loss nowhere."),
        (Rule(x=1), "Here."),
    ],
)
def test_a_mark_with_a_name_is_told_in_words(mark, words):
    assert describe(Chart([panel(mark, title="Here")])) == words
