"""What a norm undoes in a picture.

A picture of three channels, the same picture after a change, and what a norm makes of both.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from normbook import norms

from .panel.chart import Axis, Chart, Image, Panel, Points, Shape, Tone
from .panel.control import Control, choice, slider

ALT = (
    "A picture of red, green and blue waves, and the same at half the contrast, and darker. "
    "Instance norm makes the same of both: their difference is 0.00 everywhere."
)

SIDE = 16
EPS = 1e-12  # too small to show
NORMS = ("none", "batch, evaluation", "layer (C, H, W)", "channel (C)", "instance (H, W)")
DARK_TO_LIGHT = np.array([[0, 0, 0], [0.45, 0.1, 0.5], [0.95, 0.4, 0.35], [1, 1, 0.75]])
"""The colours of differences, in equal steps from 0 to 2, as shares of red, green and blue."""
CHANGES = ("contrast of all", "contrast of red", "brightness of all", "brightness of red", "shadow")


def controls() -> dict[str, Control]:
    """Return a control for each parameter of ``draw``."""
    return {
        "change": choice("change", CHANGES),
        "amount": slider("factor or offset", 0.1, 2, 0.1, start=0.5, readout=".1f"),
        "norm": choice("norm", NORMS, start="instance (H, W)"),
    }


def make_pictures() -> np.ndarray:
    """Return sixteen pictures of waves, shape (16, 3, SIDE, SIDE), between 0 and 1."""
    rng = np.random.default_rng(0)
    place = np.linspace(0, 2 * np.pi, SIDE)
    pace = rng.uniform(0.5, 2, size=(2, 16, 3, 1, 1))
    start = rng.uniform(0, 2 * np.pi, size=(16, 3, 1, 1))
    level = rng.uniform(0.3, 0.7, size=(16, 3, 1, 1))
    waves = np.sin(pace[0] * place[:, None] + pace[1] * place + start)
    return np.asarray(level + 0.3 * waves)


def changed(picture: np.ndarray, change: str, amount: float) -> np.ndarray:
    """Return the picture, shape (1, 3, SIDE, SIDE), after a change.

    Parameters
    ----------
    change
        One of ``CHANGES``.
    amount
        What a contrast or the left half is multiplied by, or what is added to a brightness.
    """
    result = picture.copy()
    part = result[:, :1] if change.endswith("red") else result
    if change.startswith("brightness"):
        part += amount
    elif change == "shadow":
        part[..., : SIDE // 2] *= amount
    else:
        part *= amount
    return result


def normalized(picture: np.ndarray, norm: str, pictures: np.ndarray) -> np.ndarray:
    """Return what a norm makes of a picture; batch norm has learned from ``pictures``."""
    stored = pictures.mean(axis=(0, 2, 3)), pictures.var(axis=(0, 2, 3))
    apply: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "none": np.copy,
        "batch, evaluation": lambda x: norms.batch_norm(x, *stored, eps=EPS).y,
        "layer (C, H, W)": lambda x: norms.layer_norm(x, x.shape[1:], eps=EPS),
        "channel (C)": lambda x: np.moveaxis(
            norms.layer_norm(np.moveaxis(x, 1, -1), 3, eps=EPS), -1, 1
        ),
        "instance (H, W)": lambda x: norms.instance_norm(x, eps=EPS),
    }
    return apply[norm](picture)


def draw(change: str, amount: float, norm: str) -> Chart:
    """Draw picture and changed picture before and after the norm, and where they differ after it.

    Parameters
    ----------
    change, amount
        As in :func:`changed`.
    norm
        One of ``NORMS``.
    """
    pictures = make_pictures()
    before = pictures[:1]
    inputs = (before, changed(before, change, amount))
    outputs = [normalized(x, norm, pictures) for x in inputs]
    difference = np.abs(outputs[0] - outputs[1])[0].max(axis=0)
    after = "normalized" if norm != "none" else "no norm"
    return Chart(
        [
            *(
                Image(title, x[0].transpose(1, 2, 0))
                for title, x in zip(("picture", "changed"), inputs, strict=True)
            ),
            statistics(outputs),
            *(
                Image(f"{title}, {after}", y[0].transpose(1, 2, 0) / 4 + 0.5)
                for title, y in zip(("picture", "changed"), outputs, strict=True)
            ),
            Image(title_of(difference), heat(difference)),
        ],
        columns=3,
    )


def title_of(difference: np.ndarray) -> str:
    """Return a title that says how large a difference is; where it is 0.00, all is black."""
    most = f"{difference.max():.2f}"
    return f"difference, up to {most}" if float(most) else f"difference: {most} everywhere"


def heat(difference: np.ndarray) -> np.ndarray:
    """Return a colour for each difference, shape (H, W, 3)."""
    at = np.linspace(0, 2, len(DARK_TO_LIGHT))
    return np.stack([np.interp(difference, at, each) for each in DARK_TO_LIGHT.T], axis=-1)


def statistics(outputs: list[np.ndarray]) -> Panel:
    """Return the mean and the deviation of each channel, of both outputs.

    The legend names a picture by the looks of its red channel.
    """
    tones: tuple[Tone, ...] = ("vermilion", "teal", "blue")  # for red, green, blue
    shapes: dict[str, Shape] = {"before": "dot", "changed": "ring"}
    marks = [
        Points([channel.mean()], [channel.std()], tone, "" if i else name, shape)
        for y, (name, shape) in zip(outputs, shapes.items(), strict=True)
        for i, (channel, tone) in enumerate(zip(y[0], tones, strict=True))
    ]
    return Panel(Axis("mean", (-3, 3)), Axis("deviation", (-0.1, 3)), marks, "channels")
