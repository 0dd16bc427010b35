"""`device`, `dtype` and `reset_parameters`, as the modules of `torch.nn` have them.

The cases follow the ideas of PyTorch's own tests; they are written for these modules.
"""

import pytest
import torch
from torch import nn as torch_nn

from normbook import nn

MODULES = {
    "LayerNorm": (nn.LayerNorm, (4,), {}),
    "LayerNorm without bias": (nn.LayerNorm, (4,), {"bias": False}),
    "LayerNorm without affine": (nn.LayerNorm, (4,), {"elementwise_affine": False}),
    "RMSNorm": (nn.RMSNorm, ((3, 4),), {}),
    "RMSNorm of Gemma": (nn.RMSNorm, (4,), {"cast": "gemma"}),
    "BatchNorm": (nn.BatchNorm, (4,), {}),
    "BatchNorm without affine": (nn.BatchNorm, (4,), {"affine": False}),
    "GroupNorm": (nn.GroupNorm, (2, 4), {}),
    "InstanceNorm": (nn.InstanceNorm, (4,), {"affine": True}),
    "ChannelLayerNorm": (nn.ChannelLayerNorm, (4,), {}),
    "ConditionalLayerNorm": (nn.ConditionalLayerNorm, (4, 2), {}),
    "ScaleNorm": (nn.ScaleNorm, (4,), {}),
    "DynamicTanh": (nn.DynamicTanh, (4,), {"alpha0": 0.8}),
    "DynamicErf": (nn.DynamicErf, (4,), {"alpha0": 0.8}),
    "MultiheadSelfAttention": (nn.MultiheadSelfAttention, (8, 2), {"qk_norm": nn.RMSNorm}),
    "MultiheadSelfAttention of HybridNorm": (
        nn.MultiheadSelfAttention,
        (8, 2),
        {"qk_norm": nn.RMSNorm, "v_norm": nn.RMSNorm},
    ),
    "TransformerBlock": (nn.TransformerBlock, (8, 2, 16), {"placement": "sandwich"}),
    "TransformerBlock of DeepNorm": (
        nn.TransformerBlock,
        (8, 2, 16),
        {"placement": "deepnorm", "depth": 3},
    ),
    "TransformerClassifier": (nn.TransformerClassifier, (8, 2, 16), {"depth": 2}),
}
every_module = pytest.mark.parametrize(
    ("module", "args", "kwargs"), MODULES.values(), ids=list(MODULES)
)


def tensors(module):
    """Return parameters and buffers by name."""
    return dict(module.state_dict())


def assert_same(a, b):
    assert list(tensors(a)) == list(tensors(b))
    for name, value in tensors(a).items():
        assert torch.equal(value, tensors(b)[name]), name


@every_module
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_every_tensor_has_the_given_dtype(module, args, kwargs, dtype):
    made = module(*args, **kwargs, dtype=dtype)
    for name, value in tensors(made).items():
        expected = torch.int64 if name == "num_batches_tracked" else dtype
        assert value.dtype == expected, name


@every_module
def test_the_dtype_is_pytorchs_default_where_none_is_given(module, args, kwargs):
    torch.set_default_dtype(torch.float64)
    try:
        made = module(*args, **kwargs)
    finally:
        torch.set_default_dtype(torch.float32)
    assert {v.dtype for v in tensors(made).values()} <= {torch.float64, torch.int64}


@every_module
def test_every_tensor_is_on_the_given_device(module, args, kwargs):
    made = module(*args, **kwargs, device="meta")
    assert all(value.is_meta for value in tensors(made).values())


@every_module
def test_skip_init_makes_the_module_without_a_draw(module, args, kwargs):
    torch.manual_seed(0)
    before = torch.get_rng_state()
    made = torch_nn.utils.skip_init(module, *args, **kwargs)
    assert torch.equal(torch.get_rng_state(), before)
    assert not any(value.is_meta for value in tensors(made).values())
    assert list(tensors(made)) == list(tensors(module(*args, **kwargs)))


@every_module
def test_a_reset_gives_what_a_new_module_of_the_same_seed_has(module, args, kwargs):
    torch.manual_seed(0)
    expected = module(*args, **kwargs)
    made = module(*args, **kwargs)
    with torch.no_grad():
        for value in tensors(made).values():
            value.fill_(7)
    torch.manual_seed(0)
    made.reset_parameters()
    assert_same(made, expected)


@every_module
def test_a_module_from_meta_is_reset_to_a_new_one(module, args, kwargs):
    made = module(*args, **kwargs, device="meta").to_empty(device="cpu")
    torch.manual_seed(0)
    made.reset_parameters()
    torch.manual_seed(0)
    assert_same(made, module(*args, **kwargs))
    for parameter in made.parameters():
        assert parameter.requires_grad


def test_a_reset_reaches_all_of_a_sublayer_from_torch():
    encoder = torch_nn.TransformerEncoderLayer(8, 2, 16)
    made = nn.Residual(encoder, 8)
    with torch.no_grad():
        for value in tensors(made).values():
            value.fill_(float("nan"))
    made.reset_parameters()
    assert all(value.isfinite().all() for value in tensors(made).values())
    assert encoder.self_attn.in_proj_weight.std() > 0.1


def test_a_sublayer_that_cannot_be_reset_is_refused_with_the_fix():
    class Scale(torch_nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch_nn.Parameter(torch.ones(8))

    made = nn.Residual(torch_nn.Sequential(Scale()), 8)
    with pytest.raises(TypeError, match=r"^Scale has parameters and no method reset_parameters"):
        made.reset_parameters()


@every_module
def test_to_moves_what_the_factory_made(module, args, kwargs):
    torch.manual_seed(0)
    made = module(*args, **kwargs).to(torch.float64)
    other = module(*args, **kwargs, dtype=torch.float64)
    other.load_state_dict(made.state_dict())
    assert_same(made, other)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (nn.LayerNorm(4, dtype=torch.float64), torch_nn.LayerNorm(4, dtype=torch.float64)),
        (nn.RMSNorm(4, dtype=torch.float64), torch_nn.RMSNorm(4, dtype=torch.float64)),
        (nn.BatchNorm(4, dtype=torch.float64), torch_nn.BatchNorm1d(4, dtype=torch.float64)),
        (nn.GroupNorm(2, 4, dtype=torch.float64), torch_nn.GroupNorm(2, 4, dtype=torch.float64)),
    ],
    ids=lambda layer: type(layer).__name__,
)
def test_a_new_layer_has_the_state_of_torchs(ours, theirs):
    assert_same(ours, theirs)


def test_batch_norm_forgets_its_batches():
    layer = nn.BatchNorm(4)
    layer(torch.randn(6, 4))
    layer.reset_running_stats()
    assert_same(layer, nn.BatchNorm(4))


def test_a_batch_norm_in_float16_evaluates_in_float32():
    layer = nn.BatchNorm(2, eps=1e-5, dtype=torch.float16).eval()
    layer.running_var.fill_(1e-4)
    y = layer(torch.ones(3, 2, dtype=torch.float16))
    torch.testing.assert_close(y, torch.full_like(y, (1.0002e-4 + 1e-5) ** -0.5))
