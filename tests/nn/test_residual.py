import pytest
import torch
from torch import nn as torch_nn

from normbook.nn import (
    ConditionalLayerNorm,
    DynamicErf,
    DynamicTanh,
    LayerNorm,
    MultiheadSelfAttention,
    Residual,
    RMSNorm,
    ScaleNorm,
    deepnorm_alpha,
    deepnorm_beta,
)

PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm", "lns", "keel")


def norm(x):
    return torch.nn.functional.layer_norm(x, x.shape[-1:])


FORMULAS = {
    "pre": lambda x, g: x + g(norm(x)),
    "post": lambda x, g: norm(x + g(x)),
    "sandwich": lambda x, g: x + norm(g(norm(x))),
    "olmo2": lambda x, g: x + norm(g(x)),
    "deepnorm": lambda x, g: norm(2.0 * x + g(x)),  # alpha = (2 * 8) ** (1/4) = 2
    "lns": lambda x, g: x + g(norm(x) / 2.0),  # the root of layer 4
    "keel": lambda x, g: norm(16.0 * x + g(norm(x))),  # 8 layers have 16 sublayers
}


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_each_placement_is_its_formula_and_no_other(placement):
    torch.manual_seed(0)
    x, sublayer = torch.randn(2, 5, 8).double(), torch_nn.Linear(8, 8).double()
    y = Residual(sublayer, 8, placement, depth=8, layer=4).double()(x)
    matches = [
        name for name, formula in FORMULAS.items() if torch.allclose(y, formula(x, sublayer))
    ]
    assert matches == [placement]


@pytest.mark.parametrize(
    ("placement", "norms"),
    [
        ("pre", 1),
        ("post", 1),
        ("sandwich", 2),
        ("olmo2", 1),
        ("deepnorm", 1),
        ("lns", 1),
        ("keel", 2),
    ],
)
def test_each_placement_has_its_own_norms_and_shares_none(placement, norms):
    block = Residual(torch_nn.Identity(), 8, placement, depth=2, layer=1)
    assert len({id(m) for m in block.modules() if isinstance(m, LayerNorm)}) == norms
    assert sum(p.numel() for p in block.parameters()) == norms * 16


@pytest.mark.parametrize("make", [LayerNorm, RMSNorm, ScaleNorm, DynamicTanh, DynamicErf])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_any_norm_fits_any_placement_and_every_parameter_gets_a_gradient(placement, make):
    torch.manual_seed(0)
    block = Residual(torch_nn.Linear(8, 8), 8, placement, norm=make, depth=2, layer=2)
    block(torch.randn(3, 8)).square().mul(torch.randn(3, 8)).sum().backward()
    assert all(p.grad is not None and p.grad.any() for p in block.parameters())


def test_deepnorm_weighs_the_residual_and_not_the_branch():
    # A bug seen in the wild is LN(x + alpha * G): at 50 layers the branch weighs 10 times too much.
    x = torch.tensor([[1.0, 2.0, 4.0, 9.0]])
    branch = torch_nn.Linear(4, 4)
    y = Residual(branch, 4, "deepnorm", depth=50)(x)
    alpha = 100**0.25
    assert alpha == pytest.approx(3.162, abs=1e-3)
    torch.testing.assert_close(y, norm(alpha * x + branch(x)))
    assert not torch.allclose(y, norm(x + alpha * branch(x)), atol=1e-2)


def test_deepnorms_alpha_and_beta_are_fourth_roots_of_the_number_of_blocks():
    for depth in (1, 6, 1000):
        assert deepnorm_alpha(depth) ** 4 == pytest.approx(2 * depth)
        assert deepnorm_beta(depth) ** 4 == pytest.approx(1 / (8 * depth))


def test_keyword_arguments_reach_the_sublayer():
    class Add(torch_nn.Module):
        def forward(self, x, amount):
            return x + amount

    x = torch.randn(2, 4)
    y = Residual(Add(), 4)(x, amount=torch.tensor(3.0))
    torch.testing.assert_close(y, x + norm(x) + 3.0)


@pytest.mark.parametrize("placement", ["pre", "sandwich", "olmo2"])
def test_without_a_norm_an_open_placement_is_the_bare_residual_connection(placement):
    x, sublayer = torch.randn(2, 4), torch_nn.Linear(4, 4)
    block = Residual(sublayer, 4, placement, norm=None)
    assert torch.equal(block(x), x + sublayer(x))


def test_hybrid_norm_is_made_of_two_of_them():
    # x is normalized once a block, between its two sublayers: as post has it behind attention.
    torch.manual_seed(0)
    x, up = torch.randn(2, 5, 8).double(), torch_nn.Linear(8, 8).double()
    attention = MultiheadSelfAttention(8, 2, qk_norm=RMSNorm, v_norm=RMSNorm)
    block = torch_nn.Sequential(Residual(attention, 8, "post"), Residual(up, 8, norm=None)).double()
    heads = (x @ attention.in_proj_weight.T).unflatten(-1, (3, 2, 4))
    q, k, v = torch.nn.functional.rms_norm(heads, (4,), eps=1e-6).permute(2, 0, 3, 1, 4)
    weights = (q @ k.mT / 2).softmax(-1)
    h = norm(x + attention.out_proj((weights @ v).transpose(1, 2).flatten(2)))
    torch.testing.assert_close(block(x), h + up(h))


def test_deepnorm_leaves_the_maps_of_a_conditional_norm_at_their_first_values():
    class Conditioned(torch_nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch_nn.Linear(8, 8)
            self.norm = ConditionalLayerNorm(8, 3)

    block = Residual(Conditioned(), 8, "deepnorm", depth=2)
    before = block.sublayer.linear.weight.clone()
    block.draw_for_deepnorm()
    assert not torch.equal(block.sublayer.linear.weight, before)
    for name, value in ConditionalLayerNorm(8, 3).state_dict().items():
        assert torch.equal(block.sublayer.norm.state_dict()[name], value), name


@pytest.mark.parametrize("norm", [LayerNorm(8), "rms", ""])
def test_a_norm_in_place_of_what_makes_one_is_refused_with_the_fix(norm):
    with pytest.raises(TypeError, match=r"the norm is .*Pass the class, such as LayerNorm"):
        Residual(torch_nn.Identity(), 8, norm=norm)


def test_an_unknown_placement_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'mid'.*pre.*post.*sandwich.*olmo2.*deepnorm"):
        Residual(torch_nn.Identity(), 4, placement="mid")


@pytest.mark.parametrize(
    ("placement", "fix"), [("deepnorm", "depth="), ("keel", "depth="), ("lns", "layer=")]
)
def test_what_a_placement_needs_is_asked_for_with_the_fix(placement, fix):
    with pytest.raises(ValueError, match=f"{placement}.*Pass {fix}"):
        Residual(torch_nn.Identity(), 4, placement=placement)


@pytest.mark.parametrize("constant", [deepnorm_alpha, deepnorm_beta])
def test_a_depth_below_one_is_refused(constant):
    with pytest.raises(ValueError, match="depth is 0"):
        constant(0)


@pytest.mark.parametrize(
    ("placement", "place"), [("deepnorm", "depth"), ("keel", "depth"), ("lns", "layer")]
)
def test_a_place_of_zero_is_refused_and_not_taken_for_none(placement, place):
    with pytest.raises(ValueError, match=f"{place} is 0"):
        Residual(torch_nn.Identity(), 4, placement=placement, **{place: 0})


@pytest.mark.parametrize(
    ("placement", "text"),
    [
        ("pre", "placement='pre'\n"),
        ("deepnorm", "placement='deepnorm', alpha=2\n"),
        ("keel", "placement='keel', alpha=16\n"),
        ("lns", "placement='lns', scale=0.5\n"),
    ],
)
def test_repr_shows_the_placement_and_its_constant(placement, text):
    assert text in repr(Residual(torch_nn.Identity(), 4, placement, depth=8, layer=4))
