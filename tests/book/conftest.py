"""What tests of several chapters draw."""

import numpy as np
import pytest

from normbook.playgrounds.depth import FEATURES


@pytest.fixture
def stack():
    """Return what draws rows, matrices as in the chapters, and a gradient of size 1 an entry."""

    def draw(depth, gain=1.0, seed=0):
        rng = np.random.default_rng(seed)
        x, dy = rng.normal(size=(2, 64, FEATURES))
        return x, gain * rng.normal(size=(depth, FEATURES, FEATURES)) / FEATURES**0.5, dy

    return draw
