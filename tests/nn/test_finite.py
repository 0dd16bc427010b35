"""The first number that is not finite is found where it arises, in networks as people have them."""

import inspect
from typing import Any

import pytest
import torch
from torch import nn

from normbook.nn import first_to_fail

X = torch.randn(2, 4, 8, generator=torch.Generator().manual_seed(0))
NAN, INF = float("nan"), float("inf")
PADDING = torch.tensor([[False] * 4, [True] * 4])
"""The second sample is padding alone."""


def spoiled(value=NAN):
    x = X.clone()
    x[1, 0, 0] = value
    return x


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


class ByHand(nn.Module):
    """Attention as people write it, which answers with a dict, and keeps None for a cache."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(8, 8) for _ in range(4))

    def forward(self, x, mask=None):
        scores = self.q(x) @ self.k(x).transpose(1, 2)
        weights = (scores if mask is None else scores + mask).softmax(-1)
        return {"states": self.o(weights @ self.v(x)), "cache": None, "weights": (weights,)}


def encoder():
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)


def mask_of(padding):
    return torch.zeros(2, 1, 4).masked_fill(padding[:, None], -INF)


def test_a_network_whose_numbers_are_finite_has_nothing_that_fails():
    assert first_to_fail(encoder(), X) is None
    assert first_to_fail(ByHand(), X) is None
    some = PADDING.clone()
    some[1, 0] = False
    assert first_to_fail(ByHand(), X, mask=mask_of(some)) is None, "a mask has infinities by right"


def test_an_overflow_is_told_of_the_layer_and_not_of_the_norm_behind_it():
    net = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8)).half()
    assert first_to_fail(net, X.half()) is None
    assert first_to_fail(net, 65_000 * X.half().sign()) == "the output of 0"


def test_a_module_that_answers_with_a_tuple_is_looked_into():
    attention = nn.MultiheadAttention(8, 2, batch_first=True)
    assert first_to_fail(attention, X, X, X) is None
    found = first_to_fail(attention, X, X, X, key_padding_mask=PADDING)
    assert found == "the output of the whole"


def test_what_fails_between_modules_is_the_input_of_the_next():
    assert first_to_fail(ByHand(), X, mask=mask_of(PADDING)) == "the input of o"


class Block(nn.Module):
    """A pre-norm block whose stream, and nothing that its modules return, may overflow."""

    def __init__(self, norm):
        super().__init__()
        self.norm1, self.norm2 = norm(8), norm(8)
        self.one, self.two = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        x = x + self.one(self.norm1(x))
        return x + self.two(self.norm2(x))


@pytest.mark.parametrize("norm", [nn.LayerNorm, nn.RMSNorm])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_stream_that_overflows_is_the_input_of_the_next_norm(norm, sign):
    block = Block(norm).half()
    with torch.no_grad():
        block.one.bias.zero_()[3] = sign * 40_000
    x = X.half()
    assert first_to_fail(block, x) is None
    x[0, 0, 3] = sign * 40_000
    assert first_to_fail(block, x) == "the input of norm2"
    assert first_to_fail(nn.Sequential(block), x) == "the input of 0.norm2"
    x[0, 0, 3] = sign * INF
    assert first_to_fail(block, x) == "the input of norm1"


def test_an_infinity_that_a_module_takes_away_is_none():
    net = nn.Sequential(nn.Sigmoid(), nn.Linear(8, 8))
    assert first_to_fail(net, spoiled(INF)) is None


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_data_that_is_nan_is_the_input_of_the_first(dtype):
    net = nn.Sequential(nn.Embedding(4, 8), nn.RMSNorm(8)).to(dtype)
    assert first_to_fail(net, torch.tensor([0, 3])) is None
    assert first_to_fail(ByHand().to(dtype), spoiled().to(dtype)) == "the input of q"


@pytest.mark.parametrize("value", [NAN, INF])
def test_a_parameter_of_an_earlier_step_is_told_before_anything_runs(value):
    net = encoder()
    with torch.no_grad():
        net.layers[1].norm1.weight[0] = value
    assert first_to_fail(net, spoiled()) == "the parameter layers.1.norm1.weight"


def test_a_running_statistic_that_is_nan_is_told_before_anything_runs():
    net = nn.Sequential(nn.BatchNorm1d(4), nn.Linear(8, 8)).eval()
    net[0].running_var[2] = NAN
    assert first_to_fail(net, X) == "the buffer 0.running_var"


def test_a_mask_that_is_a_buffer_has_infinities_by_right():
    net = ByHand()
    net.register_buffer("mask", torch.full((4, 4), -INF).triu(1))
    assert first_to_fail(net, X, net.mask) is None


def test_the_run_changes_no_buffer():
    net = nn.Sequential(nn.BatchNorm1d(4), nn.Linear(8, 8))
    before = {name: buffer.clone() for name, buffer in net.named_buffers()}
    assert first_to_fail(net, spoiled()) == "the input of 0"
    torch.testing.assert_close(dict(net.named_buffers()), before, rtol=0, atol=0)
    assert first_to_fail(net, X) is None


def test_the_run_changes_no_buffer_of_a_module_that_is_used_twice():
    block = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(4))
    net = nn.Sequential(block, block)
    before = {name: buffer.clone() for name, buffer in net.named_buffers()}
    assert first_to_fail(net, X) is None
    torch.testing.assert_close(dict(net.named_buffers()), before, rtol=0, atol=0)


def test_a_buffer_that_the_run_replaces_is_put_back():
    class Count(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("count", torch.zeros(1))

        def forward(self, x):
            self.count = self.count + 1
            return x

    net = Count()
    assert first_to_fail(net, X) is None
    assert net.count == 0


def test_what_a_view_of_a_buffer_shows_is_seen():
    class Window(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("cache", torch.zeros(4))
            self.half = self.cache[:2]

        def forward(self, x):
            self.cache[0] = -INF
            return x.sum() + self.half

    net = Window()
    assert first_to_fail(net, X) == "the output of the whole"
    assert not net.cache.any()


def test_a_buffer_whose_numbers_share_their_place_may_be_there():
    net = nn.Identity()
    net.register_buffer("mask", torch.zeros(1).expand(4))
    assert first_to_fail(net, X) is None


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_a_scripted_network_is_looked_into():
    net = torch.jit.script(nn.Sequential(nn.BatchNorm1d(4), nn.Linear(8, 8)))
    before = {name: buffer.clone() for name, buffer in net.named_buffers()}
    assert first_to_fail(net, X) is None
    assert first_to_fail(net, X * INF) is not None
    torch.testing.assert_close(dict(net.named_buffers()), before, rtol=0, atol=0)


def test_a_network_may_have_an_argument_named_net():
    class Net(nn.Module):
        def forward(self, net):
            return net

    assert first_to_fail(Net(), net=spoiled()) == "the input of the whole"


def test_a_module_that_is_in_no_list_is_told_by_its_class():
    hidden = [nn.Linear(8, 8)]
    hidden[0].weight.data.fill_(NAN)

    class Net(nn.Module):
        def forward(self, x):
            return hidden[0](x)

    assert first_to_fail(Net(), X) == "the output of Linear"


def test_no_hook_is_left_behind():
    first_to_fail(ByHand(), X)
    assert not nn.modules.module._global_forward_hooks


def test_what_is_no_module_is_refused():
    with pytest.raises(TypeError, match=r"^net is a function; expected a torch\.nn\.Module\.$"):
        first_to_fail(spoiled, X)


def test_its_source_stands_alone_as_the_chapter_says():
    copied = {"Any": Any, "torch": torch, "nn": nn}
    exec(inspect.getsource(first_to_fail), copied)
    assert copied["first_to_fail"](ByHand(), spoiled()) == "the input of q"
