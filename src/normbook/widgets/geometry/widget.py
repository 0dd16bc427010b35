"""Three features as a point in space, where LayerNorm and RMSNorm put it, and the gradient."""

from __future__ import annotations

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Choice, Flag, Number, Vector


class Geometry(Explorable):
    """x, its projection onto the plane orthogonal to **1**, the circle of LN, the sphere of RMS.

    The vectors are those of ``normbook.norms.layer_norm`` and ``normbook.norms.rms_norm``, both
    with the same eps and no weight. With eps = 0 they have the length √3, but LayerNorm's is 0
    where the features are equal, and RMSNorm's where they are 0; eps shortens them.

    Parameters
    ----------
    x
        Three numbers from −4 to 4: the features.
    eps
        From 0 to 10, in the units of x squared.
    show
        ``"layer"``, ``"rms"`` or ``"both"``: the norms that are drawn; ``"gradient"``: the
        gradient that arrives at x̂, what LayerNorm takes away of it, and what it hands on to x.
    cloud
        Whether forty rows around x are drawn, and what the norms make of each.
    fallen
        From 0 to 1: how far the norms have brought these rows; 0 is where they come from.
    dy
        Three numbers from −2 to 2: the gradient that arrives at x̂. The picture of it has no
        weight; dx is that of ``normbook.norms.layer_norm_backward``.
    turn
        From −180 to 180 degrees: the viewer's azimuth around the line of the multiples of **1**,
        which is upright; 0 is the side of the axis of x₁, 120 that of x₂.
    tilt
        From −90 to 90 degrees: the viewer's elevation over the plane orthogonal to **1**; 0 sees
        the plane as a line, 90 sees the circle as a circle.

    Examples
    --------
    >>> import numpy as np
    >>> from normbook.norms import layer_norm, rms_norm
    >>> geometry = Geometry(x=[2, -1, 2], eps=0)
    >>> np.round([layer_norm(geometry.x, 3, eps=0), rms_norm(geometry.x, 3, eps=0)], 3)
    array([[ 0.707, -1.414,  0.707],
           [ 1.155, -0.577,  1.155]])
    """

    slug = "geometry"

    x = Vector([1.9, 0.2, 1.2], least=3, most=3, low=-4, high=4).tag(sync=True)
    eps = Number(1e-5, low=0, high=10).tag(sync=True)
    show = Choice("both", of=("layer", "rms", "both", "gradient")).tag(sync=True)
    cloud = Flag(False).tag(sync=True)
    fallen = Number(1, low=0, high=1).tag(sync=True)
    dy = Vector([0.4, -0.3, 1.2], least=3, most=3, low=-2, high=2).tag(sync=True)
    turn = Number(-105, low=-180, high=180).tag(sync=True)
    tilt = Number(22, low=-90, high=90).tag(sync=True)
