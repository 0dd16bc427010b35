"""Runs the two layers on 0 and on the unit vectors, and reads W' and b' off."""

import numpy as np


def fold_affine(weight, bias, linear_weight, linear_bias=None):
    def layers(x_hat):
        out = (x_hat * weight + bias) @ linear_weight.T
        return out if linear_bias is None else out + linear_bias

    at_zero = layers(np.zeros(len(weight)))
    return (layers(np.eye(len(weight))) - at_zero).T, at_zero
