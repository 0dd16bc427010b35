"""How long LayerNorm and RMSNorm take, and how much of that is moving bytes.

Three ways compute the same function: "unfused", the modules of ``normbook.nn``, an operator of
PyTorch for each step; "fused", ``torch.nn.functional``; "compiled", ``torch.compile`` of the
unfused one. Here they run on the processor, on one thread; in ``norm_speed_gpu``, on a GPU.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from normbook.experiments.parts import Parts
from normbook.experiments.record import Record, main, measured
from normbook.nn import LayerNorm, RMSNorm

SEED = 0
NORMS: dict[str, Callable[[int], nn.Module]] = {"layer": LayerNorm, "rms": RMSNorm}
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
WAYS = ("unfused", "fused", "compiled")
# How often each pass must at least move a tensor of x's size: forward reads x and writes y;
# both read x and write y, then read dy and x and write dx.
MOVES = {"forward": 2, "both": 5}
WARMUP = 3  # repeats that fill caches and pools, and are not counted
# Largest error that a result may have, relative to float64 in the L2 norm. The fused LayerNorm on
# processors sums the gradient of its weight in bfloat16 itself, and errs by an eighth over 16384
# rows.
LARGEST_ERROR = {"float32": 1e-4, "bfloat16": 0.3}

Step: TypeAlias = Callable[[], Any]


class Settings(NamedTuple):
    """How large the experiment is; ``QUICK`` is a small one, to test it."""

    widths: tuple[int, ...] = (256, 1024, 4096)
    elements: int = 2**22
    repeats: int = 30
    compiling: bool = True


QUICK = Settings((256,), elements=2**12, repeats=2, compiling=False)


def run(quick: bool = False, parts: Parts | None = None) -> Record:
    """Time all on the processor; ``quick`` in miniature, to test. Returns what `run_on` does."""
    return run_on("cpu", "norm_speed", QUICK if quick else Settings(), parts)


def run_on(device: str, name: str, settings: Settings, parts: Parts | None) -> Record:
    """Time all on one device, for the record ``name``.

    Returns
    -------
    dict
        ``devices[device]`` holds what :func:`describe` returns;
        ``times[device][norm][dtype][width][way][pass]`` holds ``median``, ``q25`` and ``q75`` in
        milliseconds and ``gb_per_s``, of the bytes that the pass must move at least; None where the
        way is not available. The pass "both" is forward and backward; it also has
        ``dweight_error``, that of the weight's gradient beside float64, relative in the L2 norm.
    """
    tasks: dict[str, partial[Record]] = {device: partial(describe, settings, device)}
    for norm in NORMS:
        for dtype in DTYPES:
            for width in settings.widths:
                tasks[f"{device}-{norm}-{dtype}-{width}"] = partial(
                    measure, settings, device, norm, dtype, width
                )
    parts = parts or Parts()
    parts.jobs = 1  # two at a time would share the memory that both wait for
    return measured(name, SEED, tasks, partial(_assemble, settings, device), parts)


def _assemble(settings: Settings, device: str, results: dict[str, Any]) -> Record:
    return {
        "seeds": [SEED],
        "norms": list(NORMS),
        "dtypes": list(DTYPES),
        "widths": list(settings.widths),
        "ways": list(WAYS),
        "passes": list(MOVES),
        "repeats": settings.repeats,
        "devices": {device: results[device]},
        "times": {
            device: {
                norm: {
                    dtype: {
                        str(width): results[f"{device}-{norm}-{dtype}-{width}"]
                        for width in settings.widths
                    }
                    for dtype in DTYPES
                }
                for norm in NORMS
            }
        },
    }


def rms_over_layer(record: Record, way: str) -> dict[tuple[str, int, str], float]:
    """Return RMSNorm's median time in parts of LayerNorm's, by dtype, width and pass."""
    (times,) = record["times"].values()  # of one device
    ratios = {}
    for case in product(record["dtypes"], record["widths"], record["passes"]):
        dtype, width, name = case
        rms, layer = (times[norm][dtype][str(width)][way][name] for norm in ("rms", "layer"))
        ratios[case] = rms["median"] / layer["median"]
    return ratios


def describe(settings: Settings, device: str) -> Record:
    """Return what the device is, and how fast it copies.

    Returns
    -------
    dict
        ``name``; ``threads``, None for a GPU; ``elements`` of each tensor; ``copy_gb_per_s``,
        bytes read and written in copying a float32 tensor of as many elements; ``compiled``, None
        if ``torch.compile`` works there, else the reason why not.
    """
    x = torch.ones(settings.elements, device=device)
    y = torch.empty_like(x)
    times = time_in_turn({"copy": lambda: y.copy_(x)}, settings.repeats, device)
    seconds = float(np.median(times["copy"])) / 1e3
    return {
        "name": torch.cuda.get_device_name() if device == "cuda" else processor_name(),
        "threads": torch.get_num_threads() if device == "cpu" else None,
        "elements": settings.elements,
        "copy_gb_per_s": 2 * x.nbytes / seconds / 1e9,
        "compiled": why_not_compiled(settings, device),
    }


def processor_name() -> str:
    """Return the processor's name as Linux gives it, else its architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


@cache
def why_not_compiled(settings: Settings, device: str) -> str | None:
    """Return None if ``torch.compile`` compiles a norm here, else the reason."""
    if not settings.compiling:
        return "left out of a quick run"
    x = torch.ones(2, 16, device=device, requires_grad=True)
    try:
        y = compiled(LayerNorm(16).to(device))(x)
        torch.autograd.grad(y.sum(), x)
    except Exception as error:  # whatever a compiler, or its absence, may raise
        return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"[:200]
    return None


def compiled(module: nn.Module) -> Callable[[Tensor], Tensor]:
    """Return the module compiled for the shapes that it is called with."""
    torch.compiler.reset()
    function: Callable[[Tensor], Tensor] = torch.compile(module, dynamic=False)
    return function


def measure(settings: Settings, device: str, norm: str, dtype: str, width: int) -> Record:
    """Time all ways in turn, so that a busy moment of the machine falls on each.

    Returns
    -------
    dict
        ``[way][pass]`` as in :func:`run`.
    """
    torch.manual_seed(SEED)
    x = torch.randn(
        settings.elements // width, width, device=device, dtype=DTYPES[dtype], requires_grad=True
    )
    dy = torch.randn_like(x)
    module = NORMS[norm](width).to(device=device, dtype=DTYPES[dtype])
    steps = {
        (way, name): step
        for way, function in functions(settings, device, norm, module).items()
        for name, step in passes(function, module, x, dy).items()
    }
    exact = exact_results(module, x, dy)
    errors = {key: relative_errors(step(), exact[key[1]]) for key, step in steps.items()}
    check_errors(errors, LARGEST_ERROR[dtype])
    times = time_in_turn(steps, settings.repeats, device)
    record: Record = dict.fromkeys(WAYS)
    for (way, name), each in times.items():
        q25, median, q75 = np.quantile(each, (0.25, 0.5, 0.75)).tolist()
        moved = MOVES[name] * x.nbytes
        measured = {"median": median, "q25": q25, "q75": q75, "gb_per_s": moved / median / 1e6}
        if name == "both":
            measured["dweight_error"] = errors[way, name][1]
        record[way] = (record[way] or {}) | {name: measured}
    return record


def functions(
    settings: Settings, device: str, norm: str, module: Any
) -> dict[str, Callable[[Tensor], Tensor]]:
    """Return the ways that are available here."""

    def fused(x: Tensor) -> Tensor:
        shape = module.normalized_shape
        if norm == "rms":
            return F.rms_norm(x, shape, module.weight, module.eps)
        return F.layer_norm(x, shape, module.weight, module.bias, module.eps)

    ways: dict[str, Callable[[Tensor], Tensor]] = {"unfused": module, "fused": fused}
    if why_not_compiled(settings, device) is None:
        ways["compiled"] = compiled(module)
    return ways


def passes(
    function: Callable[[Tensor], Tensor], module: nn.Module, x: Tensor, dy: Tensor
) -> dict[str, Step]:
    """Return forward alone, which keeps nothing for backward, and both."""
    leaves = [x, *module.parameters()]

    def forward() -> tuple[Tensor, ...]:
        with torch.no_grad():
            return (function(x),)

    def both() -> tuple[Tensor, ...]:
        return torch.autograd.grad(function(x), leaves, dy)

    return {"forward": forward, "both": both}


def exact_results(module: nn.Module, x: Tensor, dy: Tensor) -> dict[str, tuple[Tensor, ...]]:
    """Return what each pass would give in float64."""
    wide = deepcopy(module).double()
    steps = passes(wide, wide, x.detach().double().requires_grad_(), dy.double())
    return {name: step() for name, step in steps.items()}


def relative_errors(results: tuple[Tensor, ...], exact: tuple[Tensor, ...]) -> list[float]:
    """Return the length of the difference over that of the exact result, for each.

    Examples
    --------
    >>> relative_errors((torch.tensor([3.0, 6.5]),), (torch.tensor([3.0, 4.0]),))
    [0.5]
    """
    return [
        ((received.detach().to(right.dtype) - right).norm() / right.norm()).item()
        for received, right in zip(results, exact, strict=True)
    ]


def check_errors(errors: dict[tuple[str, str], list[float]], largest: float) -> None:
    """Raise if an error is larger: the time of a wrong result is of no interest."""
    for (way, name), each in errors.items():
        if not max(each) <= largest:
            raise ArithmeticError(
                f"{way} errs by {max(each):.3g} in {name}; at most {largest:.3g} was expected."
            )


def time_in_turn(steps: dict[Any, Step], repeats: int, device: str) -> dict[Any, list[float]]:
    """Return the times of each step in milliseconds, all steps once in each repeat."""

    def wait() -> None:
        if device == "cuda":
            torch.cuda.synchronize()

    times: dict[Any, list[float]] = {key: [] for key in steps}
    for repeat in range(repeats + WARMUP):
        for key, step in steps.items():
            wait()
            start = time.perf_counter()
            step()
            wait()
            if repeat >= WARMUP:
                times[key].append(1e3 * (time.perf_counter() - start))
    return times


if __name__ == "__main__":
    main("norm_speed", run)
