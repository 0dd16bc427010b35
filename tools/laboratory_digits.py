"""Write the digits that the laboratory carries: python tools/laboratory_digits.py.

A letter a pixel, from a for 0 to q for 16: compressed as the module is on its way, that is as small
as any packing of bits, and needs no unpacking.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from normbook.experiments.data import load_digits

TRAINING, HELD_OUT = 500, 200
PATH = (
    Path(__file__).parents[1] / "src/normbook/widgets/laboratory/engine/digits_data.mjs"
)


def letters(images: NDArray[np.float32]) -> str:
    """Return the pixels, from 0 to 1, as letters from a to q."""
    return (ord("a") + np.rint(16 * images).astype(np.uint8)).tobytes().decode("ascii")


def source() -> str:
    """Return the module: the first images of either part of the book's split."""
    images, labels, test_images, test_labels = (part.numpy() for part in load_digits())
    parts = {
        "TRAINING": (images[:TRAINING], labels[:TRAINING]),
        "HELD_OUT": (test_images[:HELD_OUT], test_labels[:HELD_OUT]),
    }
    lines = ["// Written by tools/laboratory_digits.py, which says what this is."]
    for name, (pixels, digits) in parts.items():
        lines += [
            f"export const {name} = {{",
            f'  labels: "{"".join(map(str, digits))}",',
            f'  pixels: "{letters(pixels)}",',
            "};",
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PATH.write_text(source(), encoding="utf-8")
