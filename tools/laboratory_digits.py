"""Write the digits that the laboratory learns: python tools/laboratory_digits.py.

Each pixel is a letter, from a for 0 to q for 16. Compressed by the host, this is as small as packed
bits, and a browser needs no code to unpack it.
"""

import json
from pathlib import Path

import numpy as np
from torch import Tensor

from normbook.experiments.data import load_digits

TRAINING, HELD_OUT = 500, 200
PATH = Path(__file__).parents[1] / "src" / "normbook" / "data" / "digits.json"


def digits() -> dict[str, dict[str, str]]:
    """Return the first images of either part of the book's split, and their labels."""
    images, labels, test_images, test_labels = load_digits()
    return {
        "training": part(images[:TRAINING], labels[:TRAINING]),
        "held_out": part(test_images[:HELD_OUT], test_labels[:HELD_OUT]),
    }


def part(images: Tensor, labels: Tensor) -> dict[str, str]:
    """Return labels and pixels as text; ``images`` are from 0 to 1."""
    pixels = ord("a") + np.rint(16 * images.numpy()).astype(np.uint8)
    return {
        "labels": "".join(map(str, labels.tolist())),
        "pixels": pixels.tobytes().decode("ascii"),
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(digits()) + "\n", encoding="utf-8")
