"""Whether a layer's gradient is compared on the ground it is said to stand on."""

from copy import deepcopy

import pytest
import torch
from torch.nn import functional as F
from torch.optim import SGD

from normbook.experiments import drift
from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import update
from normbook.experiments.shift import (
    Shake,
    build,
    follow,
    gradient_shift,
    loss_along_gradient,
)

pytestmark = pytest.mark.usefixtures("one_thread")
THIRD = 7  # the place of the third linear layer: flatten, then thrice linear, norm, ReLU


@pytest.fixture(scope="module")
def batch():
    return next(batches(load_digits(standardize=True), 32, seed=0))


def weight_gradient(model, place, images, labels):
    model.zero_grad()
    F.cross_entropy(model(images), labels).backward()
    return model[place].weight.grad.flatten().clone()


@pytest.mark.parametrize("norm", ["none", "layer"])
def test_the_shift_is_that_of_a_network_put_together_by_hand(norm, batch):
    before, after = build(norm), build(norm)
    update(after, SGD(after.parameters(), lr=0.5), *batch)
    halves = torch.nn.Sequential(*deepcopy(after)[:THIRD], *deepcopy(before)[THIRD:])
    old = weight_gradient(before, THIRD, *batch)
    new = weight_gradient(halves, THIRD, *batch)

    model = build(norm)
    shift = gradient_shift(model, SGD(model.parameters(), lr=0.5), *batch)
    assert shift.ratio[2].item() == pytest.approx(((new - old).norm() / old.norm()).item())
    assert shift.cosine[2].item() == pytest.approx(F.cosine_similarity(new, old, dim=0).item())
    assert shift.ratio[2] > 0.1
    assert (shift.ratio[0].item(), shift.cosine[0].item()) == pytest.approx((0, 1))


def test_measuring_takes_the_same_step_as_training(batch):
    measured, trained = build("batch"), build("batch")
    gradient_shift(measured, SGD(measured.parameters(), lr=0.1), *batch)
    update(trained, SGD(trained.parameters(), lr=0.1), *batch)
    torch.testing.assert_close(measured.state_dict(), trained.state_dict())


def test_a_step_of_length_0_moves_no_ground(batch):
    model = build("layer")
    shift = gradient_shift(model, SGD(model.parameters(), lr=0.0), *batch)
    torch.testing.assert_close(shift.ratio, torch.zeros(5))
    torch.testing.assert_close(shift.cosine, torch.ones(5))


def test_following_measures_each_of_every_steps():
    shift = follow("none", steps=5, every=2)
    assert shift.ratio.shape == shift.cosine.shape == (3, 5)


def test_the_loss_along_the_gradient_is_that_after_a_step_of_this_share_of_the_weights(batch):
    model, stepped = build("batch"), build("batch")
    state = deepcopy(model.state_dict())
    gradients = torch.autograd.grad(
        F.cross_entropy(stepped(batch[0]), batch[1]), stepped.parameters()
    )
    lengths = [
        torch.cat([tensor.flatten() for tensor in tensors]).norm().item()
        for tensors in (stepped.parameters(), gradients)
    ]
    rate = 0.03 * lengths[0] / lengths[1]
    before = update(stepped, SGD(stepped.parameters(), lr=rate), *batch)
    after = F.cross_entropy(stepped(batch[0]), batch[1]).item()
    assert loss_along_gradient(model, *batch, shares=(0, 0.03)) == pytest.approx([before, after])
    assert after < before
    torch.testing.assert_close(model.state_dict(), state)


def test_shaking_moves_all_rows_alike_each_time_anew_and_not_in_evaluation():
    torch.manual_seed(0)
    shake, x = Shake(0.5), torch.tensor([[1.0, -2.0], [3.0, 0.0], [5.0, 2.0]])
    once, twice = shake(x), shake(x)
    torch.testing.assert_close(once[1] - once[0], once[2] - once[1])
    assert not torch.isclose(once, twice).any()
    assert shake.eval()(x) is x


def test_built_plainly_it_is_the_network_of_the_drift():
    torch.testing.assert_close(build("rms").state_dict(), drift.build("rms").state_dict())


def test_a_weight_scale_multiplies_all_weights_and_a_shake_stands_before_each_relu():
    plain, changed = drift.build("layer"), build("layer", weight_scale=2, shake=0.1)
    assert [type(layer).__name__ for layer in changed][:5] == [
        "Flatten", "Linear", "LayerNorm", "Shake", "ReLU",
    ]  # fmt: skip
    torch.testing.assert_close(changed[1].weight, 2 * plain[1].weight)
    torch.testing.assert_close(changed[-1].weight, 2 * plain[-1].weight)
