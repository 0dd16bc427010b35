"""Time and error of `normbook.norms` beside `torch.nn.functional`: one thread each, float32.

Run it with `python tools/bench_norms.py`. A time is the processor's on that thread (`thread_time`),
so that a busy machine does not decide, and the median of interleaved repeats. Forward keeps what
its backward needs, on both sides. An error is the root mean square of the difference from torch in
float64, in parts of the root mean square there. The largest difference is printed beside it and
held to no limit: at a million values a group, those of the outputs of group and instance norm are
over twice torch's, which rounds fewer times.

It ends with 1, and marks the line, if a time is over three times torch's, or an error over twice
torch's and over twice that of rounding the exact result.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

# Before the imports below: BLAS and OpenMP read these once.
if __name__ == "__main__":
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
import torch
import torch.nn.functional as F

from normbook import norms

SHAPES = ((8, 512, 768), (4096, 64))
SIZES = (65_536, 1_000_000)
OFFSETS = (0.0, 1e3)
SLOWEST = 3.0  # the longest time of a norm, in units of PyTorch's
LIMIT = 2.0  # the largest error of a norm, in units of PyTorch's
ROUNDING = float(np.finfo(np.float32).eps) / 4  # error of an exact result in float32
Step = Callable[[], Any]


def cases(shape: tuple[int, ...]) -> Iterator[tuple[str, Step, Step, Step, Step]]:
    """Yield name, our forward, torch's forward, our backward and torch's backward."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, *shape), dtype=np.float32)

    def case(
        name: str,
        size: int,
        ours: Callable[..., Any],
        ours_backward: Callable[..., Any],
        theirs: Callable[..., Any],
    ) -> tuple[str, Step, Step, Step, Step]:
        count = 1 if name == "rms_norm" else 2
        parameters = list(rng.standard_normal((count, size), dtype=np.float32))
        leaves = [torch.from_numpy(a.copy()).requires_grad_() for a in (x, *parameters)]
        torch_dy = torch.from_numpy(dy)
        y, cache = ours(x, *parameters)
        torch_y = theirs(*leaves)

        def torch_backward() -> tuple[torch.Tensor, ...]:
            return torch.autograd.grad(torch_y, leaves, torch_dy, retain_graph=True)

        # The time of a wrong result is of no interest.
        for a, b in zip(
            (y, *ours_backward(dy, cache)), (torch_y.detach(), *torch_backward()), strict=True
        ):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-3)
        return (
            name,
            lambda: ours(x, *parameters),
            lambda: theirs(*leaves),
            lambda: ours_backward(dy, cache),
            torch_backward,
        )

    features, channels = shape[-1], shape[1]
    zeros, ones = np.zeros((2, channels), np.float32), np.ones((2, channels), np.float32)
    running = torch.zeros(channels), torch.ones(channels)
    yield case(
        "layer_norm",
        features,
        lambda x, w, b: norms.layer_norm_forward(x, features, w, b),
        norms.layer_norm_backward,
        lambda x, w, b: F.layer_norm(x, (features,), w, b),
    )
    yield case(
        "rms_norm",
        features,
        lambda x, w: norms.rms_norm_forward(x, features, w),
        norms.rms_norm_backward,
        lambda x, w: F.rms_norm(x, (features,), w, eps=1e-6),
    )
    yield case(
        "batch_norm",
        channels,
        lambda x, w, b: norms.batch_norm_forward(x, zeros[0], ones[0], w, b, training=True),
        norms.batch_norm_backward,
        lambda x, w, b: F.batch_norm(x, *running, w, b, training=True),
    )
    yield case(
        "group_norm",
        channels,
        lambda x, w, b: norms.group_norm_forward(x, 8, w, b),
        norms.group_norm_backward,
        lambda x, w, b: F.group_norm(x, 8, w, b),
    )


def conditional(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
    """Return torch's layer norm with a scale and a shift that are linear in a condition."""
    condition, weight_map, bias_map = parameters
    x_hat = F.layer_norm(x, x.shape[-1:])
    return x_hat * (condition @ weight_map) + condition @ bias_map


def large_cases(size: int) -> Iterator[tuple[str, tuple[int, ...], Any, Any, Any, list[Any]]]:
    """Yield name, shape, our forward and backward, torch's norm and shapes of the parameters.

    A group has ``size`` values; in the second case a parameter has, with groups of 4.
    """
    layer, layer_backward = norms.layer_norm_forward, norms.layer_norm_backward
    for shape in ((2, size), (size, 4)):
        features = shape[-1]
        yield (
            "layer_norm",
            shape,
            lambda x, w, b, n=features: layer(x, n, w, b),
            layer_backward,
            lambda x, w, b, n=features: F.layer_norm(x, (n,), w, b),
            [features, features],
        )
    yield (
        "rms_norm",
        (2, size),
        lambda x, w: norms.rms_norm_forward(x, size, w),
        norms.rms_norm_backward,
        lambda x, w: F.rms_norm(x, (size,), w, eps=1e-6),
        [size],
    )
    yield (
        "batch_norm",
        (size, 4),
        lambda x, w, b: norms.batch_norm_forward(x, None, None, w, b, training=True),
        norms.batch_norm_backward,
        lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True),
        [4, 4],
    )
    yield (
        "group_norm",
        (2, 4, size // 2),
        lambda x, w, b: norms.group_norm_forward(x, 2, w, b),
        norms.group_norm_backward,
        lambda x, w, b: F.group_norm(x, 2, w, b),
        [4, 4],
    )
    yield (
        "instance_norm",
        (2, 2, size),
        norms.instance_norm_forward,
        norms.instance_norm_backward,
        lambda x, w, b: F.instance_norm(x, None, None, w, b),
        [2, 2],
    )
    yield (
        "conditional",
        (2, size),
        norms.conditional_layer_norm_forward,
        norms.conditional_layer_norm_backward,
        conditional,
        [(2, 3), (3, size), (3, size)],
    )


def errors(
    shape: tuple[int, ...],
    offset: float,
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    theirs: Callable[..., torch.Tensor],
    parameter_shapes: list[Any],
) -> Iterator[tuple[float, ...]]:
    """Yield our error and torch's, then our largest and torch's, of y and of each gradient."""
    rng = np.random.default_rng(0)
    x, dy = rng.standard_normal((2, *shape), dtype=np.float32)
    x += np.float32(offset)
    inputs = [x, *(rng.standard_normal(size, dtype=np.float32) for size in parameter_shapes)]
    y, cache = forward(*inputs)
    ours = [y, *backward(dy, cache)]

    def run_torch(dtype: torch.dtype) -> list[Any]:
        leaves = [torch.from_numpy(a).to(dtype).requires_grad_() for a in inputs]
        y = theirs(*leaves)
        gradients = torch.autograd.grad(y, leaves, torch.from_numpy(dy).to(dtype))
        return [t.detach().double().numpy() for t in (y, *gradients)]

    for mine, single, exact in zip(
        ours, run_torch(torch.float32), run_torch(torch.float64), strict=True
    ):
        size = np.sqrt(np.square(exact).mean())
        off = [np.abs(a - exact) / size for a in (mine, single)]
        yield (
            *(float(np.sqrt(np.square(a).mean())) for a in off),
            *(float(a.max()) for a in off),
        )


def median_times(steps: tuple[Step, ...], repeats: int) -> list[float]:
    """Return the median processor time of each step in milliseconds, taken in turn."""
    times: list[list[float]] = [[] for _ in steps]
    for repeat in range(repeats + 2):
        for step, collected in zip(steps, times, strict=True):
            start = time.thread_time()
            step()
            if repeat >= 2:  # the first two fill caches and pools
                collected.append(1e3 * (time.thread_time() - start))
    return [statistics.median(collected) for collected in times]


def print_times(repeats: int) -> bool:
    """Print the table of times; return whether each is at most SLOWEST times torch's."""
    print(f"median processor time of {repeats} interleaved repeats, one thread, float32, in ms;")
    print(f"the limit is a ratio of {SLOWEST:g}\n")
    row = "{:<11} {:<14} {:>9} {:>8} {:>6}   {:>9} {:>8} {:>6}  {}"
    print(row.format("", "", "forward", "torch", "ratio", "backward", "torch", "ratio", ""))
    fine = True
    for shape in SHAPES:
        for name, *steps in cases(shape):
            forward, torch_forward, backward, torch_backward = median_times(tuple(steps), repeats)
            ratios = forward / torch_forward, backward / torch_backward
            within = max(ratios) <= SLOWEST
            print(
                row.format(
                    name,
                    str(shape),
                    f"{forward:.2f}",
                    f"{torch_forward:.2f}",
                    f"{ratios[0]:.2f}",
                    f"{backward:.2f}",
                    f"{torch_backward:.2f}",
                    f"{ratios[1]:.2f}",
                    "" if within else "over the limit",
                )
            )
            fine &= within
    return fine


def print_errors() -> bool:
    """Print the table of errors; return whether each is at most LIMIT times torch's."""
    print(f"\nerror in float32; the limit is a ratio of {LIMIT:g}, or {LIMIT * ROUNDING:.0e}")
    print("largest: the largest difference, in those of torch\n")
    row = "{:<13} {:<16} {:>6}" + "   {:>8} {:>8} {:>6} {:>7}" * 2 + "  {}"
    side = ("torch", "ratio", "largest")
    print(row.format("", "", "mean", "forward", *side, "backward", *side, ""))
    fine = True
    for size in SIZES:
        for name, shape, *functions in large_cases(size):
            for offset in OFFSETS:
                forward, *gradients = errors(shape, offset, *functions)
                backward = max(gradients, key=lambda error: error[0] / max(error[1], ROUNDING))
                cells = [
                    text
                    for mine, single, largest, torch_largest in (forward, backward)
                    for text in (
                        f"{mine:.1e}",
                        f"{single:.1e}",
                        f"{mine / single:.2f}",
                        f"{largest / torch_largest:.2f}",
                    )
                ]
                within = all(
                    mine <= LIMIT * max(single, ROUNDING)
                    for mine, single, *_ in (forward, backward)
                )
                note = "" if within else "over the limit"
                print(row.format(name, str(shape), f"{offset:g}", *cells, note))
                fine &= within
    return fine


def main() -> int:
    """Print both tables, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=30, help="of each step (default: 30)")
    repeats = parser.parse_args().repeats
    torch.set_num_threads(1)

    print(f"Python {platform.python_version()}, NumPy {np.__version__}, torch {torch.__version__}")
    fine = print_times(repeats)
    return 0 if print_errors() and fine else 1


if __name__ == "__main__":
    sys.exit(main())
