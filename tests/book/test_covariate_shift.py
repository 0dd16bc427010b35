"""What the chapter "Covariate shift" says of a network without norms, for three seeds."""

import pytest

from normbook.experiments import shift
from normbook.experiments.data import load_digits

pytestmark = pytest.mark.usefixtures("one_thread")
DIGITS = load_digits(standardize=True)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_without_a_norm_first_weights_and_rate_must_fit_each_other(seed):
    right = {
        (scale, rate): shift.train(shift.build("none", scale, seed=seed), DIGITS, 60, rate, seed)
        for scale in (0.5, 1, 2)
        for rate in (0.05, 0.2)
    }
    assert max(right[0.5, 0.05], right[0.5, 0.2]) < 0.6
    assert min(right[1, 0.05], right[1, 0.2], right[2, 0.05]) > 0.75
    assert right[2, 0.2] < 0.5
