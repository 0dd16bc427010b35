"""A figure in the page: in the page's colours, with words, and with ids of its own."""

import io
import re

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from normbook.figures.svg import inline_svg


def drawing() -> str:
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "fixed"}):
        figure = Figure(figsize=(3, 2))
        axes = figure.subplots()
        axes.plot([0, 1], color="#0b6e75", marker="o")
        axes.set_title("A & B", color="#1d2733")
        file = io.StringIO()
        figure.savefig(file, format="svg")
    return file.getvalue()


def test_coordinates_have_no_more_digits_than_are_seen_and_nothing_is_indented():
    svg = inline_svg(drawing(), "", "c1-")
    (path,) = re.findall(r' d="(M[^"]*)"', svg)[-1:] or [""]
    assert path
    assert not re.search(r"\.\d{2}|  |M ", path)
    assert not re.search(r">\s+<", svg)


def places(path: str) -> list[tuple[float, float]]:
    """Return the points of a path, in whose lines and curves each step is from the last point."""
    found, start, here = [], (0.0, 0.0), (0.0, 0.0)
    for letter, rest in re.findall(r"([MLCQzlcq])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter.islower():
            pairs = [(here[0] + x, here[1] + y) for x, y in pairs]
        found += pairs
        start = pairs[0] if letter == "M" else start
        here = start if letter == "z" else pairs[-1]
    return found


def test_every_point_is_where_matplotlib_put_it():
    before, after = (
        re.findall(r'<path[^>]* d="([^"]*)"', svg)
        for svg in (drawing().replace("\n", " "), inline_svg(drawing(), "", "c1-"))
    )
    drawn = [places(path) for path in before]
    for told in map(places, after):
        alike = (each for each in drawn if len(each) == len(told))
        assert any(np.allclose(each, told, rtol=0, atol=0.051) for each in alike), told
    assert len(after) > 8


def test_a_path_that_is_not_matplotlib_s_is_refused():
    with pytest.raises(ValueError, match="A path has the steps \\['A'\\]"):
        inline_svg(drawing().replace(' d="M', ' d="A 1 1 0 0 0 1 1 M', 1), "", "c1-")


def test_colours_become_the_page_variables():
    svg = inline_svg(drawing(), "a line that rises", "c1-")
    assert "var(--nb-teal)" in svg
    assert "var(--nb-ink)" in svg
    assert "#0b6e75" not in svg


def test_the_words_are_the_accessible_name():
    svg = inline_svg(drawing(), 'a "line" < that rises', "c1-")
    assert 'role="img"' in svg
    assert 'aria-label="a &quot;line&quot; &lt; that rises"' in svg


def test_every_reference_finds_its_id_which_has_the_prefix_and_no_other_stays():
    svg = inline_svg(drawing(), "", "c1-")
    ids = re.findall(r' id="([^"]*)"', svg)
    references = re.findall(r'url\(#([^)]*)|href="#([^"]*)', svg)
    assert ids
    assert all(name.startswith("c1-") for name in ids)
    assert {"".join(each) for each in references} == set(ids)


def test_no_group_says_nothing_and_no_figure_styles_its_page():
    svg = inline_svg(drawing(), "", "c1-")
    assert "<g>" not in svg
    assert "<style" not in svg
    assert "font-family" not in svg
    assert "rotate(-0" not in svg
    assert "stroke-linejoin:round" in svg


def test_it_is_an_element_and_no_document():
    svg = inline_svg(drawing(), "", "c1-")
    assert svg.startswith("<svg ")
    assert "metadata" not in svg
    assert "--nb-width: 288px; max-width: 288px" in svg  # 3 inches at 96 pixels an inch


SHAPES = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9pt" \
height="9pt"><defs><path id="tick" d="M 0 0 L 1 0" style="stroke: #123456"/><path id="dot" \
d="M 0 0 L 1 1"/></defs>{}</svg>"""
USE = '<use xlink:href="#{}" x="{}" y="2" style="{}"/>'


def test_a_style_that_all_uses_of_a_shape_share_is_the_shape_s():
    ticks = "".join(USE.format("tick", x, "fill: red; stroke: blue") for x in (1, 2))
    dots = "".join(USE.format("dot", 3, f"fill: {colour}") for colour in ("red", "blue"))
    svg = inline_svg(SHAPES.format(ticks + dots), "", "c1-")
    tick, dot = re.findall(r"<path[^>]*>", svg)
    assert 'style="fill:red;stroke:#123456"' in tick
    assert "style" not in dot
    uses = re.findall(r"<use[^>]*>", svg)
    assert ["style" in use for use in uses] == [False, False, True, True]


def test_of_a_style_that_no_shape_inherits_all_stays_at_the_uses():
    """A half of a half would become a half."""
    ticks = "".join(USE.format("tick", x, "fill: red; opacity: 0.5") for x in (1, 2))
    svg = inline_svg(SHAPES.format(ticks), "", "c1-")
    assert svg.count('style="fill:red;opacity:0.5"') == 2
    assert 'style="stroke:#123456"' in svg
