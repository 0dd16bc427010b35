"""Points that are scaled in two ways, and gradient descent before and after scaling."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number, Vector


class Scaling(Explorable):
    """Min-max scaling and z-scores of a few points, and least squares on two features.

    The two features are standardized and correlated; then the second is stretched. Gradient
    descent fits ``1 z1 + 2 z2``, where z are the features before the stretch, and starts with both
    weights at 0: once on the stretched features, and once on them scaled back. The loss is half
    the mean squared error, and its Hessian the matrix of the features' mean products.

    Parameters
    ----------
    points
        2 to 12 numbers from −10,000 to 10,000, in any unit.
    elongation
        From 1 to 50: the standard deviation of the second feature; that of the first is 1.
    correlation
        From −0.95 to 0.95: the correlation of the two features.
    rate
        From 0.05 to 2.5: the learning rate, in units of 1 over the largest eigenvalue of the
        Hessian, before and after scaling alike. Above 2, descent diverges.

    Examples
    --------
    >>> from normbook.norms import min_max_scale, standardize
    >>> scaling = Scaling()
    >>> min_max_scale(scaling.points)
    array([1.  , 0.15, 0.2 , 0.3 , 0.4 , 0.85, 0.  ])
    >>> standardize(scaling.points).round(2)
    array([ 1.7 , -0.77, -0.62, -0.33, -0.04,  1.26, -1.2 ])
    >>> round(float(np.linalg.cond(scaling.hessian())), 1)
    110.1
    """

    slug = "scaling"

    points = Vector([22, 5, 6, 8, 10, 19, 2], least=2, most=12, low=-10_000, high=10_000).tag(
        sync=True
    )
    elongation = Number(10.0, low=1, high=50).tag(sync=True)
    correlation = Number(0.3, low=-0.95, high=0.95).tag(sync=True)
    rate = Number(1.0, low=0.05, high=2.5).tag(sync=True)

    def hessian(self) -> npt.NDArray[np.float64]:
        """Return the Hessian of the loss before scaling, shape (2, 2).

        After scaling it is the same with an elongation of 1.
        """
        mixed = self.correlation * self.elongation
        return np.array([[1.0, mixed], [mixed, self.elongation**2]])
