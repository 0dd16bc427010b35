"""What the record of the trainings says of some states."""

import json
import math
from typing import Any

from normbook.widgets.training.widget import Training

STATES = (
    ("transformer", 2, "loss", 15, "classifier.norm", "weight"),
    ("transformer", 128, "accuracy", 0, "classifier.blocks.0.feed_forward.norm_in", "bias"),
    ("cnn", 2, "loss", 15, "norm3", "weight"),
    ("cnn", 8, "accuracy", 7, "norm1", "bias"),
)
TEST_IMAGES = 360


def cases() -> list[dict[str, Any]]:
    """Return states, and the numbers of both norms; the first norm is LayerNorm."""
    return [case(*state) for state in STATES]


def case(
    model: str, batch_size: int, measure: str, step: int, layer: str, parameter: str
) -> dict[str, Any]:
    """Return one case."""
    record = json.loads(Training.record_path().read_text(encoding="utf-8"))
    by_norm = [record["runs"][model][norm] for norm in ("layer", "batch")]
    runs = [sizes[str(batch_size)] for sizes in by_norm]
    quantiles = [run[parameter][layer] for run in runs]
    return {
        "state": {
            "model": model,
            "batch_size": batch_size,
            "measure": measure,
            "step": step,
            "layer": layer,
            "parameter": parameter,
        },
        "layers": list(runs[0]["weight"]),
        "loss": [run["loss"][step] for run in runs],
        "accuracy": [run["accuracy"][step] for run in runs],
        "by_size": [
            [[math.log2(int(size)), learned(run, measure, step)] for size, run in sizes.items()]
            for sizes in by_norm
        ],
        "median": [rows[step][2] for rows in quantiles],
        "first": [rows[0][0] for rows in quantiles],
    }


def learned(run: dict[str, Any], measure: str, step: int) -> float:
    """Return the training loss at a point, or how many test images are wrong."""
    if measure == "loss":
        return float(run["loss"][step])
    return round(TEST_IMAGES * (1 - float(run["accuracy"][step])))
