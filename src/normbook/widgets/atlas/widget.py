"""Real models by norm, eps of class and checkpoint, order of casts and placement."""

from __future__ import annotations

from normbook.widgets.explorable import RecordedExplorable
from normbook.widgets.traits import Choice, Flag, Text


class Atlas(RecordedExplorable):
    """A table of models that can be searched, filtered and sorted.

    What it knows is ``record["models"]``, a list of dictionaries. ``record["source"]`` says where
    the defaults of the classes were read; the ``checkpoint_eps`` of a model is that of one released
    ``checkpoint``, as ``checkpoint_source`` has it, and all three are None where none was found.

    Parameters
    ----------
    query
        At most 60 characters: words that a model's row must contain, such as "1e-6 sandwich".
    norm
        "all", "LayerNorm" or "RMSNorm".
    placement
        "all", "pre", "post", "sandwich" or "olmo2".
    sort
        The column to sort by: "name", "norm", "eps", "checkpoint_eps", "casts", "placement",
        "qk_norm" or "weight".
    descending
        Whether to sort from the last to the first.

    Examples
    --------
    >>> atlas = Atlas(norm="RMSNorm", sort="eps")
    >>> decoders = [m for m in atlas.record["models"] if m["kind"] == "decoder"]
    >>> [m["name"] for m in decoders if m["weight"] == "1 + w"]
    ['Gemma', 'Gemma 2', 'Gemma 3', 'Nemotron', 'Qwen3-Next', 'Qwen3.5']
    """

    slug = "atlas"
    page_width = 1340
    recorded_in = "experiments/atlas.json"

    query = Text(most=60).tag(sync=True)
    norm = Choice("all", of=("all", "LayerNorm", "RMSNorm")).tag(sync=True)
    placement = Choice("all", of=("all", "pre", "post", "sandwich", "olmo2")).tag(sync=True)
    sort = Choice(
        "name",
        of=("name", "norm", "eps", "checkpoint_eps", "casts", "placement", "qk_norm", "weight"),
    ).tag(sync=True)
    descending = Flag(False).tag(sync=True)
