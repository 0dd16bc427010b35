"""Three variances: equal on small numbers, not on a large mean."""

import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from normbook.norms import (
    Moments,
    single_pass_variance,
    two_pass_variance,
    welford_merge,
    welford_moments,
    welford_variance,
)

VARIANCES = [single_pass_variance, two_pass_variance, welford_variance]
values = hnp.arrays(np.float64, st.integers(1, 20), elements=st.floats(-100, 100))


@pytest.fixture
def far_away():
    """64 rows of 512 features with mean 1e4 and variance 1, in float32."""
    return np.random.default_rng(0).normal(1e4, 1, (64, 512)).astype(np.float32)


@pytest.mark.parametrize("variance", VARIANCES)
def test_one_two_three_four_has_variance_five_quarters(variance):
    assert variance([1.0, 2.0, 3.0, 4.0]) == 1.25


@pytest.mark.parametrize("variance", VARIANCES)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
def test_an_axis_is_that_of_numpy(variance, axis):
    x = np.random.default_rng(0).standard_normal((3, 4, 5))
    np.testing.assert_allclose(variance(x, axis=axis), x.var(axis=axis))


def test_single_pass_variance_at_a_mean_of_10000_is_wrong_and_can_be_negative(far_away):
    variance = single_pass_variance(far_away, axis=1)
    assert variance.min() < -1
    assert np.abs(variance - 1).max() > 5


@pytest.mark.parametrize("variance", [two_pass_variance, welford_variance])
def test_two_pass_and_welford_variance_at_a_mean_of_10000_are_right(variance, far_away):
    exact = far_away.astype(np.float64).var(axis=1)
    np.testing.assert_allclose(variance(far_away, axis=1), exact, rtol=2e-3)


@given(values, values)
def test_merged_moments_are_those_of_all_values(a, b):
    merged = welford_merge(welford_moments(a), welford_moments(b))
    together = np.concatenate([a, b])
    assert merged.n == len(together)
    np.testing.assert_allclose(merged.mean, together.mean(), atol=1e-10)
    np.testing.assert_allclose(merged.m2, len(together) * together.var(), atol=1e-7)


def test_parts_can_be_merged_in_any_order():
    x = np.random.default_rng(0).normal(5, 2, (100, 3))
    parts = [welford_moments(part, axis=0) for part in np.split(x, [1, 20, 50])]
    for order in (parts, parts[::-1]):
        merged = functools.reduce(welford_merge, order)
        np.testing.assert_allclose(merged.m2 / merged.n, x.var(axis=0))


def test_merging_with_an_empty_part_changes_nothing():
    empty = Moments(0, np.zeros(()), np.zeros(()))
    for part in (welford_moments([5.0]), welford_moments([1.0, 3.0, 5.0])):
        assert welford_merge(empty, part) == part == welford_merge(part, empty)
    assert welford_merge(empty, empty) == empty


@pytest.mark.parametrize("variance", VARIANCES)
def test_float16_is_computed_in_float32(variance):
    result = variance(np.array([0, 400], np.float16))  # the squares are beyond float16
    assert result.dtype == np.float16
    assert result == np.float16(40000)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_moments_of_float16_and_float32_are_of_float32(dtype):
    _, mean, m2 = welford_moments(np.ones((3, 2), dtype), axis=0)
    assert (mean.dtype, m2.dtype) == (np.float32, np.float32)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_row_is_computed_in_the_dtype_of_a_matrix(dtype):
    x = np.random.default_rng(0).normal(1e4, 1, 512).astype(dtype)
    (_, mean, m2), (_, means, m2s) = welford_moments(x), welford_moments(x[:, None], axis=0)
    assert mean == means.item()
    assert m2 == m2s.item()


@pytest.mark.parametrize("variance", VARIANCES)
def test_no_columns_have_no_variances(variance):
    assert variance(np.zeros((3, 0)), axis=0).shape == (0,)


@pytest.mark.parametrize("variance", VARIANCES)
def test_booleans_and_no_values_are_refused(variance):
    with pytest.raises(TypeError, match=r"np\.asarray\(x, dtype=np\.float64\)"):
        variance([True, False])
    with pytest.raises(ValueError, match="no value to average over"):
        variance([])


@pytest.mark.parametrize("variance", VARIANCES)
def test_a_variance_beyond_its_dtype_is_infinite_or_undefined_without_a_warning(variance):
    largest = np.finfo(np.float64).max
    assert not np.isfinite(variance([largest, -largest]))
    assert not np.isfinite(variance(np.array([60_000, -60_000], np.float16)))
    assert np.isnan(variance([np.inf, 1.0]))


def test_merged_moments_beyond_their_dtype_warn_of_nothing():
    largest = np.finfo(np.float64).max
    merged = welford_merge(welford_moments([largest]), welford_moments([-largest]))
    assert not np.isfinite(merged.m2)


def test_moments_and_their_merger_are_what_the_formulas_say():
    first, second = welford_moments([1.0, 3.0]), welford_moments([2.0, 6.0, 10.0])
    assert (first.n, first.mean, first.m2) == (2, 2.0, 2.0)
    assert (second.n, second.mean, second.m2) == (3, 6.0, 32.0)
    both = welford_merge(first, second)
    assert both.n == 5
    np.testing.assert_allclose([both.mean, both.m2], [4.4, 53.2])
