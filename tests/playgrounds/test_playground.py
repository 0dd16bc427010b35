"""What every playground has: it draws what its controls allow, and its panel follows them."""

import ast
import inspect
import io
import json
import sys
import warnings
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from bench_playgrounds import states
from matplotlib.figure import Figure

from normbook.figures import STYLE
from normbook.grader.page import MAX_OUTPUT_CHARACTERS
from normbook.playgrounds import Playground, find_playground, slugs
from normbook.playgrounds.panel import page
from normbook.playgrounds.panel.chart import Chart, Image, Panel, describe
from normbook.playgrounds.panel.figure import to_figure
from normbook.playgrounds.panel.notebook import MIME_TYPE

BOOK = Path(__file__).parents[2] / "book"
each_playground = pytest.mark.parametrize("slug", slugs())


@pytest.fixture(autouse=True)
def _no_figure_is_left_open():
    plt.close("all")
    yield
    left = plt.get_fignums()
    plt.close("all")
    assert left == []


def as_svg(chart: Chart) -> str:
    file = io.StringIO()
    figure = to_figure(chart)
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
    return file.getvalue()


def starts_of(source) -> dict:
    return {name: each.values[each.start] for name, each in source.controls().items()}


@each_playground
def test_it_is_named_by_the_chapter_that_shows_it(slug):
    chapters = [
        p.stem for p in BOOK.glob("*.md") if f'Playground("{slug}")' in p.read_text("utf-8")
    ]
    assert chapters == [slug]


@each_playground
def test_it_has_a_title_and_words_for_its_picture(slug):
    source = find_playground(slug)
    assert source.__doc__.splitlines()[0].strip(" .")
    assert len(source.ALT.split()) >= 8
    assert source.ALT.endswith(".")


@each_playground
def test_there_is_a_labelled_control_for_each_parameter_of_draw(slug):
    source = find_playground(slug)
    controls = source.controls()
    assert list(controls) == list(inspect.signature(source.draw).parameters)
    assert all(control.label for control in controls.values())


@each_playground
def test_each_place_of_a_control_has_a_value_and_words_of_its_own(slug):
    for name, control in find_playground(slug).controls().items():
        assert len(set(control.values)) == len(set(control.words)) == len(control.values), name
        assert 0 <= control.start < len(control.values)


@each_playground
def test_it_shows_the_start_and_both_ends_of_every_control_without_a_warning(slug):
    source = find_playground(slug)
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("error")
        for values in states(source):
            chart = source.draw(**values)
            figure = to_figure(chart)
            figure.canvas.draw()
            plt.close(figure)
            assert isinstance(figure, Figure)
            for panel in chart.panels:
                assert panel.title or panel.x.label or panel.y.label, values
                assert isinstance(panel, Image) or panel.marks, values
            assert "nan" not in describe(chart), values
            assert_axes_run_upwards_and_fit_their_scale(chart, values)


def assert_axes_run_upwards_and_fit_their_scale(chart, values):
    for panel in chart.panels:
        for axis in (panel.x, panel.y) if isinstance(panel, Panel) else ():
            low, high = axis.limits
            assert np.isfinite([low, high]).all(), values
            assert (0 < low < high) if axis.log else (low < high), values


@each_playground
def test_it_draws_the_same_again(slug):
    source = find_playground(slug)
    start = starts_of(source)
    with mpl.rc_context(STYLE):
        assert as_svg(source.draw(**start)) == as_svg(source.draw(**start))


@each_playground
def test_a_page_hears_all_of_each_chart(slug, capsys):
    source = find_playground(slug)
    controls = source.controls().values()
    start = [control.start for control in controls]
    ends = [
        [*start[:i], place, *start[i + 1 :]]
        for i, control in enumerate(controls)
        for place in (0, len(control.values) - 1)
    ]
    panels = len(source.draw(**starts_of(source)).panels)
    for places in (start, *ends):
        page.show(slug, places)
        text = capsys.readouterr().out
        assert len(text) < MAX_OUTPUT_CHARACTERS, places
        answer = json.loads(text, parse_constant=pytest.fail)  # a browser reads no NaN
        assert len(answer["chart"]["panels"]) == panels


IN_A_PAGE = {"numpy", "normbook"} | sys.stdlib_module_names


@each_playground
def test_it_imports_what_a_page_has(slug):
    for node in ast.walk(ast.parse(inspect.getsource(find_playground(slug)))):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= IN_A_PAGE
        if isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module.partition(".")[0] in IN_A_PAGE
            assert not node.module.startswith(("normbook.figures", "normbook.nn"))


def test_an_unknown_slug_lists_those_there_are():
    with pytest.raises(LookupError, match=r"no playground 'layer'; there are: .*layer_norm"):
        Playground("layer")


def test_its_own_modules_are_no_playgrounds():
    assert "panel" not in slugs()
    assert "__init__" not in slugs()


# ---- the panel ----


@pytest.fixture
def playground() -> Playground:
    return Playground("layer_norm")


def test_a_control_redraws_and_the_values_follow(playground):
    before = playground._picture.value
    playground.controls["offset"].value = -4
    assert playground.values["offset"] == -4
    assert playground._picture.value != before
    assert 'aria-label="LayerNorm on a batch of rows, with offset −4.0' in playground._picture.value


def test_reset_gives_back_the_starting_picture(playground):
    before, values = playground._picture.value, playground.values
    playground.values = {"offset": -4, "scale": 0.1, "tails": "one"}
    assert playground._picture.value != before
    reset = next(w for w in playground.panel.children[1].children if w.description == "Reset")
    reset.click()
    assert playground.values == values
    assert playground._picture.value == before


def test_several_values_are_drawn_once(playground):
    drawn = []
    draw = playground._draw
    playground._draw = lambda **values: drawn.append(values) or draw(**values)
    playground.values = {"offset": -4, "scale": 0.1}
    assert [(v["offset"], v["scale"]) for v in drawn] == [(-4, 0.1)]


def test_a_value_for_no_control_lists_those_there_are(playground):
    with pytest.raises(
        LookupError, match=r"no control 'ofset'; there are: offset, scale, tails, eps"
    ):
        playground.values = {"ofset": 1}


def test_a_draw_that_fails_is_told_in_words_and_the_last_picture_stays(playground):
    draw, before = playground._draw, playground._picture.value

    def fail(**values):
        raise ValueError("scale < 0 is no scale")

    playground._draw = fail
    playground.controls["offset"].value = -4
    assert "ValueError: scale &lt; 0 is no scale" in playground._message.value
    assert 'role="alert"' in playground._message.value
    assert playground._picture.value == before
    playground._draw = draw
    playground.controls["offset"].value = -5
    assert playground._message.value == ""
    assert playground._picture.value != before


def test_a_draw_that_fails_at_the_start_fails_its_cell(monkeypatch):
    monkeypatch.delattr("normbook.playgrounds.layer_norm.norms")
    with pytest.raises(NameError):
        Playground("layer_norm")


def test_a_cell_output_has_the_panel_and_what_the_static_page_shows(playground):
    data, metadata = playground._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]
    content = json.loads(json.dumps(data[MIME_TYPE]))
    assert (content["slug"], content["title"]) == ("layer_norm", "LayerNorm on a batch of rows")
    assert content["alt"] == playground.alt
    assert [each["label"] for each in content["controls"]] == ["offset", "scale", "tails", "ε"]
    assert [panel["title"] for panel in content["chart"]["panels"]] == [
        "Before",
        "After",
        "Each row",
    ]
    assert data["image/svg+xml"].startswith("<?xml")
    assert metadata["image/svg+xml"] == {"alt": playground.alt}
    assert data["text/plain"].startswith("Playground('layer_norm', offset=3.0, scale=1.99")


def test_it_shows_with_the_ipywidgets_7_of_colab(monkeypatch):
    monkeypatch.delattr("ipywidgets.Widget._repr_mimebundle_")
    playground = Playground("layer_norm")
    view = playground._repr_mimebundle_()[0]["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == playground.panel.model_id


def test_the_output_is_the_start_whatever_the_controls_say_now(playground):
    before = playground._repr_mimebundle_()[0][MIME_TYPE]
    playground.values = {"offset": -4}
    assert playground._repr_mimebundle_()[0][MIME_TYPE] == before


def test_two_panels_of_a_notebook_share_no_id(playground):
    other = Playground("layer_norm")
    assert playground._ids in playground._picture.value
    assert playground._ids not in other._picture.value


def test_the_settings_of_the_notebook_stay_as_they_were(playground):
    with mpl.rc_context({"figure.figsize": (1, 1), "font.size": 5}):
        before = dict(mpl.rcParams)
        playground.values = {"offset": -4}
        assert dict(mpl.rcParams) == before


def test_a_slider_goes_to_the_nearest_of_its_values(playground):
    playground.values = {"offset": -3.9, "scale": 2}
    assert playground.values["offset"] == -4
    assert playground.values["scale"] == pytest.approx(10**0.3)


@pytest.mark.parametrize("value", [np.nan, np.inf, "3", None])
def test_what_is_no_finite_number_is_refused_in_words_and_moves_no_slider(playground, value):
    before = playground.values
    with pytest.raises(ValueError, match=r"offset is .*; expected a finite number"):
        playground.values = {"scale": 1, "offset": value}
    assert playground.values == before


def test_a_value_reads_as_its_control_shows_it(playground):
    assert playground.controls["scale"].label == "2.0"
    assert playground.controls["eps"].label == "1e−5"
    playground.values = {"offset": -4}
    assert playground.controls["offset"].label == "−4.0"
