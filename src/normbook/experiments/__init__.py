"""Training runs whose measurements the book shows.

Each module of ``NAMES`` is one experiment. ``python -m normbook.experiments.<name>`` repeats it and
writes the record ``normbook/data/experiments/<name>.json``; ``python -m normbook.experiments``
repeats all. A run that was stopped goes on where it stopped; ``--fresh`` measures all again, and
``--quick``, as ``run(quick=True)`` in Python, repeats it in miniature.

``training`` compares LayerNorm with BatchNorm by batch size.
"""

from normbook.extras import require

require("normbook.experiments", "nn")

NAMES = (
    "drift",
    "learning_rates",
    "placement",
    "training",
    "affine_evolution",
    "epsilon_sweep",
    "norm_speed",
    "norm_speed_gpu",
    "beyond",
    "text",
)
"""All experiments, in the order in which they are run."""

ON_GPU = frozenset({"norm_speed_gpu"})
"""Those that are repeated only where PyTorch finds a GPU; elsewhere their records stay."""
