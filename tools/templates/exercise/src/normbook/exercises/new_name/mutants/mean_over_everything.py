"""FILL IN: the bug, told to the learner whose code has it. The file is named for the bug.

You subtract one mean of the whole array. Samples then depend on each other: each row has its own.
"""

import numpy as np


def new_name(x):
    return x - np.mean(x)
