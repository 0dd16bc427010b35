"""In place, the bias through the folded weight, and None is not thought of.

mistakes: changes-linear-weight, bias-through-folded-weight, none-not-handled
seen: TransformerLensOrg/TransformerLens #116: folding LayerNorm
"""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    linear_weight *= weight
    return linear_weight, linear_bias + linear_weight @ bias
