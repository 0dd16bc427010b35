"""Three features as a point in space, and where LayerNorm and RMSNorm put it."""

from __future__ import annotations

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Choice, Number, Vector


class Geometry(Explorable):
    """x, its projection onto the plane orthogonal to **1**, the circle of LN, the sphere of RMS.

    The vectors are those of ``normbook.norms.layer_norm`` and ``normbook.norms.rms_norm``, both
    with the same eps and no weight. With eps = 0 they have the length √3; eps shortens them.

    Parameters
    ----------
    x
        Three numbers from −4 to 4: the features.
    eps
        From 0 to 10, in the units of x squared.
    show
        ``"layer"``, ``"rms"`` or ``"both"``: the norms that are drawn.
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
    show = Choice("both", of=("layer", "rms", "both")).tag(sync=True)
    turn = Number(-105, low=-180, high=180).tag(sync=True)
    tilt = Number(22, low=-90, high=90).tag(sync=True)
