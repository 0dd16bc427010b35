"""Five curves in each panel of the placements' playground, and each is seen."""

from itertools import combinations

import numpy as np
import pytest

from normbook.playgrounds.depth import draw

FROM_THE_BACK = ("thick", "solid", "dashed")
"""Strokes of which each lets those behind it be seen on the same place."""


@pytest.mark.parametrize(("blocks", "gain"), [(12, 1.0), (24, 1.0), (6, 0.3)])
def test_a_curve_that_lies_on_another_lets_it_be_seen(blocks, gain):
    together = 0
    for panel in draw(blocks=blocks, gain=gain, step=0.01).panels:
        height = abs(np.subtract(*panel.y.limits))
        for behind, front in combinations(panel.marks, 2):
            assert (behind.tone, behind.stroke) != (front.tone, front.stroke)
            if np.abs(np.subtract(behind.y, front.y)).max() > 0.02 * height:
                continue
            together += 1
            order = [FROM_THE_BACK.index(mark.stroke) for mark in (behind, front)]
            assert order[0] < order[1], f"{front.name} hides {behind.name} in {panel.title}"
    assert together
