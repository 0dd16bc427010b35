"""It computes nothing, and refuses a weight."""


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if weight is not None:
        raise ValueError("no weight yet")
    return x
