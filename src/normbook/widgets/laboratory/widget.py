"""Two deep networks that train side by side, with the norm where the reader puts it."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from traitlets import TraitError, validate

from normbook.data import read_record
from normbook.widgets.explorable import RecordedExplorable
from normbook.widgets.traits import Choice, Flag, Number, Whole

# laboratory/placements.mjs and laboratory/state.mjs keep the same limits.
PLACEMENTS = ("plain", "pre", "post", "sandwich", "olmo2", "deepnorm")
NORMS = ("none", "layer", "rms", "batch", "group", "dyt")
OWN = (
    *("blocks", "rate", "warm_up", "batch_size", "weight_scale", "input_scale", "eps"),
    *("learn_gamma", "qk_norm"),
)


class Laboratory(RecordedExplorable):
    """The settings of two networks, A and B, of residual blocks of width 24.

    They are trained in the browser, from the same seed on the same batches. A and B have each a
    norm and a placement; all else they share, but for one setting at most. The traits are the
    settings; what training gave is in the picture alone. ``record`` holds the digits.

    Parameters
    ----------
    blocks
        1 to 48.
    placement, other_placement
        Of A and of B: "pre", "post", "sandwich", "olmo2" or "deepnorm", as in
        ``normbook.nn.Residual``, or "plain": G(N(x)), without a residual connection.
    norm, other_norm
        Of A and of B: "none", "layer", "rms", "batch", "group" or "dyt".
    differs
        "nothing", or the one setting that is another in B: "blocks", "rate", "warm_up",
        "batch_size", "weight_scale", "input_scale", "eps", "learn_gamma" or "qk_norm". Assigned
        alone, it also sets other_value, to the value in A.
    other_value
        Its value in B, within its limits; 0 or 1 for a flag.
    data
        "spirals", "circles" or "xor", in the plane; "digits", images of 8 × 8; "tokens", the same
        with each row as a token, and self-attention.
    rate
        From 1e-6 to 10: the learning rate.
    warm_up
        0 to 1000: the steps in which it rises to that.
    batch_size
        2 to 256.
    weight_scale
        From 0.01 to 100: what the first weights of all blocks are multiplied by.
    input_scale
        From 0.001 to 1000: what the first input feature is multiplied by.
    eps
        From 0 to 100: ε of every norm.
    learn_gamma
        Whether γ and β are learned.
    qk_norm
        Whether queries and keys have a norm of their own; of tokens alone.
    activation
        "relu", "gelu" or "tanh".
    optimizer
        "adam", or "sgd" with a momentum of 0.9.
    seed
        0 to 9999.

    Examples
    --------
    Post-LN with 24 blocks, with and without warm-up:

    >>> warm = Laboratory(blocks=24, placement="post", differs="warm_up", other_value=100)
    >>> warm.warm_up, warm.other_value
    (0, 100.0)

    What the book asks of batches of two:

    >>> two = Laboratory.preset("two")
    >>> two.batch_size, two.norm, two.other_norm
    (2, 'layer', 'batch')
    """

    slug = "laboratory"
    recorded_in = "digits.json"
    recorded_for: ClassVar[dict[str, tuple[str, ...]]] = {"data": ("digits", "tokens")}
    begin = "Train"

    blocks = Whole(6, low=1, high=48).tag(sync=True)
    rate = Number(0.003, low=1e-6, high=10).tag(sync=True)
    warm_up = Whole(0, low=0, high=1000).tag(sync=True)
    batch_size = Whole(64, low=2, high=256).tag(sync=True)
    weight_scale = Number(1, low=0.01, high=100).tag(sync=True)
    input_scale = Number(1, low=0.001, high=1000).tag(sync=True)
    eps = Number(1e-5, low=0, high=100).tag(sync=True)
    learn_gamma = Flag(True).tag(sync=True)
    qk_norm = Flag(False).tag(sync=True)
    placement = Choice("pre", of=PLACEMENTS).tag(sync=True)
    norm = Choice("layer", of=NORMS).tag(sync=True)
    other_placement = Choice("post", of=PLACEMENTS).tag(sync=True)
    other_norm = Choice("layer", of=NORMS).tag(sync=True)
    differs = Choice("nothing", of=("nothing", *OWN)).tag(sync=True)
    other_value = Number(0, low=0, high=1000).tag(sync=True)
    data = Choice("spirals", of=("spirals", "circles", "xor", "digits", "tokens")).tag(sync=True)
    activation = Choice("relu", of=("relu", "gelu", "tanh")).tag(sync=True)
    optimizer = Choice("adam", of=("adam", "sgd")).tag(sync=True)
    seed = Whole(0, low=0, high=9999).tag(sync=True)

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return one of the presets that the laboratory itself offers."""
        presets = read_record("laboratory")["presets"]
        if name not in presets:
            raise LookupError(f"no preset {name!r}; there are: {', '.join(presets)}.")
        return cls(**presets[name]["set"])

    @validate("differs")
    def _is_of_both(self, proposal: Any) -> str:
        differs: str = proposal["value"]
        if differs == self.differs:  # it is set together with other_value, or as it was
            self._check_other_value(differs, self.other_value)
            return differs
        with self.hold_trait_notifications():  # B differs at first by nothing, as in the picture
            self.differs = differs
            self.other_value = 0 if differs == "nothing" else float(getattr(self, differs))
        return differs

    @validate("other_value")
    def _is_a_value_of_what_differs(self, proposal: Any) -> float:
        value: float = proposal["value"]
        self._check_other_value(self.differs, value)
        return value

    def _check_other_value(self, differs: str, value: float) -> None:
        """Raise a `TraitError` where B cannot have that value of the setting that differs."""
        if differs == "nothing":
            return
        trait = self.traits()[differs]
        if isinstance(trait, Flag):
            if value not in (0, 1):
                raise TraitError(f"other_value is {value}; expected 0 or 1 for {differs}.")
            return
        try:
            trait.validate(self, value)
        except TraitError as error:
            raise TraitError(f"other_value: {error}") from None
