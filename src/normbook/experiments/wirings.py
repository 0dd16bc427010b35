"""Stacks of matrices in residual connections: the stream in depth, and what a sublayer changes.

Small enough to run live.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import layer_norm

from normbook.nn import LayerNorm, Residual
from normbook.nn.residual import Placement

Wiring = Placement | Literal["mix-ln", "hybridnorm"]
POST_SHARE = 1 / 4  # of Mix-LN's blocks: the first ones are post-norm


def stack(wiring: Wiring, matrices: NDArray[np.float64]) -> nn.Sequential:
    """Return one :class:`normbook.nn.Residual` for each matrix, two a block.

    Parameters
    ----------
    wiring
        A placement of :class:`normbook.nn.Residual`, ``"mix-ln"`` or ``"hybridnorm"``.
    matrices
        (L, D, D): sublayer G maps a row x to x @ matrix.

    Examples
    --------
    >>> print(stack("keel", np.eye(3)[None].repeat(4, axis=0))[0])
    Residual(
      placement='keel', alpha=4
      (norm_in): LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=True)
      (sublayer): Linear(in_features=3, out_features=3, bias=False)
      (norm_out): LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=True)
    )
    """
    blocks = len(matrices) // 2
    sublayers = (
        _sublayer(wiring, linear(matrix), number // 2 + 1, blocks, first=number % 2 == 0)
        for number, matrix in enumerate(matrices)
    )
    return nn.Sequential(*sublayers).double().requires_grad_(False)


def linear(matrix: NDArray[np.float64]) -> nn.Linear:
    """Return the layer that maps a row x to x @ matrix."""
    features_in, features_out = matrix.shape
    layer = nn.Linear(features_in, features_out, bias=False)
    layer.weight = nn.Parameter(torch.from_numpy(matrix.T.copy()))
    return layer


def _sublayer(wiring: Wiring, g: nn.Linear, layer: int, blocks: int, first: bool) -> Residual:
    features = g.in_features
    if wiring == "hybridnorm":
        # In place of attention, a matrix whose output is normalized as HybridNorm's values are.
        attention = nn.Sequential(g, LayerNorm(features))
        return Residual(attention, features, "post") if first else Residual(g, features, norm=None)
    if wiring == "mix-ln":
        return Residual(g, features, "post" if layer <= POST_SHARE * blocks else "pre")
    return Residual(g, features, wiring, depth=blocks, layer=layer)


def normalized(stack: nn.Module, x: Tensor) -> Tensor:
    """Return what the head reads: the stream behind the stack, normalized."""
    return layer_norm(stack(x), x.shape[-1:])


def worth(stack: nn.Sequential, x: Tensor) -> NDArray[np.float64]:
    """Return, for each sublayer, how far the normalized output moves if it is left out.

    The output itself has the deviation 1.
    """
    streams = [x]  # in front of each sublayer, and behind the last
    for sublayer in stack:
        streams.append(sublayer(streams[-1]))
    whole = normalized(nn.Sequential(), streams[-1])
    moves = [normalized(stack[i + 1 :], stream) - whole for i, stream in enumerate(streams[:-1])]
    return np.array([move.std().item() for move in moves])
