import numpy as np


def transformer_block(x, parameters, heads, eps=1e-5, causal=False):
    """Return what one pre-LN Transformer block makes of x."""
    raise NotImplementedError("Not written yet: replace this line.")
