"""Figures of the chapter on RMSNorm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from normbook.figures import INK, TEAL, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WAYS = {"unfused": "in steps", "fused": "PyTorch's own", "compiled": "compiled"}
NORMS = {"layer": ("LayerNorm", TEAL), "rms": ("RMSNorm", VERMILION)}


def draw_speed(records: list[dict[str, Any]], dtype: str, width: int) -> list[Axes]:
    """Draw how long LayerNorm and RMSNorm take, forward and backward, a panel for each device.

    Parameters
    ----------
    records : list of dict
        Of the experiments ``norm_speed`` and ``norm_speed_gpu``: each of one device.
    dtype : str
        One of ``record["dtypes"]``.
    width : int
        Features of a row, one of ``record["widths"]``.

    Returns
    -------
    list of Axes
        Of a new figure: medians as bars, and lines from the first to the third quartile.
    """
    figure, panels = plt.subplots(1, len(records), figsize=(7.2, 3.0), layout="constrained")
    figure.suptitle(f"{width:,} features, {dtype}, forward and backward")
    for axes, record in zip(panels, records, strict=True):
        ((device, about),) = record["devices"].items()
        times = {norm: record["times"][device][norm][dtype][str(width)] for norm in NORMS}
        ways = [way for way in WAYS if times["layer"][way] and times["rms"][way]]
        place = np.arange(len(ways))
        for offset, (norm, (label, color)) in zip((-0.18, 0.18), NORMS.items(), strict=True):
            each = [times[norm][way]["both"] for way in ways]
            median = np.array([one["median"] for one in each])
            reach = [median - [one["q25"] for one in each], [one["q75"] for one in each] - median]
            axes.bar(place + offset, median, 0.32, color=color, label=label)
            axes.errorbar(place + offset, median, reach, fmt="none", color=INK, capsize=3)
        axes.set_xticks(place, [WAYS[way] for way in ways])
        axes.set_title(f"{about['name']}, {about['elements'] // width:,} rows", fontsize="medium")
    panels[0].set_ylabel("milliseconds")
    panels[0].legend()
    return list(panels)
