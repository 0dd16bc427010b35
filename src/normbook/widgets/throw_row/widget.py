"""A row that is grabbed and thrown: x goes as far as it is thrown, and x̂ stays where it is."""

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number


class ThrowRow(Explorable):
    """The row (1, 7, 7, 9) with an offset added to each feature, and its x̂ below.

    Parameters
    ----------
    offset
        From −1,000,000 to 1,000,000: what is added to each feature.

    Examples
    --------
    >>> import numpy as np
    >>> from normbook.norms import layer_norm
    >>> row = np.array([1.0, 7, 7, 9]) + ThrowRow(offset=1000).offset
    >>> np.round(layer_norm(row, 4), 2)
    array([-1.67,  0.33,  0.33,  1.  ])
    """

    slug = "throw_row"

    offset = Number(0, low=-1_000_000, high=1_000_000).tag(sync=True)
