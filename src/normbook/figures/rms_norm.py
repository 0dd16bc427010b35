"""Figures of the chapter on RMSNorm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.figures import INK, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = {"unfused": "in steps", "fused": "torch.nn.functional", "compiled": "compiled"}


def draw_speed(record: dict[str, Any], dtype: str, width: int) -> Axes:
    """Draw how long LayerNorm and RMSNorm take on the processor, forward and backward.

    Parameters
    ----------
    record : dict
        Of the experiment ``norm_speed``.
    dtype : str
        One of ``record["dtypes"]``.
    width : int
        Features of a row, one of ``record["widths"]``.

    Returns
    -------
    Axes
        Of a new figure: medians as bars, and lines from the first to the third quartile.
    """
    times = {norm: record["times"]["cpu"][norm][dtype][str(width)] for norm in ("layer", "rms")}
    ways = [way for way in NAMES if times["layer"][way] and times["rms"][way]]
    _, axes = plt.subplots(figsize=(6.4, 3.0))
    for offset, (norm, label, color) in enumerate(
        [("layer", "LayerNorm", TEAL), ("rms", "RMSNorm", VERMILION)]
    ):
        each = [times[norm][way]["both"] for way in ways]
        median = np.array([one["median"] for one in each])
        reach = [median - [one["q25"] for one in each], [one["q75"] for one in each] - median]
        place = np.arange(len(ways)) + 0.36 * offset - 0.18
        axes.bar(place, median, 0.32, color=color, label=label)
        axes.errorbar(place, median, reach, fmt="none", color=INK, capsize=3, linewidth=1)
    axes.set_xticks(np.arange(len(ways)), [NAMES[way] for way in ways])
    axes.set(ylabel="milliseconds", title=f"{width:,} features, {dtype}, forward and backward")
    axes.legend()
    return axes
