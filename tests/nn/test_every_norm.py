"""What every normalization layer of `normbook.nn` promises, whatever it computes."""

import copy

import numpy as np
import pytest
import torch
from torch import nn as torch_nn
from torch.func import functional_call

from normbook import nn


class Conditioned(torch_nn.Module):
    """A `ConditionalLayerNorm` of 4 features with its condition, so that it takes x alone."""

    def __init__(self):
        super().__init__()
        self.norm = nn.ConditionalLayerNorm(4, 3, eps=0.1)
        self.condition = torch.tensor([0.5, -1.0, 2.0])

    def forward(self, x):
        is_tensor = isinstance(x, torch.Tensor)
        return self.norm(x, self.condition.to(x) if is_tensor else self.condition)


LAYERS = {
    "LayerNorm": (lambda: nn.LayerNorm((3, 4), eps=0.1), (2, 5, 3, 4)),
    "RMSNorm": (lambda: nn.RMSNorm(4, eps=0.1), (2, 5, 4)),
    "RMSNorm-olmo": (lambda: nn.RMSNorm(4, eps=0.1, cast="olmo"), (2, 5, 4)),
    "RMSNorm-gemma": (lambda: nn.RMSNorm(4, eps=0.1, cast="gemma"), (2, 5, 4)),
    "BatchNorm": (lambda: nn.BatchNorm(3, eps=0.1), (4, 3, 2, 2)),
    "BatchNorm-eval": (lambda: nn.BatchNorm(3, eps=0.1).eval(), (4, 3, 2, 2)),
    "GroupNorm": (lambda: nn.GroupNorm(2, 4, eps=0.1), (3, 4, 2, 3)),
    "InstanceNorm": (lambda: nn.InstanceNorm(3, eps=0.1, affine=True), (2, 3, 4, 2)),
    "ChannelLayerNorm": (lambda: nn.ChannelLayerNorm(3, eps=0.1), (2, 3, 4, 2)),
    "ScaleNorm": (lambda: nn.ScaleNorm(4, eps=0.1), (2, 5, 4)),
    "DynamicTanh": (lambda: nn.DynamicTanh(4), (2, 5, 4)),
    "DynamicErf": (lambda: nn.DynamicErf(4), (2, 5, 4)),
    "ConditionalLayerNorm": (Conditioned, (2, 5, 4)),
}
every_layer = pytest.mark.parametrize(("make", "shape"), LAYERS.values(), ids=LAYERS)

COUNTERPARTS = {
    "LayerNorm over one axis": (
        lambda: nn.LayerNorm(4, eps=0.1),
        lambda: torch_nn.LayerNorm(4, eps=0.1),
        (2, 5, 4),
    ),
    "LayerNorm over two axes": (
        lambda: nn.LayerNorm((3, 4), eps=0.1),
        lambda: torch_nn.LayerNorm((3, 4), eps=0.1),
        (2, 3, 4),
    ),
    "LayerNorm without bias": (
        lambda: nn.LayerNorm(4, bias=False),
        lambda: torch_nn.LayerNorm(4, bias=False),
        (5, 4),
    ),
    "LayerNorm without affine": (
        lambda: nn.LayerNorm(4, elementwise_affine=False),
        lambda: torch_nn.LayerNorm(4, elementwise_affine=False),
        (5, 4),
    ),
    "RMSNorm": (
        lambda: nn.RMSNorm((3, 4), eps=0.1),
        lambda: torch_nn.RMSNorm((3, 4), eps=0.1),
        (2, 3, 4),
    ),
    "BatchNorm of vectors": (
        lambda: nn.BatchNorm(3, eps=0.1),
        lambda: torch_nn.BatchNorm1d(3, eps=0.1),
        (4, 3),
    ),
    "BatchNorm of sequences": (
        lambda: nn.BatchNorm(3, momentum=None),
        lambda: torch_nn.BatchNorm1d(3, momentum=None),
        (4, 3, 5),
    ),
    "BatchNorm of images": (
        lambda: nn.BatchNorm(3, momentum=0.3),
        lambda: torch_nn.BatchNorm2d(3, momentum=0.3),
        (4, 3, 2, 2),
    ),
    "BatchNorm of volumes": (
        lambda: nn.BatchNorm(3, affine=False),
        lambda: torch_nn.BatchNorm3d(3, affine=False),
        (2, 3, 2, 2, 2),
    ),
    "GroupNorm": (
        lambda: nn.GroupNorm(2, 4, eps=0.1),
        lambda: torch_nn.GroupNorm(2, 4, eps=0.1),
        (3, 4, 2, 3),
    ),
    "GroupNorm of vectors": (
        lambda: nn.GroupNorm(2, 6),
        lambda: torch_nn.GroupNorm(2, 6),
        (3, 6),
    ),
    "InstanceNorm of sequences": (
        lambda: nn.InstanceNorm(3),
        lambda: torch_nn.InstanceNorm1d(3),
        (2, 3, 5),
    ),
    "InstanceNorm of images": (
        lambda: nn.InstanceNorm(3, eps=0.1, affine=True),
        lambda: torch_nn.InstanceNorm2d(3, eps=0.1, affine=True),
        (2, 3, 4, 2),
    ),
}
every_counterpart = pytest.mark.parametrize(
    ("make_ours", "make_theirs", "shape"), COUNTERPARTS.values(), ids=COUNTERPARTS
)


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


def with_random_parameters(layer):
    """Move every parameter off its start, so that a layer that ignores one is found out."""
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.uniform_(0.5, 2.0)
    return layer


@every_counterpart
def test_values_and_gradients_agree_with_torch(make_ours, make_theirs, shape):
    ours, theirs = make_ours().double(), with_random_parameters(make_theirs().double())
    ours.load_state_dict(theirs.state_dict())
    x = (3 + 2 * torch.randn(shape, dtype=torch.float64)).requires_grad_()
    dy = torch.randn(shape, dtype=torch.float64)

    gradients = []
    for layer in (ours, theirs):
        y = layer(x)
        gradients.append((y, *torch.autograd.grad(y, (x, *layer.parameters()), dy)))

    torch.testing.assert_close(*gradients, rtol=1e-10, atol=1e-12)


@every_counterpart
def test_state_dict_loads_from_torch_and_into_torch(make_ours, make_theirs, shape):
    ours, theirs = with_random_parameters(make_ours()), make_theirs()
    ours(torch.randn(shape))  # fills the running statistics, where there are any
    theirs.load_state_dict(ours.state_dict())
    back = make_ours()
    back.load_state_dict(theirs.state_dict())

    assert list(ours.state_dict()) == list(theirs.state_dict())
    for name, value in ours.state_dict().items():
        assert torch.equal(theirs.state_dict()[name], value)
        assert torch.equal(back.state_dict()[name], value)


@every_layer
def test_derivatives_agree_with_finite_differences(make, shape):
    layer = with_random_parameters(make().double())
    names = [name for name, _ in layer.named_parameters()]
    x = torch.randn(shape, dtype=torch.float64, requires_grad=True)

    def run(x, *parameters):
        # A copy, since BatchNorm moves its running statistics at every call.
        return functional_call(copy.deepcopy(layer), dict(zip(names, parameters, strict=True)), x)

    parameters = [p.detach().clone().requires_grad_() for p in layer.parameters()]
    assert torch.autograd.gradcheck(run, (x, *parameters))


@every_layer
@pytest.mark.parametrize("scale", [1, 100])  # at 100 squares are above 65504, the largest float16
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_keeps_its_dtype_and_is_computed_in_float32(make, shape, dtype, scale):
    x = (scale * torch.randn(shape)).to(dtype)
    layer = make().eval()
    if getattr(layer, "cast", None) != "llama":  # which rounds before it multiplies
        layer = with_random_parameters(layer)

    y = layer(x)
    expected = layer(x.float())

    assert y.dtype == dtype
    torch.testing.assert_close(y, expected.to(dtype), rtol=0, atol=0)


@every_layer
@pytest.mark.parametrize("scale", [1e-15, 1.0, 1e15])
def test_float32_gradient_is_right_while_the_squares_fit(make, shape, scale):
    x, dy = scale * torch.randn(shape), torch.randn(shape)

    def gradient(layer, x, dy):
        x = x.clone().requires_grad_()
        return torch.autograd.grad(layer(x), x, dy)[0].double()

    actual = gradient(make(), x, dy)
    exact = gradient(make().double(), x.double(), dy.double())
    atol = 1e-5 * exact.abs().max().item()
    torch.testing.assert_close(actual, exact, rtol=1e-5, atol=atol)


@every_layer
def test_float64_keeps_its_dtype_and_its_digits(make, shape):
    x = torch.randn(shape, dtype=torch.float64)
    y = make().double()(x)
    assert y.dtype == torch.float64
    assert not torch.equal(y, y.float().double())


@every_layer
def test_an_empty_batch_gives_an_empty_batch(make, shape):
    x = torch.empty(0, *shape[1:], requires_grad=True)
    layer = make()
    y = layer(x)
    y.sum().backward()
    assert y.shape == x.shape
    assert all(torch.equal(p.grad, torch.zeros_like(p)) for p in layer.parameters())


@every_layer
def test_the_input_is_not_changed(make, shape):
    x = torch.randn(shape)
    before = x.clone()
    make()(x)
    assert torch.equal(x, before)


@every_layer
def test_a_view_that_is_not_contiguous_gives_what_its_copy_gives(make, shape):
    x = torch.randn(*shape[:-1], 2 * shape[-1])[..., ::2]
    assert not x.is_contiguous()
    torch.testing.assert_close(make()(x), make()(x.contiguous()))


@every_layer
def test_constant_input_of_zeros_gives_a_finite_output_and_gradient(make, shape):
    x = torch.zeros(shape, requires_grad=True)
    y = make()(x)
    y.sum().backward()
    assert torch.equal(y, torch.zeros(shape))
    assert torch.isfinite(x.grad).all()


@every_layer
def test_integers_are_refused_with_the_fix(make, shape):
    with pytest.raises(TypeError, match=r"torch\.int64.*x\.float\(\)"):
        make()(torch.zeros(shape, dtype=torch.int64))


@every_layer
def test_complex_numbers_are_refused_with_the_fix_that_keeps_both_parts(make, shape):
    with pytest.raises(TypeError, match=r"torch\.complex64.*x\.real, then x\.imag"):
        make()(torch.zeros(shape, dtype=torch.complex64))


@every_layer
@pytest.mark.parametrize("kind", [np.asarray, list])
def test_what_is_no_tensor_is_refused_with_the_fix(make, shape, kind):
    with pytest.raises(TypeError, match=r"expected a tensor.*torch\.as_tensor\(x\)"):
        make()(kind(np.ones(shape)))


@every_layer
def test_a_wrong_shape_is_refused_with_both_shapes(make, shape):
    wrong = tuple(size + 1 for size in shape)
    with pytest.raises(ValueError, match=rf"\({', '.join(map(str, wrong))}\).*expected"):
        make()(torch.zeros(wrong))


@every_layer
def test_too_few_axes_are_refused(make, shape):
    with pytest.raises(ValueError, match="expected"):
        make()(torch.tensor(1.0))


TAKE_EPS = pytest.mark.parametrize(
    "make",
    [
        lambda eps: nn.LayerNorm(4, eps=eps),
        lambda eps: nn.RMSNorm(4, eps=eps),
        lambda eps: nn.BatchNorm(4, eps=eps),
        lambda eps: nn.GroupNorm(2, 4, eps=eps),
        lambda eps: nn.InstanceNorm(4, eps=eps),
        lambda eps: nn.ChannelLayerNorm(4, eps=eps),
        lambda eps: nn.ConditionalLayerNorm(4, 2, eps=eps),
        lambda eps: nn.ScaleNorm(4, eps=eps),
    ],
)


@TAKE_EPS
@pytest.mark.parametrize("eps", [-1e-5, float("nan"), float("inf"), 10**400])
def test_an_eps_that_is_negative_or_not_finite_is_refused(make, eps):
    with pytest.raises(ValueError, match=f"eps is {eps}; expected a finite number, 0 or greater"):
        make(eps)


@TAKE_EPS
def test_zeros_with_an_eps_of_0_give_nan(make):
    condition = [torch.zeros(2)] if "condition_size" in repr(make(0)) else []
    assert make(0)(torch.zeros(2, 4, 4), *condition).isnan().all()


@TAKE_EPS
@pytest.mark.parametrize("eps", [None, "1e-5", [1e-5]])
def test_an_eps_that_is_no_number_is_refused(make, eps):
    with pytest.raises(TypeError, match="expected a number such as 1e-5"):
        make(eps)


@pytest.mark.parametrize("layer", [nn.DynamicTanh, nn.DynamicErf])
def test_an_alpha0_that_is_no_finite_number_is_refused(layer):
    with pytest.raises(TypeError, match="alpha0 is None; expected a number"):
        layer(4, alpha0=None)
    with pytest.raises(ValueError, match="alpha0 is nan; expected a finite number"):
        layer(4, alpha0=float("nan"))


@pytest.mark.parametrize(
    "make",
    [
        lambda size: nn.LayerNorm(size),
        lambda size: nn.RMSNorm((3, size)),
        lambda size: nn.DynamicTanh(size),
        lambda size: nn.BatchNorm(size),
        lambda size: nn.GroupNorm(2, size),
        lambda size: nn.InstanceNorm(size),
        lambda size: nn.ConditionalLayerNorm(size, 3),
        lambda size: nn.ScaleNorm(size),
        lambda size: nn.MultiheadSelfAttention(size, 2),
    ],
)
def test_a_size_may_be_any_integer_and_nothing_else(make):
    assert repr(make(np.int64(4))) == repr(make(4))
    for wrong in ("44", 4.0, None, [4.0]):
        with pytest.raises(TypeError, match="expected an integer"):
            make(wrong)


@pytest.mark.parametrize(
    "make",
    [
        lambda: nn.LayerNorm(()),
        lambda: nn.LayerNorm(0),
        lambda: nn.RMSNorm((4, 0)),
        lambda: nn.BatchNorm(0),
        lambda: nn.GroupNorm(0, 4),
        lambda: nn.InstanceNorm(-1),
        lambda: nn.ChannelLayerNorm(0),
        lambda: nn.ConditionalLayerNorm(4, 0),
        lambda: nn.ScaleNorm(0),
        lambda: nn.DynamicTanh(0),
        lambda: nn.DynamicErf(0),
    ],
)
def test_a_size_below_one_is_refused(make):
    with pytest.raises(ValueError, match="expected"):
        make()


POSITIONAL = {
    "LayerNorm": (nn.LayerNorm, [torch_nn.LayerNorm], (4, 1e-3, True, False, "cpu")),
    "RMSNorm": (nn.RMSNorm, [torch_nn.RMSNorm], (4, 1e-3, False, "cpu")),
    "BatchNorm": (
        nn.BatchNorm,
        [torch_nn.BatchNorm1d, torch_nn.BatchNorm2d, torch_nn.BatchNorm3d],
        (4, 1e-3, 0.2, False, True, "cpu"),
    ),
    "GroupNorm": (nn.GroupNorm, [torch_nn.GroupNorm], (2, 4, 1e-3, False, "cpu")),
    "InstanceNorm": (
        nn.InstanceNorm,
        [torch_nn.InstanceNorm1d, torch_nn.InstanceNorm2d],
        (4, 1e-3, 0.2, True, False, "cpu"),
    ),
}


@pytest.mark.parametrize(("ours", "theirs", "arguments"), POSITIONAL.values(), ids=POSITIONAL)
def test_positional_arguments_mean_what_they_mean_in_torch(ours, theirs, arguments):
    sizes = arguments.index(1e-3)
    for count in range(sizes, len(arguments) + 1):
        layers = [make(*arguments[:count]) for make in theirs]
        try:
            layer = ours(*arguments[:count])
        except TypeError as error:
            assert "positional argument" in str(error)  # noqa: PT017
            continue
        for other in layers:
            for name in ("eps", "momentum", "affine", "elementwise_affine"):
                if hasattr(layer, name) and getattr(other, name) is not None:
                    assert getattr(layer, name) == getattr(other, name)
            assert list(layer.state_dict()) == list(other.state_dict())


@pytest.mark.parametrize(
    ("layer", "text"),
    [
        (nn.LayerNorm(4), "LayerNorm((4,), eps=1e-05, elementwise_affine=True, bias=True)"),
        (nn.RMSNorm(4), "RMSNorm((4,), eps=1e-06, elementwise_affine=True, cast='llama')"),
        (nn.BatchNorm(4), "BatchNorm(4, eps=1e-05, momentum=0.1, affine=True)"),
        (nn.GroupNorm(2, 4), "GroupNorm(2, 4, eps=1e-05, affine=True)"),
        (nn.InstanceNorm(4), "InstanceNorm(4, eps=1e-05, affine=False)"),
        (nn.ChannelLayerNorm(4), "ChannelLayerNorm(4, eps=1e-06)"),
        (nn.ScaleNorm(4), "ScaleNorm(4, eps=1e-05)"),
        (nn.DynamicTanh(4), "DynamicTanh((4,), alpha0=0.5)"),
        (nn.DynamicErf(4), "DynamicErf((4,), alpha0=0.5)"),
    ],
)
def test_repr_shows_how_the_layer_was_built(layer, text):
    assert repr(layer) == text


@pytest.mark.skipif(not torch.cuda.is_available(), reason="PyTorch finds no GPU here")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@every_layer
def test_on_a_gpu_it_gives_what_it_gives_on_the_processor(make, shape, dtype):
    torch.manual_seed(0)
    layer = make().to(dtype)
    x, dy = torch.randn(2, *shape).to(dtype)
    results = []
    for device in ("cpu", "cuda"):
        moved, leaf = copy.deepcopy(layer).to(device), x.to(device, copy=True).requires_grad_()
        y = moved(leaf)
        y.backward(dy.to(device))
        assert y.device.type == device
        results.append([y, leaf.grad, *(parameter.grad for parameter in moved.parameters())])
    rounding = 8 * torch.finfo(dtype).eps
    for here, there in zip(*results, strict=True):
        torch.testing.assert_close(there.cpu(), here, rtol=rounding, atol=rounding)
