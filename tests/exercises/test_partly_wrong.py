"""What is wrong in one kind of call has not full marks; what computes nothing has none."""

import numpy as np
import pytest

from normbook.grader import find
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run

pytestmark = pytest.mark.usefixtures("one_thread")


def points(slug, attempt):
    """Return the points that an attempt earns."""
    return sum(check.points for check in run(find(slug), Attempt(Direct(attempt))))


def of(slug):
    """Return the solution of an exercise."""
    exercise = find(slug)
    return load(exercise.solution, exercise.entry)


def norm(z, eps, axis=-1):
    """Return LayerNorm over the axes given."""
    centred = z - z.mean(axis=axis, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=axis, keepdims=True) + eps)


# ---- residual_placement: a norm that is wrong in some placements ----


def of_one_pass(z, eps, _):
    """Return LayerNorm with the variance E[z²] − μ²."""
    mean = z.mean(axis=-1, keepdims=True)
    return (z - mean) / np.sqrt(np.mean(z**2, axis=-1, keepdims=True) - mean**2 + eps)


def where(condition, other):
    """Return LayerNorm that is another where a condition holds of the block's x and ε."""
    return lambda z, eps, x: other(z, eps) if condition(x, eps) else norm(z, eps)


def as_it_came(z, _):
    """Return z itself."""
    return z


NORMS = {
    "over_the_first_of_several_axes": where(lambda x, _: x.ndim > 2, lambda z, e: norm(z, e, 0)),
    "of_three_leading_axes": where(lambda x, _: x.ndim > 3, as_it_came),
    "of_one_row": where(lambda x, _: x.ndim == 1, as_it_came),
    "of_a_view": where(lambda x, _: not x.flags.c_contiguous and x.ndim > 2, as_it_came),
    "of_what_is_not_to_be_written_to": where(lambda x, _: not x.flags.writeable, as_it_came),
    "of_one_feature": where(lambda x, _: x.shape[-1] == 1, as_it_came),
    "of_a_large_mean": of_one_pass,
    "in_float32": lambda z, eps, _: norm(z.astype(np.float32), eps).astype(z.dtype),
    "with_an_eps_of_0": where(lambda _, eps: eps == 0, lambda z, _: norm(z, 1e-5)),
    "with_no_eps": where(lambda _, eps: eps == 1e-5, lambda z, _: norm(z, 1e-6)),
    "with_a_little_added": lambda z, eps, _: norm(z, eps + 1e-12),
    "rounded": lambda z, eps, _: np.round(norm(z, eps), 6),
    "in_float16_as_float32": where(
        lambda x, _: x.dtype == np.float16, lambda z, eps: norm(z, eps).astype(np.float32)
    ),
    "in_float16": where(lambda x, _: x.dtype == np.float16, as_it_came),
}
PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")


@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize("wrong", NORMS.values(), ids=NORMS)
def test_a_norm_that_is_wrong_in_one_placement_alone_has_not_full_marks(wrong, placement):
    def attempt(x, w, name, alpha=1.0, eps=1e-5):
        def n(z):
            return wrong(z, eps, x) if name == placement else norm(z, eps)

        if name == "pre":
            return x + n(x) @ w
        if name == "post":
            return n(x + x @ w)
        if name == "sandwich":
            return x + n(n(x) @ w)
        if name == "olmo2":
            return x + n(x @ w)
        if name == "deepnorm":
            return n(alpha * x + x @ w)
        raise ValueError(name)

    assert points("residual_placement", attempt) < find("residual_placement").points


# ---- layer_norm and layer_norm_multi_axis: parameters that are wrong in some shapes ----


def multiplied_and_added(y, weight, bias):
    """Return y scaled and shifted, each where it is given."""
    y = y if weight is None else y * weight
    return y if bias is None else y + bias


def along(axis):
    """Return what puts a parameter of (D,) along another axis, where it fits there."""

    def move(parameter, x):
        if parameter is None or x.ndim < 3 or x.shape[axis] != len(parameter):
            return parameter
        return np.expand_dims(parameter, tuple(range(1, -axis)))

    return move


OF_SEQUENCES = {
    "left_out": lambda parameter, x: None if x.ndim == 3 else parameter,
    "left_out_of_four_axes": lambda parameter, x: None if x.ndim == 4 else parameter,
    "along_the_positions": along(-2),
    "along_the_samples": along(-3),
}


@pytest.mark.parametrize("moved", OF_SEQUENCES.values(), ids=OF_SEQUENCES)
@pytest.mark.parametrize("name", ["weight", "bias"])
def test_a_parameter_that_is_misplaced_in_sequences_alone_has_not_full_marks(name, moved):
    def attempt(x, normalized_shape, weight=None, bias=None, eps=1e-5):
        if name == "weight":
            weight = moved(weight, x)
        else:
            bias = moved(bias, x)
        return multiplied_and_added(norm(x, eps), weight, bias).astype(x.dtype)

    assert points("layer_norm", attempt) < 10


CHECKS = {
    "its_first_size": lambda sizes, expected: sizes[:1] == expected[:1],
    "its_first_size_and_number_of_axes": (
        lambda sizes, expected: sizes[:1] == expected[:1] and len(sizes) == len(expected)
    ),
    "its_last_size_and_number_of_axes": (
        lambda sizes, expected: sizes[-1:] == expected[-1:] and len(sizes) == len(expected)
    ),
    "what_broadcasts": lambda sizes, expected: np.broadcast_shapes(sizes, expected) == expected,
    "no_axes_at_all": lambda sizes, expected: sizes in ((), expected),
    "fewer_axes": lambda sizes, expected: sizes in (expected, expected[1:]),
}


@pytest.mark.parametrize("fits", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("name", ["weight", "bias"])
def test_a_parameter_that_is_checked_in_part_has_not_full_marks(name, fits):
    def attempt(x, normalized_shape, weight=None, bias=None, eps=1e-5):
        for each, parameter in (("weight", weight), ("bias", bias)):
            if parameter is None or parameter.shape == normalized_shape:
                continue
            if each != name or not fits(parameter.shape, normalized_shape):
                raise ValueError(each)
        return of("layer_norm_multi_axis")(
            x,
            normalized_shape,
            None if weight is None else np.broadcast_to(weight, normalized_shape),
            None if bias is None else np.broadcast_to(bias, normalized_shape),
            eps,
        )

    assert points("layer_norm_multi_axis", attempt) < 3


# ---- what normalizes nothing, and scales nothing ----


def unnormalized(y):
    """Return an attempt that scales and shifts what a function makes of each number of x alone."""

    def attempt(x, normalized_shape, weight=None, bias=None, eps=1e-5):
        if type(normalized_shape) is tuple:
            ends = x.shape[-len(normalized_shape) :] == normalized_shape
            given = [each.shape for each in (weight, bias) if each is not None]
            if not ends or any(shape != normalized_shape for shape in given):
                raise ValueError(normalized_shape)
        return multiplied_and_added(y(x), weight, bias).astype(x.dtype)

    return attempt


OF_EACH_NUMBER = {
    "x": lambda x: x,
    "x_and_one": lambda x: x + 1,
    "half_of_x": lambda x: x / 2,
    "zeros": np.zeros_like,
    "ones": np.ones_like,
    "a_ramp": lambda x: np.arange(x.size, dtype=x.dtype).reshape(x.shape),
    "squashed": np.tanh,
}


@pytest.mark.parametrize("y", OF_EACH_NUMBER.values(), ids=OF_EACH_NUMBER)
@pytest.mark.parametrize("slug", ["layer_norm", "layer_norm_multi_axis"])
def test_what_normalizes_nothing_earns_nothing(slug, y):
    assert points(slug, unnormalized(y)) == 0
    assert points(slug, lambda x, *_, **__: y(x)) == 0


@pytest.mark.parametrize(
    "scale",
    [
        lambda values: [1.0, 0.0, 0.5],
        lambda values: [1.0, 0.0, 0.5][: len(values)],
        lambda values: [value / 2 for value in values],
        lambda values: [value - 0.5 for value in values],
        lambda values: [value / 10 for value in values] if len(values) > 1 else [0.5],
    ],
    ids=["one_list", "the_beginning_of_one_list", "halves", "shifted", "tenths"],
)
def test_what_scales_nothing_earns_nothing(scale):
    assert points("min_max_scale", scale) == 0


def test_what_runs_from_1_to_0_has_less_than_half():
    def attempt(values):
        return [1 - y if min(values) < max(values) else y for y in of("min_max_scale")(values)]

    assert points("min_max_scale", attempt) <= 1


# ---- spot_the_bug: one row ----


@pytest.mark.parametrize("name", ["layer_norm", "deep_norm"])
def test_a_function_that_is_wrong_for_one_row_alone_has_not_full_marks(name):
    def attempt(function, x, *arguments):
        result = of("spot_the_bug")(function, x, *arguments)
        return result[None] if function == name and x.ndim == 1 else result

    assert points("spot_the_bug", attempt) < 5
