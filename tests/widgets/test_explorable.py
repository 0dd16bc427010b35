"""What every explorable has: a bundle or a clear error, words, a state, an output."""

import json

import pytest

import normbook.widgets
from normbook.widgets import Pipeline
from normbook.widgets.explorable import MIME_TYPE, Explorable, find_explorable, find_slugs
from normbook.widgets.traits import Number


def test_an_explorable_is_found_by_its_slug_and_by_its_name():
    assert find_explorable("pipeline") is Pipeline
    assert normbook.widgets.Pipeline is Pipeline
    assert normbook.widgets.Quiz is find_explorable("quiz")


def test_an_unknown_slug_lists_those_there_are():
    with pytest.raises(LookupError, match=r"no explorable 'pipe'; there are: .*pipeline, "):
        find_explorable("pipe")


def test_a_notebook_completes_the_name_of_each():
    kinds = {find_explorable(slug).__name__ for slug in find_slugs()}
    assert {name for name in dir(normbook.widgets) if name[0].isupper()} >= kinds
    assert all(hasattr(normbook.widgets, name) for name in dir(normbook.widgets))


@pytest.mark.parametrize("name", ["Pipe", "PIPELINE", "__path"])
def test_an_unknown_name_is_an_attribute_error(name):
    with pytest.raises(AttributeError, match=f"has no {name}"):
        getattr(normbook.widgets, name)


def test_words_come_from_the_folder_part_by_part():
    assert Pipeline.title == "LayerNorm in four steps"
    shows, invites, first, *rest = Pipeline.alternative
    assert shows.startswith("The bars of x")
    assert not invites.startswith("- ")
    assert first == "- Add 5 to all features: x changes, and no number after it does."
    assert any("√(D − 1)" in part for part in rest)
    assert not any("\n" in part for part in Pipeline.alternative)


def test_the_state_is_the_traits_and_nothing_of_the_widget_machinery():
    state = Pipeline(x=[1, 2, 6], eps=0).state()
    assert json.loads(json.dumps(state)) == {
        "x": [1.0, 2.0, 6.0],
        "weight": [1.0, 1.0, 1.0],
        "bias": [0.0, 0.0, 0.0],
        "eps": 0.0,
        "normalized_shape": [3],
    }


def test_a_state_makes_the_explorable_again():
    state = Pipeline(x=[1, 2], weight=[3, 4], bias=[5, 6], eps=0.5).state()
    assert Pipeline(**state).state() == state


def test_a_trait_that_it_has_not_is_named_with_those_that_it_has():
    with pytest.raises(TypeError, match=r"Pipeline has no trait 'esp'; it has: bias, eps, norm"):
        Pipeline(esp=0)


def test_a_cell_output_has_the_slug_and_the_state_for_the_static_page():
    pipeline = Pipeline(x=[1, 2, 6])
    data, _ = pipeline._repr_mimebundle_()
    assert data[MIME_TYPE] == {"slug": "pipeline", "state": pipeline.state()}
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"].startswith("Pipeline(bias=[0.0, 0.0, 0.0], eps=1e-05")


def test_the_bundle_is_sent_to_the_notebook_whole():
    sent = Pipeline().get_state()
    assert sent["_esm"] == Pipeline.module_path().read_text()
    assert ".nb-explorable" in sent["_css"]


def test_a_missing_bundle_says_how_to_build_it(monkeypatch, tmp_path):
    monkeypatch.setattr(Explorable, "dist", staticmethod(lambda: tmp_path))
    with pytest.raises(
        FileNotFoundError, match=r"pipeline\.mjs is missing: run `python tools/book\.py bundles`"
    ):
        Pipeline()


def test_a_trait_that_would_hide_one_of_every_widget_is_refused():
    with pytest.raises(TypeError, match="layout: every widget has such a trait"):
        type("Bad", (Explorable,), {"slug": "pipeline", "layout": Number(1, low=0, high=2)})
