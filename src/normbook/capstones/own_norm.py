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

from normbook.capstones.iris import cross_entropy
from normbook.norms import layer_norm, layer_norm_backward, layer_norm_forward

Array = npt.NDArray[np.floating[Any]]
Function = Callable[..., Any]
Layer = dict[str, Array]

PACKAGE = Path(__file__).parents[1]
PIXELS, HIDDEN, LAYERS, CLASSES = 64, 32, 4, 10
BATCH, RATE, STEPS = 50, 0.1, 200
LAP_STEPS = 5
"""Training steps that one norm takes before the next has its turn."""
RACE_SECONDS = 8.0
"""How long a race lasts at most; a page stops Python after ten seconds."""
FORWARD, BACKWARD = "layer_norm", "layer_norm_backward"
"""Names of the two exercises, and of the functions that they ask for."""


class BrokenNormError(Exception):
    """Raised where training cannot go on; the message tells the norm's author why."""


class Digits(NamedTuple):
    """Pixels ``(500, 64)`` from 0 to 1, and labels ``(500,)`` from 0 to 9."""

    pixels: Array
    labels: npt.NDArray[np.int64]


@cache
def load_digits() -> Digits:
    """Return the training digits of the laboratory.

    They are the first 500 training images of :func:`normbook.experiments.data.load_digits`, which
    needs PyTorch; a page has none.
    """
    text = (PACKAGE / "data" / "digits.json").read_text(encoding="utf-8")
    part = json.loads(text)["training"]
    letters = np.frombuffer(part["pixels"].encode(), np.uint8).reshape(-1, PIXELS)
    return Digits((letters - ord("a")) / 16, np.array([int(label) for label in part["labels"]]))


def backward(dy: Array, x: Array, weight: Array | None = None, eps: float = 1e-5) -> Any:
    """Return ``(dx, dweight, dbias)`` as the exercise asks for them, computed by `normbook.norms`.

    The exercise's function is given x and no cache, so the forward pass is repeated here.
    """
    features = x.shape[-1]
    weight = np.ones(features) if weight is None else weight
    _, cache = layer_norm_forward(x, features, weight, np.zeros(features), eps)
    return layer_norm_backward(dy, cache)


def initialize(seed: int) -> list[Layer]:
    """Return the layers before training.

    Each has a matrix ``w`` and a shift ``b``; all but the last have the norm's ``weight`` and
    ``bias`` as well.
    """
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
        Seed of the random matrices and of the random batches.
    steps : int
        Number of steps.

    Raises
    ------
    BrokenNormError
        If one of the two functions raises, or returns another shape or NaN, or if the loss is not
        finite.
    """
    layers, rng = initialize(seed), np.random.default_rng(seed)
    pixels, labels = load_digits()
    for step in range(1, steps + 1):
        rows = rng.integers(len(pixels), size=BATCH)
        with np.errstate(all="ignore"):  # an overflow shows in the loss, which is checked below
            loss, gradients = loss_and_gradients(
                layers, pixels[rows], labels[rows], forward, backward
            )
        if not np.isfinite(loss):
            raise BrokenNormError(f"at step {step} the loss is {loss}: the network has diverged")
        yield loss
        for layer, gradient in zip(layers, gradients, strict=True):
            for name, array in gradient.items():
                layer[name] = layer[name] - RATE * array


def loss_and_gradients(
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


# ---- a norm that may be wrong ----


def norm_of(forward: Function, h: Array, layer: Layer) -> Array:
    """Return the norm's output for h ``(N, 32)``, after checking it."""
    if not np.isfinite(h).all():
        raise BrokenNormError(f"the network has diverged: what comes to {FORWARD} is not finite")
    y = called(FORWARD, forward, h, HIDDEN, layer["weight"], layer["bias"])
    return checked(FORWARD, "an array", y, h.shape)


def gradients_of(backward: Function, du: Array, h: Array, layer: Layer) -> list[Array]:
    """Return the norm's ``dx``, ``dweight`` and ``dbias``, after checking them."""
    three = called(BACKWARD, backward, du, h, layer["weight"])
    if not isinstance(three, (tuple, list)) or len(three) != 3:
        raise BrokenNormError(f"{BACKWARD} gives no tuple of three, (dx, dweight, dbias)")
    shapes = {"dx": h.shape, "dweight": (HIDDEN,), "dbias": (HIDDEN,)}
    return [
        checked(BACKWARD, name, array, shape)
        for (name, shape), array in zip(shapes.items(), three, strict=True)
    ]


def called(name: str, function: Function, *arguments: Any) -> Any:
    """Call a function of the norm; name its exception and the line in a BrokenNormError."""
    try:
        return function(*arguments)
    except Exception as error:
        # The first frame below this one is the function's. Its author knows the lines of its file.
        frames = traceback.extract_tb(error.__traceback__)[1:]
        lines = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
        where = f" (line {lines[-1]})" if lines else ""
        words = f"{name} raised {type(error).__name__}: {error}{where}"
        raise BrokenNormError(words) from error


def checked(name: str, what: str, array: Any, shape: tuple[int, ...]) -> Array:
    """Return the array, after checking that it has the shape and holds numbers and no NaN."""
    if not isinstance(array, np.ndarray):
        given = type(array).__name__
        raise BrokenNormError(f"{name} gives a {given} where {what} of shape {shape} is needed")
    if array.shape != shape:
        raise BrokenNormError(f"{name} gives {what} of shape {array.shape} where {shape} is needed")
    if array.dtype.kind not in "fiu":
        raise BrokenNormError(f"{name} gives {what} of {array.dtype} where numbers are needed")
    if np.isnan(array).any():
        raise BrokenNormError(f"{name} gives {what} with NaN in it")
    return array


# ---- side by side ----


class Lap(NamedTuple):
    """One turn of one norm in a race: up to `LAP_STEPS` steps of training."""

    name: str
    losses: list[float]
    """The loss of each step's batch."""
    seconds: float
    """What this norm has trained so far, in all its turns."""
    ended: str
    """Why its training has ended early; empty where it goes on or is complete."""


def race(
    runners: Mapping[str, tuple[Function, Function]],
    steps: int = STEPS,
    seconds: float = RACE_SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[Lap]:
    """Train with several norms in turns, on the same batches, and yield each turn.

    A norm that breaks ends alone. All end when together they have trained for ``seconds``.
    """
    load_digits()  # before the clock runs; the result is kept
    runs = {name: train(*functions, steps=steps) for name, functions in runners.items()}
    spent = dict.fromkeys(runs, 0.0)
    left = dict.fromkeys(runs, steps)
    while left:
        for name in list(left):
            losses: list[float] = []
            ended, start = "", clock()
            try:
                losses.extend(islice(runs[name], LAP_STEPS))
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
    """Run a learner's source, and return its function of this name."""
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
    """Return ``{slug: source}`` of an exercise's mutant, the wrong solution named ``bug``."""
    path = PACKAGE / "exercises" / slug / "mutants" / f"{bug}.py"
    return {slug: path.read_text(encoding="utf-8")}


def show(sources: Mapping[str, str], steps: int = STEPS) -> None:
    """Race a norm against the book's, and print each lap as a line of JSON.

    Parameters
    ----------
    sources
        Source code of ``layer_norm``, ``layer_norm_backward`` or both, by name; the book's function
        takes the place of a missing one.
    steps
        Number of training steps.
    """
    page = sys.stdout
    book: dict[str, Function] = {FORWARD: layer_norm, BACKWARD: backward}

    def tell(lap: Lap) -> None:
        shown = lap._replace(losses=[round(loss, 4) for loss in lap.losses])
        print(json.dumps(shown._asdict()), file=page, flush=True)

    with redirect_stdout(io.StringIO()):  # the page reads laps only, not what a norm prints
        runners: dict[str, tuple[Function, Function]] = {"book": (book[FORWARD], book[BACKWARD])}
        try:
            own = book | {name: function_of(source, name) for name, source in sources.items()}
            runners["own"] = (own[FORWARD], own[BACKWARD])
        except BrokenNormError as error:
            tell(Lap("own", [], 0.0, str(error)))
        for lap in race(runners, steps):
            tell(lap)
