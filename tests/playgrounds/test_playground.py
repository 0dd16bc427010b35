"""What every playground has: it draws what its controls allow, and its panel follows them."""

import inspect
import io
import json
import math
import warnings

import ipywidgets
import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from bench_playgrounds import states
from matplotlib.figure import Figure

from normbook.figures import STYLE
from normbook.playgrounds import Playground, find_playground, slugs
from normbook.playgrounds.playground import MIME_TYPE, as_text

each_playground = pytest.mark.parametrize("slug", slugs())


@pytest.fixture(autouse=True)
def _no_figure_is_left_open():
    plt.close("all")
    yield
    left = plt.get_fignums()
    plt.close("all")
    assert left == []


def as_svg(figure: Figure) -> str:
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
    return file.getvalue()


def named(axes) -> bool:
    """Return whether axes say what they show: by a label, a title, or those of axes they share."""
    if not axes.axison:
        return True
    return bool(axes.get_xlabel() or axes.get_ylabel() or axes.get_title())


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
    assert all(control.description for control in controls.values())
    assert source.controls()[next(iter(controls))] is not next(iter(controls.values()))


@each_playground
def test_it_starts_at_values_that_its_sliders_can_stand_on(slug):
    # A slider moves any other value to the nearest step as soon as it is shown.
    for name, control in find_playground(slug).controls().items():
        if isinstance(control, ipywidgets.FloatLogSlider | ipywidgets.FloatSlider):
            is_log = isinstance(control, ipywidgets.FloatLogSlider)
            place = math.log(control.value, control.base) if is_log else control.value
            steps = (place - control.min) / control.step
            assert steps == pytest.approx(round(steps), abs=1e-6), name


@each_playground
def test_it_draws_the_start_and_both_ends_of_every_control_without_a_warning(slug):
    source = find_playground(slug)
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("error")
        for values in states(source):
            figure = source.draw(**values)
            plt.close(figure)
            assert isinstance(figure, Figure)
            assert figure.axes, values
            assert all(named(axes) for axes in figure.axes), values


@each_playground
def test_it_draws_the_same_again(slug):
    source = find_playground(slug)
    start = {name: control.value for name, control in source.controls().items()}
    with mpl.rc_context(STYLE):
        assert as_svg(source.draw(**start)) == as_svg(source.draw(**start))


def test_an_unknown_slug_lists_those_there_are():
    with pytest.raises(LookupError, match=r"no playground 'layer'; there are: .*layer_norm"):
        Playground("layer")


def test_its_own_modules_are_no_playgrounds():
    assert "playground" not in slugs()
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
    playground._draw = lambda **values: drawn.append(values) or plt.figure()
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
        plt.figure()
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
    assert [name for name, _ in content["controls"]] == ["offset", "scale", "tails", "ε"]
    assert content["picture"] == data["image/svg+xml"]
    assert metadata["image/svg+xml"] == {"alt": playground.alt}
    assert data["text/plain"].startswith("Playground('layer_norm', offset=3.0, scale=1.99")


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


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (ipywidgets.IntSlider(-3, min=-5), "−3"),
        (ipywidgets.FloatSlider(0.5, readout_format=".2f"), "0.50"),
        (ipywidgets.FloatLogSlider(1e-5, min=-8, max=0, readout_format=".0e"), "1e−5"),
        (ipywidgets.FloatLogSlider(100, readout_format=".2g"), "1.0e2"),
        (ipywidgets.FloatLogSlider(2, readout_format=".3g"), "2.00"),
        (ipywidgets.Checkbox(True), "on"),
        (ipywidgets.Dropdown(options=[("two words", "two")]), "two words"),
        (ipywidgets.IntRangeSlider(value=(1, 3)), "1 to 3"),
        (ipywidgets.FloatText(0.25), "0.25"),
    ],
)
def test_a_value_reads_as_its_control_shows_it(control, text):
    assert as_text(control) == text
