import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    """Return the trained parameters, and the loss before each step."""
    raise NotImplementedError("Not written yet: replace this line.")
