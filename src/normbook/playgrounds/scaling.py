"""Eight parcels: descent in your unit, on your scale.

Least squares of the prices of the chapter's parcels, by gradient descent, with the columns as they
are and scaled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np

from normbook.figures import MUTED, TEAL, VERMILION
from normbook.norms import min_max_scale, standardize

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

ALT = (
    "With lengths in centimetres the path of descent drops into a valley and creeps along it: "
    "after 600 steps the loss is still above a hundredth of its start. On the scaled columns it is "
    "at a millionth after four."
)

PARCELS = np.array(
    [[1, 5], [1.2, 5.9], [1.8, 5.1], [0.3, 2], [0.5, 9], [0.8, 4], [1.5, 8], [0.9, 1]]
)  # metres, kilograms
PRICE_LIST = np.array([3, 0.5])  # euros a metre, a kilogram
UNITS = {"metres": 1.0, "decimetres": 10.0, "centimetres": 100.0, "millimetres": 1000.0}
SCALINGS = {"min-max": min_max_scale, "z-score": standardize}
STEPS = 600
DOTS = list(range(40))
LOOKS = np.unique(np.geomspace(1, STEPS + 1, 120).astype(int)) - 1
FLOOR = 1e-12  # of the relative loss: below it there is but rounding


def controls() -> dict[str, ipywidgets.Widget]:
    """Return the unit of the lengths, the scaling to compare with, and the learning rate."""
    return {
        "unit": ipywidgets.Dropdown(
            description="unit of length", options=list(UNITS), value="centimetres"
        ),
        "scaling": ipywidgets.Dropdown(
            description="scaling", options=list(SCALINGS), value="z-score"
        ),
        "rate": ipywidgets.FloatSlider(
            description="rate × λmax", min=0.1, max=2.1, step=0.1, value=1.0, readout_format=".1f"
        ),
    }


def draw(unit: str, scaling: str, rate: float) -> Figure:
    """Draw the paths of both descents, and their losses.

    Parameters
    ----------
    unit
        Of the lengths, one of ``UNITS``.
    scaling
        What the raw columns are compared with, one of ``SCALINGS``.
    rate
        The learning rate, in units of 1 over the largest eigenvalue of each Hessian.

    Returns
    -------
    Figure
        Left, the weights in euros for one standard deviation of their column, so that both paths
        share one plane. Right, the loss as a part of its start.
    """
    raw = PARCELS * [UNITS[unit], 1]
    figure, (plane, losses) = plt.subplots(1, 2, figsize=(7.2, 3.6))
    _draw_contours(plane)
    for label, table, colour, mark in (
        (f"{unit}, unscaled", raw, VERMILION, "."),
        (scaling, SCALINGS[scaling](raw, axis=0), TEAL, "o"),
    ):
        weights, loss = _descend(table, rate)
        x, y = (weights * table.std(axis=0)).T
        # A dot a step, as long as steps can be told apart.
        plane.plot(
            x, y, mark, linestyle="-", linewidth=1, markersize=3, color=colour, markevery=DOTS
        )
        losses.plot(LOOKS, loss[LOOKS], color=colour, label=label)
    plane.set(xlabel="€ for one σ of length", ylabel="€ for one σ of weight")
    plane.set(xlim=(-0.4, 3.2), ylim=(-0.4, 3.0), aspect="equal")
    losses.set(xlabel="step", ylabel="loss, 1 at the start", yscale="log", ylim=(FLOOR, 10))
    losses.set_xscale("symlog", linthresh=1)
    losses.set_xlim(0, STEPS)
    losses.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure


def _draw_contours(axes: Axes) -> None:
    """Draw where the loss is equal, and its minimum, in the plane of the scaled weights."""
    z = standardize(PARCELS, axis=0)
    best = PRICE_LIST * PARCELS.std(axis=0)
    x, y = np.meshgrid(np.linspace(-0.4, 3.2, 80), np.linspace(-0.4, 3.0, 80))
    away = np.stack([x, y], axis=-1) - best
    loss = np.einsum("...i,ij,...j", away, z.T @ z / len(z), away)
    levels = np.max(loss) * 0.5 ** np.arange(7, 0, -1)
    axes.contour(x, y, loss, levels=levels, colors=MUTED, linewidths=0.5)
    axes.plot(*best, "+", color=MUTED, markersize=12)


def _descend(table: NDArray[Any], rate: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weights ``(steps + 1, 2)`` from 0 on, and the loss as a part of its start."""
    columns = table - table.mean(axis=0)
    target = (PARCELS - PARCELS.mean(axis=0)) @ PRICE_LIST
    hessian = columns.T @ columns / len(columns)
    best = np.linalg.solve(hessian, columns.T @ target / len(columns))
    away = [-best]
    for _ in range(STEPS):
        away.append(away[-1] - rate / np.linalg.norm(hessian, 2) * (hessian @ away[-1]))
    distances = np.array(away)
    loss = np.einsum("ni,ij,nj->n", distances, hessian, distances)
    loss /= loss[0]
    return distances + best, np.maximum(loss, FLOOR)
