"""Numbers agree within a tolerance, whether they are plain ones or stand in arrays."""

import math
import warnings
from functools import partial

import numpy as np
import pytest

from normbook.grader.verdict.tolerance import Tolerance, largest

NAN, INF = math.nan, math.inf
TOLERANCE = Tolerance(relative=0.1, absolute=1.0)


@pytest.mark.parametrize(
    ("received", "expected", "agree"),
    [
        (12.0, 10.0, True),
        (12.1, 10.0, False),
        (-12.0, -10.0, True),
        (10.0, 12.1, True),  # a tenth of what is expected is more here
        (1.0, 0.0, True),
        (12j, 10j, True),
        (NAN, NAN, True),
        (NAN, 1.0, False),
        (1.0, NAN, False),
        (INF, INF, True),
        (INF, -INF, False),
        (1e308, -1e308, False),
        (1.0, INF, False),
    ],
)
def test_a_difference_is_allowed_as_a_share_of_what_is_expected_and_beside(
    received, expected, agree
):
    assert TOLERANCE.agree_plain(received, expected) is agree
    arrays = np.array([received, 3.0]), np.array([expected, 3.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert TOLERANCE.agreeing(*arrays).tolist() == [agree, True]
        assert TOLERANCE.agree(*arrays) is agree


def test_numbers_agree_in_order_whatever_the_shapes():
    column = np.array([[1.0], [20.0]])
    assert TOLERANCE.agree(column, column.T)
    assert not TOLERANCE.agree(column, column[::-1])


def test_where_all_numbers_are_tiny_they_agree_as_the_same_numbers_near_1_do():
    tolerance = Tolerance(relative=0.0, absolute=0.1)
    for scale, size in ((1e-9, 1e-9), (1.0, 1.0), (1e9, 1.0)):
        expected = np.array([0.5, -1.0, NAN, INF]) * scale
        near = tolerance.at_scale_of(expected)
        assert near.absolute == pytest.approx(0.1 * size)
        agree = partial(near.agree, expected=expected)
        assert agree(expected + 0.09 * size)
        assert not agree(expected + 0.11 * size)
    assert tolerance.at_scale_of(np.zeros(2)) == tolerance


def test_the_largest_number_is_the_largest_finite_one_by_size():
    assert largest(np.array([[1.0, -3.0], [NAN, -INF]])) == 3.0
    assert largest(np.array([])) == largest(np.array([INF])) == 0.0


def test_a_small_number_may_be_what_is_left_of_large_ones():
    tolerance = Tolerance(relative=0.0, absolute=0.0, of_largest=0.01)
    expected = np.array([0.0, -20.0, INF])
    assert tolerance.agree(expected + 0.19, expected)
    assert not tolerance.agree(expected + 0.21, expected)
