"""Which values of a tensor share a mean and a variance, norm by norm."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from traitlets import HasTraits, TraitError, TraitType, observe, validate

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Choice, Whole, check_list, check_number

# axes/state.mjs and axes/arithmetic.mjs keep the same limits and sizes.
POSITIONS = 4
FEATURES = 6
WIDTH = 2


class Divisor(Whole):
    """A whole number that divides ``high``."""

    def validate(self, obj: HasTraits | None, value: Any) -> int:
        """Return the number as an int."""
        number = super().validate(obj, value)
        if self.high % number:
            raise TraitError(f"{self.name} is {number}; expected a divisor of {self.high}.")
        return number


class Indices(TraitType[list[int], Any]):
    """The index of a cell: 3 or 4 whole numbers, none above that of the longest axis."""

    def make_dynamic_default(self) -> list[int]:
        """Return a list of its own for each explorable."""
        return list(self.default_value)

    def validate(self, obj: HasTraits | None, value: Any) -> list[int]:
        """Return the numbers as a list of ints."""
        values = check_list(value, self.name)
        if len(values) not in (3, 4):
            raise TraitError(f"{self.name} has {len(values)} values; expected 3 or 4.")
        numbers = [
            check_number(each, f"{self.name}[{i}]", 0, FEATURES - 1)
            for i, each in enumerate(values)
        ]
        if any(number != int(number) for number in numbers):
            raise TraitError(f"{self.name} is {value!r}; expected whole numbers.")
        return [int(number) for number in numbers]


class Axes(Explorable):
    """A small tensor, and the cells that share the statistics of one of them.

    What is drawn is computed in JavaScript, with an epsilon of 1e-5; ``values`` gives the same
    numbers to Python.

    Parameters
    ----------
    tensor
        ``"NTD"``: x has the shape ``(N, 4, 6)``, batch, positions and features. ``"NCHW"``: the
        same numbers as ``(N, 6, 2, 2)``, batch, channels, height and width.
    norm
        ``"batch"``, ``"layer"``, ``"instance"``, ``"group"``, ``"rms"``, or ``"channel"``: over
        the channels at each position. Of an image, ``"layer"`` and ``"rms"`` take C, H and W.
    batch
        1 to 4: N, the number of samples.
    groups
        1, 2, 3 or 6: how many groups of features or channels ``"group"`` makes.
    cell
        The index of a cell, from 0: 3 whole numbers for (N, T, D), 4 for (N, C, H, W), none above
        5. An index beyond its axis becomes the last one. When the layout changes, the cell stays
        the same value of x.

    Examples
    --------
    >>> from normbook.norms import layer_norm
    >>> axes = Axes(cell=[1, 2, 3])
    >>> x = axes.values()
    >>> float(layer_norm(x, 6)[tuple(axes.cell)].round(2))  # x̂ in the picture
    1.41
    >>> axes.tensor = "NCHW"
    >>> axes.cell, float(axes.values()[tuple(axes.cell)]) == float(x[1, 2, 3])
    ([1, 3, 1, 0], True)
    >>> float(layer_norm(axes.values(), (6, 2, 2))[tuple(axes.cell)].round(2))
    1.11
    """

    slug = "axes"

    tensor = Choice("NTD", of=("NTD", "NCHW")).tag(sync=True)
    norm = Choice("layer", of=("batch", "layer", "instance", "group", "rms", "channel")).tag(
        sync=True
    )
    batch = Whole(3, low=1, high=4).tag(sync=True)
    groups = Divisor(2, low=1, high=FEATURES).tag(sync=True)
    cell = Indices([1, 2, 3]).tag(sync=True)

    def values(self) -> npt.NDArray[np.float64]:
        """Return x, of the shape of its layout: d + 2n + (i³ mod 5) for value i of (N, T, D)."""
        shape = (self.batch, POSITIONS, FEATURES)
        n, _, d = np.indices(shape)
        i = np.arange(n.size).reshape(shape)
        x: npt.NDArray[np.float64] = (d + 2 * n + i**3 % 5).astype(np.float64)
        image = (self.batch, FEATURES, POSITIONS // WIDTH, WIDTH)
        return x if self.tensor == "NTD" else x.transpose(0, 2, 1).reshape(image)

    @validate("cell")
    def _inside(self, proposal: Any) -> list[int]:
        return fitted(proposal["value"], self.tensor, self.batch)

    @observe("tensor", "batch")
    def _fit_cell(self, change: Any) -> None:
        self.cell = fitted(self.cell, self.tensor, self.batch)


def fitted(cell: list[int], tensor: str, batch: int) -> list[int]:
    """Return the cell in another layout, or with fewer samples."""
    if len(cell) == 3:
        n, t, d = cell
    else:
        n, d, h, w = cell
        t = WIDTH * min(h, POSITIONS // WIDTH - 1) + min(w, WIDTH - 1)
    n, t = min(n, batch - 1), min(t, POSITIONS - 1)
    return [n, t, d] if tensor == "NTD" else [n, d, t // WIDTH, t % WIDTH]
