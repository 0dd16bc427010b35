"""Figures of the chapter on training: curves with a band over seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.data import spread
from normbook.figures import LINE, MUTED, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

NAMES = {"layer": "LayerNorm", "batch": "BatchNorm"}
COLOURS = {"layer": TEAL, "batch": VERMILION}
MODELS = {"transformer": "Transformer", "cnn": "CNN"}
TEST_IMAGES = 360


def band(axes: Axes, x: ArrayLike, values: ArrayLike, colour: str, **style: Any) -> None:
    """Draw the mean over seeds, and a band from the least to the greatest.

    Parameters
    ----------
    axes : Axes
    x : array of shape (points,)
    values : array of shape (seeds, points)
    colour : str
    style
        Of the line.
    """
    mean, low, high = spread(values)
    axes.fill_between(np.asarray(x), low, high, color=colour, alpha=0.2, linewidth=0)
    axes.plot(x, mean, color=colour, **style)


def draw_curves(record: dict[str, Any], batch_size: int) -> Figure:
    """Draw the training loss of both models and both norms at one batch size.

    Parameters
    ----------
    record : dict
        The record ``training``.
    batch_size : int
        One of ``record["batch_sizes"]``.

    Returns
    -------
    Figure
        A panel for each model; their loss axes are logarithmic and shared.
    """
    figure, panels = plt.subplots(1, 2, figsize=(6.8, 3.1), sharey=True)
    for panel, (model, title) in zip(panels, MODELS.items(), strict=True):
        for norm, colour in COLOURS.items():
            losses = record["by_seed"][model][norm][str(batch_size)]["loss"]
            band(panel, record["examples"], losses, colour, label=NAMES[norm])
        panel.set(title=f"{title}, batches of {batch_size}", xlabel="training images seen")
        panel.xaxis.set_major_formatter("{x:,.0f}")
        _by_powers(panel, [0.01, 0.1, 1])
    panels[0].set(ylabel="training loss", ylim=(0.01, 3))
    panels[0].legend(loc="lower left")
    return figure


def draw_by_batch_size(record: dict[str, Any]) -> Figure:
    """Draw how training ended, by batch size: the training loss, and the test images wrong.

    Parameters
    ----------
    record : dict
        The record ``training``.

    Returns
    -------
    Figure
        A column for each model. Loss and batch size have logarithmic axes.
    """
    figure, panels = plt.subplots(2, 2, figsize=(6.8, 5), sharex=True, sharey="row")
    sizes = record["batch_sizes"]
    for (above, below), (model, title) in zip(panels.T, MODELS.items(), strict=True):
        for norm, colour in COLOURS.items():
            runs = record["by_seed"][model][norm]
            ends = {
                key: np.transpose([np.array(runs[str(size)][key])[:, -1] for size in sizes])
                for key in ("loss", "accuracy")
            }
            style: dict[str, Any] = {"marker": "o", "markersize": 4, "label": NAMES[norm]}
            band(above, sizes, ends["loss"], colour, **style)
            band(below, sizes, TEST_IMAGES * (1 - ends["accuracy"]), colour, **style)
        above.set(title=title)
        below.set(xscale="log", xlabel="batch size")
        below.set_xticks(sizes, [str(size) for size in sizes])
        below.minorticks_off()
        _by_powers(above, [0.01, 0.1, 1])
    panels[0, 0].set(ylabel="training loss at the end", ylim=(0.01, 1))
    panels[1, 0].set(ylabel=f"test images wrong, of {TEST_IMAGES}", ylim=(0, None))
    panels[0, 0].legend(loc="upper right")
    return figure


def draw_rates(record: dict[str, Any]) -> Figure:
    """Draw what each norm has learned over the learning rate, a panel for a model and batch size.

    Parameters
    ----------
    record : dict
        The record ``training``.

    Returns
    -------
    Figure
        The loss of all training images in evaluation mode, over the multiple of the norm's own best
        rate: means over seeds, and bands from the least to the greatest. Axes are logarithmic.
    """
    sizes = record["batch_sizes"]
    figure, panels = plt.subplots(2, len(sizes), figsize=(6.8, 4.2), sharex=True, sharey=True)
    for row, (model, title) in zip(panels, MODELS.items(), strict=True):
        for panel, size in zip(row, sizes, strict=True):
            for norm, colour in COLOURS.items():
                at = record["grid"][model][norm][str(size)]["at"]
                mean, low, high = np.transpose(list(at.values()))
                multiples = [float(multiple) for multiple in at]
                panel.fill_between(multiples, low, high, color=colour, alpha=0.2, linewidth=0)
                panel.plot(multiples, mean, "o-", color=colour, markersize=3, label=NAMES[norm])
            panel.axvline(1, color=LINE, zorder=0)
            panel.set_title(f"{title}, {size}", fontsize="medium")
            panel.set(xscale="log", ylim=(0.004, 1))
            panel.set_xticks([0.25, 1, 4], ["¼", "1", "4"])
            _by_powers(panel, [0.01, 0.1, 1])
        row[0].set(ylabel="loss, evaluation mode")
    for panel in panels[1]:
        panel.set(xlabel="× own best rate")
    panels[0, 0].legend(loc="upper left", fontsize="small")
    return figure


def draw_affine(record: dict[str, Any]) -> Figure:
    """Draw γ and β of each LayerNorm through training.

    Parameters
    ----------
    record : dict
        The record ``affine_evolution``.

    Returns
    -------
    Figure
        Left the median γ of each layer, the mean over seeds; right, for β, the 5 % and the 95 %
        quantile. The final layer has a band from the least seed to the greatest.
    """
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.8, 3.3))
    *inner, final = record["layers"]
    steps = record["steps"]
    for number, layer in enumerate(inner):
        gamma, beta = (np.array(record[kind][layer]) for kind in ("weight", "bias"))
        style: dict[str, Any] = {
            "color": MUTED,
            "alpha": 0.3 + 0.6 * number / len(inner),
            "linewidth": 1,
        }
        left.plot(steps, gamma[..., 1].mean(axis=0), **style)
        for end in (0, 2):
            right.plot(steps, beta[..., end].mean(axis=0), **style)
    gamma, beta = (np.array(record[kind][final]) for kind in ("weight", "bias"))
    band(left, steps, gamma[..., 1], TEAL)
    for end in (0, 2):
        band(right, steps, beta[..., end], TEAL)
    at = (steps[-1], gamma[:, -1, 1].mean())
    left.annotate("final", at, (-4, -14), textcoords="offset points", ha="right", color=TEAL)
    left.annotate(
        "the eight in the blocks",
        (steps[-1], 1.12),
        (0, 4),
        textcoords="offset points",
        ha="right",
        color=MUTED,
    )
    for panel, start, title in ((left, 1, "γ, median"), (right, 0, "β, 5 % and 95 %")):
        panel.axhline(start, color=LINE, zorder=0)
        panel.set(title=title, xlabel="step")
    left.set_ylim(0.95, 1.45)
    right.set_ylim(-0.2, 0.2)
    return figure


def _by_powers(axes: Axes, ticks: list[float]) -> None:
    axes.set_yscale("log")
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
