"""Your own norm at work: digits are learned with a LayerNorm that you wrote, beside the book's.

The 64 pixels of a digit go through four layers of 32 units, each a matrix, a norm and a ReLU, to
the scores of ten digits: enough layers for a mistake on the way back to add up. It is trained by
plain gradient descent on batches of 50: Adam would hide a gradient that is only too large.

>>> losses = list(train(layer_norm, backward, steps=3))
>>> len(losses)
3
"""

from __future__ import annotations

import io
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from normbook.norms import layer_norm, layer_norm_backward, layer_norm_forward

Array = npt.NDArray[np.floating[Any]]
Function = Callable[..., Any]
Layer = dict[str, Array]

PACKAGE = Path(__file__).parents[1]
PIXELS, HIDDEN, LAYERS, CLASSES = 64, 32, 4, 10
BATCH, RATE, STEPS = 50, 0.1, 200
LAP = 5
"""Steps of one runner before the next has its turn."""
SECONDS = 8.0
"""How long a race lasts at most: a page ends what takes ten."""
FORWARD, BACKWARD = "layer_norm", "layer_norm_backward"
"""The two exercises; their functions have the same names."""


class BrokenNormError(Exception):
    """Training cannot go on; the message says why, to who wrote the norm."""


class Digits(NamedTuple):
    """Pixels ``(500, 64)`` from 0 to 1, and what each image shows, ``(500,)``."""

    pixels: Array
    labels: npt.NDArray[np.int64]


@cache
def load_digits() -> Digits:
    """Return the digits that the laboratory learns, too."""
    text = (PACKAGE / "data" / "digits.json").read_text(encoding="utf-8")
    part = json.loads(text)["training"]
    letters = np.frombuffer(part["pixels"].encode(), np.uint8).reshape(-1, PIXELS)
    return Digits((letters - ord("a")) / 16, np.array([int(label) for label in part["labels"]]))


def backward(dy: Array, x: Array, weight: Array | None = None, eps: float = 1e-5) -> Any:
    """Return the book's ``(dx, dweight, dbias)``, from what the exercise is given."""
    features = x.shape[-1]
    weight = np.ones(features) if weight is None else weight
    _, cache = layer_norm_forward(x, features, weight, np.zeros(features), eps)
    return layer_norm_backward(dy, cache)


def initialize(seed: int) -> list[Layer]:
    """Return the layers to start from; the last has no norm."""
    rng = np.random.default_rng(seed)
    sizes = [PIXELS, *[HIDDEN] * LAYERS, CLASSES]
    layers: list[Layer] = []
    for inputs, units in pairwise(sizes):
        w = rng.normal(scale=np.sqrt(2 / inputs), size=(inputs, units))
        layers.append({"w": w, "b": np.zeros(units)})
    for layer in layers[:-1]:
        layer |= {"weight": np.ones(HIDDEN), "bias": np.zeros(HIDDEN)}
    return layers


def train(
    forward: Function, backward: Function, seed: int = 0, steps: int = STEPS
) -> Iterator[float]:
    """Train with a norm, and yield the loss of each step's batch.

    Parameters
    ----------
    forward : callable
        ``layer_norm(x, normalized_shape, weight, bias)``, as in the exercise; x is ``(50, 32)``.
    backward : callable
        ``layer_norm_backward(dy, x, weight)``, which gives ``(dx, dweight, dbias)``.
    seed : int
        Of the matrices and the batches.
    steps : int
        How many.

    Raises
    ------
    BrokenNormError
        Where one of the two raises, or gives another shape or NaN, and where the loss is no number.
    """
    layers, rng = initialize(seed), np.random.default_rng(seed)
    pixels, labels = load_digits()
    for step in range(1, steps + 1):
        rows = rng.integers(len(pixels), size=BATCH)
        with np.errstate(all="ignore"):  # what comes of an overflow is said below
            loss, gradients = slopes(layers, pixels[rows], labels[rows], forward, backward)
        if not np.isfinite(loss):
            raise BrokenNormError(f"at step {step} the loss is {loss}: the network has diverged")
        yield loss
        for layer, gradient in zip(layers, gradients, strict=True):
            for name, slope in gradient.items():
                layer[name] = layer[name] - RATE * slope


def slopes(
    layers: list[Layer],
    pixels: Array,
    labels: npt.NDArray[np.int64],
    forward: Function,
    backward: Function,
) -> tuple[float, list[Layer]]:
    """Return the loss of a batch, and its gradient with respect to each layer's arrays."""
    *hidden, last = layers
    a, kept = pixels, []
    for layer in hidden:
        h = a @ layer["w"] + layer["b"]
        u = norm_of(forward, h, layer)
        kept.append((a, h, u))
        a = np.maximum(u, 0)
    loss, dscores = cross_entropy(a @ last["w"] + last["b"], labels)
    gradients: list[Layer] = [{"w": a.T @ dscores, "b": dscores.sum(axis=0)}]
    da: Array = dscores @ last["w"].T
    for layer, (a, h, u) in zip(reversed(hidden), reversed(kept), strict=True):
        dh, dweight, dbias = gradients_of(backward, da * (u > 0), h, layer)
        of_linear = {"w": a.T @ dh, "b": dh.sum(axis=0)}
        gradients.append(of_linear | {"weight": dweight, "bias": dbias})
        da = dh @ layer["w"].T
    return loss, gradients[::-1]


def cross_entropy(scores: Array, labels: npt.NDArray[np.int64]) -> tuple[float, Array]:
    """Return the mean of −log softmax at the labels, and its gradient."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    one_hot = np.eye(CLASSES)[labels]
    return -float(np.mean(np.sum(log_p * one_hot, axis=1))), (np.exp(log_p) - one_hot) / len(labels)


# ---- a norm that may be wrong ----


def norm_of(forward: Function, h: Array, layer: Layer) -> Array:
    """Return what the norm makes of ``h``."""
    if not np.isfinite(h).all():
        raise BrokenNormError(f"the network has diverged: what comes to {FORWARD} is not finite")
    y = called(FORWARD, forward, h, HIDDEN, layer["weight"], layer["bias"])
    return checked(FORWARD, "an array", y, h.shape)


def gradients_of(backward: Function, du: Array, h: Array, layer: Layer) -> list[Array]:
    """Return the norm's three gradients."""
    three = called(BACKWARD, backward, du, h, layer["weight"])
    if not isinstance(three, (tuple, list)) or len(three) != 3:
        raise BrokenNormError(f"{BACKWARD} gives no tuple of three, (dx, dweight, dbias)")
    shapes = {"dx": h.shape, "dweight": (HIDDEN,), "dbias": (HIDDEN,)}
    return [
        checked(BACKWARD, name, array, shape)
        for (name, shape), array in zip(shapes.items(), three, strict=True)
    ]


def called(name: str, function: Function, *arguments: Any) -> Any:
    """Return what a function gives, or say what it raised, and in which line."""
    try:
        return function(*arguments)
    except Exception as error:
        # Below this frame, the first is the function's; a line of its file says most to its author.
        frames = traceback.extract_tb(error.__traceback__)[1:]
        lines = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
        where = f" (line {lines[-1]})" if lines else ""
        words = f"{name} raised {type(error).__name__}: {error}{where}"
        raise BrokenNormError(words) from error


def checked(name: str, what: str, array: Any, shape: tuple[int, ...]) -> Array:
    """Return an array that has the shape, and no NaN in it."""
    if not isinstance(array, np.ndarray) or array.shape != shape:
        given = getattr(array, "shape", type(array).__name__)
        raise BrokenNormError(f"{name} gives {what} of shape {given} where {shape} is needed")
    if np.isnan(array).any():
        raise BrokenNormError(f"{name} gives {what} with NaN in it")
    return array


# ---- side by side ----


class Lap(NamedTuple):
    """What one runner did in its turn."""

    name: str
    losses: list[float]
    seconds: float
    """Of training, since the start."""
    ended: str
    """Why it goes no further, or nothing."""


def race(
    runners: Mapping[str, tuple[Function, Function]],
    steps: int = STEPS,
    seconds: float = SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[Lap]:
    """Train with several norms in turns, on the same batches, and yield each turn.

    Whoever breaks ends alone. When the time is up, all end.
    """
    load_digits()  # on nobody's time
    runs = {name: train(*functions, steps=steps) for name, functions in runners.items()}
    spent = dict.fromkeys(runs, 0.0)
    left = dict.fromkeys(runs, steps)
    while left:
        for name in list(left):
            losses: list[float] = []
            ended, start = "", clock()
            try:
                losses.extend(islice(runs[name], LAP))
            except BrokenNormError as error:
                ended = str(error)
            spent[name] += clock() - start
            left[name] -= len(losses)
            if not ended and left[name] and sum(spent.values()) > seconds:
                ended = f"the {seconds:g} seconds that all have are used up"
            if ended or not left[name]:
                del left[name]
            yield Lap(name, losses, spent[name], ended)


# ---- in a page ----


def function_of(source: str, name: str) -> Function:
    """Return the function of a name that a source defines."""
    namespace: dict[str, Any] = {"__name__": name}
    try:
        exec(compile(source, f"<{name}>", "exec", dont_inherit=True), namespace)
    except Exception as error:
        line = getattr(error, "lineno", None)
        where = f" (line {line})" if line else ""
        words = f"{name} does not load: {type(error).__name__}: {error}{where}"
        raise BrokenNormError(words) from error
    if not callable(namespace.get(name)):
        raise BrokenNormError(f"your code defines no function {name}")
    function: Function = namespace[name]
    return function


def mistake(slug: str, bug: str) -> dict[str, str]:
    """Return the source of a mistake that an exercise knows, by the exercise."""
    path = PACKAGE / "exercises" / slug / "mutants" / f"{bug}.py"
    return {slug: path.read_text(encoding="utf-8")}


def show(sources: Mapping[str, str], steps: int = STEPS) -> None:
    """Race a norm against the book's, and print each lap as a line of JSON.

    Parameters
    ----------
    sources
        ``layer_norm``, ``layer_norm_backward`` or both; where one is missing, the book's stands in.
    steps
        How many.
    """
    page = sys.stdout
    book: dict[str, Function] = {FORWARD: layer_norm, BACKWARD: backward}

    def tell(lap: Lap) -> None:
        shown = lap._replace(losses=[round(loss, 4) for loss in lap.losses])
        print(json.dumps(shown._asdict()), file=page, flush=True)

    with redirect_stdout(io.StringIO()):  # what the norm prints at each step is of no use here
        runners: dict[str, tuple[Function, Function]] = {"book": (book[FORWARD], book[BACKWARD])}
        try:
            own = book | {name: function_of(source, name) for name, source in sources.items()}
            runners["own"] = (own[FORWARD], own[BACKWARD])
        except BrokenNormError as error:
            tell(Lap("own", [], 0.0, str(error)))
        for lap in race(runners, steps):
            tell(lap)
