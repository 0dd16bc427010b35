"""The linear weight is scaled in place, and the bias then goes through it.

mistakes: changes-linear-weight, bias-through-folded-weight
seen: TransformerLensOrg/TransformerLens #116: folding LayerNorm
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    linear_weight *= weight
    b = linear_weight @ bias
    if linear_bias is not None:
        b = b + linear_bias
    return linear_weight, b
