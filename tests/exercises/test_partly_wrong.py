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
