"""Recorded trainings: LayerNorm against BatchNorm by batch size, and what γ and β become."""

from __future__ import annotations

from typing import Any, ClassVar

from traitlets import TraitError, default, observe, validate

from normbook.widgets.explorable import RecordedExplorable
from normbook.widgets.traits import Choice, Text, Whole, WholeOf


class Training(RecordedExplorable):
    """A Transformer and a CNN that learned digits, once with LayerNorm and once with BatchNorm.

    ``record`` holds the measurements, as ``normbook.experiments.training`` made them; the traits
    say which of them are shown. training/arithmetic.mjs keeps the same names and limits.

    Parameters
    ----------
    model
        "transformer" or "cnn". A change of it also sets layer.
    batch_size
        2, 8, 32 or 128 images.
    measure
        "loss", the mean training loss since the measurement before, or "accuracy", the share of
        the test images that the model, in evaluation mode, gives their label.
    step
        0 to 15: which of the recorded points, ``record["examples"][step]`` images seen.
    layer
        The name of one of the model's norms in the record; the last one unless given.
    parameter
        "weight" for γ, "bias" for β: which of the layer's parameters is shown.

    Examples
    --------
    In training, BatchNorm's output for an image depends on the other images of its batch, and in a
    small batch much; LayerNorm's does not:

    >>> import numpy as np
    >>> from normbook.norms import batch_norm, layer_norm
    >>> x = np.random.default_rng(0).normal(size=(8, 32))
    >>> bool(np.allclose(layer_norm(x, 32)[:2], layer_norm(x[:2], 32)))
    True
    >>> running = np.zeros(32), np.ones(32)
    >>> y = batch_norm(x, *running, training=True).y
    >>> bool(np.allclose(y[:2], batch_norm(x[:2], *running, training=True).y))
    False
    >>> training = Training(batch_size=2)
    >>> for norm in ("layer", "batch"):
    ...     run = training.record["runs"][training.model][norm][str(training.batch_size)]
    ...     print(norm, round(run["loss"][training.step], 2))
    layer 0.03
    batch 0.46
    """

    slug = "training"
    recorded_in = "experiments/training.json"
    recorded_to: ClassVar[dict[str, int]] = {"weight": 1000, "bias": 1000}

    model = Choice("transformer", of=("transformer", "cnn")).tag(sync=True)
    batch_size = WholeOf(2, of=(2, 8, 32, 128)).tag(sync=True)
    measure = Choice("loss", of=("loss", "accuracy")).tag(sync=True)
    step = Whole(15, low=0, high=15).tag(sync=True)
    layer = Text(most=100).tag(sync=True)
    parameter = Choice("weight", of=("weight", "bias")).tag(sync=True)

    def layers(self) -> list[str]:
        """Return the names of the model's norms, in the order in which data passes them."""
        runs = self.record["runs"][self.model]["layer"]
        return list(next(iter(runs.values()))["weight"])

    @default("layer")
    def _last_layer(self) -> str:
        return self.layers()[-1]

    @observe("model")
    def _fit_layer(self, change: Any) -> None:
        if self.layer not in self.layers():
            self.layer = self.layers()[-1]

    @validate("layer")
    def _of_the_model(self, proposal: Any) -> str:
        layer: str = proposal["value"]
        if layer not in self.layers():
            raise TraitError(f"layer is {layer!r}; expected one of {', '.join(self.layers())}.")
        return layer
