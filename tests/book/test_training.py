"""What the chapter "What training does" says of BatchNorm's loss, of γ and β, and of folding."""

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy, layer_norm

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import fit
from normbook.experiments.models import BatchNormOverTime, DigitTransformer
from normbook.nn import LayerNorm
from normbook.norms import layer_norm_backward, layer_norm_forward
from normbook.playgrounds import training as playground
from normbook.playgrounds.panel.network import load_digits as load_all_digits

DIGITS = load_digits(standardize=True)
IMAGES, LABELS = DIGITS.train_images, DIGITS.train_labels


def transformer(norm, seed=0):
    torch.manual_seed(seed)
    return DigitTransformer(32, 64, depth=2, norm=norm)


@torch.no_grad()
def asked(model, size):
    parts = list(zip(IMAGES.split(size), LABELS.split(size), strict=True))[: 1436 // size]
    return np.mean([cross_entropy(model(x), labels).item() for x, labels in parts])


@pytest.mark.parametrize("seed", [0, 1])
def test_a_network_with_batch_norm_has_a_lower_loss_when_asked_in_larger_batches(seed):
    model = transformer(BatchNormOverTime, seed)
    adam = torch.optim.Adam(model.parameters(), lr=1e-3)
    fit(model, adam, batches(DIGITS, 2, seed), [400])
    stored = asked(model.eval(), 1436)
    losses = [asked(model.train(), size) for size in (2, 8, 128)]
    assert losses[0] > losses[1] + 0.2 > losses[2] + 0.2
    assert stored < losses[0] - 0.2


def test_a_network_with_layer_norm_has_one_loss_however_it_is_asked():
    model = transformer(LayerNorm)
    losses = [asked(model, size) for size in (2, 4, 1436)]
    np.testing.assert_allclose(losses, losses[0], rtol=1e-5)


@pytest.mark.parametrize("batch", [2, 32])
def test_in_the_panel_layer_norm_leads_in_batches_of_2_and_batch_norm_evaluates_lower(batch):
    images, labels = load_all_digits()
    digits = images.reshape(-1, 64)
    networks = {}
    for norm in playground.TONES:
        networks[norm] = playground.Network.new(norm)
        networks[norm].learn(digits[:1024], labels[:1024], batch, 0.1)
    layer, batch_norm = networks.values()
    trained = batch_norm.ask(digits, labels, 2), batch_norm.ask(digits, labels)
    assert trained[1] < 0.8 * trained[0]
    assert layer.ask(digits, labels, 2) == layer.ask(digits, labels)
    if batch == 2:
        assert layer.ask(digits, labels) < 0.5 * trained[1]


def test_in_the_panel_batch_norm_leads_in_batches_of_128_at_a_rate_of_1():
    images, labels = load_all_digits()
    digits = images.reshape(-1, 64)
    losses = {}
    for norm in playground.TONES:
        network = playground.Network.new(norm)
        learned = network.learn(digits[:1024], labels[:1024], 128, 1.0)
        asked = [network.ask(digits, labels, size) for size in playground.ASKED]
        losses[norm] = [*learned[1:], *asked, network.ask(digits, labels)]
    ratios = np.divide(losses["BatchNorm"], losses["LayerNorm"])
    after_steps, in_twos, others = np.split(ratios, [7, 8])
    assert max(after_steps) < 1 < in_twos
    assert max(others) < 1
    assert others[-1] < 0.5


def test_each_gamma_and_beta_is_pulled_like_the_column_that_reads_them():
    model = transformer(LayerNorm).double()
    norm, head = model.classifier.norm, model.classifier.head
    with torch.no_grad():
        norm.bias.normal_()
    cross_entropy(model(IMAGES[:32].double()), LABELS[:32]).backward()
    pulls = norm.weight * norm.weight.grad + norm.bias * norm.bias.grad
    columns = (head.weight * head.weight.grad).sum(dim=0)
    torch.testing.assert_close(pulls, columns)


def test_in_small_steps_gamma_and_beta_grow_as_the_column_that_reads_them():
    rng = np.random.default_rng(0)
    x, target = rng.normal(size=(32, 6)), rng.normal(size=(32, 3))
    weight, bias, matrix = np.ones(6), np.zeros(6), rng.normal(size=(3, 6)) / 6
    start = weight**2 + bias**2 - (matrix**2).sum(axis=0)
    first = weight.copy()
    for _ in range(2000):
        y, cache = layer_norm_forward(x, 6, weight, bias)
        error = (y @ matrix.T - target) / len(x)
        _, dweight, dbias = layer_norm_backward(error @ matrix, cache)
        matrix -= 1e-3 * error.T @ y
        weight -= 1e-3 * dweight
        bias -= 1e-3 * dbias
    assert np.abs(weight - first).max() > 0.05
    np.testing.assert_allclose(weight**2 + bias**2 - (matrix**2).sum(axis=0), start, atol=1e-3)


def fold(norm, linear):
    """Return a copy of ``linear`` that has taken the norm's weight and bias in."""
    folded = torch.nn.Linear(linear.in_features, linear.out_features, dtype=torch.float64)
    with torch.no_grad():
        folded.weight.copy_(linear.weight * norm.weight)
        folded.bias.copy_(linear.bias + linear.weight @ norm.bias)
    return folded


@pytest.fixture
def block():
    torch.manual_seed(0)
    norm = torch.nn.LayerNorm(8, dtype=torch.float64)
    torch.nn.init.normal_(norm.weight)
    torch.nn.init.normal_(norm.bias)
    return norm, torch.nn.Linear(8, 8, dtype=torch.float64), torch.randn(4, 8, dtype=torch.float64)


def test_folding_is_exact_in_pre_ln(block):
    norm, linear, x = block
    bare = layer_norm(x, (8,))
    torch.testing.assert_close(x + fold(norm, linear)(bare), x + linear(norm(x)))


def test_folding_is_wrong_in_post_ln_where_the_residual_reads_the_norm_too(block):
    norm, linear, x = block
    y, bare = norm(x), layer_norm(x, (8,))
    difference = (bare + fold(norm, linear)(bare)) - (y + linear(y))
    torch.testing.assert_close(difference, bare - y)
    assert difference.abs().max() > 0.5


def accumulated(norm, size):
    model = transformer(norm).double()
    for x, labels in zip(IMAGES[:32].split(size), LABELS[:32].split(size), strict=True):
        (cross_entropy(model(x.double()), labels) * size / 32).backward()
    return torch.cat([p.grad.flatten() for p in model.parameters()])


def test_gradients_of_small_batches_add_up_to_that_of_a_large_one_with_layer_norm_only():
    whole, parts = (accumulated(LayerNorm, size) for size in (32, 2))
    torch.testing.assert_close(parts, whole)
    whole, parts = (accumulated(BatchNormOverTime, size) for size in (32, 2))
    assert (parts - whole).norm() > 0.3 * whole.norm()
