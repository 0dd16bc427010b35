"""One-pass variance, and an eps in the root.

mistakes: one-pass-variance, eps-in-root
seen: camlab-ethz/poseidon #6: E[x^2] - E[x]^2 in a layer norm
"""

import numpy as np


def standardize(x):
    m1 = np.mean(x, axis=0)
    m2 = np.mean(np.square(x), axis=0)
    return (x - m1) / np.sqrt(m2 - m1**2 + 1e-8)
