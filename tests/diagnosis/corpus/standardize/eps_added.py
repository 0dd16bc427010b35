"""A small number is added to the deviation.

mistakes: eps-beside-deviation
seen: mcmap.net/q/1908922: z_norm with an epsilon added to std
"""

import numpy as np


def standardize(x):
    mean = x.mean(0)
    std = x.std(0)
    return (x - mean) / (std + 1e-8)
