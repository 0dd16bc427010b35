"""LayerNorm beside RMSNorm, on one vector with an offset."""

from __future__ import annotations

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number, Vector


class RmsVsLayer(Explorable):
    """Both norms of ``x + offset``, their difference, and a table of invariances.

    Neither norm has a γ or a β here.

    Parameters
    ----------
    x
        1 to 8 numbers from −1,000 to 1,000: one sample's features, shape ``(D,)``.
    offset
        From −1,000 to 1,000; added to each feature.
    eps
        From 0 to 100, in the units of x squared; of both norms.

    Examples
    --------
    >>> import numpy as np
    >>> from normbook.norms import layer_norm, rms_norm
    >>> widget = RmsVsLayer(x=[-1, 1], offset=7, eps=0)
    >>> moved = np.add(widget.x, widget.offset)
    >>> layer_norm(moved, 2, eps=widget.eps), rms_norm(moved, 2, eps=widget.eps)
    (array([-1.,  1.]), array([0.84852814, 1.13137085]))
    """

    slug = "rms_vs_layer"

    x = Vector([1, -2, 0.5, 3], most=8, low=-1000, high=1000).tag(sync=True)
    offset = Number(2, low=-1000, high=1000).tag(sync=True)
    eps = Number(1e-5, low=0, high=100).tag(sync=True)
