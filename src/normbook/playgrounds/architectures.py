"""What a norm undoes in a picture.

A picture of three channels, the same picture after a change, and what a norm makes of both.
"""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from normbook import norms

ALT = (
    "A picture of red, green and blue waves, and the same at half contrast and grey. Instance norm "
    "makes the same of both: their difference is 0.00 everywhere."
)

SIDE = 16
EPS = 1e-12  # too small to show
NORMS = ("none", "batch, evaluation", "layer (C, H, W)", "channel (C)", "instance (H, W)")
CHANGES = ("contrast of all", "contrast of red", "brightness of all", "brightness of red", "shadow")


def controls() -> dict[str, ipywidgets.Widget]:
    """Return a control for each parameter of ``draw``."""
    return {
        "change": ipywidgets.Dropdown(options=CHANGES, description="change"),
        "amount": ipywidgets.FloatSlider(
            0.5, min=0.1, max=2, step=0.1, description="factor or offset"
        ),
        "norm": ipywidgets.Dropdown(options=NORMS, value="instance (H, W)", description="norm"),
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


def draw(change: str, amount: float, norm: str) -> Figure:
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
    figure, axes = plt.subplots(2, 3, figsize=(6.8, 4.6))
    for panel, x, title in zip(axes[0], inputs, ("picture", "changed"), strict=False):
        panel.imshow(np.clip(x[0], 0, 1).transpose(1, 2, 0))
        panel.set_title(title)
    for panel, y, title in zip(axes[1], outputs, ("picture", "changed"), strict=False):
        panel.imshow(np.clip(y[0] / 4 + 0.5, 0, 1).transpose(1, 2, 0))
        panel.set_title(f"{title}, normalized" if norm != "none" else f"{title}, no norm")
    axes[1, 2].imshow(difference, vmin=0, vmax=2, cmap="magma")
    axes[1, 2].set_title(f"difference, up to {difference.max():.2f}")
    draw_statistics(axes[0, 2], outputs)
    for panel in axes.flat:
        if panel is not axes[0, 2]:
            panel.set(xlabel="width", ylabel="height", xticks=[], yticks=[])
    return figure


def draw_statistics(panel: Axes, outputs: list[np.ndarray]) -> None:
    """Draw the mean and the deviation of each channel, of both outputs."""
    colours = ("#b8480c", "#0b6e75", "#0072b2")  # for red, green, blue
    for y, marker in zip(outputs, ("o", "D"), strict=True):
        for colour, mean, std in zip(
            colours, y.mean(axis=(0, 2, 3)), y.std(axis=(0, 2, 3)), strict=True
        ):
            panel.plot(
                mean,
                std,
                marker,
                color=colour,
                fillstyle="none" if marker == "D" else "full",
                markersize=9 if marker == "D" else 5,
            )
    panel.set(xlim=(-3, 3), ylim=(-0.1, 3), xlabel="mean", ylabel="deviation")
    panel.set_title("channels after (◇ changed)")
