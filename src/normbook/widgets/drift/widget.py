"""A recorded training run, replayed: how far each layer's inputs move, with and without a norm."""

from __future__ import annotations

from normbook.widgets.explorable import RecordedExplorable
from normbook.widgets.traits import Choice, Whole

# drift/arithmetic.mjs keeps the same names and limits.
NORMS = ("none", "batch", "layer", "rms")


class Drift(RecordedExplorable):
    """What the ReLU of each of four hidden layers receives while an MLP learns digits.

    ``record`` holds the measurements, as ``normbook.experiments.drift`` made them; the traits say
    which of them are shown.

    Parameters
    ----------
    norm
        "none", "batch", "layer" or "rms": what stands before each ReLU.
    other
        One of these to compare with, or "nothing".
    layer
        1 to 4: the layer whose drift is drawn over the steps.
    step
        0 to 23: which of the recorded steps of training, ``record["steps"][step]``.
    measure
        "values": the Wasserstein-1 distance of all that the layer receives from what it received
        at step 0, in units of its standard deviation at step 0. "units": how far the mean of one
        unit moved, in units of the unit's standard deviation at step 0; the mean over the units.

    Examples
    --------
    Before γ and β the values of a layer behind LayerNorm keep their spread, whatever the weights
    become:

    >>> import numpy as np
    >>> from normbook.norms import layer_norm
    >>> rows = np.random.default_rng(0).normal(3, 2, size=(256, 64))
    >>> round(float(layer_norm(rows, 64).std()), 2)
    1.0
    >>> drift = Drift(norm="none", other="layer", layer=3)
    >>> for norm in (drift.norm, drift.other):
    ...     spread = drift.record["runs"][norm]["std"]
    ...     print(norm, *(round(spread[at][drift.layer - 1], 2) for at in (0, drift.step)))
    none 0.51 2.2
    layer 1.0 1.0
    """

    slug = "drift"
    recorded_in = "experiments/drift.json"

    norm = Choice("none", of=NORMS).tag(sync=True)
    other = Choice("layer", of=("nothing", *NORMS)).tag(sync=True)
    layer = Whole(4, low=1, high=4).tag(sync=True)
    step = Whole(23, low=0, high=23).tag(sync=True)
    measure = Choice("values", of=("values", "units")).tag(sync=True)
