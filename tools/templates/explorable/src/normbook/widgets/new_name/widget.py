"""FILL IN: what is shown, and what a reader moves, in one line."""

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number


class NewName(Explorable):
    """FILL IN: what is shown, in one line.

    FILL IN: the traits, here, below, and in widget.mjs with the same limits.

    Parameters
    ----------
    eps
        From 0 to 10: what is added to the variance.

    Examples
    --------
    >>> NewName(eps=0.1).eps
    0.1
    """

    slug = "new_name"

    eps = Number(1e-5, low=0, high=10).tag(sync=True)
