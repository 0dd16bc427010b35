"""A figure in the page: in the page's colours, with words, and with ids of its own."""

import io
import re

import matplotlib as mpl
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
