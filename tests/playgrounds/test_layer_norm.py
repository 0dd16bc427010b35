"""What the playground of the chapter on LayerNorm lets a reader find out is so."""

import numpy as np
import pytest

from normbook import norms
from normbook.playgrounds.layer_norm import ALT, FEATURES, TAILS, controls, make_rows


def after(offset: float, scale: float, tails: str = "light", eps: float = 1e-5) -> np.ndarray:
    return norms.layer_norm(make_rows(offset, scale, tails), FEATURES, eps=eps)


def test_the_text_alternative_tells_the_numbers_of_the_starting_picture():
    start = {name: c.values[c.start] for name, c in controls().items() if name != "eps"}
    x = make_rows(**start)
    spans = [f"from {s.min():.1f} to {s.max():.1f}" for s in (x.mean(1), x.std(1))]
    told = f"means {spans[0]} and deviations {spans[1]}".replace("-", "−")
    assert told in ALT


@pytest.mark.parametrize("tails", TAILS.values())
def test_offset_and_scale_move_no_point_until_the_scale_nears_the_root_of_eps(tails):
    for offset, scale in [(-10, 2), (10, 2), (3, 3), (3, 0.1)]:
        y = after(offset, scale, tails)
        np.testing.assert_allclose(y.mean(1), 0, atol=1e-12)
        np.testing.assert_allclose(y.std(1), 1, rtol=5e-3)
    assert np.median(after(3, 10**-2.5).std(1)) < 0.8


@pytest.mark.parametrize("tails", TAILS.values())
def test_each_row_keeps_its_shape(tails):
    x, y = make_rows(3, 2, tails), after(3, 2, tails)
    for before, row in zip(x, y, strict=True):
        slope, shift = np.polyfit(before, row, 1)
        assert slope > 0
        np.testing.assert_allclose(slope * before + shift, row, atol=1e-9)


def test_one_large_feature_takes_nine_tenths_of_the_variance():
    y = after(3, 2, "one")
    share = y[:, 0] ** 2 / FEATURES
    assert share.min() > 0.85
    assert share.max() < 0.95
    assert y[:, 1:].std() < 0.3


@pytest.mark.parametrize("tails", TAILS.values())
def test_no_number_lies_beyond_the_root_of_the_number_of_features(tails):
    assert np.abs(after(10, 3, tails, eps=1e-8)).max() <= np.sqrt(FEATURES)
