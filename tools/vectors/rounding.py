"""All float16 and all bfloat16 numbers, and what their midpoints round to, as checksums."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SAMPLES = (1e-8, 1e-7, 1e-6, 1e-5, 1 / 3, 300.3, 65_519.9, -2.5e-8, 3.1e-8)


def cases() -> list[dict[str, Any]]:
    """Return one case for each dtype."""
    return [
        case("float16", every_float16(), round_to_float16),
        case("bfloat16", every_bfloat16(), round_to_bfloat16),
    ]


def case(dtype: str, every: Floats, rounded: Callable[[Floats], Floats]) -> dict[str, Any]:
    """Return the checksums of one dtype, whose 65,536 numbers are in the order of their bits."""
    infinity = int(np.argmax(np.isinf(every)))
    ascending = every[:infinity]  # from 0 to the largest
    beyond = 2 * ascending[-1] - ascending[-2]  # where the next number would be
    middle = (ascending + np.append(ascending[1:], beyond)) / 2
    # Float32 holds every midpoint, and numbers on both sides that are closer to no other.
    narrow = middle.astype(np.float32)
    assert (narrow == middle).all()
    above = np.nextafter(narrow, np.float32(np.inf)).astype(np.float64)
    below = np.nextafter(narrow, np.float32(-np.inf)).astype(np.float64)
    samples = np.array(SAMPLES, dtype=np.float32).astype(np.float64)
    return {
        "dtype": dtype,
        "numbers": checksum(every[np.isfinite(every)]),
        "notNumbers": int(np.isnan(every).sum()),
        "middle": checksum(rounded(middle)),
        "above": checksum(rounded(above)),
        "below": checksum(rounded(below)),
        "samples": np.stack([samples, rounded(samples)], axis=1).tolist(),
    }


def checksum(values: Floats) -> str:
    """Return the SHA-256 of the numbers' bytes, little end first."""
    return sha256(values.astype("<f8").tobytes()).hexdigest()


def every_float16() -> Floats:
    """Return all float16 numbers, as NumPy reads their bits."""
    return np.arange(65_536, dtype=np.uint16).view(np.float16).astype(np.float64)


@np.errstate(over="ignore")
def round_to_float16(values: Floats) -> Floats:
    """Return what NumPy's cast makes of them."""
    return values.astype(np.float16).astype(np.float64)


def every_bfloat16() -> Floats:
    """Return all bfloat16 numbers, as torch reads their bits."""
    import torch

    bits = torch.from_numpy(np.arange(65_536, dtype=np.uint16).view(np.int16))
    return np.asarray(bits.view(torch.bfloat16).double().numpy())


def round_to_bfloat16(values: Floats) -> Floats:
    """Return what torch's cast from float32 makes of them; from float64 it would round twice."""
    import torch

    narrow = torch.from_numpy(values.astype(np.float32))
    return np.asarray(narrow.bfloat16().double().numpy())
