"""Every norm of the explorable's tensor, in both layouts."""

from typing import Any

import numpy as np
import numpy.typing as npt

from normbook.norms import (
    batch_norm_forward,
    group_norm_forward,
    instance_norm_forward,
    layer_norm_forward,
    rms_norm_forward,
)
from normbook.widgets import Axes
from vectors.shorten import shorten

EPS = 1e-5
NORMS = [(norm, 2) for norm in ("batch", "layer", "instance", "rms", "channel")]
NORMS += [("group", groups) for groups in (1, 2, 3, 6)]


def cases() -> list[dict[str, Any]]:
    """Return states, x, and x_hat with the number of its statistics."""
    return [
        case(Axes(tensor=tensor, norm=norm, batch=batch, groups=groups))
        for tensor in ("NTD", "NCHW")
        for batch in (1, 3)
        for norm, groups in NORMS
    ]


def case(axes: Any) -> dict[str, Any]:
    """Return one case; the lists have the order of x in its layout."""
    x = axes.values()
    x_hat, sets = normalized(axes, x)
    return {
        "state": axes.state(),
        "x": [int(value) for value in x.ravel()],
        "xHat": shorten(x_hat.ravel()),
        "sets": sets,
    }


def normalized(axes: Any, x: npt.NDArray[np.float64]) -> tuple[npt.NDArray[Any], int]:
    """Return x_hat, and how many variances or mean squares there are."""
    image = axes.tensor == "NCHW"
    if axes.norm == "layer":
        y, cache = layer_norm_forward(x, x.shape[1:] if image else x.shape[-1], eps=EPS)
        return y, cache.rstd.size
    if axes.norm == "rms":
        y, rms_cache = rms_norm_forward(x, x.shape[1:] if image else x.shape[-1], eps=EPS)
        return y, rms_cache.rrms.size
    if axes.norm == "channel":
        last = np.moveaxis(x, 1, -1) if image else x
        y, cache = layer_norm_forward(last, last.shape[-1], eps=EPS)
        return (np.moveaxis(y, -1, 1) if image else y), cache.rstd.size
    first = x if image else x.transpose(0, 2, 1)
    y, sets = channels_first(axes, first)
    return (y if image else y.transpose(0, 2, 1)), sets


def channels_first(axes: Any, x: npt.NDArray[np.float64]) -> tuple[npt.NDArray[Any], int]:
    """Return the same of the norms that want the channels on axis 1."""
    channels = x.shape[1]
    if axes.norm == "batch":
        start = np.zeros(channels), np.ones(channels)
        y, batch_cache = batch_norm_forward(x, *start, training=True, eps=EPS)
        return y, batch_cache.rstd.size
    if axes.norm == "group":
        y, group_cache = group_norm_forward(x, axes.groups, eps=EPS)
        return y, group_cache.rstd.size
    y, instance_cache = instance_norm_forward(x, eps=EPS)
    return y, instance_cache.rstd.size
