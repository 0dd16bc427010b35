"""What the chapter on the family of norms claims."""

import numpy as np
import pytest

from normbook import norms
from normbook.data import read_record
from normbook.playgrounds import family


def batch_norm(x):
    """Return the BatchNorm of (N, C, ...) in training."""
    channels = x.shape[1]
    return norms.batch_norm(x, np.zeros(channels), np.ones(channels), training=True, eps=0.0).y


def layer_norm(x):
    return norms.layer_norm(x, x.shape[1:], eps=0.0)


def channel_norm(x):
    return np.moveaxis(norms.layer_norm(np.moveaxis(x, 1, -1), x.shape[1], eps=0.0), -1, 1)


NORMS = {
    "batch": (batch_norm, (1, 6, 1, 1)),
    "layer": (layer_norm, (4, 1, 1, 1)),
    "channel": (channel_norm, (4, 1, 3, 2)),
    "instance": (lambda x: norms.instance_norm(x, eps=0.0), (4, 6, 1, 1)),
    "group": (lambda x: norms.group_norm(x, 2, eps=0.0), (4, 2, 1, 1)),
    "rms": (lambda x: norms.rms_norm(x, x.shape[1:], eps=0.0), (4, 1, 1, 1)),
}


@pytest.mark.parametrize("name", NORMS)
def test_each_norm_forgets_offset_and_scale_of_its_own_sets(name):
    norm, sets = NORMS[name]
    rng = np.random.default_rng(0)
    x = rng.normal(2, 1, size=(4, 6, 3, 2))
    scale, offset = rng.uniform(0.1, 9, size=sets), rng.normal(size=sets)
    if name == "group":  # one a group: three channels each
        scale, offset = (np.repeat(a, 3, axis=1) for a in (scale, offset))
    if name == "rms":
        assert np.abs(norm(x + offset) - norm(x)).max() > 0.01
        offset = 0.0
    np.testing.assert_allclose(norm(scale * x + offset), norm(x), atol=1e-9)


def test_two_samples_come_out_of_batch_norm_as_plus_and_minus_one():
    pairs = np.random.default_rng(0).normal(size=(2, 500))
    y = batch_norm(pairs)
    np.testing.assert_allclose(y, np.where(pairs > pairs[::-1], 1.0, -1.0))
    np.testing.assert_array_equal(batch_norm(np.full((2, 1), 3.0)), 0)


@pytest.mark.parametrize("z", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("samples", [128, 512])
def test_the_noise_of_batch_norm_falls_with_the_root_of_the_batch(samples, z):
    x = np.random.default_rng(0).normal(size=(samples, 4000))  # a batch in each column
    x[0] = z
    noise = batch_norm(x)[0].std()
    assert noise == pytest.approx(np.sqrt((1 + z**2 / 2) / samples), rel=0.1)


def test_batch_norm_in_evaluation_folds_into_the_layer_before():
    rng = np.random.default_rng(0)
    x, matrix, shift = rng.normal(size=(5, 3)), rng.normal(size=(3, 4)), rng.normal(size=4)
    mean, weight, bias = rng.normal(size=(3, 4))
    var = rng.uniform(0.5, 2, size=4)
    scale = weight / np.sqrt(var + 1e-5)
    folded = x @ (matrix * scale) + (shift - mean) * scale + bias
    y = norms.batch_norm(x @ matrix + shift, mean, var, weight, bias).y
    np.testing.assert_allclose(folded, y)


def test_padding_moves_batch_norm_and_leaves_layer_norm_alone():
    tokens = np.random.default_rng(0).normal(3, 1, size=(2, 24, 4))
    tokens[0, 6:] = 0
    short, long = tokens[:, :6], tokens
    of_time = [batch_norm(x.swapaxes(1, 2)).swapaxes(1, 2)[0, :6] for x in (short, long)]
    assert np.abs(of_time[0] - of_time[1]).min(axis=0).max() > 0.1
    rows = [norms.layer_norm(x, 4)[0, :6] for x in (short, long)]
    np.testing.assert_array_equal(*rows)


def test_layer_norm_decodes_token_by_token_what_it_gives_for_the_whole_sequence():
    tokens = np.random.default_rng(0).normal(size=(3, 7, 8))
    one_by_one = [norms.layer_norm(tokens[:, t : t + 1], 8) for t in range(7)]
    np.testing.assert_array_equal(np.concatenate(one_by_one, axis=1), norms.layer_norm(tokens, 8))


def test_batch_norm_of_one_image_is_instance_norm():
    image = np.random.default_rng(0).normal(size=(1, 6, 4, 5))
    np.testing.assert_allclose(batch_norm(image), norms.instance_norm(image, eps=0.0), atol=1e-12)


def test_a_biased_running_variance_makes_outputs_too_large():
    """By the root of n / (n - 1), on average."""
    x = np.random.default_rng(0).normal(size=(4, 20_000))
    biased, unbiased = x.var(axis=0).mean(), x.var(axis=0, ddof=1).mean()
    assert np.sqrt(unbiased / biased) == pytest.approx(np.sqrt(4 / 3))
    assert unbiased == pytest.approx(1, abs=0.02)


def test_pixels_that_agree_count_for_little_more_than_one():
    def noise(pixels, alike):
        return family.x_hats(batch=8, value=1.0, pixels=pixels, alike=alike).std()

    assert noise(16, 0.0) < noise(1, 0.0) / 3.5
    assert noise(16, 0.9) > 0.8 * noise(1, 0.0)


@pytest.mark.parametrize(
    ("norm", "size", "loss", "accuracy"),
    [
        ("batch", "2", 0.24, 98.4),
        ("layer", "2", 0.03, 97.4),
        ("batch", "32", 0.02, 98.7),
        ("layer", "32", 0.03, 97.6),
    ],
)
def test_the_record_says_what_the_chapter_says_of_it(norm, size, loss, accuracy):
    runs = read_record("training")["by_seed"]["cnn"][norm][size]
    assert round(np.mean(runs["loss"], axis=0)[-1], 2) == loss
    assert round(100 * np.mean(runs["accuracy"], axis=0)[-1], 1) == accuracy
