"""Figures of the capstone on the Transformer."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from normbook.extras import missing

try:
    import matplotlib.pyplot as plt
    import torch
except ModuleNotFoundError as error:
    raise missing("normbook.figures.capstone_transformer", "notebook", error) from error

from normbook.capstones.transformer import passages
from normbook.figures import MUTED, TEAL
from normbook.nn import LayerNorm

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor, nn

LABELS = ("1 attention", "1 feed-forward", "2 attention", "2 feed-forward", "last")


def draw_passages(trained: nn.Module, start: dict[str, Tensor], images: Tensor) -> list[Axes]:
    """Draw the deviations of the rows that come to each norm, and of those that leave it.

    Parameters
    ----------
    trained : nn.Module
        A model of digits with five LayerNorms, as it is after training.
    start : dict of str to Tensor
        Its parameters before.
    images : Tensor, shape (N, 8, 8)
        What it reads.

    Returns
    -------
    list of Axes
        Left, before training; right, after it.
    """
    untrained = copy.deepcopy(trained)
    untrained.load_state_dict(start)
    _, panels = plt.subplots(1, 2, figsize=(7.2, 3.4), sharex=True, sharey=True)
    models = (("before training", untrained), ("after training", trained))
    for axes, (title, model) in zip(panels, models, strict=True):
        with torch.no_grad(), passages(model, LayerNorm) as seen:
            model(images)
        for shift, colour, label in ((-0.17, MUTED, "comes in"), (0.17, TEAL, "leaves")):
            rows = [passage.x if label == "comes in" else passage.y for passage in seen]
            axes.boxplot(
                [each.std(dim=-1, correction=0).flatten().numpy() for each in rows],
                positions=[place + shift for place in range(len(rows))],
                widths=0.28,
                orientation="horizontal",
                whis=(5, 95),
                showfliers=False,
                patch_artist=True,
                boxprops={"facecolor": "none", "edgecolor": colour},
                whiskerprops={"color": colour},
                capprops={"color": colour},
                medianprops={"color": colour, "linewidth": 2},
            )
            axes.plot([], [], color=colour, label=label)
        axes.set_yticks(range(len(LABELS)), LABELS)
        axes.set(title=title, xlabel="deviation of a row")
    panels[0].invert_yaxis()  # the first norm on top
    panels[0].set_xlim(0, None)  # last: it ends the scaling of both to what they show
    panels[0].legend(loc="upper right")
    return list(panels)
