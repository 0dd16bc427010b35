"""What is no array of floats, or no cache of the norm, gets a sentence that says what helps."""

from decimal import Decimal

import numpy as np
import pytest
import torch

from normbook import norms

NORMS = {
    "layer_norm": lambda x: norms.layer_norm_forward(x, 4),
    "rms_norm": lambda x: norms.rms_norm_forward(x, 4),
    "batch_norm": lambda x: norms.batch_norm_forward(x, None, None, training=True),
    "group_norm": lambda x: norms.group_norm_forward(x, 2),
    "instance_norm": lambda x: norms.instance_norm_forward(x),
    "conditional_layer_norm": lambda x: norms.conditional_layer_norm_forward(
        x, np.ones((3, 1)), np.ones((1, 4)), np.ones((1, 4))
    ),
}
X = np.random.default_rng(0).standard_normal((3, 4, 4))


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (None, TypeError, r"x is None.*Pass an array"),
        (object(), TypeError, r"x has dtype object.*Pass an array"),
        ([[1.0, None]], TypeError, r"Replace what is no number in it: NoneType"),
        ([[Decimal(1), "a"]], TypeError, r"Replace what is no number in it: str"),
        ([[Decimal(1)]], TypeError, r"np\.asarray\(x, dtype=np\.float32\)"),
        ([["1", "2"]], TypeError, r"If it holds numbers as text.*dtype=np\.float32"),
        ([[b"1"]], TypeError, r"If it holds numbers as text"),
        (np.zeros((1, 2), "M8[D]"), TypeError, r"x has dtype datetime64.*Pass numbers"),
        ([[1.0, 2.0], [3.0]], ValueError, r"x, of type list.*Give all rows one length"),
        (torch.ones(1, 2, requires_grad=True), TypeError, r"x, of type Tensor.*: x\.detach\(\)\."),
        (torch.ones(1, 2, dtype=torch.bfloat16), TypeError, r"Convert it first: x\.float\(\)\."),
        (
            torch.ones(1, 2, dtype=torch.bfloat16, requires_grad=True),
            TypeError,
            r"Convert it first: x\.detach\(\)\.float\(\)\.",
        ),
        (torch.ones(1, 2, device="meta"), TypeError, r"no values: make it on the CPU"),
        (torch.ones(1, 2).to_sparse(), TypeError, r"x, of type Tensor.*to_dense"),
        ([torch.ones(2, requires_grad=True)], TypeError, r"x, of type list.*detach"),
    ],
)
def test_what_is_no_array_of_floats_is_refused_with_what_helps(value, error, message):
    with pytest.raises(error, match=message):
        norms.layer_norm(value, 2)


@pytest.mark.parametrize("masked", [False, True])
def test_a_mask_is_not_dropped_in_silence(masked):
    x = np.ma.masked_array([[1.0, 2.0]], [[False, masked]])
    with pytest.raises(TypeError, match=r"x is a masked array.*x\.filled\(0\.0\)"):
        norms.layer_norm(x, 2)
    assert norms.layer_norm(x.filled(0.0), 2).shape == (1, 2)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_the_advice_for_tensors_works(dtype):
    x = torch.tensor([[1.0, 3.0]], dtype=dtype, requires_grad=True)
    np.testing.assert_allclose(norms.layer_norm(x.detach().float(), 2, eps=0.0), [[-1, 1]])


@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("other", NORMS)
def test_a_cache_of_another_norm_is_refused(name, other):
    cache = NORMS[other](X)[1]
    backward = getattr(norms, f"{name}_backward")
    if name == other:
        assert backward(X, cache)[0].shape == X.shape
        return
    with pytest.raises(TypeError, match=rf"cache is a {type(cache).__name__}; expected a .*Cache"):
        backward(X, cache)


@pytest.mark.parametrize("name", NORMS)
def test_the_pair_that_forward_returns_is_no_cache(name):
    with pytest.raises(TypeError, match=rf"cache is a tuple.*y, cache = {name}_forward"):
        getattr(norms, f"{name}_backward")(X, NORMS[name](X))
