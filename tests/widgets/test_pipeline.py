"""The pipeline's traits take what can be drawn, and refuse the rest in words."""

import numpy as np
import pytest
from traitlets import TraitError

from normbook.norms import layer_norm
from normbook.widgets import Pipeline


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e7, "2", None, 1j, True])
def test_a_value_that_cannot_be_drawn_is_named_with_its_place(value):
    with pytest.raises(TraitError, match=r"x\[1\] is .*; expected a number from -1,000,000 to"):
        Pipeline(x=[1, value])


@pytest.mark.parametrize("eps", [np.nan, np.inf, -1e-9, 101, "1e-5", None])
def test_an_eps_that_is_none_is_refused(eps):
    with pytest.raises(TraitError, match=r"eps is .*; expected a number from 0 to 100"):
        Pipeline(eps=eps)


def test_a_huge_vector_is_refused_by_its_length():
    with pytest.raises(TraitError, match="x has 100000 values; expected 1 to 12"):
        Pipeline(x=np.zeros(100_000))


def test_arrays_and_tuples_become_lists_of_floats():
    pipeline = Pipeline(x=np.array([1, 2, 6], dtype=np.float32), weight=(1, 2, 3))
    assert pipeline.x == [1.0, 2.0, 6.0]
    assert pipeline.weight == [1.0, 2.0, 3.0]
    assert all(type(value) is float for value in pipeline.x)


def test_a_refused_value_changes_nothing():
    pipeline = Pipeline()
    before = pipeline.state()
    with pytest.raises(TraitError):
        pipeline.x = [1, np.nan]
    assert pipeline.state() == before


def test_weight_and_bias_follow_the_number_of_features():
    pipeline = Pipeline(x=[1, 2, 6], weight=[2, 3, 4], bias=[5, 6, 7])
    pipeline.x = [1, 2]
    assert (pipeline.weight, pipeline.bias) == ([2.0, 3.0], [5.0, 6.0])
    pipeline.x = [1, 2, 3, 4]
    assert (pipeline.weight, pipeline.bias) == ([2.0, 3.0, 1.0, 1.0], [5.0, 6.0, 0.0, 0.0])


@pytest.mark.parametrize("name", ["weight", "bias"])
def test_a_weight_or_bias_of_another_length_is_refused(name):
    with pytest.raises(TraitError, match=rf"{name} has the shape \[3\]; expected .*\[4\]"):
        Pipeline(**{name: [1, 2, 3]})


def test_the_page_can_change_all_traits_in_one_message():
    pipeline = Pipeline()
    state = {"x": [1, 2], "weight": [3, 4], "bias": [5, 6], "eps": 0, "normalized_shape": [2]}
    pipeline.set_state(state)
    assert pipeline.state() == state
    wide = {"x": [[1, 2], [3, 4]], "weight": [[1, 2], [3, 4]], "bias": [[0, 0], [0, 1]]}
    pipeline.set_state({**wide, "normalized_shape": [2, 2]})
    assert pipeline.state() == {**wide, "eps": 0, "normalized_shape": [2, 2]}


def test_the_traits_are_arguments_of_layer_norm():
    pipeline = Pipeline(x=[0, 2], bias=[10, 10], eps=0)
    y = layer_norm(pipeline.x, len(pipeline.x), pipeline.weight, pipeline.bias, pipeline.eps)
    assert y.tolist() == [9.0, 11.0]


def test_rows_have_statistics_of_their_own_or_in_common():
    pipeline = Pipeline(x=[[0, 2], [10, 30]], weight=[2, 3])
    assert pipeline.normalized_shape == [2]
    pipeline.normalized_shape = [2, 2]
    assert pipeline.weight == [[2.0, 3.0], [1.0, 1.0]]
    assert np.shape(pipeline.bias) == (2, 2)
    pipeline.x = [4, 1, 3]
    assert (pipeline.normalized_shape, pipeline.weight) == ([3], [2.0, 3.0, 1.0])


@pytest.mark.parametrize("x", [[[1, 2], [3]], [[1], [2], [3], [4]], [[1, "a"]], np.zeros((2, 7))])
def test_rows_that_are_no_tensor_are_refused(x):
    with pytest.raises(TraitError, match="expected"):
        Pipeline(x=x)


@pytest.mark.parametrize("shape", [[3], [2, 2], [2, 3, 1], []])
def test_a_normalized_shape_that_is_not_of_trailing_axes_is_refused(shape):
    with pytest.raises(TraitError, match=r"expected \[2\] or \[3, 2\]"):
        Pipeline(x=[[1, 2], [3, 4], [5, 6]], normalized_shape=shape)
