import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    """Return the trained parameters, and the list of losses before each step."""
    raise NotImplementedError("Not written yet: replace this line.")
