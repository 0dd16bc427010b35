"""Time `normbook.norms` beside `torch.nn.functional`: one thread each, float32.

Run it with `python tools/bench_norms.py`. Each number is the median of interleaved repeats, so that
a busy moment of the machine falls on both. Forward keeps what its backward needs, on both sides.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

# Before the imports below: BLAS and OpenMP read these once.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np
import torch
import torch.nn.functional as F

from normbook import norms

SHAPES = ((8, 512, 768), (4096, 64))
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


def median_times(steps: tuple[Step, ...], repeats: int) -> list[float]:
    """Return the median time of each step in milliseconds, taken in turn."""
    times: list[list[float]] = [[] for _ in steps]
    for repeat in range(repeats + 2):
        for step, collected in zip(steps, times, strict=True):
            start = time.perf_counter()
            step()
            if repeat >= 2:  # the first two fill caches and pools
                collected.append(1e3 * (time.perf_counter() - start))
    return [statistics.median(collected) for collected in times]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=30, help="of each step (default: 30)")
    repeats = parser.parse_args().repeats
    torch.set_num_threads(1)

    print(f"Python {platform.python_version()}, NumPy {np.__version__}, torch {torch.__version__}")
    print(f"median of {repeats} interleaved repeats, one thread, float32, in milliseconds\n")
    row = "{:<11} {:<14} {:>9} {:>8} {:>6}   {:>9} {:>8} {:>6}"
    print(row.format("", "", "forward", "torch", "ratio", "backward", "torch", "ratio"))
    for shape in SHAPES:
        for name, *steps in cases(shape):
            forward, torch_forward, backward, torch_backward = median_times(tuple(steps), repeats)
            print(
                row.format(
                    name,
                    str(shape),
                    f"{forward:.2f}",
                    f"{torch_forward:.2f}",
                    f"{forward / torch_forward:.1f}",
                    f"{backward:.2f}",
                    f"{torch_backward:.2f}",
                    f"{backward / torch_backward:.1f}",
                )
            )


if __name__ == "__main__":
    main()
