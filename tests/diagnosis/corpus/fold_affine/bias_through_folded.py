"""The norm's bias goes through the folded weight, and so is multiplied by gamma.

mistakes: bias-through-folded-weight
seen: TransformerLensOrg/TransformerLens #116: folding LayerNorm
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    w = linear_weight * weight
    b = w @ bias
    if linear_bias is not None:
        b = b + linear_bias
    return w, b
