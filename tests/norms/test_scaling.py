"""Min-max scaling and the z-score, with the numbers of the book's first chapter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from normbook.norms import min_max_scale, standardize

# `x` of book/scaling.md.
SEVEN = np.array([22, 5, 6, 8, 10, 19, 2], dtype=np.float64)
finite = hnp.arrays(
    np.float32,
    hnp.array_shapes(max_dims=3),
    elements=st.floats(width=32, allow_nan=False, allow_infinity=False),
)


def test_the_chapters_seven_numbers_scaled_to_the_unit_interval():
    np.testing.assert_allclose(min_max_scale(SEVEN), [1, 0.15, 0.2, 0.3, 0.4, 0.85, 0])


def test_the_chapters_seven_numbers_as_z_scores():
    assert SEVEN.mean() == pytest.approx(10.2857, abs=5e-5)
    assert SEVEN.std() == pytest.approx(6.9016, abs=5e-5)
    expected = [1.6973, -0.7659, -0.6210, -0.3312, -0.0414, 1.2626, -1.2005]
    np.testing.assert_allclose(standardize(SEVEN), expected, atol=5e-5)


@given(finite)
def test_min_max_scaling_ends_at_0_and_1_or_is_0_for_constant_values(x):
    y = min_max_scale(x)
    assert y.dtype == x.dtype
    assert y.min() == 0
    assert y.max() == (1 if x.min() < x.max() else 0)


def test_a_range_beyond_the_dtype_is_scaled_too():
    x = np.float32([-3e38, 3e38, 0, 1.5e38])
    np.testing.assert_allclose(min_max_scale(x), [0, 1, 0.5, 0.75])
    np.testing.assert_allclose(min_max_scale(x[1:]), [1, 0, 0.5])  # this one just fits


def test_min_max_scaling_of_float32_is_computed_in_float32():
    x = np.random.default_rng(0).normal(3, 2, 50).astype(np.float32)
    expected = (x - x.min()) / (x.max() - x.min())
    np.testing.assert_array_equal(min_max_scale(x), expected)


@given(finite)
def test_the_z_score_has_mean_0_and_variance_1_or_is_0_for_constant_values(x):
    y = standardize(x).astype(np.float64)
    assert y.mean() == pytest.approx(0, abs=1e-5)
    assert y.var() == pytest.approx(1 if x.min() < x.max() else 0, abs=1e-5)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_an_axis_scales_each_row_or_column_alone(scale):
    x = np.random.default_rng(0).normal(3, 2, (4, 5, 6))
    for axis, slices in ((0, x.transpose(1, 2, 0)), (-1, x), (1, x.transpose(0, 2, 1))):
        expected = np.apply_along_axis(scale, -1, slices)
        np.testing.assert_allclose(np.moveaxis(scale(x, axis=axis), axis, -1), expected)
    np.testing.assert_allclose(scale(x, axis=(1, 2))[2], scale(x[2]), atol=1e-12)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_nan_stays_in_its_row(scale):
    y = scale([[1.0, np.nan, 3.0], [1.0, 2.0, 3.0]], axis=1)
    assert np.isnan(y[0]).all()
    np.testing.assert_array_equal(y[1], scale([1.0, 2.0, 3.0]))


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_the_input_is_not_changed_and_float16_is_kept(scale):
    x = SEVEN.astype(np.float16)
    x.flags.writeable = False
    y = scale(x)
    assert y.dtype == np.float16
    np.testing.assert_allclose(y, scale(SEVEN), atol=2e-3)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_no_rows_give_no_rows(scale):
    assert scale(np.empty((0, 3)), axis=1).shape == (0, 3)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_no_values_are_refused(scale):
    with pytest.raises(ValueError, match="no value to average over"):
        scale(np.empty((0, 3)), axis=0)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
def test_booleans_are_refused_with_the_fix(scale):
    with pytest.raises(TypeError, match=r"bool; .*np\.asarray\(x, dtype=np\.float64\)"):
        scale(np.arange(3) > 1)


@pytest.mark.parametrize("scale", [min_max_scale, standardize])
@pytest.mark.parametrize("axis", [2, -3, (0, 0), (0, -2)])
def test_an_axis_that_does_not_exist_or_comes_twice_is_refused(scale, axis):
    with pytest.raises(ValueError, match="expected different axes between -2 and 1"):
        scale(np.ones((2, 3)), axis=axis)
