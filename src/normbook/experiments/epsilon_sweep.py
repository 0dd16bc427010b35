"""What epsilon changes: in training, in the output of small inputs, and where dtypes end.

Transformers with pre-norm read digits and differ in the epsilon of all LayerNorms. They are trained
with tokens of variance 1, and with tokens a thousand times smaller.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.optim import Adam

from normbook.experiments.data import batches, load_digits
from normbook.experiments.fit import ending, fit
from normbook.experiments.models import DigitTransformer
from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, by_seed, main, measured
from normbook.nn import LayerNorm, RMSNorm

SEEDS = (0, 1, 2)
D_MODEL, D_FF, DEPTH = 32, 64, 2
BATCH_SIZE = 32
LEARNING_RATE = 2e-3
EPS = (1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)
SCALES = (1.0, 1e-3)
STD_IN = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1, 1.0, 3.0, 10.0)
ROWS, FEATURES = 64, 512
LARGE = (1.0, 100.0, 255.0, 256.0, 300.0, 1e4, 65504.0)  # the last is float16's greatest
DTYPES = {"float16": torch.float16, "bfloat16": torch.bfloat16, "float32": torch.float32}


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    eps: tuple[float, ...] = EPS
    seeds: tuple[int, ...] = SEEDS
    steps: int = 400
    last: int = 50  # steps whose loss is the final one


QUICK = Settings(eps=(1e-12, 1e-5, 1.0), seeds=SEEDS[:2], steps=4, last=2)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Measure at each epsilon; ``quick`` at few and over a few steps, to test.

    Returns
    -------
    dict
        ``runs[scale][eps]``: by seed, what :func:`train` returns. ``forward``, ``dtypes`` and
        ``overflow`` hold what :func:`look_forward`, :func:`try_dtypes` and :func:`try_overflow`
        return.
    """
    settings = QUICK if quick else Settings()
    tasks: dict[str, partial[Record]] = {
        f"{scale:g}-{eps:g}-{seed}": partial(train, settings, scale, eps, seed)
        for scale in SCALES
        for eps in settings.eps
        for seed in settings.seeds
    }
    tasks["forward"] = partial(look_forward, settings.eps)
    tasks["dtypes"] = partial(try_dtypes, settings.eps)
    tasks["overflow"] = partial(try_overflow)
    return measured("epsilon_sweep", SEEDS[0], tasks, partial(_assemble, settings), parts)


def _assemble(settings: Settings, results: dict[str, Any]) -> Record:
    return {
        "depth": DEPTH,
        "d_model": D_MODEL,
        "batch_size": BATCH_SIZE,
        "learning_rate": LEARNING_RATE,
        "steps": settings.steps,
        "seeds": list(settings.seeds),
        "eps": list(settings.eps),
        "scales": list(SCALES),
        "runs": {
            f"{scale:g}": {
                f"{eps:g}": by_seed(
                    [results[f"{scale:g}-{eps:g}-{seed}"] for seed in settings.seeds]
                )
                for eps in settings.eps
            }
            for scale in SCALES
        },
        "forward": results["forward"],
        "dtypes": results["dtypes"],
        "overflow": results["overflow"],
    }


def train(settings: Settings, scale: float, eps: float, seed: int) -> Record:
    """Train with Adam, with tokens that are ``scale`` times as large at the start.

    Returns
    -------
    dict
        What :func:`normbook.experiments.fit.ending` returns.
    """
    digits = load_digits(standardize=True)
    torch.manual_seed(seed)
    model = DigitTransformer(D_MODEL, D_FF, DEPTH, norm=partial(LayerNorm, eps=eps))
    with torch.no_grad():
        model.embedding.weight.mul_(scale)
        model.position.mul_(scale)
    optimizer = Adam(model.parameters(), lr=LEARNING_RATE)
    losses = fit(model, optimizer, batches(digits, BATCH_SIZE, seed), (settings.steps,))
    return ending(model, digits, losses, settings.last)


@torch.no_grad()
def look_forward(all_eps: tuple[float, ...]) -> Record:
    """Return the standard deviation of LayerNorm's output for inputs of each deviation ``std_in``.

    Each row of the input has that deviation up to rounding, and the mean 0; all are float32.

    Returns
    -------
    dict
        ``std_in``, and ``std_out[eps]``, a list over ``std_in``.
    """
    torch.manual_seed(SEEDS[0])
    x = torch.randn(ROWS, FEATURES, dtype=torch.float64)
    x = x - x.mean(dim=-1, keepdim=True)
    x = x / x.std(dim=-1, correction=0, keepdim=True)
    return {
        "std_in": list(STD_IN),
        "std_out": {
            f"{eps:g}": [
                LayerNorm(FEATURES, eps)((std * x).float()).std(correction=0).item()
                for std in STD_IN
            ]
            for eps in all_eps
        },
    }


@torch.no_grad()
def try_dtypes(all_eps: tuple[float, ...]) -> Record:
    """Return, by dtype and epsilon, what becomes of epsilon and of a constant row.

    Returns
    -------
    dict
        ``stored``, epsilon as the dtype holds it; ``constant_row``, whether LayerNorm of a row of
        ones is "zero" or "nan", ``unwidened``, all in the dtype, or ``widened``, in float32.
    """
    return {
        name: {
            f"{eps:g}": {
                "stored": torch.tensor(eps, dtype=dtype).item(),
                "constant_row": {
                    "unwidened": verdict(unwidened_layer_norm(ones, eps)),
                    "widened": verdict(LayerNorm(FEATURES, eps)(ones)),
                },
            }
            for eps in all_eps
        }
        for name, dtype in DTYPES.items()
        for ones in [torch.ones(FEATURES, dtype=dtype)]
    }


def unwidened_layer_norm(x: Tensor, eps: float) -> Tensor:
    """Return x normalized over its last axis, each step and epsilon itself in the dtype of x."""
    centered = x - x.mean(dim=-1, keepdim=True)
    var = centered.square().mean(dim=-1, keepdim=True)
    return centered / torch.sqrt(var + torch.tensor(eps, dtype=x.dtype))


def verdict(y: Tensor) -> str:
    """Return "nan" if an element is NaN, "zero" if all are 0, else "other".

    Examples
    --------
    >>> verdict(torch.tensor([0.0, math.nan])), verdict(torch.zeros(2))
    ('nan', 'zero')
    """
    if y.isnan().any():
        return "nan"
    return "zero" if (y == 0).all() else "other"


@torch.no_grad()
def try_overflow() -> Record:
    """Return, by dtype, the mean absolute output of RMSNorm for rows of +x and -x; 1 is right.

    Returns
    -------
    dict
        ``x``, and a list over it for ``unwidened``, all in the dtype, and for ``widened``, in
        float32.
    """
    signs = torch.ones(FEATURES)
    signs[::2] = -1
    record: Record = {}
    for name, dtype in DTYPES.items():
        rows = [(x * signs).to(dtype) for x in LARGE]
        unwidened = [row / torch.sqrt(row.square().mean()) for row in rows]
        widened = [RMSNorm(FEATURES, elementwise_affine=False)(row) for row in rows]
        record[name] = {
            "x": list(LARGE),
            "unwidened": [y.abs().float().mean().item() for y in unwidened],
            "widened": [y.abs().float().mean().item() for y in widened],
        }
    return record


def expected_std(std: float, eps: float) -> float:
    r"""Return :math:`\sigma / \sqrt{\sigma^2 + \varepsilon}`, the deviation that LayerNorm gives.

    Examples
    --------
    >>> f"{expected_std(1e-3, 1e-5):.2f}"
    '0.30'
    """
    return std / math.sqrt(std**2 + eps)


if __name__ == "__main__":
    main("epsilon_sweep", run)
