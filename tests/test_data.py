"""Records are read by name, and numbers over seeds become a mean and a range."""

import numpy as np
import pytest

from normbook.data import read_record, spread


def test_a_record_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(FileNotFoundError, match=r"'placment'; there are .*placement"):
        read_record("placment")


def test_spread_is_over_the_first_axis():
    mean, low, high = spread([[1, 5], [3, 5], [8, 2]])
    np.testing.assert_array_equal(mean, [4, 4])
    np.testing.assert_array_equal(low, [1, 2])
    np.testing.assert_array_equal(high, [8, 5])


def test_the_spread_of_a_value_that_was_not_finite_is_nan():
    assert np.isnan(spread([1.0, None])).all()
