"""Eight parcels: descent in your unit, on your scale.

Least squares of the prices of the chapter's parcels, by gradient descent, with the columns as they
are and scaled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from normbook.norms import min_max_scale, standardize

from .panel.chart import Axis, Chart, Line, Mark, Panel, Points, Shape, Tone
from .panel.control import Control, choice, slider

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
DOTS = 40
"""So many first steps of descent have a dot each; later ones could not be told apart."""
LOOKS = np.unique(np.geomspace(1, STEPS, 100).astype(int))
RADII = (0.25, 0.5, 1, 1.5, 2)
"""The radii of the rings of equal loss: square roots of the loss, in units of that at the start."""
FLOOR = 1e-12  # a smaller loss, relative to the start's, is a rounding error


def controls() -> dict[str, Control]:
    """Return the unit of the lengths, the scaling to compare with, and the learning rate."""
    return {
        "unit": choice("unit of length", UNITS.keys(), start="centimetres"),
        "scaling": choice("scaling", SCALINGS.keys(), start="z-score"),
        "rate": slider("rate × λmax", 0.1, 2.1, 0.1, start=1.0, readout=".1f"),
    }


def draw(unit: str, scaling: str, rate: float) -> Chart:
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
    Chart
        Left, the weights in euros for one standard deviation of their column, so that both paths
        share one plane. Right, the loss as a part of its start.
    """
    raw = PARCELS * [UNITS[unit], 1]
    paths, losses = _contours(), []
    runs: list[tuple[str, NDArray[Any], Tone, Shape]] = [
        (f"{unit}, unscaled", raw, "vermilion", "small"),
        (scaling, SCALINGS[scaling](raw, axis=0), "teal", "dot"),
    ]
    for label, table, tone, shape in runs:
        weights, loss = _descend(table, rate)
        x, y = (weights * table.std(axis=0)).T
        seen = [*range(DOTS), *LOOKS[LOOKS >= DOTS]]
        paths += [
            Line(x[seen], y[seen], tone, stroke="thin"),
            Points(x[:DOTS], y[:DOTS], tone, label, shape),
        ]
        losses.append(Line(LOOKS, loss[LOOKS], tone, label))
    return Chart(
        [
            Panel(
                Axis("€ for one σ of length", (-0.4, 3.2)),
                Axis("€ for one σ of weight", (-0.4, 3.2)),
                paths,
                "the way down",
                square=True,
            ),
            Panel(
                Axis("step", (1, STEPS), log=True),
                Axis("loss, 1 at the start", (FLOOR, 10), log=True),
                losses,
                "the loss",
            ),
        ]
    )


def _contours() -> list[Mark]:
    """Return where the loss is equal, and its minimum, in the plane of the scaled weights."""
    z = standardize(PARCELS, axis=0)
    best = PRICE_LIST * PARCELS.std(axis=0)
    turn = np.linspace(0, 2 * np.pi, 73)
    root = np.linalg.cholesky(z.T @ z / len(z))
    circle = np.linalg.solve(root.T, [np.cos(turn), np.sin(turn)])  # where the loss is 1
    rings = [best[:, None] + radius * circle for radius in RADII]
    return [
        *(Line(x, y, "muted", stroke="thin") for x, y in rings),
        Points(best[:1], best[1:], "muted", shape="cross"),
    ]


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
