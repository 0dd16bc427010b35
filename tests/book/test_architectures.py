"""What the chapter on norms in architectures claims."""

import numpy as np
import pytest
import torch

from normbook import nn, norms
from normbook.experiments.models import digit_cnn
from normbook.playgrounds import architectures as pictures

FROM_THE_IMAGE = {
    "instance": lambda shape: nn.InstanceNorm(shape[0], eps=0.0),
    "group": lambda shape: nn.GroupNorm(4, shape[0], eps=0.0),
    "channel": lambda shape: nn.ChannelLayerNorm(shape[0], eps=0.0),
    "layer": lambda shape: nn.LayerNorm(shape, eps=0.0),
}


@pytest.mark.parametrize("name", FROM_THE_IMAGE)
def test_a_norm_taken_from_the_image_itself_forgets_its_contrast(name):
    torch.manual_seed(0)
    model = digit_cnn(FROM_THE_IMAGE[name]).double()
    images = torch.randn(4, 8, 8, dtype=torch.float64)
    torch.testing.assert_close(model(images / 4), model(images))


def test_batch_norm_in_evaluation_sees_the_contrast():
    torch.manual_seed(0)
    model = digit_cnn(lambda shape: nn.BatchNorm(shape[0]))
    images = torch.randn(32, 8, 8)
    model(images)
    model.eval()
    assert (model(images / 4) - model(images)).abs().max() > 0.01


UNDOES = {
    "contrast of all": {"layer (C, H, W)", "channel (C)", "instance (H, W)"},
    "brightness of all": {"layer (C, H, W)", "channel (C)", "instance (H, W)"},
    "contrast of red": {"instance (H, W)"},
    "brightness of red": {"instance (H, W)"},
    "shadow": {"channel (C)"},
}


@pytest.mark.parametrize("change", UNDOES)
def test_what_each_norm_undoes_is_what_shares_its_statistics(change):
    batch = pictures.make_pictures()
    picture = batch[:1]
    undone = set()
    for norm in pictures.NORMS:
        pair = (picture, pictures.changed(picture, change, 0.5))
        outputs = [pictures.normalized(x, norm, batch) for x in pair]
        if np.abs(outputs[0] - outputs[1]).max() < 1e-6:
            undone.add(norm)
    assert undone == UNDOES[change]


def test_a_bias_of_the_channels_is_lost_in_batch_and_instance_norm_only():
    rng = np.random.default_rng(0)
    x, bias = rng.normal(size=(4, 6, 5, 5)), rng.normal(size=(6, 1, 1))
    start = np.zeros(6), np.ones(6)
    lost = (norms.instance_norm, lambda x: norms.batch_norm(x, *start, training=True).y)
    kept = (lambda x: norms.group_norm(x, 2), lambda x: norms.layer_norm(x, (6, 5, 5)))
    for norm in lost:
        np.testing.assert_allclose(norm(x + bias), norm(x), atol=1e-12)
    for norm in kept:
        assert np.abs(norm(x + bias) - norm(x)).max() > 0.5


def test_instance_norm_over_positions_deletes_what_all_positions_share():
    tokens = np.random.default_rng(0).normal(size=(2, 5, 8))
    other = tokens + np.random.default_rng(1).normal(size=(2, 1, 8))
    a, b = (norms.instance_norm(x.swapaxes(1, 2)) for x in (tokens, other))
    np.testing.assert_allclose(a, b, atol=1e-9)


def test_a_conditional_norm_without_a_constant_term_starts_dead():
    x, none = np.random.default_rng(0).normal(size=(2, 3, 4)), np.zeros((2, 4))
    y, cache = norms.conditional_layer_norm_forward(x, np.eye(2), none, none)
    gradients = norms.conditional_layer_norm_backward(np.ones_like(x), cache)
    assert not y.any()
    assert not gradients.dx.any()


def test_a_layer_norm_of_the_channels_wants_them_at_the_end():
    torch.manual_seed(0)
    images, norm = torch.randn(2, 3, 4, 5), torch.nn.LayerNorm(3)
    with pytest.raises(RuntimeError, match=r"Given normalized_shape=\[3\], expected input with"):
        norm(images)
    y = norm(images.movedim(1, -1)).movedim(-1, 1)
    torch.testing.assert_close(y, nn.ChannelLayerNorm(3, eps=1e-5)(images))


def test_a_norm_behind_a_relu_forgets_the_size_of_the_matrix_before_it_and_behind_a_gelu_does_not():
    rng = np.random.default_rng(0)
    x = torch.from_numpy(norms.layer_norm(rng.normal(size=(64, 64)), 64))
    u = torch.from_numpy(rng.normal(size=(64, 256)) / 8)
    off = {}
    for bend in (torch.relu, torch.nn.functional.gelu):
        once, tenfold = (norms.layer_norm(bend(g * x @ u).numpy(), 256) for g in (1, 10))
        off[bend] = np.sqrt(np.mean((once - tenfold) ** 2))
        assert tenfold.std() == pytest.approx(once.std(), rel=1e-3)
    assert off[torch.relu] < 1e-4
    assert off[torch.nn.functional.gelu] > 0.05
