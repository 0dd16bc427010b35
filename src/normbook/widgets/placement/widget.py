"""Where a block normalizes: gradients and variances, block by block."""

from __future__ import annotations

from typing import Any

from traitlets import TraitError, validate

from normbook.widgets.explorable import RecordedExplorable
from normbook.widgets.traits import Choice, Flag, WholeOf

# placement/arithmetic.mjs and placement/placements.mjs keep the same limits.
PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")
DEPTHS = (6, 12, 24, 48)
TRAINED_DEPTHS = (6, 12, 24)
STEPS = (0, 10, 40, 150)


class Placement(RecordedExplorable):
    """The norms of Transformers of digits in five places, before and during training.

    What is drawn was measured by ``python -m normbook.experiments.placement``: of each block the L2
    norm of a gradient, and the variance of the residual stream. At initialization it is the mean of
    three seeds; in training, one run.

    Parameters
    ----------
    placement
        "pre", "post", "sandwich", "olmo2" or "deepnorm", as in ``normbook.nn.Residual``.
    other
        The placement that it is compared with, or "none".
    depth
        6, 12, 24 or 48 blocks; 48 were measured at initialization alone.
    phase
        "init", or "training".
    warmup
        Whether the learning rate rose over the first 15 steps of training.
    step
        0, 10, 40 or 150: the step of training.

    Examples
    --------
    Eight times the depth leaves the last block of pre about 1/√8 of its gradient:

    >>> shallow, deep = (Placement(depth=depth).layers() for depth in (6, 48))
    >>> 0.3 < deep["gradient"][-1] / shallow["gradient"][-1] < 0.5
    True

    A block of post ends in LayerNorm, so the stream that leaves it has a variance of 1:

    >>> import numpy as np
    >>> from normbook.norms import layer_norm
    >>> x = np.random.default_rng(0).normal(3, 2, (10, 64))
    >>> variance = Placement(placement="post", other="pre").layers()["variance"]
    >>> bool(abs(layer_norm(x, (64,)).var() - variance[-1]) < 0.001)
    True
    """

    slug = "placement"
    recorded_in = "experiments/placement.json"

    placement = Choice("pre", of=PLACEMENTS).tag(sync=True)
    other = Choice("post", of=(*PLACEMENTS, "none")).tag(sync=True)
    depth = WholeOf(12, of=DEPTHS).tag(sync=True)
    phase = Choice("init", of=("init", "training")).tag(sync=True)
    warmup = Flag(True).tag(sync=True)
    step = WholeOf(0, of=STEPS).tag(sync=True)

    def layers(self) -> dict[str, list[float | None]]:
        """Return what is drawn of ``placement``.

        Returns
        -------
        dict
            ``gradient``, shape (depth,), and ``variance``, shape (depth + 1,), whose first value is
            that before the first block; None where a run has diverged.
        """
        if self.phase == "init":
            found = self.record["init"][self.placement][str(self.depth)]
            return {key: list(found[key]) for key in ("gradient", "variance")}
        run = self.record["training"][self.placement][str(self.depth)]
        found = run["warmup" if self.warmup else "none"]
        at = self.record["steps"].index(self.step)
        return {key: list(found[key][at]) for key in ("gradient", "variance")}

    @validate("depth", "phase")
    def _was_trained(self, proposal: Any) -> Any:
        pair = {"depth": self.depth, "phase": self.phase}
        pair[proposal["trait"].name] = proposal["value"]
        if pair["phase"] == "training" and pair["depth"] not in TRAINED_DEPTHS:
            wanted = ", ".join(map(str, TRAINED_DEPTHS))
            raise TraitError(f"depth is {pair['depth']} in training; expected one of {wanted}.")
        return proposal["value"]
